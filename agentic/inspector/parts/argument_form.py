"""A form for the arguments of one capability: a control for each, or all of them as JSON."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from agentic.browser.dom import Node, clone, refs
from agentic.core.entry import Entry
from agentic.element.labels import unmasked
from agentic.inspector.form import FALSE, TRUE, Field, FieldError, as_json, covers, fields_of, value_of, written_as
from agentic.inspector.inspection import Inspection
from agentic.inspector.pane import fresh

CONTROLS = MappingProxyType(
    {
        "line": "control_line",
        "secret": "control_line",
        "date": "control_line",
        "number": "control_line",
        "lines": "control_lines",
        "json": "control_lines",
        "choice": "control_choice",
        "check": "control_check",
    }
)
TYPES = MappingProxyType({"secret": "password", "date": "date"})
WHOLE = Field("", "json", "json", {}, {}, required=True, nullable=False, hint="object")
"""All arguments in one: they are checked by the pipeline alone, so that one can see what it says to them."""


class ArgumentForm:
    """Fills `node` with the fields of `entry`. `given` are arguments to start from; `prefix` begins every id."""

    def __init__(
        self,
        node: Node,
        entry: Entry,
        session: Inspection,
        prefix: str,
        given: Mapping[str, Any] | None = None,
    ) -> None:
        self._rows = [
            FieldRow(field, f"{prefix}-{at}", session, given) for at, field in enumerate(fields_of(entry.input_schema))
        ]
        self._whole = FieldRow(WHOLE, f"{prefix}-whole", session, None)
        # What the agent gave and no field is for: it is to be seen and kept.
        self._beyond = {} if given is None or covers(entry.input_schema, given) else dict(given)
        self._none = fresh("no_arguments", session)[0]
        node.replaceChildren(self._none, *(row.node for row in self._rows), self._whole.node)
        # A secret that is written as JSON would stand there to be read.
        self.offers_json = not entry.secrets
        self.is_json = False
        self.show_json(bool(self._beyond) and self.offers_json)

    def show_json(self, is_json: bool) -> None:
        """Write all arguments as one JSON object, which begins with what the fields hold; or go back to the fields."""
        if is_json:
            self._whole.write(json.dumps(self._held(), indent=2, ensure_ascii=False))
        self.is_json = is_json
        self._none.hidden = is_json or bool(self._rows)
        self._whole.node.hidden = not is_json
        for row in self._rows:
            row.node.hidden = is_json

    def arguments(self) -> Any:
        """What the pipeline is to be given; None where a field says what is wrong with it, and has the focus."""
        rows = [self._whole] if self.is_json else self._rows
        values = [(row, row.value()) for row in rows]
        if wrong := next((row for row, value in values if value is None), None):
            wrong.control.focus()
            return None
        if self.is_json:
            return values[0][1][0]
        return {row.field.name: value[0] for row, value in values if value}

    def _held(self) -> dict[str, Any]:
        """The arguments that are written already; what stands for no value is left out."""
        held = dict(self._beyond)
        for row in self._rows:
            try:
                held.update((row.field.name, value) for value in value_of(row.field, row.written()))
            except FieldError:
                continue
        return held


class FieldRow:
    """One argument: its label, its control, and what is wrong with what is written there."""

    def __init__(self, field: Field, id: str, session: Inspection, given: Mapping[str, Any] | None) -> None:
        self.field = field
        self._session = session
        self.node, self._cells = fresh("argument", session)
        place = clone(f"inspector/{CONTROLS[field.control]}")
        self.control = refs(place).control
        self._cells.place.replaceChildren(place)
        self._name(id)
        if field.kind == "choice":
            self._offer_choices()
        self._start(given)

    def written(self) -> str:
        if self.field.control == "check":
            return TRUE if self.control.checked else FALSE
        return self.control.value

    def write(self, text: str) -> None:
        if self.field.control == "check":
            self.control.checked = text == TRUE
        else:
            self.control.value = text

    def value(self) -> tuple[Any, ...] | None:
        """The value in a tuple, an empty one where it is left out; None once the field has said what is wrong."""
        try:
            value = value_of(self.field, self.written())
        except FieldError as error:
            self._complain(self._session.words(error.key, **error.tokens))
            return None
        self._complain("")
        return value

    def _name(self, id: str) -> None:
        field, cells = self.field, self._cells
        cells.label.textContent = unmasked(field.name) or self._session.words("allArguments")
        cells.label.htmlFor = self.control.id = id
        cells.hint.textContent = field.hint
        cells.required.hidden = not field.required or field is WHOLE
        cells.description.textContent = unmasked(field.description)
        cells.error.id, cells.description.id = f"{id}-error", f"{id}-description"
        self.control.setAttribute("aria-describedby", f"{id}-error {id}-description")
        if field.required:
            self.control.setAttribute("aria-required", "true")
        if kind := TYPES.get(field.control):
            self.control.type = kind
        if field.control == "number":
            self.control.inputMode = "decimal"
        self.control.toggleAttribute("data-json", field.kind == "json")

    def _start(self, given: Mapping[str, Any] | None) -> None:
        field = self.field
        if given is not None and field.name in given:
            self.write(written_as(field, given[field.name]))
        elif field.control == "check":
            self.write(written_as(field, field.default))
        elif field.default is not None and field.control in ("line", "lines", "number", "json"):
            self.control.placeholder = written_as(field, field.default)

    def _offer_choices(self) -> None:
        field, words = self.field, self._session.words
        nothing = words("chooseOne" if field.required else "notSet")
        if field.default is not None:
            nothing = words("notSetSo", default=choice_text(field.default))
        options = [("", nothing), *((str(at), choice_text(choice)) for at, choice in enumerate(field.choices))]
        for value, text in options:
            option = self.control.ownerDocument.createElement("option")
            option.value, option.textContent = value, text
            self.control.append(option)

    def _complain(self, sentence: str) -> None:
        self._cells.error.textContent = unmasked(sentence)
        self._cells.error.hidden = not sentence
        if sentence:
            self.control.setAttribute("aria-invalid", "true")
        else:
            self.control.removeAttribute("aria-invalid")


def choice_text(value: Any) -> str:
    return unmasked(value if isinstance(value, str) else as_json(value))
