"""What runs is what was decided about: any other risk, question, function or words need another decision."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from agentic import Answer, Capability, Outcome, Proposal, Registry, UsageError
from agentic.core.capability import Change, Preview, Risk
from agentic.testing import settle

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}
Seen = Callable[[Mapping[str, Any]], Any]


class Row:
    """A capability whose calls are as dangerous as the page makes them, and a person who notes what they were asked."""

    def __init__(self, registry: Registry, risk: str = "mutating", preview: Seen | None = None) -> None:
        self.registry, self.risk, self.question, self.rows = registry, risk, "Save it?", 1
        self.done: list[str] = []
        self.asked: list[tuple[str, str, bool]] = []
        self.answers: list[Any] = []
        registry.confirm = self.confirm
        self.held = registry.register(
            Capability("row.save", "Save.", SCHEMA, "mutating", self.save, preview=preview or self.preview)
        )

    def preview(self, given: Mapping[str, Any]) -> Preview:
        return Preview(self.risk, self.question, (Change("rows", "0", str(self.rows)),))

    def save(self, given: Mapping[str, Any]) -> None:
        self.done.append(given.get("text", ""))

    def confirm(self, proposal: Proposal) -> Any:
        self.asked.append((proposal.risk.value, proposal.preview.question, proposal.offers_session))
        answer = self.answers.pop(0) if self.answers else "once"
        return answer(proposal) if callable(answer) else answer

    def call(self, text: str = "a") -> Outcome:
        return asyncio.run(self.registry.execute("row.save", {"text": text}))


def becomes(row: Row, what: str) -> None:
    changed = {"risk": "destructive", "question": "Delete it?", "rows": 3000}
    setattr(row, what, changed[what])


@pytest.mark.parametrize("what", ["risk", "question", "rows"])
def test_a_yes_to_this_very_call_does_not_cover_it_once_it_would_do_something_else(
    registry: Registry, what: str
) -> None:
    row = Row(registry)
    row.answers = ["digest", "once"]
    assert row.call().ok and row.call().ok
    assert len(row.asked) == 1
    becomes(row, what)
    assert row.call().ok
    assert len(row.asked) == 2


def test_a_yes_for_the_session_is_one_at_the_risk_of_the_call_it_was_given_to(registry: Registry) -> None:
    registry.allow_session_for_destructive = True
    row = Row(registry, "destructive")
    row.answers = ["session", "session"]
    assert row.call("a").ok and row.call("b").ok
    assert [(each.kind, each.risk) for each in registry.approvals.list()] == [("session", "destructive")]
    row.risk = "mutating"
    assert row.call("c").ok
    assert [risk for risk, _, _ in row.asked] == ["destructive", "mutating"]


@pytest.mark.parametrize("what", ["risk", "question", "rows"])
@pytest.mark.parametrize("risk", ["read", "mutating"])
@pytest.mark.parametrize("moment", ["permission", "policy"])
def test_what_would_do_something_else_than_was_decided_on_does_not_run(
    registry: Registry, what: str, risk: str, moment: str
) -> None:
    row = Row(registry, risk)
    row.answers = ["digest"] * 2
    if risk == "mutating":
        assert row.call().ok

    async def meanwhile(proposal: Proposal) -> bool | None:
        await asyncio.sleep(0)
        becomes(row, what)
        return True if moment == "permission" else None

    setattr(registry, moment, meanwhile)
    outcome = row.call()
    assert (outcome.status, row.done) == ("stale", ["a"] if risk == "mutating" else [])
    assert outcome.hint == "what this would do changed before it could run; ask the user whether to try again"


class TestEditing:
    """Arguments that a person changes may do more than what they were shown."""

    def by_text(self, given: Mapping[str, Any]) -> Preview:
        return Preview("destructive" if given["text"] == "all" else "mutating", f"Save {given['text']}?")

    def test_the_person_is_asked_about_what_they_made_of_it(self, registry: Registry) -> None:
        row = Row(registry, preview=self.by_text)
        row.answers = [Answer("session", input={"text": "all"}), "once"]
        outcome = row.call("one")
        assert row.asked == [("mutating", "Save one?", True), ("destructive", "Save all?", False)]
        assert (outcome.input, row.done, registry.approvals.list()) == ({"text": "all"}, ["all"], ())

    def test_no_to_that_is_no_and_the_model_hears_what_they_made_of_it(self, registry: Registry) -> None:
        row = Row(registry, preview=self.by_text)
        row.answers = [Answer("once", input={"text": "all"}), "deny"]
        outcome = row.call("one")
        assert (outcome.status, outcome.input, row.done) == ("declined", {"text": "all"}, [])

    def test_a_question_of_the_queue_comes_again_too(self, registry: Registry) -> None:
        row = Row(registry, preview=self.by_text)
        registry.confirm = None

        async def main() -> Outcome:
            task = asyncio.ensure_future(registry.execute("row.save", {"text": "one"}))
            await settle()
            registry.queue.pending[0].approve("session", input={"text": "all"})
            await settle()
            (question,) = registry.queue.pending
            assert (question.risk, question.input, row.done) == ("destructive", {"text": "all"}, [])
            question.approve()
            return await task

        assert asyncio.run(main()).ok
        assert (row.done, registry.approvals.list()) == (["all"], ())

    def test_who_was_shown_it_already_is_not_asked_twice(self, registry: Registry) -> None:
        row = Row(registry)
        row.answers = [Answer("session", input={"text": "b"})]
        assert row.call("a").ok and row.call("c").ok
        assert (len(row.asked), row.done) == (1, ["b", "c"])

    def test_a_preview_that_refuses_what_they_made_of_it_is_told_with_it(self, registry: Registry) -> None:
        def preview(given: Mapping[str, Any]) -> Preview:
            if given["text"] == "b":
                raise LookupError("there is no b")
            return Preview("mutating")

        row = Row(registry, preview=preview)
        row.answers = [Answer("once", input={"text": "b"})]
        outcome = row.call("a")
        assert (outcome.status, outcome.input, row.done) == ("failed", {"text": "b"}, [])

    def test_a_hook_that_changes_them_without_end_is_broken_off(self, registry: Registry) -> None:
        row = Row(registry, preview=self.by_text)
        row.answers = [lambda proposal: Answer("once", input={"text": f"{proposal.input['text']}!"})] * 50
        outcome = row.call("a")
        assert (outcome.status, row.done) == ("declined", [])
        assert "the arguments were changed 20 times without a yes" in outcome.hint


class TestPreview:
    """What a preview says is taken as it is meant, or not at all."""

    def test_a_risk_may_be_a_text(self, registry: Registry) -> None:
        row = Row(registry, "destructive")
        row.answers = ["session", "session"]
        assert row.call("a").ok and row.call("b").ok
        assert row.asked == [("destructive", "Save it?", False)] * 2
        assert Preview("read").risk is Risk.READ

    @pytest.mark.parametrize("risk", ["dangerous", None, 1, []])
    def test_a_risk_that_is_none_is_said_to_be(self, risk: Any) -> None:
        with pytest.raises(UsageError, match="a preview: risk is read, mutating or destructive, not "):
            Preview(risk)

    @pytest.mark.parametrize("said", ["destructive", True, {"risk": "read"}, Risk.READ])
    def test_what_is_no_preview_lets_nothing_run(self, registry: Registry, said: Any) -> None:
        row = Row(registry, preview=lambda given: said)
        outcome = row.call()
        assert (outcome.status, row.done, row.asked) == ("failed", [], [])
        assert "preview= gives a Preview, a Refusal or None, not a value of type " in outcome.hint


def test_a_yes_does_not_reach_another_function_of_the_same_factory(registry: Registry) -> None:
    done: list[str] = []

    def make(what: str) -> Callable[..., Any]:
        return lambda values: done.append(what)

    asked: list[Proposal] = []
    registry.confirm = lambda proposal: asked.append(proposal) or "session"
    held = registry.register(Capability("save", "", SCHEMA, "mutating", make("draft")))
    call = lambda: asyncio.run(registry.execute("save", {}))  # noqa: E731
    assert call().ok and call().ok and len(asked) == 1
    held.dispose()
    registry.register(Capability("save", "", SCHEMA, "mutating", make("again")))
    assert call().ok and len(asked) == 2
    assert len(registry.approvals.list()) == 1


def test_a_yes_outlives_registering_the_very_same_again(registry: Registry, desk: Any) -> None:
    asked: list[Proposal] = []
    registry.confirm = lambda proposal: asked.append(proposal) or "session"
    for _ in range(2):
        # A page that draws itself anew has made its functions anew; what it says of them is the same.
        registry.register(desk.describe("x", risk="mutating"), replace=True)
        assert asyncio.run(registry.execute("x")).ok
    assert len(asked) == 1


def test_what_is_registered_again_while_its_question_is_open_runs_as_it_is_now(registry: Registry) -> None:
    def draw(drawing: str) -> None:
        registry.register(Capability("x", "", SCHEMA, "mutating", lambda _: drawing), owner="page", replace=True)

    async def again() -> Outcome:
        draw("first")
        task = asyncio.ensure_future(registry.execute("x"))
        await settle()
        draw("second")
        registry.queue.pending[0].approve()
        return await task

    assert asyncio.run(again()).value == "second"
