"""What is drawn, as plain text that keeps its shape: rows by tabs, lists with their marks, code as it is."""

import re
from typing import Any

from agentic.browser.dom import Node

BLOCKS = frozenset(
    ("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "ul", "ol", "dl", "table", "hr", "div", "figure")
)
TIGHT = frozenset(("li", "dt", "dd", "tr"))
TEXT, ELEMENT = 3, 1


def plain_text(node: Node) -> str:
    """The text of a drawn message, as it is put on the clipboard beside its HTML."""
    return re.sub(r"\n{3,}", "\n\n", _inside(node)).strip("\n")


def _inside(node: Node) -> str:
    return "".join(map(_text, node.childNodes))


def _text(node: Any) -> str:
    if node.nodeType == TEXT:
        return re.sub(r"\s+", " ", node.data) if node.data.strip() else " " if _is_inline(node) else ""
    if node.nodeType != ELEMENT:
        return ""
    match node.localName:
        case "br":
            return "\n"
        case "pre":
            return f"\n\n{node.textContent.rstrip()}\n\n"
        case "tr":
            return "\t".join(_inside(cell).strip() for cell in node.cells) + "\n"
        case "table":
            return "\n\n" + "".join(_text(row) for row in node.rows) + "\n"
        case "li":
            return _item(node)
        case "input":
            return "[x] " if node.checked else "[ ] "
        case "hr":
            return "\n\n---\n\n"
        case "blockquote":
            return "\n\n" + _indented(_inside(node).strip("\n"), "> ", "> ") + "\n\n"
        case "ul" | "ol":
            is_nested = node.parentElement and node.parentElement.localName == "li"
            return ("\n{}" if is_nested else "\n\n{}\n").format(_inside(node))
        case name if name in BLOCKS:
            return f"\n\n{_inside(node)}\n\n"
        case name if name in TIGHT:
            return f"{_inside(node).strip()}\n"
        case _:
            return _inside(node)


def _item(item: Node) -> str:
    mark = "- "
    if (parent := item.parentElement) and parent.localName == "ol":
        mark = f"{parent.start + list(parent.children).index(item)}. "
    text = re.sub(r"\n{2,}", "\n", _inside(item).strip())
    return _indented(text, mark, " " * len(mark)) + "\n"


def _indented(text: str, first: str, others: str) -> str:
    return first + text.replace("\n", f"\n{others}")


def _is_inline(node: Node) -> bool:
    """Whether blank text stands between words, and not between blocks."""
    around = (node.previousSibling, node.nextSibling)
    return all(each and (each.nodeType == TEXT or each.localName not in BLOCKS | TIGHT) for each in around)
