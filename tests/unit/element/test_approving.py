"""A server's questions: what is asked, and what each answer says to the server."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from agentic.core.words import load_words
from agentic.element.approving import Approval, Approving, changed_arguments
from agentic.element.declared import Declared
from agentic.errors import UsageError
from agentic.protocol.messages import Interrupt, Resume, ToolCall
from agentic.testing import FakeClock, settle

CALL = ToolCall("k", "create_event", '{"title": "Design", "day": 5}')
QUESTION = Interrupt("i", "tool_call", message="Approve create_event({…})?", tool_call_id="k")
APPROVED = Resume("i", "resolved", {"approved": True})


@pytest.fixture
def approval() -> Approval:
    return Approval(QUESTION, CALL, FakeClock(1000))


@pytest.fixture
def warned() -> list[str]:
    return []


@pytest.fixture
def approving(warned: list[str]) -> Approving:
    return Approving(FakeClock(1000), {"k": CALL}.get, lambda stop: stop, warned.append, Declared(warned.append))


@pytest.mark.parametrize(
    ("interrupt", "text"),
    [
        (Interrupt("i", "x", "Plain?", metadata={"x-confirm": "Book it?"}), "Book it?"),
        (Interrupt("i", "x", "Plain?", metadata={"x-confirm": "  "}), "Plain?"),
        (Interrupt("i", "x", "Plain?", metadata={"x-confirm": 7}), "Plain?"),
        (Interrupt("i", "x", " "), "Approve “Create event”?"),
        (Interrupt("i", "x"), "Approve “Create event”?"),
    ],
)
def test_the_servers_own_wording_comes_first_then_its_message_then_ours(interrupt: Interrupt, text: str) -> None:
    assert Approval(interrupt, CALL, FakeClock()).text(load_words()) == text


@pytest.mark.parametrize(
    ("edited", "payload"),
    [
        (None, {"approved": True}),
        ('{"day":5,"title":"Design"}', {"approved": True}),
        ('{"title": "Design", "day": 6}', {"approved": True, "editedArgs": {"title": "Design", "day": 6}}),
        ('{"title": "Design", "day": true}', {"approved": True, "editedArgs": {"title": "Design", "day": True}}),
        ("{}", {"approved": True, "editedArgs": {}}),
    ],
)
async def test_arguments_are_sent_only_if_they_are_others(approval: Approval, edited: str | None, payload: Any) -> None:
    approval.approve(edited)
    assert await approval.answered() == Resume("i", "resolved", payload)


@pytest.mark.parametrize("edited", ["", "nonsense", "[1]", "7", '{"a": NaN}', '{"a": 1, "a": 2}', "[" * 100_000])
def test_arguments_that_are_no_object_keep_the_question_open(approval: Approval, edited: str) -> None:
    with pytest.raises(UsageError):
        approval.approve(edited)
    assert approval.decision == ""


@pytest.mark.parametrize("proposed", ["nonsense", '{"a": NaN}', '{"a":' * 100_000])
def test_proposed_arguments_that_cannot_be_read_may_be_replaced(proposed: str) -> None:
    assert changed_arguments(proposed, '{"a": 1}') == {"a": 1}


async def test_the_first_answer_counts(approval: Approval) -> None:
    approval.deny()
    approval.approve()
    assert (approval.decision, await approval.answered()) == ("denied", Resume("i", "cancelled"))


async def test_a_question_whose_time_is_over_can_only_be_given_up() -> None:
    late = Approval(Interrupt("i", "x", expires_at="1970-01-01T00:10:00Z"), None, FakeClock(1000))
    late.approve()
    assert (late.decision, await late.answered()) == ("expired", Resume("i", "cancelled"))


async def test_several_are_asked_at_once_and_answered_each_on_its_own(approving: Approving) -> None:
    asked: list[Any] = []
    approving.asked.subscribe(asked.append)
    asking = asyncio.ensure_future(approving.ask((QUESTION, Interrupt("j", "x"))))
    await settle()
    first, second = approving.all
    assert asked == [first, second]
    assert approving.about(CALL) is first
    second.deny()
    await settle()
    assert not asking.done()
    first.approve()
    assert await asking == (APPROVED, Resume("j", "cancelled"))


async def test_a_stop_denies_what_is_open(approving: Approving) -> None:
    asking = asyncio.ensure_future(approving.ask((QUESTION, Interrupt("j", "x"))))
    await settle()
    approving.all[0].approve()
    asking.cancel()
    await asyncio.wait({asking})
    assert [each.decision for each in approving.all] == ["approved", "denied"]


def rendering(answer: Callable[[dict[str, Any], dict[str, Any]], Any]) -> Any:
    async def render(request: dict[str, Any], options: dict[str, Any]) -> Any:
        result = answer(request, options)
        return await result if asyncio.iscoroutine(result) else result

    return render


@pytest.mark.parametrize(
    ("answer", "status"), [(True, "resolved"), (False, "cancelled"), (None, "cancelled"), ("yes", "cancelled")]
)
async def test_a_renderer_asks_instead_of_the_card_and_only_true_approves(
    approving: Approving, answer: Any, status: str
) -> None:
    seen: list[dict[str, Any]] = []
    approving.renderer = rendering(lambda request, _: seen.append(request) or answer)
    assert [each.status for each in await approving.ask((QUESTION,))] == [status]
    given = {"title": "Design", "day": 5}
    assert seen == [{"message": "Approve create_event({…})?", "toolName": "create_event", "args": given, "id": "i"}]
    assert not approving.all[0].is_carded


async def test_a_renderer_that_fails_leaves_the_question_to_the_card(approving: Approving, warned: list[str]) -> None:
    approving.renderer = rendering(lambda *_: 1 / 0)
    asking = asyncio.ensure_future(approving.ask((QUESTION,)))
    await settle()
    assert approving.all[0].is_carded
    assert "question i" in warned[0]
    approving.all[0].approve()
    assert await asking == (APPROVED,)


async def test_a_renderer_hears_of_a_stop_and_its_rejection_then_is_a_denial(
    approving: Approving, warned: list[str]
) -> None:
    async def until_stopped(_: dict[str, Any], options: dict[str, Any]) -> None:
        await options["signal"].wait()
        raise RuntimeError("aborted")

    approving.renderer = until_stopped
    asking = asyncio.ensure_future(approving.ask((QUESTION,)))
    await settle()
    asking.cancel()
    await asyncio.wait({asking})
    assert (approving.all[0].decision, approving.all[0].is_carded, warned) == ("denied", False, [])
