"""A type that contains itself: described once, by a name that references lead to."""

from dataclasses import dataclass, field, make_dataclass
from typing import Annotated, Any, NamedTuple, TypedDict

import pytest

from agentic import Registry, Secret, capability
from agentic.core.schema import Schema
from agentic.core.signature import describe
from agentic.errors import ArgumentError


@dataclass
class Node:
    name: str
    children: "list[Node]" = field(default_factory=list)


@dataclass
class Chain:
    at: tuple[int, int]
    next: "Chain | None" = None


class Menu(TypedDict, total=False):
    label: str
    menus: "dict[str, Menu]"


class Folder(NamedTuple):
    files: "list[File]" = []  # noqa: RUF012


@dataclass
class File:
    folder: Folder | None = None
    key: Annotated[str, Secret] = ""


def described(annotation: Any) -> Any:
    def handler(value: Any) -> Any:
        return value

    handler.__annotations__ = {"value": annotation}
    return describe(handler)


def test_it_is_described_once_and_refers_to_itself() -> None:
    schema = described(Node).input_schema
    node = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
        "required": ["name"],
        "additionalProperties": False,
    }
    assert schema["properties"] == {"value": {"$ref": "#/$defs/Node"}}
    assert schema["$defs"] == {"Node": node}


@pytest.mark.parametrize(
    ("annotation", "value", "received"),
    [
        (Node, {"name": "a", "children": [{"name": "b"}]}, Node("a", [Node("b")])),
        (list[Node], [{"name": "a", "children": [{"name": "b"}]}], [Node("a", [Node("b")])]),
        (Node | int, {"name": "a", "children": [{"name": "b"}]}, Node("a", [Node("b")])),
        (Chain, {"at": [1, 2], "next": {"at": [3, 4], "next": None}}, Chain((1, 2), Chain((3, 4)))),
        (Menu, {"menus": {"a": {"label": "b"}}}, {"menus": {"a": {"label": "b"}}}),
        (File, {"folder": {"files": [{"folder": None}]}}, File(Folder([File()]))),
        (tuple[Folder, File], [{"files": [{"folder": {}}]}, {}], (Folder([File(Folder())]), File())),
    ],
)
def test_its_values_arrive_as_the_annotated_types(annotation: Any, value: Any, received: Any) -> None:
    found = described(annotation)
    assert Schema(found.input_schema).problem({"value": value}) == ""
    assert found.execute({"value": value}) == received


def test_what_does_not_fit_is_named_however_deep_it_is() -> None:
    found = described(Node)
    problem = Schema(found.input_schema).problem({"value": {"name": "a", "children": [{"name": 1}]}})
    assert problem == "value.children[0].name: 1 is not of type 'string'"


def test_what_the_type_itself_refuses_is_named() -> None:
    @dataclass
    class Positive:
        size: int
        inner: "Positive | None" = None

        def __post_init__(self) -> None:
            if self.size < 0:
                raise ValueError("a size is not negative")

    with pytest.raises(ArgumentError, match=r"value\.inner: a size is not negative"):
        described(Positive).execute({"value": {"size": 1, "inner": {"size": -1}}})


def test_two_types_of_one_name_are_told_apart() -> None:
    other = make_dataclass("Node", [("next", Any)])
    other.__annotations__["next"] = other | None

    def handler(a: Any, b: Any) -> Any:
        return a, b

    handler.__annotations__ = {"a": Node, "b": other}
    found = describe(handler)
    assert set(found.input_schema["$defs"]) == {"Node", "Node2"}
    assert found.execute({"a": {"name": "x"}, "b": {"next": {"next": None}}}) == (Node("x"), other(other(None)))


def test_its_secrets_are_masked_however_deep_they_are() -> None:
    @capability("files.add", risk="read")
    def add(file: File) -> None: ...

    entry = Registry().register(add).entry
    assert entry is not None and entry.secrets == ("file.key",)
    masked = entry.masked({"file": {"key": "k1", "folder": {"files": [{"key": "k2", "folder": {"files": []}}]}}})
    assert "k1" not in str(masked) and "k2" not in str(masked)
