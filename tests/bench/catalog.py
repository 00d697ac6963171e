"""What a large catalog costs. This runs in the page, in the interpreter that the element uses.

A page's clock is coarse, so that short things are timed many at once.
"""

import asyncio
import gc
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any, Literal, TypeVar

import pyodide_js

from agentic import Registry, build_request_tools, capability
from agentic.browser.ffi import live_proxies  # noqa: F401 - for the bench's memory

T = TypeVar("T")
COUNT, CALLS, BATCH, BATCHES = 1000, 10_000, 20, 50
NAME = "group7.item_507"
MALLINFO, IN_USE = 40, 28  # ten integers, of which the eighth is `uordblks`


def described(number: int) -> Callable[..., Any]:
    """A capability as people write them, made anew each time: the signature is read again."""

    @capability(f"group{number % 20}.item_{number}", risk="read")
    def handler(text: str, count: int = 1, order: Literal["up", "down"] = "up") -> dict[str, str]:
        """Do one thing of the many that a large page can do.

        text: what to do, as the user would write it
        count: how often
        """
        return {"did": text}

    return handler


async def measure() -> dict[str, float]:
    """Every figure by its name; times in milliseconds, memory in bytes."""
    functions, describing = timed(lambda: [described(number) for number in range(COUNT)])
    registry = Registry()
    _, registering = timed(lambda: [registry.register(function) for function in functions])
    tools, building = timed(lambda: build_request_tools(registry))
    assert len(tools) == COUNT
    again = median(timed(lambda: build_request_tools(registry))[1] for _ in range(BATCHES))
    assert build_request_tools(registry) is tools
    return {
        "describing": describing,
        "registering": registering,
        "building": building,
        "again": again,
        "searching": median([await searched(registry) for _ in range(5)]),
        **await ten_thousand_calls(registry),
    }


async def ten_thousand_calls(registry: Registry) -> dict[str, float]:
    """How long the one in the middle takes, and what is held after them beyond what was held before.

    The rings of audit and ledger are full before the first of them.
    """
    await lived(registry, 2 * COUNT)
    before = held()
    overhead = median(await lived(registry, CALLS))
    return {"overhead": overhead, "before": before, "more": held() - before}


async def lived(registry: Registry, times: int) -> list[float]:
    """So many calls with turns of the page between them, as it has: what is done in its next turn is done."""
    took = []
    for _ in range(times // BATCH):
        took.append(await called(registry, BATCH) / BATCH)
        await asyncio.sleep(0)
    await asyncio.sleep(0.1)
    return took


async def called(registry: Registry, times: int) -> float:
    """Milliseconds for so many calls of a capability that reads, each with an id as a chat gives it."""
    since = perf_counter()
    for number in range(times):
        call_id = registry.clock.new_id()
        outcome = await registry.execute(
            NAME, {"text": f"number {number}"}, revision=registry.revision, call_id=call_id
        )
        assert outcome.ok, outcome
    return (perf_counter() - since) * 1000


async def searched(registry: Registry) -> float:
    since = perf_counter()
    outcome = await registry.execute("agent.search_capabilities", {"query": "item 507 of group7"})
    assert outcome.value["capabilities"][0]["name"] == NAME
    return (perf_counter() - since) * 1000


def timed(work: Callable[[], T]) -> tuple[T, float]:
    since = perf_counter()
    made = work()
    return made, (perf_counter() - since) * 1000


def held() -> int:
    """Bytes that are allocated in the interpreter's memory, as its own allocator counts them."""
    gc.collect()
    record = pyodide_js._module._malloc(MALLINFO)
    pyodide_js._module._mallinfo(record)
    in_use = pyodide_js._module.HEAP32[(record + IN_USE) // 4]
    pyodide_js._module._free(record)
    return in_use
