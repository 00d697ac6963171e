"""Words to the page's author, on the browser's console."""

import js


def warn(sentence: str) -> None:
    js.console.warn(f"agentic: {sentence}")


def error(sentence: str) -> None:
    js.console.error(f"agentic: {sentence}")
