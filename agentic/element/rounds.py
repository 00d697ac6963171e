"""What functions of the page say before each round: which tools it is offered, and what the agent is told."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from agentic.core.fault import message_of
from agentic.element.given import at_once
from agentic.element.page_seam import PageSeam
from agentic.errors import UsageError

Get = Callable[[], Any]


class Rounds:
    """Asks `get_tools` and `get_context`, where the page has set them, in the very turn in which a round begins."""

    def __init__(self, page_seam: PageSeam, warn: Callable[[str], object]) -> None:
        self.get_tools: Get | None = None
        self.get_context: Get | None = None
        self._page_seam = page_seam
        self._warn = warn

    def tools(self) -> Collection[str] | None:
        """The names of the tools that alone are offered, None for all; a page that fails to say offers none."""
        return None if self.get_tools is None else frozenset(map(_name, self._said("getTools", self.get_tools)))

    def context(self) -> list[Mapping[str, Any]]:
        own = self._said("getContext", self.get_context) if self.get_context else []
        return [*self._page_seam.context(), *own]

    def _said(self, name: str, get: Get) -> list[Any]:
        try:
            said = at_once(get)
            if not isinstance(said, (list, tuple)):
                raise UsageError(f"it must return a list, at once, not {said!r}")
        except Exception as error:
            self._warn(f"{name} failed, so nothing of it is in this round: {message_of(error)}")
            return []
        return list(said)


def _name(tool: Any) -> str:
    """The name of a tool, which may be given by its name alone."""
    return str(tool.get("name", "") if isinstance(tool, Mapping) else tool)
