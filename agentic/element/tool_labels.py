"""What cards call tools: a tool's own summary, the page's word for it, the server's catalog, else its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agentic.core.entry import Entry
from agentic.core.registry import Registry
from agentic.core.wire_names import to_wire_name
from agentic.element.labels import entry_called, own_summary, prettify
from agentic.protocol.messages import ToolCall


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One row of a server's catalog of tools."""

    name: str
    summary: str
    description: str = ""


class ToolLabels:
    """`summaries` are the page's, by the names of tools; `catalog` gives the server's, by the names a model uses."""

    def __init__(self, registry: Registry, catalog: Callable[[], Mapping[str, str]]) -> None:
        self._registry = registry
        self._catalog = catalog
        self._given: Mapping[str, str] = {}
        self._by_wire_name: Mapping[str, str] = {}
        self._brought: dict[str, str] = {}
        self._known: dict[str, str] = {}
        self._known_at: tuple[Any, ...] = ()

    @property
    def summaries(self) -> Mapping[str, str]:
        return self._given

    @summaries.setter
    def summaries(self, summaries: Mapping[str, str]) -> None:
        self._given = summaries
        said = ((name, text) for name, text in summaries.items() if isinstance(text, str) and text.strip())
        self._by_wire_name = {to_wire_name(name): text for name, text in said}

    def of(self, call: ToolCall, entry: Entry | None) -> str:
        """The label of a call: that of what it runs, where that is known."""
        return self.label(to_wire_name(entry.name) if entry else call.name)

    def label(self, wire_name: str) -> str:
        """The label of the tool that a model calls by this name."""
        # Every card asks at every draw, and to look a name up in the registry is to look at all of it.
        now = (self._registry.revision, self._by_wire_name, self._catalog())
        if now != self._known_at:
            self._known_at = now
            self._known.clear()
        if wire_name not in self._known:
            self._known[wire_name] = self._looked_up(wire_name)
        return self._known[wire_name]

    def _looked_up(self, wire_name: str) -> str:
        entry = entry_called(wire_name, self._registry)
        if entry and (own := own_summary(entry.capability)):
            self._brought[wire_name] = own
            return own
        if not entry and wire_name in self._brought:
            return self._brought[wire_name]  # a tool that is gone keeps its name in what it did
        said = self._by_wire_name.get(wire_name) or self._catalog().get(wire_name)
        return said or prettify(entry.name if entry else wire_name)


def labels_of(data: Any) -> Mapping[str, str]:
    """The summaries of a catalog, by the names that a model uses."""
    return {to_wire_name(name): entry.summary for name, entry in parse_tool_catalog(data).items()}


def parse_tool_catalog(data: Any) -> dict[str, CatalogEntry]:
    """The rows `{name, summary, description?}` of a list, by name; what is no such row is left out."""
    found = {}
    for row in data if isinstance(data, list) else ():
        name, summary = (row.get(key) if isinstance(row, dict) else None for key in ("name", "summary"))
        if isinstance(name, str) and name.strip() and isinstance(summary, str) and summary.strip():
            about = row.get("description")
            found[name] = CatalogEntry(name, summary.strip(), about if isinstance(about, str) else "")
    return found
