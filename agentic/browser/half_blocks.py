"""The last line of a Markdown text that grows, while it is not known yet what it begins.

A line of marks alone says nothing: a dash may become an item, a rule, or the line that makes the text above it a
heading. Until more of it is there it is left out. A table is one from its first row on.
"""

import re

FENCE = re.compile(r"^[ \t>]*(`{3,}(?=[^`\n]*$)|~{3,})(.*)", re.MULTILINE)
UNDECIDED = re.compile(r"[ \t>]*(?:[-=*_+#>|`~: \t]+|\d{1,9}[.)]?[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]?\]?[ \t]*)")
"""Marks of blocks with nothing in them yet, the box of a task among them."""
PIPE = re.compile(r"(?<!\\)\|")
DELIMITERS = re.compile(r"[ \t]*\|[ \t|:-]*")
DELIMITER = re.compile(r"[ \t]*:?-+:?[ \t]*")


def open_fence(text: str) -> tuple[str, int]:
    """The mark of the code block that the text ends in, and where the line of that mark ends; "" if it ends in none."""
    fence, end = "", 0
    for found in FENCE.finditer(text):
        if not fence:
            fence, end = found[1], found.end()
        elif found[1].startswith(fence) and not found[2].strip():
            fence = ""
    return fence, end


def without_half_a_fence(text: str, fence: str, begun: int) -> str:
    """The text of an open code block, less the beginning of the mark that ends it."""
    start = text.rfind("\n") + 1
    last = text[start:].strip(" \t>")
    return text[:start] if start > begun and last and fence.startswith(last) else text


def decided(text: str) -> str:
    """The text without a last line that may become anything, and with what makes a table of the rows it ends in."""
    start = text.rfind("\n") + 1
    line, before = text[start:], _line_before(text, start)
    if before.startswith("|"):
        is_second = not _line_before(text, start - 1 - len(before)).startswith("|")
        return text[:start] + _delimiters(before, line) if is_second and DELIMITERS.fullmatch(line) else text
    return text[:start] if line and UNDECIDED.fullmatch(line) and not FENCE.match(line) else text


def is_marks(line: str) -> bool:
    """Whether the line has no words of its own, so that nothing in it is open."""
    return bool(UNDECIDED.fullmatch(line) or FENCE.match(line))


def with_delimiters(text: str) -> str:
    """The text with the line of delimiters below a first row that is the end of it."""
    start = text.rstrip("\n").rfind("\n") + 1
    row = text[start:].strip()
    if not row.startswith("|") or _line_before(text, start).startswith("|"):
        return text
    row = row if row.endswith("|") and len(row) > 1 else f"{row} |"
    return f"{text[:start]}{row}\n{_delimiters(row, '')}"


def _line_before(text: str, start: int) -> str:
    return text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : max(start - 1, 0)]


def _delimiters(header: str, written: str) -> str:
    """A whole line of delimiters for this header; those that are written already stay as they are."""
    count = max(len(PIPE.findall(header.strip())) - (1 if header.strip().endswith("|") else 0), 1)
    cells = written.strip().strip("|").split("|")[:count]
    cells += [""] * (count - len(cells))
    return "|" + "".join(f"{cell if DELIMITER.fullmatch(cell) else '---'}|" for cell in cells)
