"""A signature that cannot be described to a model: said at decoration, with the name of the parameter."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal, NewType, TypedDict

import pytest

from agentic import capability
from agentic.core.signature import describe
from agentic.errors import SignatureError


class Nothing(Enum):
    pass


class Node:
    pass


@dataclass
class Chain:
    next: "Missing | None" = None  # type: ignore[name-defined]  # noqa: F821


def undescribable(annotation: Any) -> Callable[..., Any]:
    def add_todo(text: str, when: Any) -> None: ...

    add_todo.__annotations__ = {"text": str, "when": annotation}
    return add_todo


@pytest.mark.parametrize(
    "annotation",
    [
        *(Node, bytes, complex, Callable[[], int], list[Node], dict[str, Node], Node | None, tuple[int, Node]),
        *(Annotated[Node, "a node"], NewType("NodeId", Node), TypedDict("Keys", {"node": Node})),
    ],
)
def test_an_annotation_that_json_schema_lacks_is_refused_with_the_parameters_name(annotation: Any) -> None:
    with pytest.raises(SignatureError, match=r"add_todo: parameter when.*cannot be described to a model"):
        describe(undescribable(annotation))


def test_a_type_nested_too_deeply_is_refused() -> None:
    deep: Any = int
    for _ in range(20):
        deep = list[deep]
    with pytest.raises(SignatureError, match=r"parameter when: .* is nested too deeply"):
        describe(undescribable(deep))


def test_a_record_that_names_what_is_not_known_is_refused_with_that_name() -> None:
    with pytest.raises(SignatureError, match="parameter when: 'Missing' in Chain is not known"):
        describe(undescribable(Chain))


@pytest.mark.parametrize(
    ("annotation", "why"),
    [
        (Literal[b"x"], "has a value that JSON does not have"),
        (Nothing, "Nothing has no member to choose"),
        (Annotated[int, {"minimum": "one"}], "not a JSON Schema: minimum"),
        (Annotated[int, {"minimum": object()}], "not a JSON Schema: .*object"),
        (Annotated[str, {"pattern": "("}], "not a JSON Schema: pattern"),
        ("1 +", "its annotation cannot be read"),
        ("Node.missing", "its annotation cannot be read"),
    ],
)
def test_what_is_wrong_with_an_annotation_is_said_at_decoration_with_the_parameters_name(
    annotation: Any, why: str
) -> None:
    with pytest.raises(SignatureError, match=rf"add_todo: parameter when: .*{why}"):
        capability("todos.add", risk="read")(undescribable(annotation))


def test_what_a_function_returns_need_not_be_known() -> None:
    def add_todo(text: str, when: "date") -> "Missing": ...  # type: ignore[name-defined]  # noqa: F821

    assert list(describe(add_todo).input_schema["properties"]) == ["text", "when"]


def test_keys_that_are_no_text_are_refused() -> None:
    for key in (int, Literal[1, "one"]):
        with pytest.raises(SignatureError, match="parameter when: the keys of a JSON object are text, not "):
            describe(undescribable(dict[key, str]))


def test_a_parameter_without_a_type_is_refused() -> None:
    def add_todo(text) -> None: ...  # type: ignore[no-untyped-def]  # noqa: ANN001

    with pytest.raises(SignatureError, match="add_todo: parameter 'text' has no type; write text: str"):
        describe(add_todo)


def test_parameters_without_a_name_of_their_own_are_refused() -> None:
    def stars(*items: str) -> None: ...
    def double_stars(**items: str) -> None: ...
    def positional(item: str, /) -> None: ...

    for function, written in ((stars, "*items"), (double_stars, "**items"), (positional, "item")):
        with pytest.raises(SignatureError, match="has no name of its own") as caught:
            describe(function)
        assert repr(written) in str(caught.value)


def test_a_name_that_is_not_known_is_refused_with_that_name() -> None:
    def add_todo(text: "Missing") -> None: ...  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(SignatureError, match="add_todo: parameter text: 'Missing' in its annotation is not known"):
        describe(add_todo)


def test_a_built_in_without_a_signature_is_refused_by_name() -> None:
    with pytest.raises(SignatureError, match="int: its parameters cannot be read"):
        describe(int)


def test_a_pattern_that_could_hold_the_page_is_said_at_decoration_with_the_parameters_name() -> None:
    with pytest.raises(SignatureError, match=r"parameter text: .*\(a\+\)\+.* could hold the page for seconds"):

        @capability("x", risk="read")
        def handler(count: int, text: Annotated[str, {"pattern": "^(a+)+$"}]) -> None: ...
