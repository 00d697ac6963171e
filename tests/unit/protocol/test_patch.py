"""JSON Patch as the protocol wants it."""

from copy import deepcopy
from typing import Any

import pytest

from agentic.protocol.patch import PatchFailed, patched


def op(operation: str, path: str, **members: Any) -> dict[str, Any]:
    return {"op": operation, "path": path, **members}


APPLIED = [
    ({"a": 1}, [op("add", "/a", value=2)], {"a": 2}),
    ({"a": [1]}, [op("add", "/a/0", value=0), op("add", "/a/-", value=2)], {"a": [0, 1, 2]}),
    ({"a/b": 1, "c~d": 1}, [op("replace", "/a~1b", value=2), op("remove", "/c~0d")], {"a/b": 2}),
    ({"a": 1}, [op("remove", "")], None),
    ({"a": 1}, [op("replace", "", value=None)], None),
    ({"a": {"b": 1}}, [op("move", "/a", **{"from": "/a"})], {"a": {"b": 1}}),
    ({"a": {"b": 1}}, [op("copy", "/a/c", **{"from": "/a"})], {"a": {"b": 1, "c": {"b": 1}}}),
    ({"a": {"x": 1, "y": [2]}}, [op("test", "/a", value={"y": [2], "x": 1.0})], {"a": {"x": 1, "y": [2]}}),
    ({"a": 1}, [op("remove", "/a", value="left over")], {}),
    ({}, [op("add", "/__proto__", value=1)], {"__proto__": 1}),
    ({"a": 1}, [], {"a": 1}),
]

REFUSED = [
    ({"a": [1]}, op("add", "/a/5", value=1)),
    ({"a": [1, 2]}, op("replace", "/a/01", value=1)),
    ({"a": [1]}, op("replace", "/a/-", value=1)),
    ({"a": [1]}, op("test", "/a/-", value=1)),
    ({"a": [1]}, op("remove", "/a/-")),
    ({}, op("add", "/a/b", value=1)),
    ({}, op("replace", "/a", value=1)),
    ({}, op("remove", "/a")),
    ({}, op("test", "/a", value=None)),
    ({"a": {"b": 1}}, op("move", "/a/b", **{"from": "/a"})),
    ({"a": 1}, op("test", "/a", value=True)),
    ({"a": [0]}, op("test", "/a", value=[False])),
    ({"a": "xyz"}, op("replace", "/a/0", value=1)),
    ({"a": 5}, op("add", "/a/0", value=1)),
    (None, op("add", "/a", value=1)),
]


@pytest.mark.parametrize(("document", "operations", "result"), APPLIED)
def test_a_patch_that_fits_is_applied(document: Any, operations: Any, result: Any) -> None:
    assert patched(document, operations) == result


@pytest.mark.parametrize(("document", "operation"), REFUSED)
def test_a_patch_that_does_not_fit_changes_nothing_and_names_its_path(document: Any, operation: Any) -> None:
    before = repr(document)
    with pytest.raises(PatchFailed, match=operation["path"]):
        patched(document, [op("replace", "", value=document), operation])
    assert repr(document) == before


def test_the_document_before_is_not_shared_with_the_one_after() -> None:
    document = {"a": [1]}
    after = patched(document, [op("add", "/a/-", value=2)])
    assert (document, after) == ({"a": [1]}, {"a": [1, 2]})


def test_what_no_operation_touches_is_not_copied() -> None:
    """A chart of twenty thousand points that gets one more must not cost twenty thousand times as much."""
    document = {"a": {"b": [{"c": 1}, {"d": [2]}]}, "e": {"f": [3]}, "g": []}
    before = deepcopy(document)
    after = patched(document, [op("replace", "/a/b/0/c", value=4), {"op": "move", "from": "/e/f/0", "path": "/g/-"}])
    assert (document, after) == (before, {"a": {"b": [{"c": 4}, {"d": [2]}]}, "e": {"f": []}, "g": [3]})
    assert after["a"]["b"][1] is document["a"]["b"][1]


def test_a_document_nested_without_end_is_patched_or_left_as_it_is() -> None:
    deep: list[Any] = []
    for _ in range(200_000):
        deep = [deep]
    assert patched(deep, [op("add", "/-", value=1)])[1] == 1
    with pytest.raises(PatchFailed):
        patched(deep, [{"op": "copy", "from": "/0", "path": "/-"}])
    assert len(deep) == 1
