"""A sheet with a filter, a list, and the details of what is chosen beside the list."""

from typing import Any, ClassVar

from agentic.browser.dom import Node
from agentic.inspector.pane import Pane, set_text
from agentic.inspector.roving import VERTICAL, Roving
from agentic.inspector.rows import ListRow, Rows


class ListPane(Pane):
    """The list takes part in the keyboard as one stop; the arrows go through it."""

    row: ClassVar[type]
    nothing: ClassVar[str]
    """The key of the words for a list that has nothing in it."""
    actions = ("choose", "clear_filter")

    def opened(self) -> None:
        self.rows = Rows(self.refs.list, self._make_row)
        self._roving = Roving(self.refs.list, self.scope, VERTICAL, self._moved)
        self._selected: Node | None = None
        self._words = self.session.words
        self._subject: Any = None
        # The shell outlives the view: what is in it is drawn anew when it is opened again.
        self.scope.defer(self.refs.list.replaceChildren)
        self._filters = self.node.querySelectorAll("[data-filter]")
        self.scope.listen(self.node, "input", self._filtered)
        self.scope.listen(self.refs.list, "keydown", self._pressed)

    def update(self) -> None:
        if self.session.settings.view != self.name:
            return
        subject = self.session.registry
        if self.session.words is not self._words or subject is not self._subject:
            self._words, self._subject = self.session.words, subject
            self.rows.clear()
        items = self.items()
        written = [field.value for field in self._filters]
        shown = {key for key, source in items if not any(written) or self.passes(source, *written)}
        if not self.rows.draw(items, shown):
            self.session.changed.set(None)  # the next frame goes on
        self._select(self.rows.node(self.chosen))
        self.refs.split.toggleAttribute("data-chosen", self.chosen is not None)
        self._roving.settle()
        self._say_how_many(len(shown), len(items))

    # What a list of its own says.

    @property
    def chosen(self) -> Any:
        """The key of the row whose details are shown; None if there is none."""
        raise NotImplementedError

    def items(self) -> list[tuple[Any, Any]]:
        """Key and source of each row, in order."""
        raise NotImplementedError

    def passes(self, source: Any, written: str, *choices: str) -> bool:
        """Whether a row is in sight: by what is written into the filter, and by what is chosen beside it."""
        raise NotImplementedError

    def choose_key(self, key: Any) -> None:
        raise NotImplementedError

    # Actions.

    def choose(self, row: Node) -> None:
        self._roving.stop_at(row)
        self.choose_key(self.rows.key_of(row))

    def clear_filter(self, _button: Node) -> None:
        self.filter_by("")
        self._filters[0].focus()

    def filter_by(self, written: str) -> None:
        for field, text in zip(self._filters, (written, *[""] * len(self._filters)), strict=False):
            field.value = text
        self.session.changed.set(None)

    def _make_row(self) -> ListRow:
        return self.row(self.session)

    def _filtered(self, event: Any) -> None:
        if event.target.matches("[data-filter]"):
            self.session.changed.set(None)

    def _pressed(self, event: Any) -> None:
        if event.key in ("Enter", " ") and self.rows.key_of(event.target) is not None:
            event.preventDefault()
            self.choose(event.target)

    def _moved(self, row: Node) -> None:
        # Beside the list the details follow the arrows; where they would cover it, Enter opens them.
        if not self.refs.back.checkVisibility():
            self.choose_key(self.rows.key_of(row))

    def _select(self, row: Node | None) -> None:
        if row == self._selected:
            return
        if self._selected:
            self._selected.setAttribute("aria-selected", "false")
        if row:
            row.setAttribute("aria-selected", "true")
        self._selected = row

    def _say_how_many(self, shown: int, total: int) -> None:
        words, session = self.session.words, self.session
        set_text(self.refs.count, words("countOf", shown=shown, total=total) if shown != total else "")
        self.refs.empty.hidden = bool(shown)
        self.refs.clear.hidden = not total
        if not session.registry:
            set_text(self.refs.empty_text, words("noChat", id=session.settings.html_for))
        else:
            set_text(self.refs.empty_text, words("nothingFound" if total else self.nothing))
