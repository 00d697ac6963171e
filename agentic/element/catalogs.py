"""What a server lists for a chat: labels for its tools, and skills."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from agentic.element.catalog import Catalog
from agentic.element.settings import Settings
from agentic.element.skills import parse_skills
from agentic.element.tool_labels import labels_of


class Catalogs:
    """Both, read from where the attributes say; `arrived` is called for each that is another."""

    def __init__(
        self,
        settings: Settings,
        read: Callable[[str], Awaitable[str]],
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
        arrived: Callable[[], object],
    ) -> None:
        self._settings = settings
        told = {"read": read, "spawn": spawn, "warn": settings.host.warn, "arrived": arrived}
        self.tools = Catalog("data-tools-url", labels_of, **told)
        self.skills = Catalog("data-skills-url", parse_skills, **told)

    def settle(self) -> None:
        """Read what is at an address that is new."""
        self.tools.settle(self._settings.tools_url)
        self.skills.settle(self._settings.skills_url)
