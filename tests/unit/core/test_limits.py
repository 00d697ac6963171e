"""What one message of the person may start."""

import asyncio
from typing import Any

import pytest

from agentic import Capability, Outcome, Refusal, Registry
from agentic.core.turn import Limits
from agentic.testing import settle


def run(registry: Registry, name: str = "x", *, turn: Any, **arguments: Any) -> Outcome:
    return asyncio.run(registry.execute(name, arguments, turn=turn))


@pytest.fixture
def limited(registry: Registry) -> Registry:
    registry.limits = Limits(calls=12, identical=3)
    return registry


def test_the_same_call_again_and_again_is_broken_off_and_says_so(limited: Registry, desk: Any) -> None:
    limited.register(desk.describe("x"))
    turn = limited.new_turn()
    outcomes = [run(limited, turn=turn, text="a") for _ in range(5)]
    assert [outcome.status for outcome in outcomes] == ["ok", "ok", "ok", "denied", "denied"]
    assert outcomes[3].hint == (
        "x was called 3 times with the same arguments, so it does not run again; "
        "do something else, or tell the user where you are"
    )
    assert len(desk.done) == 3
    assert run(limited, turn=turn, text="b").ok
    assert run(limited, turn=limited.new_turn(), text="a").ok


def test_a_loop_of_two_calls_is_broken_off_too(limited: Registry, desk: Any) -> None:
    limited.register(desk.describe("x"))
    turn = limited.new_turn()
    statuses = [run(limited, turn=turn, text=text).status for text in "ababab" + "ab"]
    assert statuses == ["ok"] * 6 + ["denied"] * 2


def test_reading_again_after_a_change_is_no_loop(limited: Registry, desk: Any) -> None:
    limited.register(desk.describe("page.read"))
    limited.register(desk.describe("page.click", risk="mutating"))
    limited.confirm = lambda proposal: True
    turn = limited.new_turn()
    for number in range(5):
        assert run(limited, "page.read", turn=turn).ok
        assert run(limited, "page.click", turn=turn, count=number).ok


def test_a_change_made_again_and_again_is_a_loop_whatever_is_read_between(limited: Registry, desk: Any) -> None:
    limited.register(desk.describe("page.read"))
    limited.register(desk.describe("page.click", risk="mutating"))
    limited.confirm = lambda proposal: True
    turn = limited.new_turn()
    statuses = [run(limited, name, turn=turn).status for name in ("page.read", "page.click") * 4]
    assert statuses == ["ok"] * 7 + ["denied"]


@pytest.mark.parametrize("ending", ["raises", "refuses", "gives up", "passes a failure on"])
def test_calls_that_change_nothing_are_a_loop_however_they_take_turns(limited: Registry, ending: str) -> None:
    ran: list[int] = []

    def failing(values: Any) -> Any:
        ran.append(1)
        if ending == "raises":
            raise ValueError("no")
        if ending == "gives up":
            raise asyncio.CancelledError
        return Refusal("covered", "no") if ending == "refuses" else Outcome("failed")

    limited.limits, limited.confirm = Limits(calls=200, identical=3), lambda proposal: True
    for name in "ab":
        limited.register(Capability(name, "", {"type": "object"}, "mutating", failing))
    turn = limited.new_turn()
    statuses = [run(limited, name, turn=turn).status for name in "ab" * 10]
    assert len(ran) == 6 and statuses[6:] == ["denied"] * 14


def test_a_turn_has_so_many_calls_whatever_comes_of_them(limited: Registry, desk: Any) -> None:
    limited.register(desk.describe("x"))
    turn = limited.new_turn()
    for number in range(6):
        assert run(limited, turn=turn, count=number).ok
        assert not run(limited, "nothing", turn=turn).ok
    outcome = run(limited, turn=turn, count=99)
    assert (outcome.status, len(desk.done)) == ("denied", 6)
    assert outcome.hint == "the limit of 12 calls for one message is reached; tell the user where you are"


def test_a_call_alone_is_a_turn_of_its_own(limited: Registry, desk: Any) -> None:
    limited.register(desk.describe("x"))
    assert all(asyncio.run(limited.execute("x", {"text": "a"})).ok for _ in range(30))


def test_a_chat_has_the_pages_limits_unless_it_has_its_own(limited: Registry) -> None:
    assert Registry(limited).new_turn().limits == Limits(12, 3)
    assert Registry(limited, limits=Limits(1, 1)).new_turn().limits == Limits(1, 1)


def test_a_call_through_the_executing_tool_counts_as_one(limited: Registry, desk: Any) -> None:
    limited.register(desk.describe("x"))
    turn = limited.new_turn()
    calls = [{"name": "x", "input": {"count": number}} for number in range(13)]
    statuses = [asyncio.run(limited.execute("agent.execute", call, turn=turn)).status for call in calls]
    assert statuses == ["ok"] * 12 + ["denied"]


def test_a_declined_call_is_not_asked_about_again_in_its_turn(registry: Registry, desk: Any) -> None:
    registry.register(desk.describe("x", risk="mutating"))

    async def main() -> None:
        turn = registry.new_turn()
        first = asyncio.ensure_future(registry.execute("x", {"text": "a"}, turn=turn))
        await settle()
        registry.queue.pending[0].deny()
        await first
        again = await registry.execute("x", {"text": "a"}, turn=turn)
        assert again.status == "declined"
        assert again.hint == "the user declined this very call already; ask what they want instead"
        for more in ({"turn": turn, "input": {"text": "b"}}, {"input": {"text": "a"}}):
            asking = asyncio.ensure_future(registry.execute("x", **more))
            await settle()
            registry.queue.pending[0].deny()
            await asking

    asyncio.run(main())


def test_after_untrusted_text_a_destructive_call_is_asked_about_whatever_was_allowed(
    registry: Registry, desk: Any
) -> None:
    registry.register(desk.describe("page.read", untrusted=True))
    registry.register(desk.describe("wipe", risk="destructive", offers_session=True))
    registry.register(desk.describe("save", risk="mutating"))
    asked: list[str] = []
    registry.confirm = lambda proposal: asked.append(proposal.entry.name) or "session"
    turn = registry.new_turn()
    for name in ("wipe", "save", "wipe", "save"):
        assert run(registry, name, turn=turn).ok
    assert asked == ["wipe", "save"]
    assert run(registry, "page.read", turn=turn).untrusted
    for name in ("wipe", "save"):
        assert run(registry, name, turn=turn, text="now").ok
    assert asked == ["wipe", "save", "wipe"]
    assert run(registry, "wipe", turn=registry.new_turn(), text="later").ok
    assert asked == ["wipe", "save", "wipe"]
