"""What a screen reader is told: finished answers politely, questions and failures at once."""

from agentic.browser.dom import Node
from agentic.element.part import Part

SAME_AGAIN = "\u00a0"
"""A region that is given the text it has already is not read; this makes it another."""


class Announcer(Part):
    """The two live regions; nothing else in the panel is one for long."""

    name = "announcer"

    def opened(self) -> None:
        self.scope.defer(self.session.announced.subscribe(lambda text: say(self.refs.status, text)))
        self.scope.defer(self.session.alarmed.subscribe(lambda text: say(self.refs.alert, text)))


def say(region: Node, text: str) -> None:
    region.textContent = text + SAME_AGAIN if region.textContent == text else text
