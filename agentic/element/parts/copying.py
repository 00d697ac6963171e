"""A button that copies: it says for a moment whether it did."""

from agentic.browser.clipboard import copy
from agentic.browser.dom import Node
from agentic.browser.ports import Ports
from agentic.element.session import Session

SAID_FOR = 2
"""Seconds that the button says what came of it."""


async def copy_by(button: Node, session: Session, page: Ports, plain: str, markup: str = "") -> None:
    """Copy both flavours, say on the button and aloud what came of it, and have the button as it was."""
    is_copied = await copy(plain, markup)
    said = session.words("copied" if is_copied else "copyFailed")
    button.setAttribute("aria-label", said)
    button.setAttribute("data-said", "copied" if is_copied else "failed")
    session.announced.set(said)
    await page.clock.sleep(SAID_FOR)
    button.removeAttribute("data-said")
    button.setAttribute("aria-label", session.words(button.getAttribute("data-word-label")))
