"""Who draws what a server pushes into the transcript, and what a tool shows of its arguments."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from agentic.core.capability import Capability, Risk
from agentic.core.chart import KINDS, chart_spec_from
from agentic.core.signal import Signal
from agentic.element.given import function_or_none, text, texts
from agentic.element.labels import named_arguments
from agentic.errors import UsageError
from agentic.protocol.messages import Message, ToolCall

CHART = "chart"
CHART_TOOL = "render_chart"
COMPACTION = "compaction"
SUGGESTIONS = "suggestions"
LOAD_CAPABILITY = "load_capability"
"""The call by which a model takes up a skill of its own; it is told in a line and has no card."""

MOST_SUGGESTIONS = 4
LONGEST_SUGGESTION = 120

Render = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Renderer:
    """Draws one type of activity. `removed_notice` tells what became of one that was drawn and cannot be any more."""

    render: Render
    removed_notice: str = ""


RowKind = Literal["activity", "compaction", "suggestions"]
BUILT_IN: Mapping[str, RowKind] = MappingProxyType({COMPACTION: "compaction", SUGGESTIONS: "suggestions"})
CHART_ROUTES = ("tool", "activity")

CHART_SCHEMA: Mapping[str, Any] = MappingProxyType(
    {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": list(KINDS)},
            "title": {"type": "string"},
            "labels": {"type": "array", "items": {"type": "string"}, "description": "one for each point"},
            "series": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "label": {"type": "string"},
                        "points": {"type": "array", "items": {"type": "number"}, "description": "one a label"},
                    },
                    "required": ["points"],
                },
            },
        },
        "required": ["labels", "series"],
    }
)


class Activities:
    """The renderers of one element. A renderer of the page's wins over ours of the same type."""

    def __init__(self, draw_chart: Render) -> None:
        self.changed: Signal[None] = Signal(None)
        self.draw_chart = draw_chart
        self._draws_charts = False
        self._renderers: Mapping[str, Renderer] = MappingProxyType({})
        self._tools: Mapping[str, Render] = MappingProxyType({})

    def register(self, kind: str, render: Render | None, removed_notice: str | None = None) -> None:
        """Draw activities of this type with a function of their content."""
        if not text("registerActivityRenderer: type", kind).strip():
            raise UsageError("registerActivityRenderer: type is missing; say which activities it draws")
        if not function_or_none("registerActivityRenderer: render", render):
            raise UsageError(f"registerActivityRenderer: the render of {kind!r} must be a function")
        told = text("registerActivityRenderer: removedNotice", removed_notice or "")
        self._renderers = {**self._renderers, kind: Renderer(render, told)}
        self.changed.set(None)

    def draw_tool(self, wire_name: str, render: Render | None) -> None:
        """Show what this function makes of the arguments, below the card of each finished call of a tool."""
        if render is None and wire_name not in self._tools:
            return
        others = {name: each for name, each in self._tools.items() if name != wire_name}
        self._tools = others if render is None else {**others, wire_name: render}
        self.changed.set(None)

    def enable_charts(self) -> None:
        """Draw the charts a server pushes."""
        self._draws_charts = True
        self.changed.set(None)

    @property
    def kinds(self) -> Mapping[str, RowKind]:
        """The kind of row of each type that is drawn."""
        charts: Mapping[str, RowKind] = {CHART: "activity"} if self._draws_charts else {}
        return {**BUILT_IN, **charts, **dict.fromkeys(self._renderers, "activity")}

    @property
    def tools(self) -> frozenset[str]:
        """The names of the tools whose arguments are drawn."""
        return frozenset(self._tools)

    def renderer(self, activity_type: str) -> Renderer | None:
        ours = Renderer(self.draw_chart) if activity_type == CHART else None
        return self._renderers.get(activity_type, ours)

    def tool_renderer(self, wire_name: str) -> Render | None:
        return self._tools.get(wire_name)

    def unhandled(self, messages: Iterable[Message]) -> list[str]:
        """The types that came and that nobody draws, each once."""
        came = (message.activity_type for message in messages if message.role == "activity")
        return [each for each in dict.fromkeys(came) if each and each not in self.kinds]


def chart_tool() -> Capability:
    """The tool by which a model shows a chart; what draws it is registered beside it."""

    async def execute(arguments: Mapping[str, Any]) -> str:
        if chart_spec_from(arguments) is None:
            raise UsageError(
                "the chart cannot be drawn: every series needs one finite number a label, of at most 2,000 labels"
            )
        return "The chart is shown to the user."

    description = "Show the user a chart of numbers you know. Each series has exactly one point a label."
    return Capability(CHART_TOOL, description, dict(CHART_SCHEMA), Risk.READ, execute, summary="Chart")


def chart_routes(given: Any) -> tuple[str, ...]:
    """The ways charts may come: by a call of the model's, or pushed by the server."""
    routes = texts("enableCharts", given)
    if unknown := [each for each in routes if each not in CHART_ROUTES]:
        raise UsageError(f'enableCharts: it takes "tool" and "activity", not {unknown[0]!r}')
    return routes


def suggestion_prompts(content: Any) -> list[str]:
    """The usable prompts in a suggestions activity's content: at most four, none longer than 120 characters."""
    return usable_prompts(content.get("prompts")) if isinstance(content, Mapping) else []


def usable_prompts(prompts: Any) -> list[str]:
    """Of a list of prompts those that can be offered, each once."""
    if not isinstance(prompts, (list, tuple)):
        return []
    trimmed = (each.strip() for each in prompts if isinstance(each, str))
    usable = dict.fromkeys(each for each in trimmed if 0 < len(each) <= LONGEST_SUGGESTION)
    return list(usable)[:MOST_SUGGESTIONS]


def removed_count(content: Any) -> int | None:
    """How many messages a compaction took away, as far as the server says."""
    removed = content.get("removed") if isinstance(content, Mapping) else None
    is_count = isinstance(removed, int) and not isinstance(removed, bool) and removed > 0
    return removed if is_count else None


def skill_name(call: ToolCall) -> str:
    """The skill that a call takes up; "" for one that is an ordinary call, or does not say which."""
    if call.name != LOAD_CAPABILITY:
        return ""
    name = named_arguments(call.arguments).get("id")
    return name.strip() if isinstance(name, str) else ""
