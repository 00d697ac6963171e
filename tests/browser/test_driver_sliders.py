"""What is moved or turned to a value: sliders by their keys, date pickers month by month."""

import pytest

from tests.browser.driving import Driving
from tests.browser.gallery import Gallery
from tests.browser.python import Python


@pytest.fixture
def drive(python: Python) -> Driving:
    """A page to drive."""
    return Driving(python)


SLIDER = """<div id="s" role="slider" tabindex="0" aria-label="Level" aria-valuemin="0" aria-valuemax="10"
  aria-valuenow="4" style="width: 90px; height: 20px"></div>"""
MOVES = """document.querySelector("#s").onkeydown = ({key, target}) => {
    const by = {ArrowUp: STEP, ArrowDown: -STEP}[key] ?? 0;
    const now = Number(target.getAttribute("aria-valuenow")) + by;
    target.setAttribute("aria-valuenow", Math.max(0, Math.min(10, now))) }"""


def test_a_slider_is_moved_by_its_keys_and_says_where_it_is(drive: Driving) -> None:
    assert drive(
        SLIDER,
        """
        result = [await driver.fill_field(find("#s"), value) for value in ("9", "4", 4, "0")]
        result.append(find("#s").getAttribute("aria-valuenow"))
        """,
        MOVES.replace("STEP", "1"),
    ) == ["9", "4", "4", "0", "0"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("11", 'div "Level" goes from 0 to 10, not to 11'),
        ("much", "div \"Level\" takes a number, not 'much'"),
        ("5", 'div "Level" does not go to 5: it says 6'),
    ],
)
def test_a_slider_that_does_not_go_there_says_why(drive: Driving, value: str, said: str) -> None:
    assert drive(
        SLIDER, f'result = await outcome(driver.fill_field(find("#s"), "{value}"))', MOVES.replace("STEP", "2")
    ) == [
        "ValueRefused",
        said,
    ]


def test_a_slider_that_hears_no_keys_makes_it_a_failure(drive: Driving) -> None:
    assert drive(SLIDER, 'result = await refusal(driver.fill_field(find("#s"), "5"))') == "ValueRefused"


def test_a_day_is_picked_from_the_calendar_that_a_field_opens(gallery: Gallery) -> None:
    assert gallery(
        "flatpickr",
        """
        held = [await driver.fill_field(by("Due", "input"), day) for day in ("2026-03-04", "2025-11-30", "2025-11-30")]
        result = [held, bool(find(".flatpickr-calendar.open")), (await send())["due"]]
        """,
    ) == [["2026-03-04", "2025-11-30", "2025-11-30"], False, "2025-11-30"]


def test_a_field_that_shows_the_day_in_words_is_read_as_that_day(gallery: Gallery) -> None:
    assert gallery(
        "flatpickr",
        'result = [await driver.fill_field(by("Due", "input"), "2026-03-04"), (await send())["due"]]',
        {"altInput": True},
    ) == ["March 4, 2026", "2026-03-04"]


def test_a_day_that_is_switched_off_or_out_of_reach_is_refused(gallery: Gallery) -> None:
    assert gallery(
        "flatpickr",
        """
        field = by("Due", "input")
        result = [await outcome(driver.fill_field(field, day)) for day in ("2026-01-03", "2025-11-30")]
        result += [field.value, bool(find(".flatpickr-calendar.open"))]
        """,
        {"minDate": "2026-01-05"},
    ) == [
        ["ValueRefused", 'text input "Due" does not take 2026-01-03: that day is switched off'],
        ["ValueRefused", 'text input "Due" does not take 2025-11-30: its calendar stays at January 2026'],
        *("2026-01-10", False),
    ]


def test_a_read_only_field_without_a_calendar_is_read_only(drive: Driving) -> None:
    assert drive(
        '<input id="field" readonly aria-label="Code">',
        'result = await outcome(driver.fill_field(find("#field"), "2026-01-03"))',
    ) == ["NotWritable", 'text input "Code" is read-only, and opens no calendar to pick a day from']


WRITTEN = [
    ("2026-03-04", ["2026-03-04"]),
    ("March 4th, 2026", ["2026-03-04"]),
    ("Choose Wednesday, March 4th, 2026", ["2026-03-04"]),
    ("4. März 2026", ["2026-03-04"]),
    ("04/03/2026", ["2026-03-04", "2026-04-03"]),
    ("31.12.2026", ["2026-12-31"]),
    ("Price: 12", []),
    ("2026", []),
]


def test_days_are_read_as_pages_write_them(python: Python) -> None:
    assert python(
        """
        import js
        from agentic.browser.driver.dates import days_in, month_names
        js.document.documentElement.lang = "de"
        months = month_names(js.document)
        js.document.documentElement.lang = "en"
        result = [[text, [str(day) for day in days_in(text, months)]] for text, _ in given]
        """,
        WRITTEN,
    ) == [list(each) for each in WRITTEN]
