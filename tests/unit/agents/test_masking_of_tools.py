"""Arguments that only the page knows to be secret: written down as the page shows them."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from agentic.agents.masking import Masking, masker
from agentic.core.capability import Capability, Risk
from agentic.core.meta_tools import EXECUTE
from agentic.core.registry import Registry
from agentic.core.secrets import MASK
from agentic.protocol import events
from agentic.protocol.messages import Tool

PIN, ARGUMENTS = "4711-secret", {"target": "Key", "value": "4711-secret"}


def hide_keys(given: Mapping[str, Any]) -> dict[str, Any]:
    return {**given, "value": MASK} if given.get("target") == "Key" else dict(given)


@pytest.fixture
def registry() -> Registry:
    registry = Registry()
    fills = Capability("page.fill", "", {"type": "object"}, Risk.READ, lambda given: "ok", redact=hide_keys)
    registry.register(fills)
    registry.register(Capability("plain", "", {"type": "object"}, Risk.READ, lambda given: "ok"))
    return registry


def written(registry: Registry, capability: str, arguments: Mapping[str, Any], said: str) -> str:
    """What a recording has of one call and of its result."""
    masking = Masking([Tool("t", "", {"type": "object"}, masked=masker(registry, capability))])
    heard = [
        events.ToolCallStart("c", "t"),
        events.ToolCallArgs("c", json.dumps(arguments)),
        events.ToolCallEnd("c"),
        events.ToolCallResult("m", "c", said),
    ]
    passed = [each for event in heard for each in masking.pass_on(event)]
    return "".join(
        each.delta if isinstance(each, events.ToolCallArgs) else getattr(each, "content", "") for each in passed
    )


def test_what_a_capability_redacts_is_masked_and_where_it_is_quoted(registry: Registry) -> None:
    told = written(registry, "page.fill", ARGUMENTS, f"wrote {PIN}")
    assert PIN not in told
    assert "Key" in told
    assert f"wrote {MASK}" in told


def test_what_it_does_not_redact_stays(registry: Registry) -> None:
    assert "Oslo" in written(registry, "page.fill", {"target": "City", "value": "Oslo"}, "wrote Oslo")
    assert masker(registry, "plain") is None
    assert masker(registry, "nowhere") is None


def test_a_value_of_a_letter_or_two_is_masked_and_left_in_other_texts(registry: Registry) -> None:
    told = written(registry, "page.fill", {"target": "Key", "value": "a"}, "a day")
    assert told.endswith("a day")
    assert '"a"' not in told


def test_a_call_by_the_tool_that_executes_others_is_masked_by_what_it_executes(registry: Registry) -> None:
    told = written(registry, EXECUTE, {"name": "page.fill", "input": ARGUMENTS}, f"wrote {PIN}")
    assert PIN not in told
    assert "Key" in told
    hidden = written(registry, EXECUTE, {"name": "gone", "input": ARGUMENTS}, "no")
    assert PIN not in hidden
