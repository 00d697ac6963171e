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
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=plain)
    except ValueError:
        if isinstance(value, float):
            raise  # nothing would be left of it
    # NaN or an infinity in it, which JSON does not know: null, as JavaScript writes them, and the rest is kept.
    known = json.loads(json.dumps(value, default=plain), parse_constant=lambda _: None)
    return json.dumps(known, ensure_ascii=False)


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
