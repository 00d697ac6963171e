"""The DOM driver under its public name: `from agentic.driver import fill_field`."""

from agentic.browser import driver
from agentic.browser.driver import *  # noqa: F403  # all of it, and nothing else, is what `__all__` there says

__all__ = driver.__all__
