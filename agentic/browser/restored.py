"""What Python learns when it starts, and must learn again after its memory was restored: chance and the time zone."""

import random
import time

DAY = 86_400


def restored() -> None:
    """Called once, before anything of the page runs."""
    random.seed()
    _set_time_zone()


def _set_time_zone() -> None:
    """The names of `time` that CPython sets at its start; `localtime` itself asks the browser each time."""
    year = time.gmtime().tm_year
    # As CPython does: the offset of winter and of summer, whichever half of the year they are in here.
    january, july = (_offset((year - 1970) * 365.2425 * DAY + days * DAY) for days in (0, 182))
    standard, summer = min(january, july), max(january, july)
    time.timezone, time.altzone = -standard, -summer
    time.daylight = int(standard != summer)
    time.tzname = (_name(standard), _name(summer))


def _offset(when: float) -> int:
    return time.localtime(when).tm_gmtoff


def _name(offset: int) -> str:
    hours, minutes = divmod(abs(offset) // 60, 60)
    return f"UTC{'-' if offset < 0 else '+'}{hours:02}{minutes:02}"
