"""What the page tools cost on large pages. This runs in the page, in the interpreter that the element uses."""

import asyncio
from statistics import median
from time import perf_counter

import js

from agentic import Registry
from agentic.browser.page.desk import LazyDesk
from agentic.browser.page.page_map import Wish
from agentic.browser.page.scan import Turn
from agentic.browser.page.tools import page_tools

ROWS, FIELDS, RUNS = 330, 100, 7
ROW = (
    "<tr><td>Order {0}</td><td><span>Lamp</span></td><td><label>Pieces <input value={0}></label></td>"
    '<td><select aria-label="State {0}"><option>a</option><option>b</option></select></td>'
    '<td><button><span>Delete</span></button></td><td><a href="#x">Open {0}</a></td></tr>'
)
TEXT = "<label>Field {0} <input></label>"
MIXED = (
    TEXT,
    "<label>Field {0} <select><option>a</option><option>b</option></select></label>",
    '<label><input type="checkbox"> Field {0}</label>',
)
# Between two of its turns a page waits as long as the task that kept it from them took.
PULSE = """(() => {
  const pulse = { longest: 0 }, channel = new MessageChannel();
  let last = performance.now();
  channel.port1.onmessage = () => {
    const now = performance.now();
    pulse.longest = Math.max(pulse.longest, now - last);
    last = now;
    channel.port2.postMessage(0);
  };
  channel.port2.postMessage(0);
  return pulse;
})()"""


async def measure() -> dict[str, float]:
    """Milliseconds: for a map, its longest task, and for filling in a form of texts and one of all kinds of fields."""
    room = js.document.createElement("main")
    js.document.body.prepend(room)
    load = js.eval("path => import('/dist/' + path)")
    elements, whole, longest = await _mapped(room, load)
    texts = await _filled(room, load, (TEXT,))
    mixed = await _filled(room, load, MIXED)
    room.remove()
    return {"elements": elements, "map": whole, "task": longest, "texts": texts, "mixed": mixed}


async def _mapped(room: js.Element, load: js.Function) -> tuple[int, float, float]:
    room.innerHTML = f"<table>{''.join(ROW.format(number) for number in range(ROWS))}</table>"
    desk = await LazyDesk(load, tuple)()
    pulse = js.eval(PULSE)
    whole, longest = [], []
    for _ in range(RUNS):
        await asyncio.sleep(0.02)
        pulse.longest, since = 0, perf_counter()
        turn = Turn()
        await desk.map.write(await desk.reader.scan(turn), Wish(6000), turn)
        whole.append((perf_counter() - since) * 1000)
        await asyncio.sleep(0.005)
        longest.append(pulse.longest)
    return js.document.querySelectorAll("*").length, median(whole), median(longest)


async def _filled(room: js.Element, load: js.Function, kinds: tuple[str, ...]) -> float:
    """Milliseconds of one call that fills in a hundred fields, the question to a person left out."""
    registry = Registry(confirm=lambda proposal: True)
    for made in page_tools(load).values():
        registry.register(made)
    taken = []
    for turn in range(RUNS):
        room.innerHTML = "".join(kinds[number % len(kinds)].format(number) for number in range(FIELDS))
        values = (f"{turn}", "b", True)
        fields = {f"Field {number}": values[number % len(kinds)] for number in range(FIELDS)}
        since = perf_counter()
        outcome = await registry.execute("page.fill_form", {"fields": fields})
        taken.append((perf_counter() - since) * 1000)
        if not outcome.ok:
            raise RuntimeError(outcome.hint)
    return median(taken)
