"""Chips that send themselves: what to ask next, and what to begin with."""

import json
from typing import Any

from agentic.browser.dom import Node, clone
from agentic.element.activities import suggestion_prompts, usable_prompts
from agentic.element.part import Part, Row
from agentic.protocol.messages import Message


def show_chips(place: Node, prompts: list[str]) -> None:
    """Have a button for each prompt in `place`, which is hidden without any; those that are there stay."""
    if prompts != [chip.textContent for chip in place.children]:
        place.replaceChildren(*map(chip_of, prompts))
    place.hidden = not prompts


def chip_of(prompt: str) -> Node:
    chip = clone("suggestion").firstElementChild
    chip.textContent = prompt
    return chip


class SuggestionsRow(Row):
    """What the agent offers to be asked next."""

    template = "suggestions"
    actions = ("suggest",)

    def update(self, source: Message) -> None:
        show_chips(self.node, suggestion_prompts(source.content))

    def suggest(self, chip: Node) -> None:
        self.session.submit(chip.textContent)


class Starters(Part):
    """What an empty conversation offers to begin with."""

    name = "starters"
    actions = ("suggest",)

    def opened(self) -> None:
        self._written: str | None = None

    def update(self) -> None:
        written = self.session.settings.starters
        if written == self._written:
            return
        self._written = written
        show_chips(self.node, usable_prompts(self._read(written)))

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
