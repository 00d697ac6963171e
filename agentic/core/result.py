"""A handler's result as the text a model reads."""

import dataclasses
import json
from collections.abc import Mapping, Set
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID

NOT_REPRESENTABLE = "done, but not representable"
_SCALARS = (str, int, float, bool, type(None))


def represent(value: Any) -> str:
    """JSON, except that a string stays as it is and None reads "done". A member that is no number is null.

    The call ran, so a value that JSON cannot hold never turns into a failure: a model that reads "failed" tries again.
    """
    if value is None:
        return "done"
    try:
        text = value if type(value) is str else _written(value)
    except Exception:  # also whatever a mapping of the handler's own raises while it is read
        return NOT_REPRESENTABLE
    # Half of a surrogate pair, as JavaScript strings may hold it, cannot be sent as UTF-8.
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _written(value: Any) -> str:
    try:
        return _dumped(value)
    except TypeError:
        return _dumped(_with_json_keys(value))


def _dumped(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=plain)
    except ValueError:
        if isinstance(value, float):
            raise  # nothing would be left of it
    # NaN or an infinity in it, which JSON does not know: null, as JavaScript writes them, and the rest is kept.
    known = json.loads(json.dumps(value, default=plain), parse_constant=lambda _: None)
    return json.dumps(known, ensure_ascii=False)


def _with_json_keys(value: Any) -> Any:
    """A copy whose keys are such as JSON writes as text: of an enum member its value, of a date or a UUID its text."""
    if isinstance(value, _SCALARS):
        return value
    if isinstance(value, Mapping):
        pairs = [(_as_key(key), _with_json_keys(each)) for key, each in value.items()]
        if len(dict(pairs)) < len(pairs):
            raise TypeError("two keys are the same in JSON")
        return dict(pairs)
    if isinstance(value, (list, tuple, Set)):
        return list(map(_with_json_keys, value))
    return _with_json_keys(plain(value))


def _as_key(key: Any) -> Any:
    written = key if isinstance(key, _SCALARS) else plain(key)
    if not isinstance(written, _SCALARS):
        raise TypeError(f"{type(key).__name__} is no key in JSON")
    return written


def plain(value: Any) -> Any:
    """One step from a Python value towards JSON; TypeError where there is none."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set):
        return list(value)
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (UUID, Decimal)):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON")
