"""Charts as data: what is drawn, what is refused, and where its shapes are."""

import math
from typing import Any

import pytest

from agentic.core.chart import ChartSpec, chart_spec_from, described, layout, number, ticks

WEEK: dict[str, Any] = {
    "kind": "bar",
    "title": "Signups this week",
    "labels": ["Mon", "Tue", "Wed"],
    "series": [{"label": "new", "points": [12, 19, 9]}],
}


def spec(**changes: Any) -> ChartSpec:
    read = chart_spec_from(WEEK | changes)
    assert read
    return read


def test_a_payload_is_read() -> None:
    assert (spec().kind, spec().title, spec().labels) == ("bar", "Signups this week", ("Mon", "Tue", "Wed"))
    assert spec().series[0].points == (12.0, 19.0, 9.0)


def test_an_unknown_kind_is_a_bar_chart() -> None:
    assert spec(kind="radar").kind == spec(kind=None).kind == spec(kind=["line"]).kind == "bar"


@pytest.mark.parametrize(
    "changes",
    [
        {"labels": []},
        {"labels": "Mon"},
        {"series": []},
        {"series": [{"label": "new", "points": [12, 19]}]},
        {"series": [{"label": "new", "points": [12, 19, 9, 1]}]},
        {"series": [{"label": "new", "points": [12, None, 9]}]},
        {"series": [{"label": "new", "points": [12, "19", 9]}]},
        {"series": [{"label": "new", "points": [12, True, 9]}]},
        {"series": [{"label": "new", "points": [12, math.nan, 9]}]},
        {"series": [{"label": "new", "points": [12, math.inf, 9]}]},
        {"series": [{"label": "new", "points": [12, 1.1e15, 9]}]},
        {"series": [{"label": "new"}]},
        {"series": ["new"]},
        {"series": [WEEK["series"][0], {"label": "old", "points": [1]}]},
        {"labels": ["x"] * 2001, "series": [{"points": [1] * 2001}]},
        {"labels": ["x"] * 2000, "series": [{"points": [1] * 2000}] * 11},
        {"kind": "pie", "series": [{"points": [1, -1, 2]}]},
        {"kind": "pie", "series": [{"points": [0, 0, 0]}]},
    ],
)
def test_what_could_only_be_drawn_wrongly_is_not_drawn(changes: dict[str, Any]) -> None:
    assert chart_spec_from(WEEK | changes) is None


@pytest.mark.parametrize("value", [None, 1, "bar", [], [WEEK], {}])
def test_what_is_no_chart_is_none(value: Any) -> None:
    assert chart_spec_from(value) is None


def test_the_bounds_themselves_are_drawn() -> None:
    assert chart_spec_from({"labels": ["x"] * 2000, "series": [{"points": [1e15] * 2000}] * 10})


@pytest.mark.parametrize("kind", ["bar", "line", "pie", "scatter", "stacked"])
@pytest.mark.parametrize("points", [[1, 2, 3], [0, 0, 1], [1e15, 1, 1e-9], [5, 5, 5], [1e-300, 0, 0]])
def test_every_kind_is_laid_out_within_its_block(kind: str, points: list[float]) -> None:
    drawing = layout(spec(kind=kind, series=[{"points": points}]), 400)
    assert all(math.isfinite(each.x) and math.isfinite(each.y) and "nan" not in each.path for each in drawing.shapes)
    assert all(0 <= each.x <= 400 and 0 <= each.y <= drawing.height for each in drawing.shapes if each.text)


@pytest.mark.parametrize("kind", ["bar", "line", "scatter", "stacked"])
@pytest.mark.parametrize("points", [[0, 0, 0], [0, 5e-324, 0], [0, -1e-310, 0]])
def test_nothing_and_next_to_nothing_lie_on_the_axis(kind: str, points: list[float]) -> None:
    drawing = layout(spec(kind=kind, series=[{"points": points}]), 400)
    assert all(math.isfinite(each.y) for each in drawing.shapes)
    assert [each.text for each in drawing.shapes if each.role == "value"][::5] == ["0", "1"]


def test_a_scatter_of_numbers_too_far_apart_to_subtract_is_drawn_in_columns() -> None:
    shapes = layout(spec(kind="scatter", labels=["-1e308", "0", "1e308"]), 400).shapes
    assert not any("nan" in each.path for each in shapes)


def test_a_pie_has_a_slice_a_label_and_draws_the_first_series_only() -> None:
    pie = spec(kind="pie", series=[{"points": [1, 2, 3]}, {"points": [9, 9, 9]}])
    assert [each.colour for each in layout(pie, 300).shapes] == [1, 2, 3]
    assert pie.legend == ("Mon", "Tue", "Wed")


def test_a_pie_of_one_slice_is_a_whole_circle() -> None:
    (only,) = layout(spec(kind="pie", series=[{"points": [0, 7, 0]}]), 300).shapes
    assert "a" in only.path and only.colour == 2


def test_bars_stand_on_zero_and_negative_ones_hang_from_it() -> None:
    shapes = layout(spec(series=[{"points": [4, -4, 2]}]), 400).shapes
    zero = next(each for each in shapes if each.role == "axis").path.split("H")[0].split(" ")[1]
    bars = next(each for each in shapes if each.role == "bars").path
    assert bars.count(f" {zero}V") == 3


def test_stacked_series_begin_where_the_one_below_ends() -> None:
    two = spec(kind="stacked", series=[{"points": [1, 1, 1]}, {"points": [2, 2, 2]}])
    lower, upper = (each.path for each in layout(two, 400).shapes if each.role == "bars")
    assert lower.split("V")[1].split("h")[0] == upper.split(" ")[1].split("V")[0]


def test_a_scatter_of_numbers_is_to_scale() -> None:
    dots = next(
        each for each in layout(spec(kind="scatter", labels=["0", "1", "10"]), 400).shapes if each.role == "dots"
    ).path
    first, second, third = (float(each.split(" ")[0]) for each in dots.split("M")[1:])
    assert (third - first) / (second - first) == pytest.approx(10, rel=0.01)


def test_labels_are_thinned_out_where_they_would_touch() -> None:
    many = spec(labels=[f"label {n}" for n in range(100)], series=[{"points": list(range(100))}])
    narrow, wide = (sum(each.role == "label" for each in layout(many, width).shapes) for width in (300, 1200))
    assert 0 < narrow < wide < 100


def test_the_height_follows_the_width_within_a_band() -> None:
    assert [layout(spec(), width).height for width in (220, 480, 2000)] == [160, 240, 320]


def test_below_220_pixels_it_is_one_of_220() -> None:
    assert layout(spec(), 100).width == 220


def test_ticks_are_round_and_cover_the_range() -> None:
    assert ticks(0, 19) == [0, 5, 10, 15, 20]
    for low, high in ((0, 1e15), (-3, 7), (0, 1e-9), (5, 5), (-1e15, 1e15)):
        values = ticks(low, high)
        assert values[0] <= low and values[-1] >= high and len(values) <= 7


def test_numbers_are_as_a_person_reads_them() -> None:
    assert [number(each) for each in (0, 12, 0.5, 1500, 12_000, 2_500_000, -3e9, 1e15)] == [
        *("0", "12", "0.5", "1500", "12k", "2.5M", "-3B", "1000T"),
    ]


def test_the_values_are_told_in_words_but_not_without_end() -> None:
    assert described(spec()) == "new: Mon 12, Tue 19, Wed 9"
    long = spec(labels=[f"label {n}" for n in range(500)], series=[{"points": [1] * 500}])
    assert len(described(long)) < 1300


def test_twenty_thousand_points_are_a_handful_of_shapes() -> None:
    huge = {"labels": ["x"] * 2000, "series": [{"points": list(range(2000))}] * 10}
    for kind in ("bar", "line", "scatter", "stacked"):
        read = chart_spec_from(huge | {"kind": kind})
        assert read and len(layout(read, 480).shapes) < 100
