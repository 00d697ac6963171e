"""What is put around the code in an answer: its language, a button that copies it, and colours when it is complete."""

from agentic.browser.dom import Node, clone, refs
from agentic.browser.ports import Ports
from agentic.element.part import translate
from agentic.element.session import Session

PREFIX = "language-"


class CodeDress:
    """Dresses the code blocks of answers."""

    def __init__(self, session: Session, page: Ports) -> None:
        self._session = session
        self._page = page

    def appeared(self, block: Node) -> None:
        head = clone("code_head").firstElementChild
        if self._session.is_reworded:
            translate(head, self._session.words)
        refs(head).language.textContent = language(block)
        block.setAttribute("data-dressed", "")
        block.querySelector("code").tabIndex = 0  # it scrolls sideways below its head, for a keyboard too
        block.prepend(head)

    def finished(self, block: Node) -> None:
        if name := language(block):
            self._session.spawn(self._page.colours.paint(block.querySelector("code"), name))


def language(block: Node) -> str:
    """What the fence says the code is written in."""
    code = block.querySelector("code")
    return code.className.removeprefix(PREFIX) if code else ""


def code_of(button: Node) -> str:
    """The code whose button this is."""
    block = button.closest("pre")
    code = block.querySelector("code")
    return code.textContent.removesuffix("\n") if code else ""
