"""Nodes: cloned templates, the nodes they name, icons, events."""

import functools
from types import SimpleNamespace
from typing import Any

import js

from agentic.browser.ffi import JsException, JsObject, to_browser
from agentic.core import assets

Node = Any
"""A node of the page. One that is not there is falsy."""


def clone(template_name: str) -> Node:
    """A fresh fragment of `static/html/<template_name>.html`, its icons in place."""
    return js.document.importNode(_template(assets.markup(template_name)).content, True)


def icon(name: str) -> Node:
    """A fresh copy of `static/icons/<name>.svg`."""
    return js.document.importNode(_template(assets.read(f"icons/{name}.svg").strip()).content.firstElementChild, True)


def select(selector: str) -> Node | None:
    """The first node of the page that fits a CSS selector; none if it is no selector."""
    try:
        return js.document.querySelector(selector)
    except JsException:
        return None


def refs(root: Node) -> SimpleNamespace:
    """The nodes under `root` that are named by data-ref: `data-ref="send-button"` is `.send_button`."""
    named = root.querySelectorAll("[data-ref]")
    return SimpleNamespace(**{node.dataset.ref.replace("-", "_"): node for node in named})


def attach(host: Node, template_name: str, css: str) -> None:
    """Give an element its shadow root, with this template and this sheet in it."""
    root = host.attachShadow(to_browser({"mode": "open"}))
    root.adoptedStyleSheets = to_browser([_sheet(css)])
    root.append(clone(template_name))


def emit(host: Node, event: str, detail: Any = None) -> None:
    """Send a CustomEvent out of `host`, its detail a plain object."""
    options = {"detail": detail, "bubbles": True, "composed": True}
    host.dispatchEvent(js.CustomEvent.new(event, to_browser(options)))


# All elements of a page share templates and sheets. They are made when first asked for and never at import, so that no
# JavaScript object is in the memory snapshot.
@functools.cache
def _template(markup: str) -> Node:
    template = js.document.createElement("template")
    template.innerHTML = _trusted(markup)
    return template


def _trusted(markup: str) -> JsObject:
    """The markup as a page takes it that demands trusted types, by the policy that the loader made."""
    slot = js.Reflect.get(js.globalThis, js.Symbol.for_("agentic"))
    return slot.trusted().createHTML(markup)


@functools.cache
def _sheet(css: str) -> JsObject:
    sheet = js.CSSStyleSheet.new()
    sheet.replaceSync(css)
    return sheet
