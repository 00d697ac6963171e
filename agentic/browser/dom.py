"""Nodes: cloned templates, the nodes they name, icons, stylesheets, events."""

import functools
from types import SimpleNamespace
from typing import Any

import js

from agentic.browser.ffi import to_browser
from agentic.core import assets

Node = Any
"""A node of the page. One that is not there is falsy."""


def clone(template_name: str) -> Node:
    """A fresh fragment of `static/html/<template_name>.html`, its icons in place."""
    return js.document.importNode(_template(assets.markup(template_name)).content, True)


def icon(name: str) -> Node:
    """A fresh copy of `static/icons/<name>.svg`."""
    return js.document.importNode(_template(assets.read(f"icons/{name}.svg").strip()).content.firstElementChild, True)


def refs(root: Node) -> SimpleNamespace:
    """The nodes under `root` that are named by data-ref: `data-ref="send-button"` is `.send_button`."""
    named = root.querySelectorAll("[data-ref]")
    return SimpleNamespace(**{node.dataset.ref.replace("-", "_"): node for node in named})


def text(node: Node, value: str) -> None:
    """Show `value` as text; nothing in it is markup."""
    node.textContent = value


def emit(host: Node, event: str, detail: Any = None, *, cancelable: bool = False) -> bool:
    """Send a CustomEvent out of `host`, its detail a plain object; False when a listener prevented it."""
    options = {"detail": detail, "bubbles": True, "composed": True, "cancelable": cancelable}
    return host.dispatchEvent(js.CustomEvent.new(event, to_browser(options)))


def adopt(root: Node, *sheet_names: str) -> None:
    """Add `static/css/<name>.css` to the root's stylesheets, in that order."""
    sheets = [*root.adoptedStyleSheets, *map(_sheet, sheet_names)]
    root.adoptedStyleSheets = to_browser(sheets)


# Templates and sheets are the two things all elements of a page share; both are made when first asked for,
# never at import, so that no JavaScript object is in the memory snapshot.
@functools.cache
def _template(markup: str) -> Node:
    template = js.document.createElement("template")
    template.innerHTML = markup
    return template


@functools.cache
def _sheet(name: str) -> Any:
    sheet = js.CSSStyleSheet.new()
    sheet.replaceSync(assets.read(f"css/{name}.css"))
    return sheet
