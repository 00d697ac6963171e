"""Days as pages write them: for machines (2026-01-31), in words of a language, or in numbers of either order."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date

import js

from agentic.browser.dom import Node
from agentic.browser.ffi import to_browser

ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
NUMBERS = re.compile(r"\b(\d{1,2})[./-]\s?(\d{1,2})[./-]\s?(\d{4})\b")
YEAR = re.compile(r"\b\d{4}\b")
DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|\.|º)?\b")

Months = Mapping[str, int]


def month_names(document: Node) -> Months:
    """The months' names, long and short, in the language of the page, of the browser, and in English."""
    names = {}
    for language in ("en", js.navigator.language, document.documentElement.lang or "en"):
        for style in ("long", "short"):
            with suppress(Exception):  # A page's `lang` need not be the name of a language.
                spell = js.Intl.DateTimeFormat.new(language, to_browser({"month": style, "timeZone": "UTC"})).format
                names |= {spell(js.Date.UTC(2026, month, 15)).lower().rstrip("."): month + 1 for month in range(12)}
    return names


def days_in(text: str, months: Months) -> list[date]:
    """The days that a text may speak of; two where it is numbers that can be read in two orders."""
    return list(_read(text, months))


def _read(text: str, months: Months) -> Iterator[date]:
    for found in ISO.findall(text):
        with suppress(ValueError):
            yield date.fromisoformat(found)
    for first, second, year in NUMBERS.findall(text):
        for day, month in ((first, second), (second, first)):
            with suppress(ValueError):
                yield date(int(year), int(month), int(day))
    words = [months[word] for word in re.findall(r"[^\W\d_]+", text.lower()) if word in months]
    years, days = YEAR.findall(text), DAY.findall(text)
    if words and years and len(days) == 1:
        with suppress(ValueError):
            yield date(int(years[0]), words[0], int(days[0]))
