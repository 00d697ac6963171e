"""Words to the page's author, on the browser's console."""

import logging

import js


def warn(sentence: str) -> None:
    js.console.warn(f"agentic: {sentence}")


def error(sentence: str) -> None:
    js.console.error(f"agentic: {sentence}")


def show_log(name: str) -> None:
    """Send what the logger of this name hears to the console."""
    log = logging.getLogger(name)
    log.addHandler(ConsoleHandler())
    # Not to standard error as well: PyScript would put it on the page, for everyone to see.
    log.propagate = False


class ConsoleHandler(logging.Handler):
    """A record as one warning; it is the page's author who is told, never the person who uses the page."""

    def emit(self, record: logging.LogRecord) -> None:
        js.console.warn(self.format(record))
