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


class FakeTexts:
    """The storage of a tab, with room for so many characters."""

    def __init__(self, room: int = 5_000_000) -> None:
        self.texts: dict[str, str] = {}
        self.room = room

    def get(self, key: str) -> str | None:
        return self.texts.get(key)

    def set(self, key: str, value: str) -> bool:
        if sum(map(len, self.texts.values())) + len(value) > self.room:
            return False
        self.texts[key] = value
        return True

    def remove(self, key: str) -> None:
        self.texts.pop(key, None)

    def names(self) -> tuple[str, ...]:
        return tuple(self.texts)
