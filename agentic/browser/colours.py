"""Colours of code: highlight.js, loaded with the first block that has a language, and each language with its first."""

import asyncio
from collections.abc import Awaitable, Callable

from agentic.browser import console
from agentic.browser.dom import Node
from agentic.browser.ffi import JsException, JsObject, to_browser
from agentic.browser.markdown import Renderer
from agentic.core.languages import language_of

LONGEST = 12_000
"""Characters that are coloured; what is longer would hold the page."""

Load = Callable[[str], Awaitable[JsObject]]


class Colours:
    """Colours finished blocks, one language file for all that are written in it."""

    def __init__(self, load: Load, renderer: Renderer) -> None:
        self._load = load
        self._renderer = renderer
        self._files: dict[str, JsObject] = {}
        self._turn = asyncio.Lock()

    async def paint(self, code: Node, name: str) -> None:
        """Colour a block in the language of this name, once its files are there; without them it stays as it is."""
        language, text = language_of(name), code.textContent
        if language and len(text) <= LONGEST:
            async with self._turn:
                await self._paint(code, text, language)

    async def _paint(self, code: Node, text: str, language: str) -> None:
        try:
            library = (await self._file("core")).default
            if not library.getLanguage(language):
                library.registerLanguage(language, (await self._file(language)).default)
            options = {"language": language, "ignoreIllegals": True}
            markup = library.highlight(text, to_browser(options)).value
        except JsException as error:
            console.warn(f"code is shown without colours: {error.message}")
            return
        if code.textContent == text:
            code.replaceChildren(self._renderer.coloured(markup))
        await asyncio.sleep(0)  # the next block is another task of the page's

    async def _file(self, name: str) -> JsObject:
        """A file of the library; one that did not come is asked for again with the next block."""
        if name not in self._files:
            self._files[name] = await self._load(f"vendor/highlight/{name}.min.js")
        return self._files[name]
