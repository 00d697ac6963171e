"""Whether a control holds what was written, though the page spells it otherwise: case, masks, currencies, days."""

import re
from types import MappingProxyType
from unicodedata import normalize

# What a mask puts between, and what people put between when they write such a thing themselves.
BETWEEN = " ()-/.:,'\u00a0\u202f"
# A sign and a currency may come before; a percent sign would be another value.
BEFORE, AFTER = r"[^\d.,+-]*([+-]?)[^\d.,+-]*", r"[^\d.,%+-]*"
POINTED = re.compile(rf"{BEFORE}(\d{{1,3}}(?:[,'\u00a0\u202f ]\d{{3}})+|\d+)(?:\.(\d+))?{AFTER}")
# A single comma before three digits may be either, and is taken for a group.
WITH_COMMA = re.compile(rf"{BEFORE}(\d{{1,3}}(?:[.'\u00a0\u202f ]\d{{3}})+|\d+),(\d{{1,2}}|\d{{4,}}){AFTER}")
BESIDE_A_NUMBER = re.compile(r"[^\s\d.,'+-]+")
CURRENCIES = MappingProxyType({"€": "eur", "$": "usd", "£": "gbp", "¥": "jpy", "₹": "inr", "₩": "krw", "₺": "try"})
TIME = re.compile(r"(\d{1,2}):(\d{2})(?::00)?(?:\s*([ap])\.?\s?m\.?)?", re.IGNORECASE)
NOON = 12


def reads_as(held: str, wanted: str) -> bool:
    """Whether both say the same, as a person reads them: in capitals too, and with other spaces.

    `1234` and `$1,234.00` do, `5551234567` and `(555) 123-4567` do, `14:30` and `2:30 PM` do; `1234` and `12.34` do
    not, `-5` and `5` do not.
    """
    if _words(held) == _words(wanted):
        return True
    if not held or not wanted:
        return False
    if (meant := _numbers(wanted)) and (shown := _numbers(held)):
        return bool(meant & shown) and _is_said_beside(held, wanted)
    if (time := _time(wanted)) and (shown_time := _time(held)):
        return time == shown_time
    return _is_masked(held, wanted)


def _words(text: str) -> list[str]:
    """The lines of a text, in lower case and trimmed; of several, what each begins with may mean something."""
    lines = normalize("NFC", text).casefold().strip().split("\n")
    return [" ".join(line.split()) for line in lines] if len(lines) == 1 else [line.rstrip() for line in lines]


def _is_masked(held: str, wanted: str) -> bool:
    if not any(character.isdigit() for character in wanted) or not _is_plain(wanted):
        return False
    parts, meant = _parts(held), _parts(wanted)
    if not _is_plain(held.replace("+", "")) or held.count("+") < wanted.count("+"):
        return False
    # A mask that drops what stood between has made one thing of two.
    return parts == meant or (len(meant) == 1 and "".join(parts) == meant[0] and not _is_fraction(held))


def _is_plain(text: str) -> bool:
    return all(character.isalnum() or character in BETWEEN for character in text)


def _is_fraction(text: str) -> bool:
    return bool(re.fullmatch(r"\d+[.,]\d+", text))


def _parts(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _numbers(text: str) -> set[float]:
    """The quantity that a text is; none where it is none, two where it can be read in two ways."""
    found = (form.fullmatch(text) for form in (POINTED, WITH_COMMA))
    return {number for each in found if each and (number := _quantity(*each.groups())) is not None}


def _quantity(sign: str, whole: str, fraction: str | None) -> float | None:
    digits = re.sub(r"\D", "", whole)
    # What begins with a nought, such as a postal code, is no quantity.
    return None if len(digits) > 1 and digits.startswith("0") else float(f"{sign}{digits}.{fraction or 0}")


def _is_said_beside(held: str, wanted: str) -> bool:
    """Whether a quantity stands with the words it was written with: a field may add some, or drop a currency's sign."""
    shown, meant = ("".join(BESIDE_A_NUMBER.findall(text.casefold())) for text in (held, wanted))
    is_same = CURRENCIES.get(shown, shown) == CURRENCIES.get(meant, meant)
    return not meant or is_same or not (shown or meant.isalnum())


def _time(text: str) -> tuple[int, str] | None:
    """Hour and minutes of a time of the day, of twelve hours or of twenty-four."""
    found = TIME.fullmatch(text.strip())
    if not found:
        return None
    hour, minutes, half = int(found[1]), found[2], (found[3] or "").lower()
    return (hour % NOON + (NOON if half == "p" else 0) if half else hour), minutes
