"""Measure, compare, print the table; the exit code says whether every threshold held."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import TypeVar

from tests.bench.browser import Boot, Opening, Pages, Run, opened
from tests.bench.server import Server, Stream

ROOT = Path(__file__).resolve().parents[2]
Measured = TypeVar("Measured", Boot, Opening, Run)
WARM_UP, BOOTS, RUNS = 2, 5, 5
TEXT = Stream("text", deltas=2000, size=6)
TALK = Stream("talk", deltas=1000, size=100)
ALLOWED = 100 * 1024  # bytes: of every call eight remain, that it ran and may not run again
MARKDOWN = Stream("markdown", deltas=4000, size=8)
LONG = Stream("markdown", deltas=10_000, size=10)
# Of an answer that takes its time: the beginning, and all of it.
BEGINNING, SLOW = Stream("markdown", deltas=2000, size=10, pause=10), replace(LONG, pause=10)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; `holds` is None where nothing is demanded."""

    what: str
    ours: str
    other: str = ""
    ratio: str = ""
    demand: str = ""
    holds: bool | None = None


def main(peer: Path) -> int:
    folders = {
        "dist": ROOT / "dist",
        "pages": Path(__file__).parent / "pages",
        "peer": peer,
        "pyodide": ROOT / "node_modules" / "pyodide",
    }
    with Server(folders) as server, opened(server.origin) as pages:
        rows = [*boots(pages), first_visit(pages)]
        for name in ("ours", "peer"):
            pages.stay(name, (TEXT, MARKDOWN))
        rows += [*text(pages), *markdown(pages), *long_answer(pages), *opening(pages), *events(pages), *tools(pages)]
        rows += [*memory(pages), *left(pages), *catalog(pages)]
    print(table(rows))
    return int(any(row.holds is False for row in rows))


def boots(pages: Pages) -> list[Row]:
    """Boot to ready, in turns, so that what else the machine does meets both alike."""
    for name in ("plain", "ours") * WARM_UP:
        pages.boot(name)
    turns = [(pages.boot("plain"), pages.boot("ours")) for _ in range(BOOTS)]
    plain, ours = zip(*turns, strict=True)
    slow, fast = middle(plain, lambda boot: boot.ready), middle(ours, lambda boot: boot.ready)
    shell = middle(ours, lambda boot: boot.shell)
    return [
        Row("boot to ready, ms (other: plain Pyodide)", f"{fast:.0f}", f"{slow:.0f}", f"{slow / fast:.1f}x faster",
            "5x faster", slow >= 5 * fast),
        Row("text field laid out, ms after the script starts", f"{shell:.0f}", "", "", "100 ms, before ready",
            shell <= 100 and shell < fast),
    ]  # fmt: skip


def first_visit(pages: Pages) -> Row:
    """Short visits only: the browser has compiled Python's interpreter in haste, and compiles it well meanwhile."""
    ours, peer = streamed(pages, TEXT)
    fast, slow = middle(ours, lambda run: run.took), middle(peer, lambda run: run.took)
    return Row("2,000 text deltas on first visits, ms", f"{fast:.0f}", f"{slow:.0f}", f"{fast / slow:.2f} of its time")


def text(pages: Pages) -> list[Row]:
    ours, peer = streamed(pages, TEXT)
    fast, slow = middle(ours, lambda run: run.took), middle(peer, lambda run: run.took)
    return [
        Row("2,000 text deltas, ms (other: the peer)", f"{fast:.0f}", f"{slow:.0f}", f"{fast / slow:.2f} of its time",
            "no slower", fast <= slow),
        *smoothness("2,000 text deltas", ours, peer),
    ]  # fmt: skip


def markdown(pages: Pages) -> list[Row]:
    ours, peer = streamed(pages, MARKDOWN)
    fast, slow = middle(ours, lambda run: run.took), middle(peer, lambda run: run.took)
    many, few = MARKDOWN.deltas * 1000 / fast, MARKDOWN.deltas * 1000 / slow
    frame, long_tasks = smoothness("32 KB of Markdown", ours, peer)
    worst, its_worst = middle(ours, lambda run: run.worst), middle(peer, lambda run: run.worst)
    return [
        Row("32 KB of Markdown in 4,000 deltas, ms", f"{fast:.0f}", f"{slow:.0f}", f"{fast / slow:.2f} of its time"),
        Row("32 KB of Markdown: events a second", f"{many:,.0f}", f"{few:,.0f}", f"{many / few:.1f} times its",
            "2 times", many >= 2 * few),
        Row(frame.what, frame.ours, frame.other, demand="50 ms", holds=worst <= 50),
        Row("32 KB of Markdown: worst frame beside its", f"{worst:.0f}", f"{its_worst:.0f}",
            f"{worst / its_worst:.2f} of its", "under a third", worst * 3 < its_worst),
        Row("32 KB of Markdown: last words in sight, ms", f"{middle(ours, lambda run: run.shown):.0f}",
            f"{middle(peer, lambda run: run.shown):.0f}"),
        long_tasks,
    ]  # fmt: skip


def long_answer(pages: Pages) -> list[Row]:
    """As fast as it is read, and at the pace of a model: what a delta costs late beside what it costs at first."""
    longest = middle((pages.stream("ours", LONG) for _ in range(RUNS)), lambda run: run.longest)
    early, whole = pages.work("ours", BEGINNING), pages.work("ours", SLOW)
    return [
        Row("100 KB of Markdown in 10,000 deltas: longest task, ms", f"{longest:.0f}", demand="50 ms",
            holds=longest <= 50),
        Row("100 KB of Markdown: a delta beside one of the first 20 KB, ms", f"{whole:.2f}", f"{early:.2f}",
            f"{whole / early:.2f} of its time", "flat", whole < 1.25 * early),
    ]  # fmt: skip


def opening(pages: Pages) -> list[Row]:
    visits = [pages.opening() for _ in range(RUNS)]
    seen, whole = middle(visits, lambda visit: visit.seen), middle(visits, lambda visit: visit.whole)
    what = "a page opened with 1,000 messages and 1,000 calls in its store"
    return [
        Row(f"{what}: in sight, ms", f"{seen:.0f}", demand="under 300 ms", holds=seen < 300),
        Row(f"{what}: every row there, ms", f"{whole:.0f}"),
        Row(f"{what}: longest task, ms", f"{middle(visits, lambda visit: visit.task):.0f}"),
    ]


def events(pages: Pages) -> list[Row]:
    """The bare cost of an event, without the page's part: no two are joined, nothing is drawn."""
    cost = pages.events()
    ratio = cost.far / cost.near
    return [
        Row("10,000 content events checked and applied, ms", f"{cost.many:.0f}", "", "", "under 250 ms",
            cost.many < 250),
        Row("event 100,000 beside event 1,000", f"{cost.far:.1f}", f"{cost.near:.1f}", f"{ratio:.2f} of its time",
            "flat", ratio < 1.25),
    ]  # fmt: skip


def tools(pages: Pages) -> list[Row]:
    cost = pages.tools()

    def row(what: str, took: float, most: float) -> Row:
        return Row(what, f"{took:.0f}", demand=f"under {most:g} ms", holds=took < most)

    return [
        row(f"page map of {cost.elements:,} elements, ms", cost.map, 60),
        row("page map: longest task, ms", cost.task, 50),
        row("100 text fields filled in by one call, ms", cost.texts, 1000),
        row("100 fields of all kinds filled in by one call, ms", cost.mixed, 1000),
    ]


def memory(pages: Pages) -> list[Row]:
    ours, peer = pages.memory("ours", TALK), pages.memory("peer", TALK)
    what = f"{TALK.deltas:,} messages and {TALK.deltas:,} calls"
    return [
        Row(f"{what}: memory, MB", f"{ours.all:.1f}", f"{peer.all:.1f}", f"{ours.all / peer.all:.2f} of its"),
        Row(f"{what}: its nodes, MB", f"{ours.nodes:.1f}", f"{peer.nodes:.1f}"),
        Row(f"{what}: Python's objects, MB", f"{ours.python:.1f}"),
    ]


def left(pages: Pages) -> list[Row]:
    """What a conversation leaves in the page when another begins."""
    before, after, proxies = pages.left(TALK)
    ratio = after.all / before.all
    what = f"after New chat from {TALK.deltas:,} messages and calls"
    return [
        Row(f"{what}: memory, MB", f"{after.all:.1f}", f"before {before.all:.1f}", f"{ratio:.3f} of it",
            "within 5 %", ratio <= 1.05),
        Row(f"{what}: more proxies", str(proxies), demand="none", holds=proxies <= 0),
    ]  # fmt: skip


def catalog(pages: Pages) -> list[Row]:
    costs = pages.catalog()

    def row(what: str, cost: float, most: float | None = None) -> Row:
        demand = "" if most is None else f"under {most:g} ms"
        return Row(what, f"{cost:.2f}", demand=demand, holds=None if most is None else cost < most)

    most = f"no more than {ALLOWED // 1024} KB"
    return [
        row("1,000 capabilities: describe, ms", costs.describing),
        row("1,000 capabilities: register, ms", costs.registering, 400),
        row("1,000 capabilities: overhead of a read call, ms", costs.overhead, 0.5),
        row("1,000 capabilities: a request's tools, first, ms", costs.building),
        row("1,000 capabilities: a request's tools, unchanged, ms", costs.again, 5),
        row("1,000 capabilities: search, ms", costs.searching),
        Row("10,000 calls: memory they leave behind, KB", f"{costs.more / 1024:.1f}", "",
            f"beside {costs.before / 1024:,.0f}", most, costs.more <= ALLOWED),
    ]  # fmt: skip


def streamed(pages: Pages, stream: Stream) -> tuple[list[Run], list[Run]]:
    turns = [(pages.stream("ours", stream), pages.stream("peer", stream)) for _ in range(RUNS)]
    return [ours for ours, _ in turns], [peer for _, peer in turns]


def smoothness(what: str, ours: list[Run], peer: list[Run]) -> list[Row]:
    def both(title: str, of: Callable[[Run], float]) -> Row:
        return Row(f"{what}: {title}", f"{middle(ours, of):.0f}", f"{middle(peer, of):.0f}")

    return [both("worst frame, ms", lambda run: run.worst), both("long tasks", lambda run: run.longTasks)]


def middle(measured: Iterable[Measured], of: Callable[[Measured], float]) -> float:
    return median(map(of, measured))


def table(rows: list[Row]) -> str:
    words = {True: "PASS", False: "FAIL", None: ""}
    cells = [("", "ours", "other", "ratio", "demanded", "")]
    cells += [(row.what, row.ours, row.other, row.ratio, row.demand, words[row.holds]) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
