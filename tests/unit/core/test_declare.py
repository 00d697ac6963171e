"""`@capability`: a function described."""

from typing import Any

import pytest

from agentic import Risk, UsageError, capability
from agentic.core.cancel import Cancellation
from agentic.core.declare import capability_of


def test_a_decorated_function_stays_a_function_and_carries_its_capability() -> None:
    @capability("todos.add", risk="mutating", target="left", summary="Add", confirm="Add it?")
    def add_todo(text: str) -> str:
        """Add an item."""
        return text.upper()

    made = add_todo.capability
    assert add_todo("a") == "A"
    assert (made.name, made.description, made.risk, made.target_id) == (
        "todos.add",
        "Add an item.",
        Risk.MUTATING,
        "left",
    )
    assert made.execute({"text": "b"}) == "B"


def test_a_description_and_a_schema_can_be_given() -> None:
    schema = {"type": "object", "properties": {"text": {"type": "string"}}}

    @capability("todos.add", risk="read", description="Mine", input_schema=schema)
    def add_todo(text, signal) -> Any:  # type: ignore[no-untyped-def]  # noqa: ANN001
        """Not mine."""
        return text, signal

    made, cancellation = add_todo.capability, Cancellation()
    assert (made.description, made.input_schema) == ("Mine", schema)
    assert made.execute({"text": "as it is"}, signal=cancellation) == ("as it is", cancellation)


def test_a_bound_method_can_be_a_capability() -> None:
    class Store:
        @staticmethod
        def sort(text: str) -> str: ...

        def add(self, text: str) -> str:
            """Add an item."""
            return f"{text} added"

    store = Store()
    described = capability("todos.add", risk="read")(store.add)
    assert described("a") == "a added"
    assert capability_of(described).execute({"text": "b"}) == "b added"
    assert not hasattr(store.add, "capability")


def test_what_is_no_capability_says_how_to_make_one() -> None:
    with pytest.raises(UsageError, match=r"is no capability; decorate it with @capability\(name, risk=...\)"):
        capability_of(print)


def test_a_risk_must_be_given() -> None:
    with pytest.raises(TypeError, match="risk"):
        capability("todos.add")  # type: ignore[call-arg]


def test_a_wrong_risk_is_said_at_decoration() -> None:
    with pytest.raises(UsageError, match="risk is read, mutating or destructive"):
        capability("todos.add", risk="some")(lambda: None)


async def streamed(text: str) -> Any:
    """Yield."""
    yield text


def listed(text: str) -> Any:
    """Yield."""
    yield text


@pytest.mark.parametrize("function", [streamed, listed])
def test_a_function_that_yields_is_refused_for_it_would_never_run(function: Any) -> None:
    with pytest.raises(UsageError, match="a capability returns its result"):
        capability("x", risk="read")(function)
    with pytest.raises(UsageError, match="a capability returns its result"):
        capability("x", risk="read", input_schema={"type": "object"})(function)
