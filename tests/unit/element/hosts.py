"""A host element without a DOM: attributes in a dict, events in a list."""

from collections.abc import Mapping
from typing import Any


class FakeHost:
    """What a session and its settings ask of their element."""

    def __init__(self, **attributes: str) -> None:
        self.attributes = {name.replace("_", "-"): value for name, value in attributes.items()}
        self.events: list[tuple[str, Any]] = []
        self.warnings: list[str] = []
        self.errors: list[str] = []
        self.page = "https://shop.example/orders"

    def attribute(self, name: str) -> str | None:
        return self.attributes.get(name)

    def set_attribute(self, name: str, value: str | None) -> None:
        if value is None:
            self.attributes.pop(name, None)
        else:
            self.attributes[name] = value

    def address(self) -> str:
        return self.page

    def emit(self, event: str, detail: Mapping[str, Any]) -> None:
        self.events.append((event, detail))

    def warn(self, sentence: str) -> None:
        self.warnings.append(sentence)

    def error(self, sentence: str) -> None:
        self.errors.append(sentence)
