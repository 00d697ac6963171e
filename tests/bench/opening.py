"""A page that opens with a long conversation in its store, and what a person waits for there."""

import json
from collections.abc import Iterator
from typing import Any

COUNT, THREAD, LAST = 1000, "long", "That was all."
STORED_IN = "ag-ui-chat@%2Fagent:"  # by the endpoint of pages/ours.html

FILL = """([place, thread, messages]) => {
  sessionStorage.setItem(`${place}thread`, thread);
  sessionStorage.setItem(`${place}messages:${thread}`, messages);
}"""
# Of a page from its first script on: when the end is in sight, and when every row is there.
WATCH = """(() => {
  const { count, last } = GIVEN;
  window.opened = new Promise(done => {
    let seen = 0;
    (function look() {
      const root = document.querySelector("ag-ui-chat")?.shadowRoot;
      const number = selector => root.querySelectorAll(selector).length;
      seen ||= root?.querySelector("[data-row=last]")?.textContent.includes(last) && performance.now();
      const isWhole = seen && number("[part~=tool-card]") === count
        && number("[part~=message-user]:not(:empty)") === count
        && number("[part~=message-assistant]:not(:empty)") === count + 1;
      if (isWhole) done({ seen, whole: performance.now() });
      else requestAnimationFrame(() => setTimeout(look));
    })();
  });
})()"""
# The element is live when its class is defined; reading the store begins then.
OPENED = """async () => {
  const { seen, whole } = await opened;
  const live = started + ready;
  const tasks = longTasks.filter(([start]) => start >= live).map(([, duration]) => duration);
  return { seen: seen - live, whole: whole - live, task: Math.max(0, ...tasks) };
}"""


def watch() -> str:
    return WATCH.replace("GIVEN", json.dumps({"count": COUNT, "last": LAST}))


def stored() -> str:
    return json.dumps(list(_messages()))


def _messages() -> Iterator[dict[str, Any]]:
    """A thousand answers, each with a call before it."""
    for n in range(COUNT):
        look_up = {"name": "look_up", "arguments": json.dumps({"words": f"number {n}", "limit": 10})}
        calls = [{"id": f"k{n}", "type": "function", "function": look_up}]
        yield {"id": f"u{n}", "role": "user", "content": f"Question {n}?"}
        yield {"id": f"c{n}", "role": "assistant", "toolCalls": calls}
        yield {"id": f"r{n}", "role": "tool", "toolCallId": f"k{n}", "content": '{"found": 3}'}
        words = f"The **answer** number {n}, with `code`. " + "Words and more. " * 5
        yield {"id": f"a{n}", "role": "assistant", "content": words}
    yield {"id": "last", "role": "assistant", "content": LAST}
