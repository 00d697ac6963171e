"""The page tools that look and change nothing: `page.read`, `page.find`, `page.wait_for`, `page.scroll`."""

import asyncio
import time
from typing import Any

import js

from agentic.browser import driver
from agentic.browser.dom import Node
from agentic.browser.driver.aim import topmost
from agentic.browser.driver.find import ancestors
from agentic.browser.driver.show import SETTLE_MS
from agentic.browser.ffi import to_browser
from agentic.browser.motion import prefers_reduced_motion
from agentic.browser.page.desk import Desk, LazyDesk
from agentic.browser.page.page_map import Wish
from agentic.browser.page.private import masked
from agentic.browser.page.refs import Found
from agentic.browser.page.roles import CONTROLS, SECTIONS
from agentic.browser.page.scan import Scan, Turn
from agentic.core.capability import Refusal

BUDGET = 6000
LEAST_BUDGET = 500
MOST_BUDGET = 50_000
MOST_FOUND = 15
LONGEST_WAIT = 60
LOOK_EVERY = 0.15
SHOWN = CONTROLS | SECTIONS
DIRECTIONS = ("top", "bottom", "up", "down")
SCREEN = 0.8
STILL = 0.1
"""Seconds in which a page that still scrolls moves on."""


class Looking:
    """Tools that only read."""

    def __init__(self, desk: LazyDesk) -> None:
        self._desk = desk

    async def read(self, part: str = "", after: str = "", text: bool = False, budget: int = BUDGET) -> str | Refusal:
        """What is on the page now: its parts, headings, tables and controls, each control with a reference such as e12.

        part: a reference or name after "more in …", to read only that part of the page
        after: a reference, to go on behind that control
        text: the plain text of the page or part instead of its controls
        budget: the most characters to return
        """
        desk = await self._desk()
        wanted = [said for said in (part, after) if said]
        found = await desk.targets.find_all(wanted, SHOWN) if wanted else {}
        if refused := next((each for each in found.values() if isinstance(each, Refusal)), None):
            return refused
        room, turn = max(LEAST_BUDGET, min(budget, MOST_BUDGET)), Turn()
        scan = await desk.reader.scan(turn)
        if text:
            return _text(desk, found.get(part), scan)[:room]
        return await desk.map.write(scan, Wish(room, found.get(part), found.get(after)), turn)

    async def find(self, words: str) -> str:
        """Where words stand on the page: the controls that are called so, and the lines of text that say so.

        words: a part of a name or of a text, in any case
        """
        desk = await self._desk()
        scan = await desk.reader.scan()
        wanted = " ".join(words.split()).casefold()
        named = [item for item in scan.items if item.role in SHOWN and wanted in item.name.casefold()]
        lines = [desk.map.line(found) for found in desk.refs.give(named[:MOST_FOUND], scan)]
        if len(named) > MOST_FOUND:
            lines.append(f"and {len(named) - MOST_FOUND} more of that name")
        said = [line for line in desk.reader.lines() if wanted in line.casefold()]
        lines += [f'text: "{line}"' for line in list(dict.fromkeys(said))[:MOST_FOUND]]
        desk.private.look(scan.items)
        return (
            masked("\n".join(lines), desk.private.values())
            if lines
            else f"nothing on the page is called, or says, {words!r}"
        )

    async def wait_for(self, text: str, gone: bool = False, seconds: float = 10) -> Any:
        """Wait until the page says something, or does not say it any more.

        text: what the page is to say, in any case
        gone: wait until it does not say it any more
        seconds: how long to wait, at most 60
        """
        wanted = " ".join(text.split()).casefold()
        desk, start = await self._desk(), time.monotonic()
        while True:
            is_there = any(wanted in line.casefold() for line in desk.reader.lines())
            waited = time.monotonic() - start
            if is_there != gone:
                return f"the page {'no longer ' if gone else ''}says {text!r} after {waited:.1f} s"
            if waited >= min(seconds, LONGEST_WAIT):
                return Refusal(
                    "failed", f"the page {'still says' if gone else 'does not say'} {text!r} after {waited:.1f} s"
                )
            await asyncio.sleep(LOOK_EVERY)

    async def scroll(self, to: str) -> str | Refusal:
        """Scroll the page so that something is in sight.

        to: top, bottom, up or down (about a screen), a reference, or a name
        """
        if to in DIRECTIONS:
            return await scroll_to_end(to)
        desk = await self._desk()
        found = await desk.targets.find(to, SHOWN)
        if isinstance(found, Refusal):
            return found
        await driver.scroll_into_center_view(found.node)
        return f"{found.where} is in sight"


async def scroll_to_end(to: str) -> str:
    """Scroll the page to its `top` or `bottom`, or `up` or `down` by about a screen; where it is then is told."""
    box, behavior = _scrolled(), "instant" if prefers_reduced_motion() else "smooth"
    step, end = box.clientHeight * SCREEN, box.scrollHeight - box.clientHeight
    places = {"top": 0, "bottom": end, "up": box.scrollTop - step, "down": box.scrollTop + step}
    place = max(0, min(places[to], end))
    box.scrollTo(to_browser({"top": place, "behavior": behavior}))
    until, last = time.monotonic() + SETTLE_MS / 1000, None
    while time.monotonic() < until and last != box.scrollTop:
        last = box.scrollTop
        await asyncio.sleep(0 if behavior == "instant" else STILL)
    if abs(box.scrollTop - place) > 1:
        box.scrollTo(to_browser({"top": place, "behavior": "instant"}))
    return f"scrolled to {round(box.scrollTop)} of {box.scrollHeight} px"


def _scrolled() -> Node:
    """What a person scrolls: the page or, where that stands still, the box in the middle of the window."""
    root, window = js.document.scrollingElement or js.document.documentElement, js.window
    style_of = window.getComputedStyle
    stands = any(
        style_of(node).overflowY in ("hidden", "clip") for node in (js.document.documentElement, js.document.body)
    )
    if root.scrollHeight > root.clientHeight and not stands:
        return root
    for node in ancestors(topmost(js.document, window.innerWidth / 2, window.innerHeight / 2)):
        if node.scrollHeight > node.clientHeight and style_of(node).overflowY in ("auto", "scroll"):
            return node
    return root


def _text(desk: Desk, part: Found | None, scan: Scan) -> str:
    desk.private.look(scan.items)
    said = desk.reader.lines(part.node if part else None, MOST_BUDGET)
    return masked("\n".join(said), desk.private.values())
