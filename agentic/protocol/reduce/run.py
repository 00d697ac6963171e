"""Where a run begins and ends, as far as the conversation is concerned."""

import re

from agentic.protocol.draft import Draft
from agentic.protocol.events import RunFinished, RunStarted

OUR_VERSION = (1, 0)


def started(draft: Draft, event: RunStarted) -> None:
    if event.protocol_version is not None and not _is_known(event.protocol_version):
        draft.warn(f"the server speaks protocol {event.protocol_version}, newer than ours; going on")
    for message in event.input.messages if event.input else ():
        if draft.find(message.id) is None:
            draft.append(message)


def finished(draft: Draft, event: RunFinished) -> None:
    draft.pending_interrupts = event.outcome.interrupts if event.outcome else ()


def _is_known(version: str) -> bool:
    numbers = re.fullmatch(r"(\d{1,9})\.(\d{1,9})", version, re.ASCII)
    return bool(numbers) and (int(numbers[1]), int(numbers[2])) <= OUR_VERSION
