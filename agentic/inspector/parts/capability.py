"""The details of the chosen capability, and a form to try it by hand: through the pipeline, as an agent's call goes."""

from typing import Any

from agentic.browser.dom import Node
from agentic.core.entry import Entry
from agentic.element.labels import unmasked
from agentic.inspector.inspection import Try
from agentic.inspector.labels import RISKS, STATES, asks_text, duration, schema_text, target_text, value_text
from agentic.inspector.pane import Pane, set_text
from agentic.inspector.parts.argument_form import ArgumentForm


class CapabilityDetails(Pane):
    """Who is chosen in the catalog. The form keeps what is written while the capability takes the same arguments."""

    name = "capability"
    actions = ("back", "run", "stop", "toggle_json", "follow")

    def opened(self) -> None:
        self._entry: Entry | None = None
        self._form: ArgumentForm | None = None
        self._planned = 0
        self.scope.listen(self.refs.form, "submit", self._submitted)
        self.scope.listen(self.refs.form, "keydown", self._pressed)

    def update(self) -> None:
        if self.session.settings.view != "catalog":
            return
        entry = self.session.entry
        self.refs.about.hidden = entry is None
        self.refs.none.hidden = entry is not None
        if entry is None:
            gone = self.session.chosen
            key = "capabilityGone" if gone else "chooseCapability"
            set_text(self.refs.none, self.session.words(key, name=unmasked(gone[0]) if gone else ""))
            self._entry = None
            return
        if entry is not self._entry:
            self._describe(entry)
        self._show_state(entry)
        self._show_try(entry, self.session.tries.get((entry.name, entry.target_id)))

    def back(self, _button: Node) -> None:
        self.session.choose(None)
        self.session.wants_focus.set(None)

    def run(self, _button: Node) -> None:
        self._submit()

    def stop(self, _button: Node) -> None:
        if self._entry:
            self.session.stop(self._entry)

    def toggle_json(self, button: Node) -> None:
        if self._form:
            self._form.show_json(not self._form.is_json)
            button.setAttribute("aria-pressed", "true" if self._form.is_json else "false")

    def follow(self, _button: Node) -> None:
        if self._entry and (made := self.session.tries.get((self._entry.name, self._entry.target_id))):
            self.session.follow_call(made.call_id)

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        self._submit()

    def _pressed(self, event: Any) -> None:
        if event.key == "Enter" and (event.ctrlKey or event.metaKey):
            event.preventDefault()
            self._submit()

    def _submit(self) -> None:
        if self._form is None or self._entry is None or self.refs.run.disabled:
            return
        arguments = self._form.arguments()
        if arguments is not None:
            self.session.run(self._entry, arguments, self._planned)

    def _describe(self, entry: Entry) -> None:
        before, self._entry = self._entry, entry
        words, capability = self.session.words, entry.capability
        self.refs.title.textContent = unmasked(entry.name)
        self.refs.badge.textContent = words(RISKS[entry.risk])
        self.refs.badge.setAttribute("data-risk", entry.risk)
        self.refs.description.textContent = unmasked(entry.description)
        self.refs.description.hidden = not entry.description
        marks = [asks_text(entry, words), words("untrusted") if capability.untrusted else ""]
        facts = {
            "target": target_text(entry.target),
            "revision": str(entry.revision),
            "owner": unmasked(entry.owner),
            "marks": " · ".join(filter(None, marks)),
        }
        for name, text in facts.items():
            getattr(self.refs, f"fact_{name}").textContent = text
            getattr(self.refs, f"fact_{name}").parentElement.hidden = not text
        self.refs.schema.textContent = schema_text(entry.input_schema)
        same = before and before.origin is entry.origin and before.input_schema == entry.input_schema
        # The call is planned on what is seen: a schema that changes under the form makes it stale, and a new form.
        self._planned = self.session.registry.revision if self.session.registry else 0
        if not same:
            self._form = ArgumentForm(self.refs.fields, entry, self.session, "try")
            self.refs.as_json.hidden = not self._form.offers_json
            self.refs.as_json.setAttribute("aria-pressed", "false")

    def _show_state(self, entry: Entry) -> None:
        state = entry.state
        set_text(self.refs.fact_state, self.session.words(STATES[state]))
        self.refs.fact_state.setAttribute("data-state", state)
        self.refs.run.disabled = state != "available"
        self.refs.cannot_run.hidden = state == "available"

    def _show_try(self, entry: Entry, made: Try | None) -> None:
        words = self.session.words
        is_running = made is not None and made.outcome is None
        self.refs.stop.hidden = not is_running
        self.refs.outcome.hidden = made is None
        if made is None:
            return
        status = made.outcome.status if made.outcome else "running"
        if made.outcome is None and any(each.call.call_id == made.call_id for each in self.session.pending):
            status = "waiting"
        has_moved = self.refs.status.getAttribute("data-status") != status
        set_text(self.refs.status, words(f"status.{status}"))
        self.refs.status.setAttribute("data-status", status)
        set_text(self.refs.took, duration(made.seconds) if made.outcome else "")
        set_text(self.refs.value, made.scrub(value_text(made.outcome)) if made.outcome else "")
        self.refs.value.hidden = made.outcome is None
        self.refs.untrusted.hidden = not (made.outcome and made.outcome.untrusted)
        if has_moved:
            self.refs.outcome.scrollIntoView(block="nearest")
