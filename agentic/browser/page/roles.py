"""Roles: what each thing of a page is to its reader, in the words of ARIA, where HTML alone does not say it."""

from types import MappingProxyType

from agentic.browser.dom import Node

# What an agent can act on, by what can be done with it.
TEXT = frozenset(("textbox", "searchbox", "spinbutton", "password", "date", "color", "file", "slider"))
CHOICE = frozenset(("combobox", "listbox"))
TOGGLE = frozenset(("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"))
PRESSED = frozenset(("button", "link", "tab", "menuitem", "option", "treeitem", "clickable", "gridcell"))
STANDING = frozenset(("listbox", "radiogroup", "tablist", "menu", "menubar", "tree"))
"""Lists that stand open, each option of which is a control too; a `<select>` may be one as well."""
CHOSEN = CHOICE | STANDING
FORM = TEXT | CHOICE | TOGGLE
CONTROLS = TEXT | CHOICE | TOGGLE | PRESSED

NAMED_BY_CONTENT = PRESSED | TOGGLE | {"heading"}

LANDMARKS = frozenset(("main", "navigation", "banner", "contentinfo", "complementary", "search", "region", "form"))
DIALOGS = frozenset(("dialog", "alertdialog"))
TABLES = frozenset(("table", "grid", "treegrid"))
GROUPS = frozenset(("group", "radiogroup", "tablist", "menu", "menubar", "toolbar", "tree"))
SECTIONS = LANDMARKS | DIALOGS | TABLES | GROUPS | {"frame", "article"}
NEWS = frozenset(("alert", "status", "log"))
SHOWN = CONTROLS | SECTIONS | NEWS | {"heading", "progressbar", "meter"}
# These say nothing without a name of their own.
ONLY_NAMED = frozenset(("region", "form", "group", "article"))

# A group of nothing but radio buttons is one choice.
RADIO, NO_RADIO = "input[type=radio]", "input:not([type=radio]), select, textarea"
# Where a drawn list says what is chosen in it; the list itself is what is worked.
SHOWING = "[role=combobox] [role=textbox][aria-readonly=true]"
NAMED = ", ".join(
    (
        "a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, output, progress, meter",
        "[contenteditable]:not([contenteditable=false])",
        "[tabindex]:not([tabindex='-1']), [onclick], [role], [aria-live]",
        "h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, form, section, article, search",
        "fieldset, details, table, dialog, iframe, frame",
    )
)
SELECTOR = f":is({NAMED}):not({SHOWING})"

TYPES = MappingProxyType(
    {
        "password": "password",
        "color": "color",
        "file": "file",
        **dict.fromkeys(("date", "datetime-local", "month", "time", "week"), "date"),
    }
)
TAGS = MappingProxyType({"summary": "button", "iframe": "frame", "frame": "frame", "output": "status"})
# Landmarks where they belong to the page; the header of a part of it is none.
PARTS_TOO = frozenset(("header", "footer"))
PAGE_WIDE = frozenset(("banner", "contentinfo"))
# Given by a page as roles, they take the meaning of the element away.
MEANINGLESS = frozenset(("none", "presentation", "generic", "application", "document"))


def is_plain(tag: str, computed: str | None) -> bool:
    """Whether the role that was computed is how this agent speaks of it, and the computed name is its name."""
    return computed in SHOWN and tag not in (*PARTS_TOO, "fieldset") and (computed != "combobox" or tag == "select")


def role_of(node: Node, tag: str, computed: str | None) -> str:
    """The role as this agent speaks of it; empty for what means nothing to it."""
    if tag in PARTS_TOO and computed in PAGE_WIDE and node.closest("article, aside, main, nav, section"):
        return ""
    if tag == "fieldset" and computed == "group" and node.querySelector(RADIO) and not node.querySelector(NO_RADIO):
        return "radiogroup"
    if computed in SHOWN:
        return computed
    if tag == "input":
        return TYPES.get(node.type, "textbox")
    if tag in TAGS:
        return TAGS[tag]
    if getattr(node, "isContentEditable", False) and node.hasAttribute("contenteditable"):
        return "textbox"
    if node.getAttribute("aria-live") in ("polite", "assertive"):
        return "status"
    if computed in (None, *MEANINGLESS) and (node.hasAttribute("onclick") or node.tabIndex >= 0):
        return "clickable"
    return ""
