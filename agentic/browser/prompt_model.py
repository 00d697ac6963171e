"""The browser's own model as the port that agents know: its LanguageModel, one session for each answer."""

import asyncio
from collections.abc import AsyncGenerator
from types import MappingProxyType

import js

from agentic.agents.own_model import Prompt
from agentic.browser.ffi import JsException, JsObject, Scope, to_browser, to_python
from agentic.errors import ProviderError
from agentic.protocol.client import leave

TEXT = ({"type": "text", "languages": ["en"]},)
SPEAKS = MappingProxyType({"expectedInputs": TEXT, "expectedOutputs": TEXT})
"""What it is asked about: the browser wants to know, and warns where it is not told."""

NEEDS_CLICK = "The browser begins to download its model only after a click: send the message once more."
TOO_LONG = "The conversation is too long for the browser's own model: begin a new chat."


class BrowserModel:
    """The model of the browser this page is open in."""

    async def availability(self) -> str:
        """What the browser says of it; `missing` where it knows no such thing."""
        if not hasattr(js, "LanguageModel"):
            return "missing"
        try:
            return str(await js.LanguageModel.availability(to_browser(SPEAKS)))
        except JsException:
            return "unavailable"  # such as in a frame that is not allowed to ask

    async def answer(self, prompt: Prompt) -> AsyncGenerator[str | float, None]:
        """How much is downloaded, then text as it comes; leaving early stops the model and frees its session."""
        scope, abort, news = Scope(), js.AbortController.new(), asyncio.Queue[float | None]()
        creating = asyncio.ensure_future(_create(prompt, news, scope, abort.signal))
        creating.add_done_callback(lambda _done: news.put_nowait(None))
        try:
            while (part := await news.get()) is not None:
                yield part
            session = await creating
            scope.defer(session.destroy)
            reader = session.promptStreaming(_last(prompt), _asked(prompt, abort.signal)).getReader()
            while not (piece := await reader.read()).done:
                yield piece.value
        except JsException as failure:
            raise _in_words(failure) from None
        finally:
            abort.abort()
            leave(creating)
            scope.close()


async def _create(prompt: Prompt, news: "asyncio.Queue[float | None]", scope: Scope, signal: JsObject) -> JsObject:
    def downloaded(event: JsObject) -> None:
        news.put_nowait(float(event.loaded) / float(event.total or 1))

    def monitor(download: JsObject) -> None:
        scope.listen(download, "downloadprogress", downloaded)

    told = [{"role": "system", "content": prompt.system}] if prompt.system else []
    told += [{"role": role, "content": text} for role, text in prompt.messages[:-1]]
    options = {**SPEAKS, "initialPrompts": told, "monitor": scope.lend(monitor), "signal": signal}
    return await js.LanguageModel.create(to_browser(options))


def _last(prompt: Prompt) -> str:
    return prompt.messages[-1][1] if prompt.messages else ""


def _asked(prompt: Prompt, signal: JsObject) -> JsObject:
    constraint = {} if prompt.schema is None else {"responseConstraint": prompt.schema}
    return to_browser({**constraint, "signal": signal})


def _in_words(failure: JsException) -> ProviderError:
    name = str(to_python(getattr(failure, "name", None)) or "")
    if name == "QuotaExceededError":
        return ProviderError(TOO_LONG, name)
    if name == "NotAllowedError":
        return ProviderError(NEEDS_CLICK, name)
    return ProviderError(f"The browser's own model failed. It says: {getattr(failure, 'message', failure)}", name)
