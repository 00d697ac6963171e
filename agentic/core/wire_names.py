"""Catalog names to the names providers accept, and back."""

import hashlib
import re
from collections.abc import Iterable

from agentic.errors import WireNameError

LONGEST = 64
_HASH_LENGTH = 8
_REFUSED = re.compile(r"[^a-zA-Z0-9_-]")


def to_wire_name(name: str) -> str:
    """A name that every provider accepts: letters, digits, `_` and `-`, a letter first, at most 64 characters.

    `form.save` becomes `form_save`. Where too much would be lost (letters of other scripts, the end of a long name),
    a hash of the whole name keeps different names different.
    """
    wire_name = _REFUSED.sub("_", name)
    if not wire_name[:1].isalpha():
        wire_name = f"t_{wire_name}"
    if name.isascii() and len(wire_name) <= LONGEST:
        return wire_name
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return f"{wire_name[: LONGEST - _HASH_LENGTH - 1]}_{mark}"


class WireNames:
    """Both ways between catalog names and wire names. A collision raises, naming both."""

    def __init__(self, names: Iterable[str]) -> None:
        self._real: dict[str, str] = {}
        for name in names:
            taken = self._real.setdefault(to_wire_name(name), name)
            if taken != name:
                raise WireNameError(f"{name!r} and {taken!r} are both {to_wire_name(name)!r} to a model; rename one")

    def to_wire(self, name: str) -> str:
        return to_wire_name(name)

    def to_real(self, wire_name: str) -> str:
        """The catalog's name. A name that is none stays as it is, so that the refusal can quote it."""
        return self._real.get(wire_name, wire_name)
