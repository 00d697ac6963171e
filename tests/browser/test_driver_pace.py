"""The pace of the driver: what is watched takes its time, and a person who asked for no motion is shown none."""

from collections.abc import Iterator

import pytest

from tests.browser.driving import Driving
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


@pytest.fixture
def no_motion(python: Python) -> Iterator[None]:
    """A person who asked their system for no motion."""
    python.page.emulate_media(reduced_motion="reduce")
    yield
    python.page.emulate_media(reduced_motion="no-preference")


FAR = '<div style="height: 3000px"></div><button id="b">Save</button><div style="height: 3000px"></div>'
TIMED = """
clock = asyncio.get_running_loop().time

async def timed(action):
    start = clock()
    await action
    return clock() - start

"""


def test_a_scroll_is_over_when_the_element_rests(drive: Driving) -> None:
    assert drive(
        FAR,
        """
        await driver.scroll_into_center_view(find("#b"))
        arrived = js.scrollY
        await asyncio.sleep(0.2)
        result = [arrived > 1000, abs(arrived - js.scrollY) < 2]
        """,
    ) == [True, True]


@pytest.mark.usefixtures("no_motion")
def test_a_scroll_goes_to_the_middle_downwards_and_sideways_no_farther_than_it_must(drive: Driving) -> None:
    wide = '<div style="width: 5000px; height: 3000px; padding: 2000px 0 0 3000px"><button id="b">Save</button></div>'
    down, right = drive(
        wide,
        """
        await driver.scroll_into_center_view(find("#b"))
        box, root = find("#b").getBoundingClientRect(), js.document.documentElement
        result = [(box.top + box.bottom) / 2 / root.clientHeight, root.clientWidth - box.right]
        """,
    )
    assert down == pytest.approx(0.5, abs=0.02)
    assert right == pytest.approx(0, abs=2)


def test_what_is_in_place_already_costs_a_moment_only(drive: Driving) -> None:
    source = TIMED + 'result = await timed(driver.scroll_into_center_view(find("#b")))'
    assert drive('<button id="b">Save</button>', source) < 0.4


def test_a_scroll_that_does_not_end_is_cut_short(drive: Driving) -> None:
    source = """
        from agentic.browser.driver.show import SETTLE_MS
        start = clock()
        await driver.scroll_into_center_view(find("#b"), settle_ms=60)
        box = find("#b").getBoundingClientRect()
        off = abs((box.top + box.bottom) / 2 - js.innerHeight / 2)
        result = [SETTLE_MS, off < 30, clock() - start < 0.5]
        """
    assert drive(FAR, TIMED + "\n".join(line[8:] for line in source.split("\n"))) == [600, True, True]


@pytest.mark.usefixtures("no_motion")
def test_without_motion_a_scroll_jumps_in_the_same_turn(drive: Driving) -> None:
    assert drive(
        FAR,
        """
        from agentic.browser.ffi import eager_task
        scrolling = eager_task(driver.scroll_into_center_view(find("#b")))
        result = [scrolling.done(), js.scrollY > 1000]
        """,
    ) == [True, True]


HOLDS = """
from agentic.browser import driver
markup = find("#b"), find("#s"), find("#c"), find("#f")
button, select, box, field = markup
result = [round(await timed(each), 1) for each in (
    driver.press_then_click(button, press_ms=400), driver.select_option(select, "2", hold_ms=400),
    driver.toggle_control(box, True, hold_ms=400), driver.highlight_then_click(button, highlight_ms=400),
    driver.type_into(field, "abcde", char_delay_ms=100))]
result = [each >= 0.4 for each in result]
"""
CONTROLS = """<button id="b">b</button><select id="s"><option>1</option><option>2</option></select>
  <input id="c" type="checkbox"><input id="f">"""


def test_what_is_worked_is_held_long_enough_to_be_seen(drive: Driving) -> None:
    assert drive(CONTROLS, TIMED + HOLDS) == [True, True, True, True, True]


@pytest.mark.usefixtures("no_motion")
def test_without_motion_only_what_was_given_a_time_takes_it(drive: Driving) -> None:
    assert drive(CONTROLS, TIMED + HOLDS) == [False, False, False, True, True]


def test_taking_the_focus_does_not_scroll(drive: Driving) -> None:
    assert drive(
        '<div style="height: 3000px"></div><input id="b">',
        """
        await driver.focus_with_flash(find("#b"), flash_ms=0)
        result = [js.document.activeElement.id, js.scrollY]
        """,
    ) == ["b", 0]
