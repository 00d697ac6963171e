"""The attribute `page-tools`: which of the tools that work any page this chat offers its agent."""

from collections.abc import Callable, Iterable

from agentic.browser.page.desk import Load
from agentic.browser.page.tools import NAMES, page_tools
from agentic.core.registry import Registry
from agentic.core.words import Words
from agentic.element.offered import Offered
from agentic.element.settings import Settings

AUTO = "auto"
PREFIX = "page."


class PageTools:
    """Offers what the attribute names: all of them for `auto`."""

    def __init__(self, settings: Settings, registry: Registry, load: Load, strings: Callable[[], Words]) -> None:
        self._settings = settings
        self._offered = Offered(
            registry,
            "page-tools",
            lambda: page_tools(load, lambda: settings.destructive_words, strings),
            lambda name: strings()(f"page.tool.{name}"),
        )

    def settle(self) -> None:
        """Do as the attribute says now."""
        self._offered.settle(self._wanted())

    def _wanted(self) -> Iterable[str]:
        named = [name.removeprefix(PREFIX) for name in self._settings.page_tools]
        if AUTO in named:
            return NAMES
        if unknown := [name for name in named if name not in NAMES]:
            known = ", ".join(NAMES)
            self._settings.host.warn(f"page-tools: there is no {', '.join(unknown)}; it is {AUTO}, or some of {known}")
        return [name for name in NAMES if name in named]
