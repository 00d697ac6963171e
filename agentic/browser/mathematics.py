"""Mathematics in Markdown is text: its marks stand for themselves, whatever they would mean in a sentence."""

import html
import re
from types import MappingProxyType

MARKS = "\\`*_~[]()<>&|!#:+-=."
# Characters that no text has, one for each mark: what is protected is as long as it was.
_STANDINS = MappingProxyType({ord(mark): chr(0xFDD0 + index) for index, mark in enumerate(MARKS)})
_MARKUP = MappingProxyType({ord(standin): html.escape(chr(mark)) for mark, standin in _STANDINS.items()})
_HIDDEN = re.compile(f"[{''.join(map(chr, _MARKUP))}]")

_FORMULA = re.compile(
    r"(?P<code>^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\2|\Z)|(?P<ticks>`+)[^`]+?(?P=ticks))"
    r"|\$\$.+?\$\$|\\\[.+?\\\]|\\\(.+?\\\)|(?<![\w$\\])\$(?=[^\s$])[^$\n]*?(?<=[^\s\\])\$(?!\w)",
    re.DOTALL | re.MULTILINE,
)


def protected(text: str) -> str:
    """The text with the marks in its formulas replaced by characters that mean nothing to Markdown."""
    if "$" not in text and "\\" not in text:
        return text
    return _FORMULA.sub(lambda match: match[0] if match["code"] else match[0].translate(_STANDINS), text)


def restored(markup: str) -> str:
    """Markup with the marks of formulas in it again, as the text that they are."""
    return markup.translate(_MARKUP) if _HIDDEN.search(markup) else markup
