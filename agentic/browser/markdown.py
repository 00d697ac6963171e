"""Growing Markdown to DOM: marked's blocks, DOMPurify, only the changed block drawn again.

The one place where what a model wrote becomes nodes. The parsed result passes a list of what is allowed, never one of
what is forbidden, and nothing in it is fetched before a person clicks it: images only where the host allowed them.
"""

import html
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import JsException, JsObject, to_browser, to_python
from agentic.browser.half_written import completed
from agentic.browser.harden import configuration, harden
from agentic.browser.mathematics import protected, restored

SEPARATOR = "\0"
"""Stands between the markup of blocks; it cannot be in a text that is drawn."""

LONG: Mapping[str, str] = MappingProxyType({"list": "items", "table": "rows", "blockquote": "tokens"})
"""The blocks that may go on for pages, and what they are made of: they are drawn in slices of some of those."""
SLICE = 24

WORDS = re.compile(r"(?: |[^\W_]++[.,;:?!]?(?= |\Z))+")
"""Text that means nothing to Markdown: words with a space or the end behind them."""


@dataclass(frozen=True, slots=True)
class Token:
    """A block as marked read it; without `source` it is text that marked could not read."""

    raw: str
    source: JsObject = None

    @property
    def is_end(self) -> bool:
        """Whether nothing that follows can belong to what is before it."""
        return self.raw.count("\n") > 1 if self.raw.isspace() else bool(self.source) and self.source.type == "heading"

    @property
    def is_plain(self) -> bool:
        """Whether its markup is marked's own throughout, so that it makes exactly one element."""
        return bool(self.source) and ("<" not in self.raw or self.source.type == "code")

    @property
    def slices(self) -> list[JsObject]:
        """marked's token; a long one as several of its kind, each with some of the items."""
        member = LONG.get(self.source.type) if self.is_plain else None
        items = getattr(self.source, member) if member else ()
        if len(items) <= SLICE:
            return [self.source]
        starts = range(0, len(items), SLICE)
        parts = [to_browser({member: items.slice(start, start + SLICE)}) for start in starts]
        return [js.Object.assign(js.Object.new(), self.source, part) for part in parts]


@dataclass(frozen=True, slots=True)
class Reading:
    """The blocks of a text, and the link definitions in it and before it."""

    tokens: list[Token]
    links: Mapping[str, Any]


class Renderer:
    """Markdown to safe nodes. Boot makes it of the two JavaScript modules; all views share it."""

    def __init__(self, marked: JsObject, purify: JsObject) -> None:
        self._marked = marked
        self._purify = purify
        self._options = to_browser({"gfm": True, "breaks": True})
        # DOMPurify reads a configuration once when it is the same object each time.
        self._configurations = {allowed: to_browser(configuration(allowed)) for allowed in (False, True)}
        self._spans = to_browser({"ALLOWED_TAGS": ["span"], "ALLOWED_ATTR": ["class"], "RETURN_DOM_FRAGMENT": True})
        self._separator = to_browser({"type": "html", "raw": SEPARATOR, "text": SEPARATOR})

    def read(self, text: str, links: Mapping[str, Any]) -> Reading:
        """The blocks of `text`, before which the link definitions `links` stand."""
        lexer = self._marked.Lexer.new(self._options)
        if links:
            js.Object.assign(lexer.tokens.links, to_browser(links))
        try:
            tokens = [Token(token.raw, token) for token in lexer.lex(text)]
        except JsException:  # Nested deeper than marked's own recursion goes.
            tokens = [Token(text)]
        return Reading(tokens, to_python(lexer.tokens.links))

    def markup(self, tokens: Sequence[Token]) -> list[tuple[str, ...]]:
        """What marked makes of each block, by slices; not safe yet. One call for all: each costs more than a block."""
        slices = [token.slices if self._purify.isSupported else [token.source] for token in tokens]
        sources = [part for each in slices for source in each for part in (source, self._separator)]
        try:
            markup = self._marked.Parser.parse(to_browser(sources), self._options)
        except JsException:
            if len(tokens) == 1:
                return [(restored(f"<p>{html.escape(tokens[0].raw)}</p>"),)]
            return [self.markup([token])[0] for token in tokens]
        parts = (part.strip() for part in restored(markup).split(SEPARATOR))
        return [tuple(itertools.islice(parts, len(each))) for each in slices]

    def nodes(self, blocks: Sequence[tuple[Token, str]], allow_images: bool) -> list[tuple[Node, ...]]:
        """The nodes that may stay of each block's markup, as they may stay."""
        made: list[tuple[Node, ...]] = []
        for is_plain, run in itertools.groupby(blocks, lambda block: block[0].is_plain):
            parts = [part for _, part in run]
            together = self._clean("".join(parts), allow_images) if is_plain else ()
            if len(together) == sum(map(bool, parts)):  # blank lines and definitions have no markup
                nodes = iter(together)
                made += [(next(nodes),) if part else () for part in parts]
            else:
                made += [self._clean(part, allow_images) for part in parts]
        return made

    def extend(self, node: Node, markup: str, allow_images: bool) -> tuple[Node, ...]:
        """Put the items of a further slice of a block into the block's node."""
        (made,) = self._clean(markup, allow_images)
        items = tuple(_holder(made).children)
        _holder(node).append(*items)
        return items

    def _clean(self, markup: str, allow_images: bool) -> tuple[Node, ...]:
        if not self._purify.isSupported:  # It would hand the markup back as it is.
            return (js.document.createTextNode(markup),)
        fragment = self._purify.sanitize(markup, self._configurations[allow_images])
        if not fragment:  # Markup that would have replaced the document's body, such as a frameset.
            return (js.document.createTextNode(markup),)
        harden(fragment, allow_images)
        return tuple(fragment.childNodes)

    def coloured(self, markup: str) -> Node:
        """What colours made of code: nothing but spans with classes."""
        return self._purify.sanitize(markup, self._spans)

    def render(self, text: str, *, allow_images: bool = False) -> str:
        """A whole text as safe HTML."""
        container = js.document.createElement("div")
        MarkdownView(container, self).draw(text, done=True, allow_images=allow_images)
        return container.innerHTML


def _holder(node: Node) -> Node:
    return node.tBodies[0] if node.localName == "table" else node


@dataclass(frozen=True, slots=True)
class Block:
    """A block that is drawn, and what it was drawn from: `items` are those that each slice after the first put in."""

    raw: str = ""
    markup: tuple[str, ...] = ()
    nodes: tuple[Node, ...] = ()
    items: tuple[tuple[Node, ...], ...] = ()


NOT_DRAWN = Block()


class Dress(Protocol):
    """What is put around the code blocks of a text; `renderMarkdown` has none."""

    def appeared(self, block: Node) -> None: ...
    def finished(self, block: Node) -> None: ...


class MarkdownView:
    """Draws a text that grows. A block that did not change keeps its nodes.

    Blocks are settled once no text to come can change them: those before the last block that begins after a blank line
    or a heading, and has its first line complete. Only what follows them is read again. One thing in a settled block
    can still change, a link whose definition comes later; the last draw sees to that.

    `dress` hears of the code blocks: of each as it is put in, and again when no more will be written in it.
    """

    def __init__(self, node: Node, renderer: Renderer, dress: Dress | None = None) -> None:
        self._node = node
        self._renderer = renderer
        self._dress = dress
        self._unfinished: list[Node] = []
        self._drawn: tuple[str, bool, bool] = ("", False, False)
        self._forget()

    def draw(self, text: str, done: bool = False, *, allow_images: bool = False) -> None:
        """Show `text`; `done` says that no more will come."""
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace(SEPARATOR, "\ufffd")
        drawn, self._drawn = self._drawn, (text, done, allow_images)
        if drawn == self._drawn:
            return
        before, was_done, allowed_images = drawn
        if not done and self._open_text and text.startswith(before) and goes_on(before, text[len(before) :]):
            self._open_text.appendData(text[len(before) :])
            return
        if was_done or allow_images != allowed_images or not text.startswith(self._settled):
            self._node.replaceChildren()
            self._forget()
        tail = protected(text[len(self._settled) :])
        shown = tail if done else completed(tail)
        reading = self._renderer.read(shown, self._links)
        if done:
            self._finish(text, reading)
        else:
            self._place(reading.tokens, self._settled_blocks)
            self._open_text = self._text_at_end(reading.tokens) if shown == tail else None
            self._finish_code(self._blocks[-1].nodes if self._blocks else ())
            self._settle(tail, reading)

    def _forget(self) -> None:
        self._open_text: Node = None
        self._blocks: list[Block] = []
        self._settled = ""
        self._settled_blocks = 0
        self._links: Mapping[str, Any] = {}

    def _finish(self, text: str, reading: Reading) -> None:
        """Make the drawing what one draw of the whole text gives."""
        if reading.links:
            self._place(self._renderer.read(protected(text), {}).tokens, 0, exactly=True)
        else:
            self._place(reading.tokens, self._settled_blocks, exactly=True)
        self._finish_code(())
        self._forget()

    def _finish_code(self, growing: Sequence[Node]) -> None:
        """Tell of the code blocks that are complete: those before the block that may still grow."""
        unfinished = [code for code in self._unfinished if any(node.contains(code) for node in growing)]
        for code in self._unfinished:
            if code not in unfinished and self._dress and self._node.contains(code):
                self._dress.finished(code)
        self._unfinished = unfinished

    def _dressed(self, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        """The nodes, which are new, with their code blocks told of."""
        for node in nodes if self._dress else ():
            inner = node.querySelectorAll("pre") if getattr(node, "childElementCount", 0) else ()
            for code in [node] if getattr(node, "localName", "") == "pre" else inner:
                self._dress.appeared(code)
                self._unfinished.append(code)
        return nodes

    def _place(self, tokens: list[Token], start: int, exactly: bool = False) -> None:
        """Have these blocks drawn from `start` on, and none after them."""
        known = self._blocks[start:]
        known += [NOT_DRAWN] * (len(tokens) - len(known))
        blocks = self._redrawn(tokens, known, exactly)
        for old in known[len(blocks) :]:
            _remove(old.nodes)
        following = None
        for old, block in reversed(list(zip(known, blocks, strict=False))):
            if block.nodes is not old.nodes:
                _remove(old.nodes)
                for node in block.nodes:
                    self._node.insertBefore(node, following)
            following = block.nodes[0] if block.nodes else following
        self._blocks[start:] = blocks

    def _redrawn(self, tokens: list[Token], known: list[Block], exactly: bool) -> list[Block]:
        """A block for each token, with the nodes of the known one where it looks the same.

        The same source looks the same but for links that are defined later: the last draw compares the markup.
        """
        changed = [at for at, token in enumerate(tokens) if exactly or known[at].raw != token.raw]
        markup = dict(zip(changed, self._renderer.markup([tokens[at] for at in changed]), strict=True))
        fresh = [at for at in changed if known[at].markup[:1] != markup[at][:1]]
        nodes = self._renderer.nodes([(tokens[at], markup[at][0]) for at in fresh], self._drawn[2])
        new = dict(zip(fresh, map(self._dressed, nodes), strict=True))
        return [
            self._grown(Block(token.raw, markup.get(at, known[at].markup), new.get(at, known[at].nodes)), known[at])
            for at, token in enumerate(tokens)
        ]

    def _grown(self, block: Block, known: Block) -> Block:
        """The block with the items of its further slices, those of the known one where they look the same."""
        if block.markup == known.markup:
            return replace(block, items=known.items)
        pairs = zip(block.markup[1:], known.markup[1:], strict=False) if block.nodes is known.nodes else ()
        kept = known.items[: sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))]
        for items in known.items[len(kept) :]:
            _remove(items)
        further = block.markup[1 + len(kept) :]
        added = (self._dressed(self._renderer.extend(block.nodes[0], part, self._drawn[2])) for part in further)
        return replace(block, items=(*kept, *added))

    def _text_at_end(self, tokens: list[Token]) -> Node:
        """The text that words to come belong to, where the last block is a paragraph that ends in text."""
        last = tokens[-1] if tokens else None
        # What begins with a bracket may yet become the definition of a link.
        if not last or not last.is_plain or last.source.type != "paragraph" or last.raw.lstrip().startswith("["):
            return None
        node = self._blocks[-1].nodes[-1].lastChild
        return node if node and node.nodeType == js.Node.TEXT_NODE else None

    def _settle(self, tail: str, reading: Reading) -> None:
        """Find the last place where the text can be cut, and read only what follows from now on."""
        complete = tail.rfind("\n") + 1
        position, boundary, count, is_closed = 0, 0, 0, False
        for index, token in enumerate(reading.tokens):
            if position >= complete or not tail.startswith(token.raw, position):
                break
            if is_closed:
                boundary, count = position, index
            is_closed = token.is_end
            position += len(token.raw)
        if boundary:
            if reading.links:
                self._links = self._renderer.read(tail[:boundary], self._links).links
            # What is protected is as long as what it stands for.
            self._settled = self._drawn[0][: len(self._settled) + boundary]
            self._settled_blocks += count


def goes_on(text: str, added: str) -> bool:
    """Whether `added` only goes on with the last line of a paragraph, so that marked need not read the text again."""
    line = text[text.rfind("\n") + 1 :]
    words = line.split()
    # The first word of a line may be a marker, such as that of a list; the last may become a link as it grows.
    is_settled = len(words) > 1 and (line[-1] == " " or added[0] == " " or words[-1].isalnum())
    return is_settled and WORDS.fullmatch(added) is not None


def _remove(nodes: Iterable[Node]) -> None:
    for node in nodes:
        node.remove()
