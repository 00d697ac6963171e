"""Activities: what an agent shows that is no text, such as a chart. An agent yields them; a view draws them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentic.errors import UsageError

CHART, SUGGESTIONS = "chart", "suggestions"
CHART_KINDS = ("bar", "line", "pie", "scatter", "stacked")
MOST_SUGGESTIONS, LONGEST_SUGGESTION = 4, 120


@dataclass(frozen=True, slots=True)
class Activity:
    """Something to draw, of a kind the view knows. The same `id` again draws it anew in its place."""

    kind: str
    content: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""


def chart(
    labels: Sequence[str], series: Mapping[str, Sequence[float]], *, kind: str = "bar", title: str = "", id: str = ""
) -> Activity:
    """A chart: `series` are the numbers by name, one for each label. Kinds are bar, line, pie, scatter, stacked."""
    if kind not in CHART_KINDS:
        raise UsageError(f"chart: kind is one of {', '.join(CHART_KINDS)}, not {kind!r}")
    for name, points in series.items():
        if len(points) != len(labels):
            raise UsageError(f"chart: {name!r} has {len(points)} points for {len(labels)} labels")
    drawn = [{"label": name, "points": list(points)} for name, points in series.items()]
    content = {"kind": kind, "labels": list(labels), "series": drawn}
    return Activity(CHART, {**content, "title": title} if title else content, id)


def suggestions(*prompts: str, id: str = "") -> Activity:
    """What the person may want to say next, as chips: at most four, of at most 120 characters each."""
    if len(prompts) > MOST_SUGGESTIONS or any(len(prompt) > LONGEST_SUGGESTION for prompt in prompts):
        raise UsageError(f"suggestions: at most {MOST_SUGGESTIONS}, of at most {LONGEST_SUGGESTION} characters each")
    return Activity(SUGGESTIONS, {"prompts": list(prompts)}, id)
