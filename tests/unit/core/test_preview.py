"""A call that says what it would do before it runs: its risk is its own, and what was shown is what happens."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from agentic import Answer, Capability, Outcome, Proposal, Refusal, Registry
from agentic.core.capability import Change, Preview, Risk

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}


class Button:
    """A control whose name decides how dangerous pressing it is."""

    def __init__(self, registry: Registry, preview: Callable[[Mapping[str, Any]], Any] | None = None) -> None:
        self.pressed: list[str] = []
        self.asked: list[Proposal] = []
        self.risks = {"Tab": "read", "Save": "mutating", "Delete": "destructive"}
        self.registry = registry
        registry.confirm = self.confirm
        self.answer: Any = "once"
        registry.register(
            Capability("press", "Press.", SCHEMA, Risk.MUTATING, self.press, preview=preview or self.preview)
        )

    def preview(self, given: Mapping[str, Any]) -> Preview:
        return Preview(Risk(self.risks[given["name"]]), f"Press {given['name']}?", (Change(given["name"]),))

    def press(self, given: Mapping[str, Any]) -> str:
        self.pressed.append(given["name"])
        return "pressed"

    def confirm(self, proposal: Proposal) -> Any:
        self.asked.append(proposal)
        return self.answer(proposal) if callable(self.answer) else self.answer

    def call(self, name: str) -> Outcome:
        return asyncio.run(self.registry.execute("press", {"name": name}))


def test_a_call_is_asked_about_by_its_own_risk(registry: Registry) -> None:
    button = Button(registry)
    assert [button.call(name).status for name in ("Tab", "Save", "Delete")] == ["ok"] * 3
    assert [(each.risk, each.preview.question, each.preview.changes[0].what) for each in button.asked] == [
        ("mutating", "Press Save?", "Save"),
        ("destructive", "Press Delete?", "Delete"),
    ]


def test_a_yes_for_the_session_never_covers_a_call_that_destroys(registry: Registry) -> None:
    button = Button(registry)
    button.answer = "session"
    for name in ("Save", "Save", "Delete", "Delete"):
        button.call(name)
    assert [each.input["name"] for each in button.asked] == ["Save", "Delete", "Delete"]
    assert [each.offers_session for each in button.asked] == [True, False, False]


def test_the_permission_hook_sees_the_risk_of_the_call(registry: Registry) -> None:
    button = Button(registry)
    registry.permission = lambda proposal: proposal.risk is not Risk.DESTRUCTIVE
    assert [button.call(name).status for name in ("Save", "Delete")] == ["ok", "denied"]


def test_what_changed_while_a_person_was_asked_is_not_run(registry: Registry) -> None:
    button = Button(registry)

    def change(_proposal: Proposal) -> Answer:
        button.risks["Save"] = "destructive"
        return Answer("session")

    button.answer = change
    assert button.call("Save").status == "stale"
    assert button.pressed == []
    assert registry.approvals.list() == ()


def test_a_preview_may_refuse_with_the_status_it_means(registry: Registry) -> None:
    button = Button(registry, lambda given: Refusal("stale", "it is gone"))
    outcome = button.call("Save")
    assert (outcome.status, outcome.hint, button.asked, button.pressed) == ("stale", "it is gone", [], [])


def test_what_went_away_while_a_person_was_asked_says_so(registry: Registry) -> None:
    seen = iter([Preview(Risk.MUTATING), Refusal("unavailable", "it left the page")])
    button = Button(registry, lambda given: next(seen))
    outcome = button.call("Save")
    assert (outcome.status, outcome.hint, button.pressed) == ("unavailable", "it left the page", [])


def test_a_preview_that_fails_ends_the_call_with_its_message(registry: Registry) -> None:
    def fail(_given: Mapping[str, Any]) -> Preview:
        raise LookupError("no button of this name")

    button = Button(registry, fail)
    outcome = button.call("Save")
    assert (outcome.status, outcome.hint, button.pressed) == ("failed", "no button of this name", [])


def test_a_preview_may_take_its_time(registry: Registry) -> None:
    async def slow(_given: Mapping[str, Any]) -> Preview:
        await asyncio.sleep(0)
        return Preview(Risk.READ)

    button = Button(registry, slow)
    assert button.call("Delete").ok
    assert button.asked == []


@pytest.mark.parametrize(
    ("code", "status"), [("stale", "stale"), ("invalid", "invalid"), ("no-such-row", "failed"), ("ok", "failed")]
)
def test_a_refusals_code_is_the_status_where_it_is_one(registry: Registry, code: str, status: str) -> None:
    registry.register(Capability("x", "X.", SCHEMA, Risk.READ, lambda given: Refusal(code, "no")))
    outcome = asyncio.run(registry.execute("x", {}))
    assert (outcome.status, outcome.hint) == (status, "no")


def test_what_a_capability_redacts_is_in_no_record_of_the_call() -> None:
    registry = Registry()
    schema = {"type": "object", "properties": {"value": {"type": "string"}}}
    hide = {"redact": lambda given: {**given, "value": "•"}, "preview": lambda given: Preview(Risk.MUTATING, "Fill?")}
    shown: list[Any] = []
    registry.confirm = lambda proposal: (shown.append(proposal.shown), True)[1]
    registry.register(Capability("fill", "", schema, "mutating", lambda given: given["value"][::-1], **hide))
    outcome = asyncio.run(registry.execute("fill", {"value": "hunter2"}))
    assert outcome.value == "2retnuh"
    assert shown == [{"value": "•"}]
    assert "hunter2" not in repr(registry.audit.records)
