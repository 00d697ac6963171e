"""Whatever happens in whatever order: nothing runs that was not shown, nothing runs twice, nothing stays pending."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from agentic import Cancellation, Capability, Outcome, Registration, Registry, build_request_tools
from agentic.core.request_tools import RequestTool
from agentic.errors import ArgumentError, NameTakenError
from agentic.testing import FakeClock, settle

NAMES = st.sampled_from(["form.save", "form.save", "form.save", "form.read"])
TARGETS = st.sampled_from([None, "left", "right"])
RISKS = st.sampled_from(["read", "mutating", "destructive"])
# Each schema takes the mark that tells the calls apart, and something of its own.
SCHEMAS = st.sampled_from(
    [
        {"type": "object", "properties": {"mark": {"type": "integer"}, "value": own}, "required": ["mark", "value"]}
        for own in (
            {},
            {},
            {},
            {"maxLength": 9},
            {"type": "string"},
            {"type": "integer", "minimum": 0},
            {"type": "array", "items": {}},
        )
    ]
)
VALUES = st.sampled_from(["a", "a", "7", 7, -1, 7.0, '["a"]', 2**60])
WHICH = st.integers(0, 3)


def action(name: str, /, **arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.just(name), st.fixed_dictionaries(arguments))


REGISTER = action(
    "register",
    name=NAMES,
    target_id=TARGETS,
    owner=st.sampled_from(["shop", "page"]),
    risk=RISKS,
    schema=SCHEMAS,
    replace=st.booleans(),
    in_chat=st.booleans(),
    is_slow=st.booleans(),
)
CALL = action("call", which=WHICH, tool=WHICH, names_target=st.booleans(), value=VALUES, as_argument=st.booleans())
APPROVE = action(
    "approve",
    kind=st.sampled_from(["once", "once", "digest", "session"]),
    value=st.just("unchanged") | VALUES,
    clicks=st.integers(1, 2),
)
CHANGES = (
    REGISTER,
    action("update", which=WHICH, schema=st.none() | SCHEMAS, risk=st.none() | RISKS),
    action("suspend", which=WHICH),
    action("resume", which=WHICH),
    action("open_or_close", which=WHICH),
    action("swap", which=WHICH),
    action("dispose", which=WHICH, again=st.integers(1, 2)),
)
TALK = (action("look"), CALL, CALL, action("replay", which=WHICH), action("stop", which=WHICH))
ANSWERS = (APPROVE, APPROVE, action("deny"), action("forget"), action("finish"))
STORIES = st.builds(
    lambda *parts: [each for part in parts for each in part],
    st.lists(REGISTER, min_size=2, max_size=5),
    st.lists(st.one_of(*CHANGES, *TALK, *ANSWERS), min_size=12, max_size=40),
)


@dataclass
class Place:
    """One registration, as its owner sees it; `is_open` is what its `available=` says."""

    owner: str
    held: Registration | None = None
    is_open: bool = True


@dataclass
class Plan:
    """What a model was shown: every tool, with the definition of each of its targets."""

    revision: int
    tools: Mapping[str, RequestTool]
    shown: Mapping[tuple[str, str | None], Any]


@dataclass
class Asked:
    """One call of a model; `meant` is the only target there was when it was planned, `needs`: there were more."""

    plan: Plan
    name: str
    target: str | None
    meant: str | None
    needs: bool
    mark: int
    value: Any
    as_argument: bool
    stop: Cancellation = field(default_factory=Cancellation)
    tasks: list["asyncio.Task[Outcome]"] = field(default_factory=list)


def definition(registry: Registry, name: str, target_id: str | None) -> Any:
    (entry,) = [each for each in registry.find(name) if each.target_id == target_id]
    return entry.owner, entry.risk, entry.input_schema


def pick(things: list[Any], which: int) -> Any:
    """One of the newest, where most happens; None if there is none."""
    return things[-1 - which % len(things)] if things else None


class World:
    """A page that changes its catalog, a model that calls what it was shown, and a person who answers.

    What must not happen is noted in `wrong`: an exception in a handler would be one more failed call.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, *, has_chat: bool, flickers: bool) -> None:
        self.loop = loop
        # What `available=` says changes without a revision; then a call must say which target it was planned for.
        self.flickers = flickers
        self.page = Registry(clock=FakeClock())
        self.chat = Registry(self.page) if has_chat else self.page
        self.places: list[Place] = []
        self.plans: list[Plan] = []
        self.asked: list[Asked] = []
        self.ran: Counter[int] = Counter()
        self.approved: dict[int, list[Any]] = {}
        self.waiting: list[asyncio.Future[None]] = []
        self.wrong: list[str] = []

    def turn(self) -> None:
        self.loop.run_until_complete(settle(8))

    # The page.

    def register(
        self, name: str, target_id: Any, owner: str, risk: Any, schema: Any, replace: bool, in_chat: bool, is_slow: bool
    ) -> None:
        place = Place(owner)
        execute = self.handler(name, target_id, is_slow=is_slow)
        made = Capability(name, "", schema, risk, execute, target_id, available=lambda: place.is_open)
        registry = self.chat if in_chat else self.page
        try:
            place.held = registry.register(made, owner=owner, replace=replace)
        except NameTakenError:
            return
        self.places.append(place)

    def handler(self, name: str, target_id: str | None, *, is_slow: bool) -> Any:
        async def slow() -> str:
            self.waiting.append(self.loop.create_future())
            await self.waiting[-1]
            return "done"

        def execute(values: Mapping[str, Any]) -> Any:
            self.check(name, target_id, values)
            return slow() if is_slow else "done"

        return execute

    def check(self, name: str, target_id: str | None, values: Mapping[str, Any]) -> None:
        """Nothing runs that was not shown: to the model, and to the person where one was asked."""
        mark = values["mark"]
        call = self.asked[mark]
        self.ran[mark] += 1
        if call.plan.shown.get((name, target_id)) != definition(self.chat, name, target_id):
            self.wrong.append(f"{mark}: what ran is not what the model was shown")
        if (name, target_id) not in [(entry.name, entry.target_id) for entry in self.chat.offered()]:
            self.wrong.append(f"{mark}: what ran was not in the catalog")
        if call.needs and not call.target:
            self.wrong.append(f"{mark}: it ran, and did not say on which target")
        if call.name != name or (call.target or call.meant) not in (None, target_id):
            self.wrong.append(f"{mark}: another target ran")
        if mark in self.approved and dict(values) not in self.approved[mark]:
            self.wrong.append(f"{mark}: what ran is not what was approved")

    def update(self, which: int, schema: Any, risk: Any) -> None:
        changes = {"input_schema": schema, "risk": risk}
        if (place := pick(self.places, which)) and place.held.entry:
            place.held.update(**{name: value for name, value in changes.items() if value is not None})

    def suspend(self, which: int) -> None:
        if place := pick(self.places, which):
            place.held.suspend()

    def resume(self, which: int) -> None:
        if place := pick(self.places, which):
            place.held.resume()

    def open_or_close(self, which: int) -> None:
        if self.flickers and (place := pick(self.places, which)):
            place.is_open = not place.is_open

    def swap(self, which: int) -> None:
        """One panel goes to the back, and those behind it come to the front."""
        shown = pick(self.places, which)
        for place in self.places:
            if self.flickers:
                place.is_open = place is not shown
            elif place is shown:
                place.held.suspend()
            else:
                place.held.resume()

    def dispose(self, which: int, again: int) -> None:
        if place := pick(self.places, which):
            for _ in range(again):
                place.held.dispose()
            revision = self.chat.revision
            place.held.suspend()
            place.held.resume()
            place.held.dispose()
            if self.chat.revision != revision:
                self.wrong.append("a stale handle changed something")

    # The model.

    def look(self) -> None:
        tools = {tool.capability: tool for tool in build_request_tools(self.chat)}
        shown = {(e.name, e.target_id): definition(self.chat, e.name, e.target_id) for e in self.chat.offered()}
        self.plans.append(Plan(self.chat.revision, tools, shown))

    def call(self, which: int, tool: int, names_target: bool, value: Any, as_argument: bool) -> None:
        if not self.plans or not self.plans[-1].shown:
            self.look()
        plan = pick(self.plans, which)
        if not plan.shown:
            return
        # Where there was one target, a model need not know of it.
        name, target_id = pick(list(plan.shown), tool)
        target = target_id if names_target else None
        made = plan.tools[name]
        call = Asked(plan, name, target, made.only_target, made.needs_target, len(self.asked), value, as_argument)
        self.asked.append(call)
        self.send(call)

    def replay(self, which: int) -> None:
        if call := pick(self.asked, which):
            self.send(call)

    def send(self, call: Asked) -> None:
        in_arguments = {"_target": call.target} if call.target and call.as_argument else {}
        execution = self.chat.execute(
            call.name,
            {"mark": call.mark, "value": call.value, **in_arguments},
            target=None if call.as_argument else call.target,
            revision=call.plan.revision,
            call_id=f"call-{call.mark}",
            signal=call.stop,
            only_target=call.meant if self.flickers else None,
            needs_target=call.needs if self.flickers else False,
        )
        call.tasks.append(self.loop.create_task(execution))
        self.turn()

    def stop(self, which: int) -> None:
        if call := pick(self.asked, which):
            call.stop.cancel("stop pressed")
            self.turn()

    # The person, and the handlers that take their time.

    def approve(self, kind: Any, value: Any, clicks: int) -> None:
        for question in self.chat.queue.pending[:1]:
            kind = kind if question.offers_session else "once"
            edited = None if value == "unchanged" else {**question.input, "value": value}
            for _ in range(clicks):
                try:
                    question.approve(kind, input=edited)
                except ArgumentError:
                    if question.answer:
                        self.wrong.append("an answer was taken and refused")
            if question.answer:
                said = question.answer.input or question.input
                self.approved.setdefault(question.input["mark"], []).append(dict(said))
        self.turn()

    def deny(self) -> None:
        for question in self.chat.queue.pending[:1]:
            self.approved.setdefault(question.input["mark"], [])
            question.deny()
        self.turn()

    def forget(self) -> None:
        self.chat.approvals.clear()

    def finish(self) -> None:
        for each in self.waiting[:1]:
            if not each.done():
                each.set_result(None)
        self.waiting = self.waiting[1:]
        self.turn()

    def end(self) -> None:
        """Answer every question and let every handler end; each answer may be the last that something waits for."""
        for _ in range(len(self.asked) + 1):
            self.deny()
            self.finish()

    # What must hold in the end.

    def ends(self) -> Iterator[str]:
        """How each call ended, seen by whoever made it: one way, however often it was sent."""
        stuck = [call.mark for call in self.asked if not all(task.done() for task in call.tasks)]
        assert stuck == [] and self.chat.queue.pending == ()
        for call in self.asked:
            (outcome,) = {id(task.result()): task.result() for task in call.tasks}.values()
            assert self.ran[call.mark] <= 1
            assert self.ran[call.mark] == 1 or not outcome.ok
            yield outcome.status

    def audit_is_whole(self) -> bool:
        records = self.page.audit.records
        begun = Counter(record.call_id for record in records if record.kind == "received")
        ended = Counter(record.call_id for record in records if record.kind in ("executed", "rejected"))
        return begun == ended == Counter(f"call-{call.mark}" for call in self.asked) and bool(self.page.audit.verify())


@settings(max_examples=300, deadline=None)
@given(story=STORIES, has_chat=st.booleans(), flickers=st.booleans())
def test_nothing_runs_that_was_not_shown_nothing_runs_twice_nothing_stays_pending(
    story: list[tuple[str, dict[str, Any]]], has_chat: bool, flickers: bool
) -> None:
    tell(World, story, has_chat=has_chat, flickers=flickers)


def tell(world: type[World], story: list[tuple[str, dict[str, Any]]], *, has_chat: bool, flickers: bool) -> None:
    """Live through a story in a world of that kind, and look at what must hold in the end."""
    loop = asyncio.new_event_loop()
    try:
        here = world(loop, has_chat=has_chat, flickers=flickers)
        for name, arguments in story:
            getattr(here, name)(**arguments)
        here.end()
        for status in here.ends():
            event(status)
        assert here.wrong == []
        assert here.audit_is_whole()
    finally:
        loop.close()
