"""Who draws what; what is usable of what a server sends."""

from typing import Any

import pytest

from agentic.element.activities import (
    Activities,
    chart_routes,
    removed_count,
    skill_name,
    suggestion_prompts,
    usable_prompts,
)
from agentic.errors import UsageError
from agentic.protocol.messages import Message, ToolCall


def pushed(*types: str) -> list[Message]:
    return [Message(str(index), "activity", {}, activity_type=each) for index, each in enumerate(types)]


def test_what_nobody_draws_is_named_once() -> None:
    activities = Activities(lambda _: None)
    came = pushed("build", "chart", "build", "compaction", "suggestions")
    assert activities.unhandled(came) == ["build", "chart"]
    activities.enable_charts()
    activities.register("build", lambda _: None)
    assert activities.unhandled(came) == []


def test_the_pages_renderer_wins_in_any_order() -> None:
    activities = Activities(lambda _: "ours")
    activities.register("chart", lambda _: "theirs")
    activities.enable_charts()
    renderer = activities.renderer("chart")
    assert renderer and renderer.render({}) == "theirs"
    activities.register("compaction", lambda _: "theirs")
    assert activities.kinds["compaction"] == "activity"


def test_a_tool_registered_again_without_a_render_draws_nothing_any_more() -> None:
    activities = Activities(lambda _: None)
    activities.draw_tool("show", lambda _: None)
    assert activities.tools == {"show"}
    activities.draw_tool("show", None)
    assert activities.tools == frozenset()


@pytest.mark.parametrize(("kind", "render"), [("", print), ("  ", print), ("x", None), (5, print), ("x", "no")])
def test_a_registration_that_cannot_work_is_refused(kind: Any, render: Any) -> None:
    with pytest.raises(UsageError, match="registerActivityRenderer"):
        Activities(lambda _: None).register(kind, render)


def test_charts_come_by_two_ways_and_no_other() -> None:
    assert chart_routes(["tool", "activity"]) == ("tool", "activity")
    with pytest.raises(UsageError, match="fax"):
        chart_routes(["fax"])


@pytest.mark.parametrize("content", [None, [], {}, {"prompts": None}, {"prompts": "a"}, {"prompts": [1, "", " "]}])
def test_content_without_prompts_has_none(content: Any) -> None:
    assert suggestion_prompts(content) == []


def test_prompts_are_bounded_trimmed_and_different() -> None:
    assert usable_prompts([" a ", "a", "b" * 120, "c" * 121, "d", "e", "f"]) == ["a", "b" * 120, "d", "e"]


@pytest.mark.parametrize(("content", "count"), [({"removed": 3}, 3), ({"removed": 0}, None), ({"removed": True}, None)])
def test_a_compaction_says_how_many_where_it_knows(content: Any, count: int | None) -> None:
    assert removed_count(content) == count
    assert removed_count("x") is None


@pytest.mark.parametrize(
    ("name", "arguments", "skill"),
    [
        ("load_capability", '{"id": " invoicing "}', "invoicing"),
        ("load_capability", '{"id": ""}', ""),
        ("load_capability", '{"id": 5}', ""),
        ("load_capability", "{", ""),
        ("look", '{"id": "invoicing"}', ""),
    ],
)
def test_a_skill_is_known_by_its_id(name: str, arguments: str, skill: str) -> None:
    assert skill_name(ToolCall("k", name, arguments)) == skill
