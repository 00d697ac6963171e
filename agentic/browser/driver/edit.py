"""Writing into editors: those the browser edits, and those with a document of their own that follow the keyboard."""

import re

import js

from agentic.browser.dom import Node
from agentic.browser.driver.find import ancestors, describe
from agentic.browser.driver.keys import key_down, key_up
from agentic.browser.driver.native import fire
from agentic.browser.driver.pace import frame, turn
from agentic.errors import ValueRefused

# Between two blocks an editor shows one line break or two, as its style has it.
LINE_BREAKS = re.compile(r"\n+")


async def write_editor(el: Node, text: str) -> None:
    """Replace what the editor holds, once, by the route a person's keys take: select all, then type or paste.

    Several lines are pasted, since Enter is a command to many editors: it indents, goes on with a list, or sends.
    """
    await _select_all(el)
    if not text:
        await _erase(el)
    elif "\n" not in text:
        await _type_line(el, text)
    elif not await _paste(el, text):
        await _type_lines(el, text)


async def read_editor(el: Node) -> str:
    """What the editor holds, as text."""
    return LINE_BREAKS.sub("\n", el.innerText.replace("\u00a0", " ").replace("\u200b", "")).strip("\n")


async def holds(el: Node, wanted: str) -> bool:
    """Whether the editor holds the text; one that draws only what is in sight is asked by copying all of it."""
    expected = LINE_BREAKS.sub("\n", wanted).strip("\n")
    if await read_editor(el) == expected:
        return True
    return LINE_BREAKS.sub("\n", await _copy(el)).strip("\n") == expected


def fields_behind(el: Node) -> list[tuple[Node, str]]:
    """The hidden fields that a form would send in the editor's place, with what they hold.

    They hold what the editor shows, or stand right beside it.
    """
    frame = el.ownerDocument.defaultView.frameElement
    documents = [el.ownerDocument, *([frame.ownerDocument] if frame else [])]
    places = [el.parentNode, *([frame.parentNode] if frame else [])]
    shown = _words(el.innerText)
    found = []
    for field in (field for each in documents for field in each.querySelectorAll("textarea, input[type=hidden]")):
        is_hidden = field.localName == "input" or not field.getClientRects().length
        stands_for_it = _words(field.value) == shown if shown else field.parentNode in places and not field.value
        if is_hidden and stands_for_it:
            found.append((field, field.value))
    return found


def check_followed(el: Node, behind: list[tuple[Node, str]], text: str) -> None:
    """Refuse to call it done when what a form would send is still the old text."""
    for field, old in behind:
        if field.isConnected and field.value == old and _words(old) != _words(text):
            sent = f"{describe(field)}, which the form would send, still holds the old one"
            raise ValueRefused(f"{describe(el)} shows the text, but {sent}")


def _words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def press_in_editor(el: Node, key: str) -> bool:
    """What a key does in an editor that has left it to the browser."""
    if len(key) == 1:
        _insert(el, key)
    elif key == "Enter":
        if fire(el, "beforeinput", "InputEvent", inputType="insertParagraph"):
            el.ownerDocument.execCommand("insertParagraph", False, "")
    elif key == "Backspace" and fire(el, "beforeinput", "InputEvent", inputType="deleteContentBackward"):
        el.ownerDocument.execCommand("delete", False, "")
    return len(key) == 1 or key in ("Enter", "Backspace")


async def _select_all(el: Node) -> None:
    """By the key, which an editor that draws only what is in sight listens to; by the browser where it does not."""
    is_whole = not any(node != el and bool(getattr(node, "isContentEditable", False)) for node in ancestors(el))
    if is_whole and not await _command(el, "a"):
        return
    el.ownerDocument.getSelection().selectAllChildren(el)
    await frame()  # An editor hears of the selection in an event that is yet to come.


async def _command(el: Node, key: str) -> bool:
    """Press a key with Control, or Command on a Mac; False when the page has taken it for itself."""
    modifier = {"metaKey": True} if "Mac" in js.navigator.platform else {"ctrlKey": True}
    goes_on = key_down(el, key, **modifier)
    key_up(el, key, **modifier)
    await turn()
    return goes_on


def _insert(el: Node, text: str) -> None:
    # An editor that cancels this has written the text into its model itself.
    if fire(el, "beforeinput", "InputEvent", inputType="insertText", data=text):
        el.ownerDocument.execCommand("insertText", False, text)


async def _erase(el: Node) -> None:
    if key_down(el, "Backspace"):
        press_in_editor(el, "Backspace")
        key_up(el, "Backspace")


async def _paste(el: Node, text: str) -> bool:
    """Paste; False when the page does nothing on it by itself, as where only the browser would."""
    before = el.textContent
    goes_on = fire(el, "paste", "ClipboardEvent", clipboardData=_clipboard(el, text))
    await turn()
    return not goes_on or el.textContent != before


async def _type_lines(el: Node, text: str) -> None:
    for number, line in enumerate(text.split("\n")):
        if number and key_down(el, "Enter"):
            press_in_editor(el, "Enter")
            key_up(el, "Enter")
        await _type_line(el, line)
        await turn()


async def _type_line(el: Node, text: str) -> None:
    """By keys, as long as the editor takes each for itself; the rest at once, as soon as it leaves one to the browser.

    Between two characters a person may put the caret somewhere else, so there are as few of them as can be.
    """
    while text and el.isConnected:
        goes_on = key_down(el, text[0])
        if goes_on:
            _insert(el, text)
        key_up(el, text[0])
        text = "" if goes_on else text[1:]
        await turn()


async def _copy(el: Node) -> str:
    """What the editor would put on the clipboard of all that it holds; nobody's clipboard is touched."""
    await _select_all(el)
    clipboard = _clipboard(el, "")
    fire(el, "copy", "ClipboardEvent", clipboardData=clipboard)
    await turn()
    return clipboard.getData("text/plain")


def _clipboard(el: Node, text: str) -> Node:
    clipboard = el.ownerDocument.defaultView.DataTransfer.new()
    if text:
        clipboard.setData("text/plain", text)
    return clipboard
