"""The state shared with the agent."""

from agentic.protocol.draft import Draft
from agentic.protocol.events import StateDelta, StateSnapshot
from agentic.protocol.patch import PatchFailed, patched


def snapshot(draft: Draft, event: StateSnapshot) -> None:
    draft.state = event.snapshot


def delta(draft: Draft, event: StateDelta) -> None:
    try:
        draft.state = patched(draft.state, event.delta)
    except PatchFailed as error:
        draft.warn(f"a state patch was left out: {error}")
