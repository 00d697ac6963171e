"""Charts: a payload read into a spec that can be drawn honestly, and a spec laid out as shapes."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

KINDS = ("bar", "line", "pie", "scatter", "stacked")
MOST_POINTS = 20_000
MOST_LABELS = 2_000
SMALLEST, LARGEST = 1e-300, 1e15
"""Between these a value can be drawn; what is smaller than the smallest is drawn as 0."""
COLOURS = 6
"""Series colours there are; the seventh series has the first one again."""

NARROWEST = 220
LOWEST, HIGHEST = 160, 320
LETTER = 5.6
"""Pixels that a letter of a label takes, on average; labels are 10 pixels high."""
LONGEST_TOLD = 1200
TOP, BOTTOM, END, DOT = 8, 20, 8, 2.5


@dataclass(frozen=True, slots=True)
class Series:
    """Named values, one a label."""

    label: str
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ChartSpec:
    """A chart as data."""

    kind: str
    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]

    @property
    def legend(self) -> tuple[str, ...]:
        """What its colours stand for: the slices of a pie, else the series."""
        return self.labels if self.kind == "pie" else tuple(each.label for each in self.series)


@dataclass(frozen=True, slots=True)
class Shape:
    """One path or text. `role` is what the style sheet knows it by; `colour` is 1 to 6, 0 for what has none."""

    role: str
    path: str = ""
    colour: int = 0
    text: str = ""
    x: float = 0
    y: float = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A spec laid out for a width, in CSS pixels."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def chart_spec_from(value: Any) -> ChartSpec | None:
    """The spec in a payload; None where it could only be drawn wrongly: missing points, endless values, too many."""
    if not isinstance(value, Mapping):
        return None
    labels, series = value.get("labels"), value.get("series")
    if not _is_list(labels) or not _is_list(series) or not 0 < len(labels) <= MOST_LABELS or not series:
        return None
    if len(labels) * len(series) > MOST_POINTS:
        return None
    read = [_series(each, len(labels)) for each in series]
    if None in read:
        return None
    kind = value.get("kind") if value.get("kind") in KINDS else "bar"
    title = _text(value.get("title"))
    spec = ChartSpec(kind, title, tuple(map(_text, labels)), tuple(filter(None, read)))
    return spec if kind != "pie" or _is_whole(spec.series[0]) else None


def layout(spec: ChartSpec, width: float) -> Drawing:
    """The shapes of a chart in a block of this width; below 220 pixels it is one of 220, to be scaled."""
    width = max(width, NARROWEST)
    height = min(max(width * 0.5, LOWEST), HIGHEST)
    shapes = _pie(spec, width, height) if spec.kind == "pie" else _plot(spec, width, height)
    return Drawing(width, height, tuple(shapes))


def described(spec: ChartSpec) -> str:
    """The values in words, for whoever does not see the drawing; as many as one can listen to."""
    told = []
    for series in spec.series[: 1 if spec.kind == "pie" else None]:
        pairs = zip(spec.labels, series.points, strict=True)
        values = ", ".join(f"{name} {number(point)}" for name, point in pairs)
        told.append(f"{series.label}: {values}" if series.label else values)
    text = "; ".join(told)
    return text if len(text) <= LONGEST_TOLD else text[:LONGEST_TOLD].rsplit(",", 1)[0] + "…"


def number(value: float) -> str:
    """A value as a person reads it: 12, 0.5, 1.2M."""
    size = abs(value)
    for step, unit in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")):
        if size >= step * 10 or (size >= step and step > 1e3):
            return f"{value / step:.4g}{unit}"
    return f"{value:.4g}" if size >= 1e-4 or not value else f"{value:.1e}"


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round values that cover the range, at most so many and two."""
    high = high if high > low else low + 1
    span = high - low
    step = 10.0 ** math.floor(math.log10(span / most))
    step *= next(factor for factor in (1, 2, 2.5, 5, 10, 20) if span / (step * factor) <= most)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [index * step for index in range(first, last + 1)]


def _series(value: Any, length: int) -> Series | None:
    points = value.get("points") if isinstance(value, Mapping) else None
    if not _is_list(points) or len(points) != length or not all(map(_is_drawable, points)):
        return None
    return Series(_text(value.get("label")), tuple(float(point) if abs(point) >= SMALLEST else 0.0 for point in points))


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _is_drawable(point: Any) -> bool:
    return isinstance(point, (int, float)) and not isinstance(point, bool) and -LARGEST <= point <= LARGEST


def _is_whole(series: Series) -> bool:
    """Whether the points are parts of something: a pie has no slice for less than nothing."""
    return min(series.points) >= 0 and sum(series.points) > 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class _Frame:
    """The area between the axes, and where a value is in it."""

    left: float
    right: float
    top: float
    bottom: float
    low: float
    high: float

    def y(self, value: float) -> float:
        return self.bottom - (value - self.low) / (self.high - self.low) * (self.bottom - self.top)


def _plot(spec: ChartSpec, width: float, height: float) -> Iterator[Shape]:
    values = ticks(*_range(spec))
    names = [number(value) for value in values]
    left = max(map(len, names)) * LETTER + 10
    frame = _Frame(left, width - END, TOP, height - BOTTOM, values[0], values[-1])
    for value, name in zip(values, names, strict=True):
        y = frame.y(value)
        yield Shape("axis" if value == 0 else "grid", f"M{frame.left:.1f} {y:.1f}H{frame.right:.1f}")
        yield Shape("value", text=name, x=frame.left - 6, y=y + 3.5)
    places = _places(spec, frame)
    yield from _names(spec.labels, places, frame)
    role = {"line": "line", "scatter": "dots"}.get(spec.kind, "bars")
    for index, path in enumerate(_paths(spec, places, frame)):
        yield Shape(role, path, _colour(index))


def _range(spec: ChartSpec) -> tuple[float, float]:
    """The lowest and the highest value. Lengths are read from zero, so bars have it in their range."""
    if spec.kind == "stacked":
        columns = list(zip(*(each.points for each in spec.series), strict=True))
        sums = [sum(point for point in column if (point > 0) is up) for column in columns for up in (True, False)]
        return min(0.0, *sums), max(0.0, *sums)
    points = [point for each in spec.series for point in each.points]
    low, high = min(points), max(points)
    if spec.kind == "bar":
        return min(0.0, low), max(0.0, high)
    return (low, high) if low < high else (min(0.0, low), max(0.0, high))


def _places(spec: ChartSpec, frame: _Frame) -> list[float]:
    """Where each label is: in the middle of its column; a scatter's numbers are where they belong."""
    width = frame.right - frame.left
    numbers = _numbers(spec.labels) if spec.kind == "scatter" else []
    if numbers and 0 < (span := max(numbers) - min(numbers)) < math.inf:
        inner = width - 4 * DOT
        return [frame.left + 2 * DOT + (each - min(numbers)) / span * inner for each in numbers]
    column = width / len(spec.labels)
    return [frame.left + column * (index + 0.5) for index in range(len(spec.labels))]


def _numbers(labels: Sequence[str]) -> list[float]:
    try:
        numbers = [float(label) for label in labels]
    except ValueError:
        return []
    return numbers if all(map(math.isfinite, numbers)) else []


def _names(labels: Sequence[str], places: Sequence[float], frame: _Frame) -> Iterator[Shape]:
    """The labels below their columns: as many as there is room for, evenly."""
    room = (frame.right - frame.left) / len(labels)
    longest = min(max(map(len, labels)), 14)
    every = max(1, math.ceil((longest * LETTER + 8) / room))
    for label, x in list(zip(labels, places, strict=True))[::every]:
        text = label if len(label) <= 14 else f"{label[:13]}…"
        half = len(text) * LETTER / 2
        yield Shape("label", text=text, x=min(max(x, half), frame.right + END - half), y=frame.bottom + 14)


def _paths(spec: ChartSpec, places: Sequence[float], frame: _Frame) -> Iterable[str]:
    """One path a series, however many points it has."""
    rows = [[frame.y(point) for point in each.points] for each in spec.series]
    match spec.kind:
        case "line" if len(places) > 1:
            return ("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(places, row, strict=True)) for row in rows)
        case "line" | "scatter":
            return ("".join(f"M{x:.1f} {y:.1f}h0" for x, y in zip(places, row, strict=True)) for row in rows)
        case "stacked":
            return _stacked(spec, places, frame)
        case _:
            return _bars(rows, places, frame)


def _bars(rows: list[list[float]], places: Sequence[float], frame: _Frame) -> Iterator[str]:
    column = (frame.right - frame.left) / len(places)
    bar = min(column * 0.72 / len(rows), 44)
    ground = frame.y(0)
    for index, row in enumerate(rows):
        shift = (index - len(rows) / 2) * bar
        yield "".join(_box(x + shift, ground, y, bar * 0.9) for x, y in zip(places, row, strict=True))


def _stacked(spec: ChartSpec, places: Sequence[float], frame: _Frame) -> Iterator[str]:
    bar = min((frame.right - frame.left) / len(places) * 0.66, 52)
    ends = {True: [0.0] * len(places), False: [0.0] * len(places)}
    for series in spec.series:
        boxes = []
        for index, (x, point) in enumerate(zip(places, series.points, strict=True)):
            stack = ends[point > 0]
            begin, stack[index] = stack[index], stack[index] + point
            boxes.append(_box(x - bar / 2, frame.y(begin), frame.y(stack[index]), bar))
        yield "".join(boxes)


def _box(x: float, ground: float, y: float, width: float) -> str:
    return f"M{x:.1f} {ground:.1f}V{y:.1f}h{width:.1f}V{ground:.1f}z"


def _pie(spec: ChartSpec, width: float, height: float) -> Iterator[Shape]:
    points = spec.series[0].points
    total, radius = sum(points), height / 2 - TOP
    ends = [each / total for each in accumulate(points)]
    for index, (begin, end) in enumerate(zip([0.0, *ends], ends, strict=False)):
        if end > begin:
            yield Shape("slice", _slice(width / 2, height / 2, radius, begin, end), _colour(index))


def _slice(x: float, y: float, radius: float, begin: float, end: float) -> str:
    """A part of a circle, in turns from the top."""
    if end - begin > 0.9999:  # an arc that ends where it begins would be nothing
        return f"M{x:.1f} {y - radius:.1f}a{radius:.1f} {radius:.1f} 0 1 1 -.01 0z"
    (ax, ay), (bx, by) = (
        (x + radius * math.sin(math.tau * turn), y - radius * math.cos(math.tau * turn)) for turn in (begin, end)
    )
    large = int(end - begin > 0.5)
    return f"M{x:.1f} {y:.1f}L{ax:.1f} {ay:.1f}A{radius:.1f} {radius:.1f} 0 {large} 1 {bx:.1f} {by:.1f}z"


def _colour(index: int) -> int:
    return index % COLOURS + 1
