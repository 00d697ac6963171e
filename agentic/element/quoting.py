"""A quotation as it is put into the composer."""

LONGEST_QUOTE = 500


def as_quote(text: str) -> str:
    """The text as a Markdown quotation with a blank line after it; "" where there is nothing to quote."""
    text = text.strip()
    if len(text) > LONGEST_QUOTE:
        text = f"{text[: LONGEST_QUOTE - 1].rstrip()}…"
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines()) + "\n\n" if text else ""


def with_quote(written: str, quotation: str) -> str:
    """What is written, and the quotation below it, each with a blank line between."""
    written = written.rstrip()
    return f"{written}\n\n{quotation}" if written else quotation
