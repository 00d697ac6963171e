"""The end of a Markdown text that grows, as if what is open in it were closed: no mark shows before it is whole.

Only the last paragraph, item or cell is looked at. Nothing here need be exact: what is drawn last is the text itself.
"""

import re

from agentic.browser.half_blocks import decided, is_marks, open_fence, with_delimiters, without_half_a_fence

BEGINS = re.compile(r"[ \t]*(?:#{1,6}[ \t]|>|\||[-*+][ \t]|\d+[.)][ \t])")
"""How a line begins that does not go on with the one before it."""
ENDED = re.compile(r"[ \t]*(?:$|#{1,6}[ \t])", re.MULTILINE)
"""A line that none goes on with: blank, or a heading."""
MARK = re.compile(r"\\.|`+|\*+|_+|~~?|!?\[|\](?:\((?:[^()\n]|\([^()\n]*\)?)*\)?)?", re.DOTALL)
CODE = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
VALUE = r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'>]+)"
HALF_A_TAG = re.compile(
    rf"<(?:/?[a-zA-Z][^\s<>\"']*(?:\s+[\w-]+={VALUE})*(?:\s+(?:[\w-]+(?:=(?:\"[^\"\n]*|'[^'\n]*)?)?)?)?)?\Z"
)
"""The beginning of a tag or of an address in angle brackets; of a comparison only its next word looks like it."""


def completed(text: str) -> str:
    """The text with open emphasis and code closed; of half a link its words, of marks that mark nothing yet nothing."""
    fence, begun = open_fence(text)
    if fence:
        return without_half_a_fence(text, fence, begun)
    text = decided(text)
    written = text.rstrip()
    if text.endswith("\n\n") or is_marks(written[written.rfind("\n") + 1 :]):
        return text
    start = _start_of_inline(written)
    inline = written[start:]
    closed = _closed(_without_half_a_tag(inline))
    return with_delimiters(text if closed == inline else written[:start] + closed)


def _without_half_a_tag(text: str) -> str:
    start = text.rfind("<")
    if start < 0 or "`" in CODE.sub("", text[:start]) or not HALF_A_TAG.match(text, start):
        return text
    return text[:start]


def _start_of_inline(text: str) -> int:
    start = text.rfind("\n") + 1
    while start and not BEGINS.match(text, start):
        before = text.rfind("\n", 0, start - 1) + 1
        if ENDED.match(text, before):
            break
        start = before
    is_row = text[start:].lstrip().startswith("|")
    return text.rindex("|") + 1 if is_row else start


def _closed(text: str) -> str:
    pieces: list[str] = []
    opened: list[int] = []  # which of the pieces are marks that wait for their like
    at = 0
    while found := MARK.search(text, at):
        mark, before, at = found[0], text[at : found.start()], found.end()
        pieces += [before, mark]
        if mark[0] == "`":
            code = re.compile(rf".*?(?<!`){mark}(?!`)", re.DOTALL).match(text, at)
            if not code:
                opened.append(len(pieces) - 1)
                break
            pieces.append(code[0])
            at = code.end()
        elif mark[-1] == "[":
            opened.append(len(pieces) - 1)
        elif mark[0] == "]":
            _end_link(pieces, opened, is_last=at == len(text))
        elif mark == "~":
            if at == len(text):
                pieces.pop()
        elif mark[0] != "\\":
            _emphasise(pieces, opened, text[found.start() - 1 : found.start()], text[at : at + 1])
    return _joined([*pieces, text[at:].removesuffix("\\")], opened)


def _end_link(pieces: list[str], opened: list[int], *, is_last: bool) -> None:
    start = next((index for index in reversed(opened) if pieces[index][-1] == "["), None)
    if start is None:
        return
    opened.remove(start)
    end = pieces[-1]
    if is_last and (end == "]" or end.count("(") > end.count(")")):
        pieces[start] = pieces[-1] = ""


def _emphasise(pieces: list[str], opened: list[int], before: str, after: str) -> None:
    """Take the last piece for the end of what it can end, and what is left of it for a beginning."""
    rest = pieces.pop()
    while rest and opened and not before.isspace() and rest.startswith(pieces[opened[-1]]):
        mark = pieces[opened.pop()]
        pieces.append(mark)
        rest = rest[len(mark) :]
    # In the middle of a word, as in 2*3 and snake_case, it is no beginning; other scripts have no spaces.
    is_inside = before.isascii() and before.isalnum()
    if rest and after and not after.isspace() and not is_inside:
        # Three are one and two: either may be ended by itself.
        marks = [mark for mark in (rest[:-2], rest[-2:]) if mark]
        opened += range(len(pieces), len(pieces) + len(marks))
        pieces += marks
    elif after:
        pieces.append(rest)


def _joined(pieces: list[str], opened: list[int]) -> str:
    closing = ""
    for index in opened:
        if pieces[index][-1] == "[" or not "".join(pieces[index + 1 :]).strip():
            pieces[index] = ""
        else:
            closing = pieces[index] + closing
    text = "".join(pieces)
    return text.rstrip() + closing if closing else text
