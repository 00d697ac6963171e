"""What a screen reader is told: finished answers politely, questions and failures at once."""

from agentic.browser.dom import Node
from agentic.browser.ffi import Scope
from agentic.element.part import Part

SAME_AGAIN = "\u00a0"
"""A region that is given the text it has already is not read; this makes it another."""


class Announcer(Part):
    """The two live regions; nothing else in the panel is one for long."""

    name = "announcer"

    def opened(self) -> None:
        polite, loud = Voice(self.refs.status, self.scope), Voice(self.refs.alert, self.scope)
        self.scope.defer(self.session.announced.subscribe(polite.say))
        self.scope.defer(self.session.alarmed.subscribe(loud.say))


class Voice:
    """One live region. Of several texts in one turn a reader would hear the last alone, so they are said together."""

    def __init__(self, region: Node, scope: Scope) -> None:
        self._region = region
        self._scope = scope
        self._texts: list[str] = []

    def say(self, text: str) -> None:
        self._texts.append(text)
        if len(self._texts) == 1:
            self._scope.frame(self._speak)

    def _speak(self) -> None:
        texts, self._texts = dict.fromkeys(self._texts), []
        say(self._region, "\n".join(texts))


def say(region: Node, text: str) -> None:
    region.textContent = text + SAME_AGAIN if region.textContent == text else text
