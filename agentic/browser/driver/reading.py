"""Whether a control holds what was written, though the page spells it otherwise: masks, separators, currencies."""

import re

# What a mask puts between, and what people put between when they write such a thing themselves.
BETWEEN = " ()-/.:,'\u00a0\u202f"
# A sign and a currency may come before; a percent sign would be another value.
GROUPED = re.compile(r"[^\d.,+-]*([+-]?)[^\d.,+-]*(\d{1,3}(?:[,'\u00a0\u202f ]\d{3})+|\d+)(?:\.(\d+))?[^\d.,%+-]*")


def reads_as(held: str, wanted: str) -> bool:
    """Whether both say the same, as a person reads them; what pages trim off its ends is no difference.

    `1234` and `$1,234.00` do, `5551234567` and `(555) 123-4567` do; `1234` and `12.34` do not, `-5` and `5` do not.
    """
    if held in (wanted, wanted.strip()):
        return True
    if not held or not wanted:
        return False
    if (number := _number(wanted)) is not None and (shown := _number(held)) is not None:
        return number == shown
    return _is_masked(held, wanted)


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
    return re.findall(r"[^\W_]+", text)


def _number(text: str) -> float | None:
    found = GROUPED.fullmatch(text)
    if not found:
        return None
    sign, whole, fraction = found.groups()
    digits = re.sub(r"\D", "", whole)
    # What begins with a nought, such as a postal code, is no quantity.
    return None if len(digits) > 1 and digits.startswith("0") else float(f"{sign}{digits}.{fraction or 0}")
