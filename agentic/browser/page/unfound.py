"""What may be shown of a field that nobody has found yet, as of a call that is noted down before it runs."""

from collections.abc import Iterator

from agentic.browser.dom import Node
from agentic.browser.page.beside import beside
from agentic.browser.page.inside import gather, one_line, visible_text
from agentic.browser.page.private import PrivateFields
from agentic.browser.page.scan import LONGEST_NAME
from agentic.browser.page.targets import spoken

WRITTEN = (
    "input:not([type=hidden]), select, textarea, [contenteditable]:not([contenteditable=false]),"
    " [role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=spinbutton], [role=slider],"
    " [role=switch], [role=checkbox], [role=radiogroup]"
)
ATTRIBUTES = ("aria-label", "placeholder", "aria-placeholder", "title")


def open_names(private: PrivateFields) -> frozenset[str]:
    """What the fields of the page are called that are certainly not private, as `spoken` has it.

    Names are not computed as browsers do, which takes a library that may not be there yet. So everything counts that a
    field may be called, and a name that a private one may have is none.
    """
    shown: set[str] = set()
    hidden: set[str] = set()
    for node in gather(WRITTEN, lambda _node: False).nodes:
        names = list(_names(node))
        is_private = any(private.has(node, name) for name in names or [""])
        (hidden if is_private else shown).update(map(spoken, names))
    return frozenset(shown - hidden - {""})


def _names(node: Node) -> Iterator[str]:
    root = node.getRootNode()
    for label in getattr(node, "labels", None) or ():
        yield one_line(visible_text(label), LONGEST_NAME)
    for said in (node.getAttribute("aria-labelledby") or "").split():
        if named_by := root.getElementById(said):
            yield one_line(visible_text(named_by), LONGEST_NAME)
    for attribute in ATTRIBUTES:
        if said := node.getAttribute(attribute):
            yield one_line(said, LONGEST_NAME)
    if said := beside(node, ""):
        yield said
