"""The runs a server can go on with: its index, read for the panel "Continue a run", and where each is continued."""

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from agentic.agents.agent import Agent
from agentic.core.fault import message_of
from agentic.core.signal import Signal
from agentic.core.words import Words
from agentic.element.given import at_once
from agentic.element.settings import Settings
from agentic.element.times import relative_time

FormatTime = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Run:
    """A run that can be continued. `started` is in seconds since the epoch, None where the server does not say."""

    id: str
    preview: str = ""
    started: float | None = None
    is_branch: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """What a person chose: to `resume` a run, or to `fork` it."""

    verb: str
    run: Run


class Runs:
    """What the panel shows. `picked` tells whoever has the next turn of a choice, `changed` that there is news."""

    def __init__(
        self,
        settings: Settings,
        read: Callable[[str], Awaitable[str]],
        continuing: Callable[[str], Agent],
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
    ) -> None:
        self.picked: Signal[Pick | None] = Signal(None)
        self.changed: Signal[None] = Signal(None)
        self.runs: tuple[Run, ...] = ()
        self.is_loading = False
        self._is_open = False
        self._settings = settings
        self._read = read
        self._continuing = continuing
        self._spawn = spawn
        self._format_time: FormatTime | None = None
        self._opened = 0

    @property
    def format_time(self) -> FormatTime | None:
        """The page's own words for how long ago a time was, in milliseconds since the epoch."""
        return self._format_time

    @format_time.setter
    def format_time(self, format_time: FormatTime | None) -> None:
        self._format_time = format_time
        self.changed.set(None)

    def ago(self, started: float, now: float, words: Words) -> str:
        """How long before `now`, in seconds since the epoch, a run was started."""
        if self._format_time:
            try:
                return str(at_once(self._format_time, started * 1000))
            except Exception as error:
                self._settings.host.warn(f"formatRelativeTime failed: {message_of(error)}")
        return relative_time(started, now, words)

    @property
    def is_open(self) -> bool:
        """Whether the panel is seen; without an index there is none."""
        return self._is_open and bool(self._settings.runs_url)

    def open(self) -> None:
        """Show the panel, with the index as it is now."""
        if not self._settings.runs_url:
            self._settings.host.warn('there are no runs to continue without the attribute data-runs-url="…"')
            return
        self._is_open, self.is_loading, self.runs = True, True, ()
        self._opened += 1
        self.changed.set(None)
        self._spawn(self._load(self._settings.runs_url, self._opened))

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self.changed.set(None)

    def toggle(self) -> None:
        if self.is_open:
            self.close()
        else:
            self.open()

    def agent(self, pick: Pick) -> Agent:
        """Who continues a picked run."""
        return self._continuing(sibling(self._settings.runs_url, pick.verb, pick.run.id))

    async def _load(self, address: str, opened: int) -> None:
        """Read the index. One that cannot be reached is empty: a look back that fails is no failure of the chat."""
        runs: tuple[Run, ...] = ()
        try:
            runs = read_index(await self._read(address))
        except Exception as error:
            self._settings.host.warn(f"the index of runs at {address} cannot be read: {message_of(error)}")
        if opened == self._opened:
            self.runs, self.is_loading = runs, False
            self.changed.set(None)


def sibling(index: str, verb: str, run_id: str) -> str:
    """`…/resume/ID/` beside the index `…/runs/`; what the index's query says goes along."""
    parts = urlsplit(index)
    folder = parts.path.rstrip("/").rpartition("/")
    path = f"{folder[0]}{folder[1]}{verb}/{quote(run_id, safe='')}/"
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def read_index(text: str) -> tuple[Run, ...]:
    """The runs that can be continued, in the server's order. What is no run is left out, with whatever is no index."""
    try:
        index = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    rows = index.get("runs") if isinstance(index, dict) else None
    read = map(_run, rows if isinstance(rows, list) else ())
    return tuple({run.id: run for run in read if run}.values())


def _run(row: Any) -> Run | None:
    run_id = row.get("run_id") if isinstance(row, dict) and row.get("continuable") is True else None
    if not (isinstance(run_id, str) and run_id):
        return None
    preview = row.get("preview")
    said = " ".join(preview.split()) if isinstance(preview, str) else ""
    return Run(run_id, said, _seconds(row.get("started_at")), bool(row.get("parent_run_id")))


def _seconds(written: Any) -> float | None:
    try:
        return datetime.fromisoformat(written).timestamp()
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def told_apart(runs: tuple[Run, ...]) -> frozenset[str]:
    """The ids of the runs that their preview tells from every other: words that two rows share identify neither."""
    seen = Counter(run.preview for run in runs)
    return frozenset(run.id for run in runs if run.preview and seen[run.preview] == 1)
