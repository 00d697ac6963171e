"""Whatever can be called can be described: methods, objects, partials, and what takes a signal."""

from functools import partial
from typing import Any

import pytest

from agentic.core.cancel import Cancellation
from agentic.core.signature import describe
from agentic.errors import SignatureError


def test_a_signal_is_no_argument_and_reaches_the_function() -> None:
    def handler(text: str, signal: Cancellation) -> Any:
        return text, signal

    described, cancellation = describe(handler), Cancellation()
    assert list(described.input_schema["properties"]) == ["text"]
    assert described.execute({"text": "a"}, signal=cancellation) == ("a", cancellation)


def test_a_parameter_named_signal_of_another_type_is_an_argument() -> None:
    def handler(signal: str) -> str:
        return signal

    assert describe(handler).execute({"signal": "green"}) == "green"


def test_methods_and_callable_objects_are_described_without_self() -> None:
    class Door:
        def open(self, wide: bool) -> bool:
            return wide

        def __call__(self, wide: bool) -> bool:
            return not wide

    for function, received in ((Door().open, True), (Door(), False)):
        assert list(describe(function).input_schema["properties"]) == ["wide"]
        assert describe(function).execute({"wide": True}) is received


def test_a_signal_may_be_optional() -> None:
    def handler(signal: Cancellation | None = None) -> bool:
        return signal is None

    described, stop = describe(handler), Cancellation()
    assert described.input_schema["properties"] == {}
    assert described.execute({}, signal=stop) is False


def test_a_partial_is_described_by_what_it_leaves_open() -> None:
    def move(table: str, row: int, to: int = 0) -> Any:
        """Move a row.

        row: which one
        """
        return table, row, to

    described = describe(partial(partial(move, "mine"), to=3))
    assert described.description == "Move a row."
    properties = {"row": {"type": "integer", "description": "which one"}}
    assert (described.input_schema["properties"], described.input_schema["required"]) == (properties, ["row"])
    assert described.execute({"row": 1}) == ("mine", 1, 3)
    with pytest.raises(SignatureError, match="move: parameter row: bytes cannot be described"):
        move.__annotations__["row"] = bytes
        describe(partial(move, "mine"))


def test_an_object_that_can_be_called_is_explained_by_its_class_or_by_its_call() -> None:
    class Adder:
        def __call__(self, a: int) -> int:
            """Add one."""
            return a + 1

    assert describe(Adder()).description == "Add one."
    Adder.__doc__ = "Adds."
    assert describe(Adder()).description == "Adds."
