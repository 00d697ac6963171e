"""The system's clock."""

import asyncio
import time

from agentic.core.clock import SystemClock


def test_ids_never_repeat() -> None:
    clock = SystemClock()
    assert len({clock.new_id() for _ in range(1000)}) == 1000


def test_now_is_the_time_and_sleep_returns() -> None:
    clock = SystemClock()
    assert abs(clock.now() - time.time()) < 5
    asyncio.run(clock.sleep(0))
