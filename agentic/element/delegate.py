"""A property of the element that is one of a collaborator's, checked where the page sets it."""

from collections.abc import Callable
from functools import reduce
from typing import Any

from agentic.core.camel import camel


class Delegate(property):
    """`Delegate("session.approving.renderer", function_or_none, "…")`; a mistake is told by JavaScript's name."""

    def __init__(self, path: str, check: Callable[[str, Any], Any], doc: str) -> None:
        *way, last = path.split(".")

        def read(chat: Any) -> Any:
            return getattr(reduce(getattr, way, chat), last)

        def write(chat: Any, value: Any) -> None:
            setattr(reduce(getattr, way, chat), last, check(self.name, value))

        super().__init__(read, write, doc=doc)
        self.name = last

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = camel(name)
