"""What may stay of the markup that a model wrote: a list of what is allowed, and what such a list cannot say."""

from typing import Any

from agentic.browser.dom import Node

TAGS = (
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "code", "a", "img"),
    *(
        "b",
        "strong",
        "i",
        "em",
        "u",
        "s",
        "del",
        "ins",
        "mark",
        "small",
        "sub",
        "sup",
        "abbr",
        "kbd",
        "q",
        "samp",
        "var",
    ),
    *("ol", "ul", "li", "dl", "dt", "dd", "input", "table", "thead", "tbody", "tfoot", "tr", "th", "td"),
)
ATTRIBUTES = ("align", "alt", "checked", "class", "colspan", "disabled", "href", "rowspan", "start", "title", "type")
SCHEMES = ("http:", "https:", "mailto:")


def configuration(allow_images: bool) -> dict[str, Any]:
    # An image without src fetches nothing, and brings its alternative text through the sanitiser.
    attributes = [*ATTRIBUTES, "src"] if allow_images else ATTRIBUTES
    return {
        "ALLOWED_TAGS": TAGS,
        "ALLOWED_ATTR": attributes,
        "ALLOW_DATA_ATTR": False,
        "ALLOW_ARIA_ATTR": False,
        "RETURN_DOM_FRAGMENT": True,
    }


def harden(fragment: Node, allow_images: bool) -> None:
    """What an allow list of names cannot say. The fragment is in no document yet: what fails here is never shown.

    DOMPurify's hooks would call into Python for every element; this asks for the few that matter.
    """
    for node in fragment.querySelectorAll("a[href], img, input, ul, ol, blockquote, table, [class]"):
        match node.localName:
            case "ul" | "ol" | "blockquote" | "table":
                node.dir = "auto"  # the side of its markers and columns: where its own text begins
                if node.localName == "table":
                    node.tabIndex = 0  # it scrolls sideways inside itself, for a keyboard too
            case "a":
                _harden_link(node)
            case "img" if not allow_images:
                node.replaceWith(node.alt)
            case "input":
                _harden_checkbox(node)
        if node.className:
            _keep_language(node)


def _harden_link(link: Node) -> None:
    if link.protocol in SCHEMES:
        link.target = "_blank"
        link.rel = "noopener noreferrer"
    else:
        link.removeAttribute("href")


def _harden_checkbox(node: Node) -> None:
    """The box of a task, which shows a state and is nobody's to change; no other control is a part of a text."""
    task = node.closest("li")
    if task and node.type == "checkbox":
        node.disabled = True
        node.ariaLabel = task.textContent.strip()
    else:
        node.remove()


def _keep_language(node: Node) -> None:
    names = node.className.split()
    language = [name for name in names if name.startswith("language-")] if node.localName == "code" else []
    if language:
        node.className = language[0]
    else:
        node.removeAttribute("class")
