"""What an agent declares that it can do: read whole, unknown parts left out, a malformed one not used."""

from typing import Any

import pytest

from agentic.errors import UsageError
from agentic.protocol.capabilities import read_capabilities

core = pytest.importorskip("ag_ui.core.capabilities")

WHOLE: dict[str, Any] = {
    "identity": {
        "name": "Guide",
        "type": "langgraph",
        "documentationUrl": "https://a.example/",
        "metadata": {"a": None},
    },
    "transport": {"streaming": True, "websocket": False, "httpBinary": False, "pushNotifications": False},
    "tools": {
        "supported": True,
        "items": [{"name": "look", "description": "Look.", "parameters": {"type": "object"}}],
        "parallelCalls": True,
        "clientProvided": True,
    },
    "output": {"structuredOutput": False, "supportedMimeTypes": ["text/plain"]},
    "state": {"snapshots": True, "deltas": True, "memory": False, "persistentState": False},
    "multiAgent": {"supported": True, "subagents": [{"name": "scout", "description": "Looks ahead."}, {"name": "b"}]},
    "reasoning": {"supported": False},
    "multimodal": {"input": {"image": True, "pdf": True}, "output": {"audio": False}},
    "execution": {"codeExecution": False, "maxIterations": 7, "maxExecutionTime": 60000},
    "humanInTheLoop": {"supported": True, "approvals": True, "approveWithEdits": True},
    "custom": {"anything": [1, None]},
}


def test_every_group_is_read() -> None:
    read = read_capabilities(WHOLE)
    assert read["human_in_the_loop"] == {"supported": True, "approvals": True, "approve_with_edits": True}
    assert read["multimodal"] == {"input": {"image": True, "pdf": True}, "output": {"audio": False}}
    assert read["tools"]["items"][0].name == "look"
    assert read["identity"]["metadata"] == {"a": None}
    assert read["custom"] == {"anything": [1, None]}
    assert len(read) == len(WHOLE)


def test_the_groups_and_members_are_those_of_the_protocol() -> None:
    core.AgentCapabilities.model_validate(WHOLE)
    groups = core.AgentCapabilities.model_fields
    empty = {field.alias: {} for field in groups.values()}
    assert set(read_capabilities(empty)) == set(groups)
    for name, kind in (("transport", core.TransportCapabilities), ("humanInTheLoop", core.HumanInTheLoopCapabilities)):
        members = {field.alias: True for field in kind.model_fields.values()}
        (read,) = read_capabilities({name: members}).values()
        assert set(read) == set(kind.model_fields)


@pytest.mark.parametrize("given", [{}, {"reasoning": {}}, {"new": {"a": 1}}, {"state": {"new": 1}}, {"state": None}])
def test_what_is_absent_or_unknown_is_not_declared(given: Any) -> None:
    assert all(not group for group in read_capabilities(given).values())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "the declaration must be an object"),
        ("yes", "the declaration must be an object"),
        ({"state": True}, "/state must be an object"),
        ({"humanInTheLoop": {"approveWithEdits": "yes"}}, "/humanInTheLoop/approveWithEdits must be true or false"),
        ({"execution": {"maxIterations": 1.5}}, "/execution/maxIterations must be an integer"),
        ({"output": {"supportedMimeTypes": "text"}}, "/output/supportedMimeTypes must be a list"),
        ({"multiAgent": {"subagents": [{}]}}, "/multiAgent/subagents/0/name is missing"),
        ({"tools": {"items": [{"name": "look"}]}}, "/tools/items/0/description is missing"),
        ({"custom": []}, "/custom must be an object"),
    ],
)
def test_a_malformed_one_is_refused_with_the_place(given: Any, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_capabilities(given)
    assert str(refused.value) == said
