"""Chips that send themselves: what to ask next, and what to begin with."""

import json
from typing import Any

from agentic.browser.dom import Node, clone
from agentic.element.activities import suggestion_prompts, usable_prompts
from agentic.element.part import Part, Row
from agentic.protocol.messages import Message


def chips(prompts: list[str]) -> list[Node]:
    """A button for each prompt."""
    made = []
    for prompt in prompts:
        chip = clone("suggestion").firstElementChild
        chip.textContent = prompt
        made.append(chip)
    return made


class SuggestionsRow(Row):
    """What the agent offers to be asked next."""

    template = "suggestions"
    actions = ("suggest",)

    def update(self, source: Message) -> None:
        prompts = suggestion_prompts(source.content)
        if prompts != [chip.textContent for chip in self.node.children]:
            self.node.replaceChildren(*chips(prompts))
        self.node.hidden = not prompts

    def suggest(self, chip: Node) -> None:
        self.session.submit(chip.textContent)


class Starters(Part):
    """What an empty conversation offers to begin with."""

    name = "starters"
    actions = ("suggest",)

    def opened(self) -> None:
        self._written = ""

    def update(self) -> None:
        written = self.session.settings.starters
        if written == self._written:
            return
        self._written = written
        prompts = usable_prompts(self._read(written))
        self.node.replaceChildren(*chips(prompts))
        self.node.hidden = not prompts

    def suggest(self, chip: Node) -> None:
        self.session.submit(chip.textContent)

    def _read(self, written: str) -> Any:
        try:
            prompts = json.loads(written or "[]")
        except ValueError as error:
            self.session.host.warn(f"data-starters is ignored: it is not valid JSON: {error}")
            return []
        if not isinstance(prompts, list):
            self.session.host.warn("data-starters is ignored: it must be a JSON list of texts")
        return prompts
