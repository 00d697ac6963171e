"""What an inspector looks at, and what a person does there: on CPython, with no page."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from agentic.core.capability import Capability, Target
from agentic.core.registry import Registry
from agentic.inspector.agentic_inspector import AgenticInspector
from agentic.inspector.inspection import Inspection
from agentic.testing import FakeClock, settle
from tests.unit.element.hosts import FakeHost

LEFT = Target("left")


class Desk:
    """A page with a registry, two chats, and one inspector."""

    def __init__(self, **attributes: str) -> None:
        self.registry = Registry(clock=FakeClock())
        self.chats = [SimpleNamespace(id=id, registry=Registry(parent=self.registry)) for id in ("first", "")]
        self.host = FakeHost(**attributes)
        page = SimpleNamespace(
            registry=self.registry, clock=FakeClock(), chats=SimpleNamespace(list=lambda: self.chats)
        )
        self.inspector = AgenticInspector(self.host, page, asyncio.ensure_future)
        self.ran: list[Any] = []

    @property
    def inspection(self) -> Inspection:
        return self.inspector.inspection

    def offer(self, name: str = "do", risk: str = "read", **more: Any) -> None:
        schema = more.pop("input_schema", {"type": "object"})
        described = Capability(name, "", schema, risk, lambda given: self.ran.append(dict(given)) or "done", **more)
        self.registry.register(described, owner="test")

    def run(self, **arguments: Any) -> None:
        self.inspection.run(self.inspection.entry, arguments, self.registry.revision)


def play(script: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(script())


def test_it_looks_at_the_page_unless_a_chat_is_named() -> None:
    assert Desk().inspection.registry is not None
    desk = Desk()
    assert desk.inspection.registry is desk.registry
    desk = Desk(**{"for": "first"})
    assert desk.inspection.registry is desk.chats[0].registry


def test_a_chat_that_is_not_there_yet_is_found_when_it_comes() -> None:
    desk = Desk(**{"for": "later"})
    assert desk.inspection.registry is None
    assert (desk.inspection.pending, desk.inspection.approvals, desk.inspection.entry) == ((), (), None)
    desk.chats.append(SimpleNamespace(id="later", registry=Registry(parent=desk.registry)))
    assert desk.inspection.registry is desk.chats[-1].registry


def test_a_person_picks_a_chat_that_has_no_id() -> None:
    desk = Desk()
    desk.inspection.look_at(desk.inspection.subjects()[2])
    assert desk.inspection.registry is desk.chats[1].registry
    assert "for" not in desk.host.attributes
    desk.inspection.look_at(desk.inspection.subjects()[1])
    assert desk.host.attributes["for"] == "first"
    assert desk.inspection.registry is desk.chats[0].registry
    desk.inspection.look_at(desk.inspection.subjects()[0])
    assert desk.inspection.registry is desk.registry


def test_the_page_shows_what_waits_and_what_was_allowed_in_its_chats_too() -> None:
    async def script() -> None:
        desk = Desk()
        desk.offer("save", "mutating")
        here = asyncio.ensure_future(desk.registry.execute("save", {"n": 1}))
        there = asyncio.ensure_future(desk.chats[0].registry.execute("save", {"n": 2}))
        await settle()
        assert [dict(each.input) for each in desk.inspection.pending] == [{"n": 1}, {"n": 2}]
        for question in desk.inspection.pending:
            question.approve("session")
        await asyncio.gather(here, there)
        assert [registry for registry, _ in desk.inspection.approvals] == [desk.registry, desk.chats[0].registry]
        desk.inspection.revoke(*desk.inspection.approvals[1])
        assert desk.chats[0].registry.approvals.list() == ()
        desk.inspection.revoke_all()
        assert desk.inspection.approvals == ()

    play(script)


def test_a_call_by_hand_goes_through_the_pipeline_and_waits_for_its_question() -> None:
    async def script() -> None:
        desk = Desk()
        desk.offer("save", "mutating")
        desk.inspection.choose(("save", None))
        desk.run(n=1)
        await settle()
        assert desk.ran == []
        assert desk.inspection.tries["save", None].outcome is None
        desk.inspection.pending[0].approve()
        await settle()
        made = desk.inspection.tries["save", None]
        assert (desk.ran, made.outcome.status, made.outcome.call_id) == ([{"n": 1}], "ok", made.call_id)
        kinds = [record.kind for record in desk.registry.audit.records if record.call_id == made.call_id]
        assert kinds == ["received", "validated", "permitted", "confirmed", "executed"]

    play(script)


@pytest.mark.parametrize("refusal", ["denied", "invalid", "unavailable", "stale"])
def test_a_call_by_hand_is_refused_as_an_agents_is(refusal: str) -> None:
    async def script() -> None:
        desk = Desk()
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        desk.offer("do", input_schema=schema)
        desk.inspection.choose(("do", None))
        entry, revision = desk.inspection.entry, desk.registry.revision
        if refusal == "denied":
            desk.registry.permission = lambda proposal: "not here"
        if refusal == "unavailable":
            registration = desk.registry.register(entry.capability, owner="test", replace=True)
            registration.suspend()
            revision = desk.registry.revision
        if refusal == "stale":
            desk.registry.register(
                Capability("do", "", {"type": "object"}, "read", lambda given: None), owner="test", replace=True
            )
        desk.inspection.run(entry, {"n": "x" if refusal == "invalid" else 1}, revision)
        await settle()
        assert desk.inspection.tries["do", None].outcome.status == refusal
        assert desk.ran == []

    play(script)


def test_a_call_by_hand_runs_on_its_target() -> None:
    async def script() -> None:
        desk = Desk()
        for target in (LEFT, Target("right")):
            desk.offer("close", target=target)
        desk.inspection.choose(("close", "right"))
        desk.run()
        await settle()
        assert desk.registry.audit.records[-1].target_id == "right"

    play(script)


def test_a_call_by_hand_can_be_stopped() -> None:
    async def script() -> None:
        desk = Desk()
        desk.offer("save", "mutating")
        desk.inspection.choose(("save", None))
        desk.run()
        await settle()
        desk.inspection.stop(desk.inspection.entry)
        await settle()
        assert desk.inspection.tries["save", None].outcome.status == "cancelled"
        assert desk.inspection.pending == ()

    play(script)


def test_what_was_chosen_and_is_gone_is_none() -> None:
    desk = Desk()
    with desk.registry.register(Capability("do", "", {"type": "object"}, "read", print), owner="test"):
        desk.inspection.choose(("do", None))
        assert desk.inspection.entry is not None
    assert desk.inspection.entry is None


def test_words_are_replaced_and_bad_ones_are_warned_of() -> None:
    desk = Desk(data_strings='{"run": "Los"}')
    desk.inspection.reword()
    assert desk.inspection.words("run") == "Los"
    assert desk.inspection.words("deny") == "Deny"
    desk.host.attributes["data-strings"] = "{"
    desk.inspection.reword()
    assert desk.inspection.words("run") == "Run"
    assert len(desk.host.warnings) == 1


def test_it_is_opened_closed_and_toggled() -> None:
    desk = Desk()
    desk.inspector.show()
    assert desk.inspector.open
    desk.inspector.toggle()
    assert not desk.inspector.open
    desk.inspector.toggle()
    desk.inspector.close()
    assert "open" not in desk.host.attributes
