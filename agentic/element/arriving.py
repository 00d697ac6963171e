"""What happens on a page to which a call has led."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from agentic.element.keeping import CALL

if TYPE_CHECKING:
    from agentic.element.session import Session


async def go_on_from(session: "Session", checkpoint: Mapping[str, Any]) -> None:
    """Answer the call with what is found here, and let the run go on; what was said meanwhile comes after it."""
    await session.settled.wait()
    await asyncio.sleep(0)  # What the page registers in the task in which its element came is there then.
    found = await session.landing.result(checkpoint)
    if session.arriving is not checkpoint:
        return  # somebody stopped it, or another conversation is shown
    session.arriving = None
    if session.keeping.is_waiting(checkpoint):
        session.run(partial(session.chat.add_tool_result, **found), checkpoint[CALL])
    else:
        session.send_next()


def turn_back(session: "Session") -> None:
    """Stop a run that is about to go on here: nobody says any more what its call came to."""
    if session.arriving:
        session.chat.give_up(session.arriving[CALL])
        session.arriving = None
