"""How much may move: what the person asked their system for."""

import js


def prefers_reduced_motion() -> bool:
    """Whether this person asked for no animation. Asked each time: the setting may change while the page is open."""
    return bool(js.matchMedia("(prefers-reduced-motion: reduce)").matches)
