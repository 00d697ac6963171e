"""The same of a model that knows only what the tools about the catalog told it: nothing runs that was not shown."""

import asyncio
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.test_interleavings import (
    ANSWERS,
    CALL,
    CHANGES,
    REGISTER,
    WHICH,
    Asked,
    Plan,
    World,
    action,
    pick,
    tell,
)
from tests.unit.core.test_interleavings import definition as defined

TELL = action("tell", which=WHICH, names_target=st.booleans())
TALK = (TELL, TELL, CALL, CALL, action("replay", which=WHICH), action("stop", which=WHICH))
STORIES = st.builds(
    lambda *parts: [each for part in parts for each in part],
    st.lists(REGISTER, min_size=2, max_size=5),
    st.lists(st.one_of(*CHANGES, *TALK, *ANSWERS), min_size=12, max_size=40),
)


class Told(World):
    """Each call goes through `agent.execute`, planned on the description of its name that was read last."""

    def __init__(self, loop: asyncio.AbstractEventLoop, *, has_chat: bool, flickers: bool) -> None:
        super().__init__(loop, has_chat=has_chat, flickers=flickers)
        self.described: dict[str, Plan] = {}

    def tell(self, which: int, names_target: bool) -> None:
        name = pick(sorted({entry.name for entry in self.chat.list()}), which)
        asking = self.chat.execute("agent.describe", {"name": name or "?"}, call_id=None)
        outcome = self.loop.run_until_complete(asking)
        if outcome.ok:
            there = [each.target_id for each in self.chat.offered() if each.name == name]
            shown = {(name, target_id): defined(self.chat, name, target_id) for target_id in there}
            self.described[name] = Plan(outcome.value["revision"], {}, shown)

    def call(self, which: int, tool: int, names_target: bool, value: Any, as_argument: bool) -> None:
        if not (plan := pick(list(self.described.values()), tool)):
            return
        name, target_id = pick(list(plan.shown), which)
        targets = [target for _, target in plan.shown]
        only = targets[0] if len(targets) == 1 else None
        needs, target = len(targets) > 1 and None not in targets, target_id if names_target else None
        self.asked.append(Asked(plan, name, target, only, needs, len(self.asked), value, as_argument))
        self.send(self.asked[-1])

    def send(self, call: Asked) -> None:
        arguments: dict[str, Any] = {"name": call.name, "input": {"mark": call.mark, "value": call.value}}
        if call.target:
            arguments["target"] = call.target
        if call.as_argument:  # a model need not repeat the revision
            arguments["revision"] = call.plan.revision
        execution = self.chat.execute(
            "agent.execute", arguments, revision=self.chat.revision, call_id=f"call-{call.mark}", signal=call.stop
        )
        call.tasks.append(self.loop.create_task(execution))
        self.turn()

    def audit_is_whole(self) -> bool:
        records = [each for each in self.page.audit.records if each.name == "agent.execute"]
        begun = Counter(record.call_id for record in records if record.kind == "received")
        ended = Counter(record.call_id for record in records if record.kind in ("executed", "rejected"))
        return begun == ended == Counter(f"call-{call.mark}" for call in self.asked) and bool(self.page.audit.verify())


@settings(max_examples=200, deadline=None)
@given(story=STORIES, has_chat=st.booleans(), flickers=st.booleans())
def test_nothing_runs_that_a_model_was_not_told_of(
    story: list[tuple[str, dict[str, Any]]], has_chat: bool, flickers: bool
) -> None:
    tell(Told, story, has_chat=has_chat, flickers=flickers)
