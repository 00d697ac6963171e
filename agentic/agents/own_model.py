"""OwnModel: the browser's own model, as far as an agent needs to know it."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the model is given: `messages` are pairs of role and text, the last one the person's.

    `schema` is a JSON Schema that the answer keeps to.
    """

    system: str
    messages: tuple[tuple[str, str], ...]
    schema: Mapping[str, Any] | None = None


class OwnModel(Protocol):
    """A model that came with the browser, or may come."""

    async def availability(self) -> str:
        """`available`, `downloadable`, `downloading`, `unavailable`, or `missing` where the browser has none at all."""
        ...

    def answer(self, prompt: Prompt) -> AsyncGenerator[str | float, None]:
        """Text as it comes; before it, numbers from 0 to 1, while the model is downloaded.

        Closing the generator stops the model. `ProviderError` says why there is no answer.
        """
        ...


class NoModel:
    """What a Python without a browser has."""

    async def availability(self) -> str:
        return "missing"

    async def answer(self, prompt: Prompt) -> AsyncGenerator[str | float, None]:
        raise NotImplementedError("ask for its availability first")
        yield ""
