"""AgenticInspector: the public API of one <agentic-inspector>, the same for Python and for JavaScript."""

from collections.abc import Callable, Coroutine
from typing import Any

from agentic.element.session import Host
from agentic.inspector.inspection import Inspection, Surroundings
from agentic.inspector.settings import Settings


class AgenticInspector(Settings):
    """One inspector on the page."""

    def __init__(self, host: Host, page: Surroundings, spawn: Callable[[Coroutine[Any, Any, Any]], object]) -> None:
        super().__init__(host)
        self.inspection = Inspection(host, self, page, spawn)

    def show(self) -> None:
        """Open the panel; the focus moves into it."""
        self.open = True

    def close(self) -> None:
        """Close the panel; the focus goes back to where it was."""
        self.open = False

    def toggle(self) -> None:
        """Open the panel if it is closed, close it if it is open."""
        self.open = not self.open
