"""How long a long conversation takes that is given to a chat at once. This runs in the page, in its interpreter."""

import gc
import json
from collections.abc import Iterator
from statistics import median
from time import perf_counter

import js
from pyodide.code import run_js

from agentic.browser.ffi import live_proxies  # noqa: F401 - for the bench's memory
from agentic.element.session import Session
from agentic.protocol.draft import Draft
from agentic.protocol.messages import Message, ToolCall

COUNT, RUNS = 1000, 5
LAST = "That was all."
FRAME = run_js("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
LONGEST = run_js("() => Math.max(0, ...longTasks.map(([, duration]) => duration))")
IS_SEEN = run_js("(root, text) => !!root.querySelector('[data-row=last]')?.textContent.includes(text)")
IS_WHOLE = run_js("""(root, count) => {
  const number = selector => root.querySelectorAll(selector).length;
  const rows = [number("[part~=tool-card]"), number("[part~=message-user]:not(:empty)")];
  return rows.every(each => each === count) && number("[part~=message-assistant]:not(:empty)") === count + 1;
}""")


def stored() -> Iterator[Message]:
    """A thousand answers, each with a call before it."""
    for n in range(COUNT):
        call = ToolCall(f"k{n}", "look_up", json.dumps({"words": f"number {n}", "limit": 10}))
        yield Message(f"u{n}", "user", f"Question {n}?")
        yield Message(f"c{n}", "assistant", "", tool_calls=(call,))
        yield Message(f"r{n}", "tool", '{"found": 3}', tool_call_id=call.id)
        yield Message(f"a{n}", "assistant", f"The **answer** number {n}, with `code`. " + "Words and more. " * 5)
    yield Message("last", "assistant", LAST)


async def opened(session: Session, root: js.Element) -> tuple[float, float, float]:
    """Milliseconds until the end is in sight, until every row is there, and of the longest task."""
    messages = tuple(stored())
    session.new()
    for _ in range(10):
        await FRAME()
    js.longTasks.length = 0
    since = perf_counter()
    session.chat.conversation.show(Draft("stored", messages))
    while not IS_SEEN(root, LAST):
        await FRAME()
    seen = perf_counter() - since
    while not IS_WHOLE(root, COUNT):
        await FRAME()
    whole = perf_counter() - since
    return seen * 1000, whole * 1000, LONGEST()


async def measure() -> dict[str, float]:
    session = next(each for each in gc.get_objects() if type(each) is Session)
    root = js.document.querySelector("ag-ui-chat").shadowRoot.querySelector("[part~=messages]")
    times = [await opened(session, root) for _ in range(RUNS)]
    seen, whole, task = (median(column) for column in zip(*times, strict=True))
    return {"seen": seen, "whole": whole, "task": task}
