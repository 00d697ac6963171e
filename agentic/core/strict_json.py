"""JSON as it is defined: without NaN and Infinity, and without numbers that could be read but never be sent again."""

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn

Pairs = list[tuple[str, Any]]


def strict_decoder(pairs: Callable[[Pairs], Any] | None = None) -> json.JSONDecoder:
    """A decoder that raises ValueError for what is not JSON; `pairs` makes the objects, as in `json`."""
    return json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, object_pairs_hook=pairs)


def unique(pairs: Pairs) -> dict[str, Any]:
    """An object whose keys come once: of two values, a person might be shown one and the other be used."""
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} comes twice")
    return made


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")
