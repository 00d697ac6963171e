"""While a person is asked about something on the page, it is ringed where it is."""

from collections.abc import Callable

from agentic.browser.ffi import Scope
from agentic.core.confirmation import Pending
from agentic.core.registry import Registry


class Pointing:
    """Shows what each open question is about, and stops when it is answered or the chat is closed."""

    def __init__(self, registry: Registry, scope: Scope) -> None:
        self._shown: dict[Pending, Callable[[], object]] = {}
        scope.defer(registry.queue.changed.subscribe(self._follow))
        scope.defer(lambda: self._follow(()))
        self._follow(registry.queue.pending)

    def _follow(self, pending: tuple[Pending, ...]) -> None:
        for question in [question for question in self._shown if question not in pending]:
            self._shown.pop(question)()
        for question in pending:
            if question not in self._shown and question.preview and question.preview.show:
                self._shown[question] = question.preview.show()
