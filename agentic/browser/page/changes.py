"""What an action changed on the page, in a few words: a model that hears it need not read the page again."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import JsObject, Scope, to_browser
from agentic.browser.page.inside import is_inside, one_line, visible_text

QUIET = 0.1
"""Seconds without a change after which a page has done what it was going to do at once."""
LONGEST_WAIT = 1.0
MOST_READ = 300
MOST_TOLD = 6
LONGEST = 90
SHOWS = (
    "disabled",
    "aria-disabled",
    "aria-expanded",
    "aria-selected",
    "aria-invalid",
    "aria-pressed",
    "open",
    "hidden",
)
DIALOGS = 'dialog[open], [role="dialog"], [role="alertdialog"], [popover]:popover-open'


@contextmanager
def watching(acted: Iterable[Node], written: Iterable[Node] = ()) -> Iterator["Watch"]:
    """Watch the page while something is done to these nodes; what changes in those that are `written` is no news."""
    scope = Scope()
    try:
        yield Watch(scope, acted, written)
    finally:
        scope.close()


class Watch:
    """What has happened to the page since."""

    def __init__(self, scope: Scope, acted: Iterable[Node], written: Iterable[Node]) -> None:
        self._written = list(written)
        self._records: list[JsObject] = []
        self._address, self._title = js.location.href, js.document.title
        self._dialogs = _dialogs()
        self._last = time.monotonic()
        observer = js.MutationObserver.new(scope.lend(self._changed))
        scope.defer(observer.disconnect)
        options = to_browser(
            {"subtree": True, "childList": True, "characterData": True, "attributes": True, "attributeFilter": SHOWS}
        )
        roots = {root.js_id: root for root in (js.document, *(node.getRootNode() for node in acted))}
        for root in roots.values():
            observer.observe(root, options)

    async def settled(self, quiet: float = QUIET, *, is_awaited: bool = False) -> None:
        """Wait until the page is quiet for so long, or has kept on for longer than anybody should wait for it.

        Where an answer `is_awaited`, the page is not quiet before something has changed.
        """
        end = time.monotonic() + LONGEST_WAIT
        self._last = time.monotonic()
        while (now := time.monotonic()) < end and (now - self._last < quiet or (is_awaited and not self._records)):
            await asyncio.sleep(QUIET / 4)

    def told(self) -> str:
        """What changed; empty if nothing that a person would notice."""
        news = list(dict.fromkeys(one for one in self._all() if one))
        more = f"; and {len(news) - MOST_TOLD} more changes" if len(news) > MOST_TOLD else ""
        return "; ".join(news[:MOST_TOLD]) + more

    def _all(self) -> Iterator[str]:
        if js.location.href != self._address:
            yield f"the address is now {js.location.pathname}{js.location.search}{js.location.hash}"
        if js.document.title != self._title:
            yield f'the page is now called "{one_line(js.document.title)}"'
        dialogs = _dialogs()
        yield from (f"a {kind} opened: {name}" for key, (_, kind, name) in dialogs.items() if key not in self._dialogs)
        yield from (
            f"the {kind} closed: {name}" for key, (_, kind, name) in self._dialogs.items() if key not in dialogs
        )
        for record in self._records:
            yield from self._one(record)

    def _one(self, record: JsObject) -> Iterator[str]:
        target = record.target
        if any(node.contains(target) for node in self._written):
            return
        if record.type == "attributes":
            if is_inside(target):
                yield _attribute(target, record.attributeName)
            return
        if record.type == "characterData":
            yield _appeared(target)
            return
        yield from (_appeared(node) for node in record.addedNodes)
        yield from (_gone(node) for node in record.removedNodes)

    def _changed(self, records: JsObject, _observer: JsObject) -> None:
        theirs = [record for record in list(records)[:MOST_READ] if not _is_ours(record)]
        if theirs:
            self._last = time.monotonic()
            self._records += theirs[: MOST_READ - len(self._records)]


def _is_ours(record: JsObject) -> bool:
    """Whether it was the ring or another thing of ours that came or went."""
    nodes = [*record.addedNodes, *record.removedNodes]
    return bool(nodes) and all(hasattr(node, "hasAttribute") and node.hasAttribute("data-agentic") for node in nodes)


def _appeared(node: Node) -> str:
    element = node if node.nodeType == js.Node.ELEMENT_NODE else node.parentElement
    if not element or not is_inside(element) or not element.checkVisibility():
        return ""
    text = one_line(visible_text(element), LONGEST)
    return f'the page now says "{text}"' if text else ""


def _gone(node: Node) -> str:
    if node.nodeType != js.Node.ELEMENT_NODE or node.isConnected or node.matches("script, style, [data-agent]"):
        return ""
    text = one_line(node.textContent, LONGEST)
    return f'gone: "{text}"' if text else ""


def _attribute(node: Node, name: str) -> str:
    what = f'"{one_line(node.getAttribute("aria-label") or visible_text(node) or node.getAttribute("name") or "", 40)}"'
    on = node.hasAttribute(name) and node.getAttribute(name) != "false"
    match name:
        case "disabled" | "aria-disabled":
            return f"{what} is now {'disabled' if on else 'enabled'}"
        case "aria-expanded":
            return f"{what} is now {'open' if on else 'closed'}"
        case "aria-invalid":
            return f"{what} is now {'invalid' if on else 'valid'}"
        case "aria-selected" | "aria-pressed":
            return f"{what} is now {name.removeprefix('aria-')}" if on else ""
    if node.matches(DIALOGS):
        return ""  # Told as such.
    return _appeared(node)


def _dialogs() -> dict[int, tuple[Node, str, str]]:
    """What each of the open dialogs and popovers is, and is called; with the node, which alone keeps its id."""
    return {
        node.js_id: (node, _kind(node), f'"{one_line(node.getAttribute("aria-label") or visible_text(node), 60)}"')
        for node in js.document.querySelectorAll(DIALOGS)
        if is_inside(node) and node.checkVisibility()
    }


def _kind(node: Node) -> str:
    is_popover = node.hasAttribute("popover") and "dialog" not in (node.localName, node.getAttribute("role"))
    return "popover" if is_popover else "dialog"
