"""What a person is asked about is ringed on the page, where it is."""

from collections.abc import Callable
from typing import Any

from agentic.browser.dom import Node
from agentic.browser.driver.overlay import show_highlight_overlay
from agentic.browser.ffi import Scope
from agentic.core.confirmation import Pending
from agentic.core.registry import Registry

LOOKED_AT = '[data-row^="confirm "]:is(:hover, :focus-within)'
LOOKS = ("pointerover", "pointerout", "focusin", "focusout")


class Pointing:
    """Shows what each open question is about, and stops when it is answered or the chat is closed.

    Where the call itself says what it would touch, that is shown as long as the question is open. What a capability is
    bound to is shown while the person points at the card, or is in it; and then nothing else is.
    """

    def __init__(self, root: Node, registry: Registry, scope: Scope) -> None:
        self._root = root
        self._registry = registry
        self._scope = scope
        self._is_due = False
        self._shown: dict[Pending, Callable[[], object]] = {}
        scope.defer(registry.queue.changed.subscribe(self._follow))
        scope.defer(self._stop)
        for kind in LOOKS:
            scope.listen(root, kind, self._looked)
        self._follow()

    def _looked(self, _event: Any) -> None:
        # In the next frame the browser, too, knows where pointer and focus are.
        if self._registry.queue.pending and not self._is_due:
            self._is_due = True
            self._scope.frame(self._follow)

    def _follow(self, _pending: object = None) -> None:
        self._is_due = False
        wanted = self._wanted()
        for question in [question for question in self._shown if question not in wanted]:
            self._shown.pop(question)()
        for question in wanted:
            if question not in self._shown:
                self._shown[question] = show(question)

    def _wanted(self) -> tuple[Pending, ...]:
        pending = self._registry.queue.pending
        card = self._root.querySelector(LOOKED_AT)
        call_id = card.getAttribute("data-row").partition(" ")[2] if card else None
        looked_at = tuple(each for each in pending if each.call.call_id == call_id and is_somewhere(each))
        return looked_at or tuple(each for each in pending if each.preview and each.preview.show)

    def _stop(self) -> None:
        for end in self._shown.values():
            end()
        self._shown.clear()
        self._root = None


def is_somewhere(question: Pending) -> bool:
    """Whether there is something on the page to point at."""
    element = bound_element(question)
    return bool((question.preview and question.preview.show) or (element and element.isConnected))


def bound_element(question: Pending) -> Node:
    """The element that what is asked about is bound to, as long as it lives; else something falsy."""
    return question.entry.element and question.entry.element()


def show(question: Pending) -> Callable[[], object]:
    if question.preview and question.preview.show:
        return question.preview.show()
    return show_highlight_overlay(bound_element(question))
