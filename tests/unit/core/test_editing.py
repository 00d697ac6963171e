"""Arguments that a person changes while approving: checked anew, bound to a new digest, and told to the model."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from agentic import Answer, Capability, Outcome, Pending, Registry
from agentic.core.capability import Preview
from agentic.core.digest import digest
from agentic.errors import ArgumentError
from agentic.testing import settle


async def asked(registry: Registry, **arguments: Any) -> tuple["asyncio.Task[Outcome]", Pending]:
    task = asyncio.ensure_future(registry.execute("x", arguments))
    await settle()
    return task, registry.queue.pending[-1]


def approved(registry: Registry, kind: Any, input: Any, **arguments: Any) -> Outcome:
    async def main() -> Outcome:
        task, question = await asked(registry, **arguments)
        assert question.approve(kind, input=input)
        return await task

    return asyncio.run(main())


@pytest.fixture
def mutating(registry: Registry, desk: Any) -> Registry:
    registry.register(desk.describe("x", risk="mutating"))
    return registry


def test_what_the_person_made_of_it_runs_and_the_model_is_told(mutating: Registry, desk: Any) -> None:
    outcome = approved(mutating, "once", {"text": "b", "count": 2}, text="a")
    assert desk.done == [("x", "b", 2)]
    assert (outcome.value, outcome.input) == ("did b", {"text": "b", "count": 2})
    assert json.loads(outcome.to_text()) == {
        "result": "did b",
        "note": 'the user changed the arguments before approving them; they were {"text": "b", "count": 2}',
    }


def test_a_result_without_a_form_of_its_own_still_comes_with_the_note(mutating: Registry) -> None:
    for value, result in ((None, "done"), (object(), "done, but not representable")):
        assert json.loads(Outcome("ok", value, "changed").to_text()) == {"result": result, "note": "changed"}


def test_the_audit_and_the_digest_are_those_of_what_ran(mutating: Registry, kinds: Callable[[], list[str]]) -> None:
    approved(mutating, "once", {"text": "b"}, text="a")
    assert kinds() == ["received", "validated", "permitted", "validated", "permitted", "confirmed", "executed"]
    records = mutating.audit.records
    assert [json.loads(each.input) for each in records if each.kind == "validated"] == [{"text": "a"}, {"text": "b"}]
    assert [each.digest for each in records[-2:]] == [digest("x", None, {"text": "b"})] * 2


def test_what_does_not_fit_is_said_and_the_question_stays_open(mutating: Registry, desk: Any) -> None:
    async def main() -> Outcome:
        task, question = await asked(mutating, text="a")
        for edited, problem in (
            ({"count": "many"}, "count: 'many' is not of type 'integer'"),
            ({"colour": 1}, "Additional properties are not allowed"),
            ([1], "the arguments must be one object"),
            ({"count": 2**60}, "an integer is too large for JSON to hold exactly"),
        ):
            with pytest.raises(ArgumentError, match=problem):
                question.approve(input=edited)  # type: ignore[arg-type]
        await settle()
        assert mutating.queue.pending == (question,) and question.answer is None and not task.done()
        question.approve(input={"text": "c"})
        return await task

    assert asyncio.run(main()).value == "did c"


def test_arguments_as_they_were_are_no_change(mutating: Registry, kinds: Callable[[], list[str]]) -> None:
    outcome = approved(mutating, "once", {"text": "a"}, text="a")
    assert outcome.to_text() == "did a" and outcome.input is None
    assert kinds().count("validated") == 1


def test_a_text_for_a_number_is_read_as_a_models_would_be(mutating: Registry, desk: Any) -> None:
    approved(mutating, "once", {"text": "5", "count": "5"}, text="a")
    assert desk.done == [("x", "5", 5)]


def test_permission_is_asked_for_what_will_run(mutating: Registry, desk: Any) -> None:
    mutating.permission = lambda proposal: proposal.input["text"] != "b" or "not that one"
    outcome = approved(mutating, "once", {"text": "b"}, text="a")
    assert (outcome.status, outcome.input, desk.done) == ("denied", {"text": "b"}, [])
    assert outcome.hint == (
        "x was refused: not that one; do not repeat it, but tell the user "
        '(the user changed the arguments before approving them; they were {"text": "b"})'
    )


def test_an_approval_of_the_digest_is_one_of_what_ran(mutating: Registry, desk: Any) -> None:
    approved(mutating, "digest", {"text": "b"}, text="a")

    async def main() -> None:
        assert (await mutating.execute("x", {"text": "b"})).ok
        task, question = await asked(mutating, text="a")
        question.deny()
        await task

    asyncio.run(main())


def test_a_change_after_the_answer_reaches_nothing(mutating: Registry, desk: Any) -> None:
    async def main() -> Outcome:
        task, question = await asked(mutating, text="a")
        edited = {"text": "b"}
        question.approve(input=edited)
        edited["text"] = question.input["text"] = question.answer.input["text"] = "evil"  # type: ignore
        return await task

    assert asyncio.run(main()).ok and desk.done == [("x", "b", 1)]


def test_a_second_answer_is_nothing_whatever_it_brings(mutating: Registry, desk: Any) -> None:
    async def main() -> Outcome:
        task, question = await asked(mutating, text="a")
        question.approve()
        assert question.approve(input={"count": "many"}) is False
        return await task

    assert asyncio.run(main()).ok and desk.done == [("x", "a", 1)]


def test_a_confirm_hook_may_edit_too(mutating: Registry, desk: Any) -> None:
    mutating.confirm = lambda proposal: Answer("once", input={**proposal.input, "text": "b"})
    assert asyncio.run(mutating.execute("x", {"text": "a"})).value == "did b"
    mutating.confirm = lambda proposal: Answer("once", input={"count": "many"})
    refused = asyncio.run(mutating.execute("x", {"text": "a"}))
    assert refused.status == "invalid" and len(desk.done) == 1
    assert refused.hint.startswith(
        "x: as the user changed them, the arguments do not fit: count: 'many' is not of type "
    )


def test_a_handler_that_fails_on_what_the_person_wrote_says_so(registry: Registry) -> None:
    @registry.capability("x", risk="mutating")
    def handler(text: str) -> None:
        raise ValueError("no such row")

    outcome = approved(registry, "once", {"text": "b"}, text="a")
    assert outcome.hint.startswith("no such row (the user changed the arguments before approving them")


class TestWhatIsKeptOfAYes:
    """What is remembered is what the person saw and said yes to."""

    @pytest.fixture
    def rows(self, registry: Registry) -> Registry:
        def preview(values: Any) -> Preview:
            return Preview("destructive" if values["rows"] == "all" else "mutating", f"Delete {values['rows']}?")

        schema = {"type": "object", "properties": {"rows": {"type": "string"}}}
        registry.register(
            Capability("x", "", schema, "mutating", dict, preview=preview, offers_session=True), owner="page"
        )
        return registry

    def kept(self, registry: Registry) -> list[tuple[str, str]]:
        return [(each.kind, each.risk.value) for each in registry.approvals.list()]

    def test_an_edit_that_an_earlier_yes_covers_keeps_nothing_more(self, rows: Registry) -> None:
        assert approved(rows, "digest", None, rows="all").ok
        assert approved(rows, "session", {"rows": "all"}, rows="one").ok
        assert self.kept(rows) == [("digest", "destructive")]

        async def another() -> str:
            task, question = await asked(rows, rows="two")
            assert question.risk == "mutating"
            question.deny()
            return (await task).status

        assert asyncio.run(another()) == "declined"

    @pytest.mark.parametrize("kind", ["session", "digest"])
    def test_nor_does_one_that_needs_no_question(self, rows: Registry, kind: str) -> None:
        rows.policy = lambda proposal: False if proposal.input["rows"] == "all" else None
        assert approved(rows, kind, {"rows": "all"}, rows="one").ok
        assert self.kept(rows) == []

    @pytest.mark.parametrize("kind", ["session", "digest"])
    def test_what_the_edit_would_do_is_asked_about_anew_and_that_answer_is_kept(
        self, rows: Registry, kind: str
    ) -> None:
        async def main() -> Outcome:
            task, first = await asked(rows, rows="one")
            first.approve(kind, input={"rows": "all"})  # type: ignore[arg-type]
            await settle()
            (second,) = rows.queue.pending
            assert (second.risk, second.preview.question) == ("destructive", "Delete all?")
            second.approve("once")
            return await task

        assert asyncio.run(main()).ok
        assert self.kept(rows) == []

    def test_an_edit_of_the_same_risk_that_does_what_was_seen_is_kept_at_that_risk(self, registry: Registry) -> None:
        schema = {"type": "object", "properties": {"rows": {"type": "string"}}}
        registry.register(Capability("x", "", schema, "mutating", dict), owner="page")
        assert approved(registry, "session", {"rows": "all"}, rows="one").ok
        assert self.kept(registry) == [("session", "mutating")]

    def test_a_no_to_the_edit_keeps_nothing_of_the_first_yes(self, rows: Registry) -> None:
        async def main() -> Outcome:
            task, first = await asked(rows, rows="one")
            first.approve("session", input={"rows": "all"})
            await settle()
            rows.queue.pending[0].deny()
            return await task

        assert asyncio.run(main()).status == "declined"
        assert self.kept(rows) == []
