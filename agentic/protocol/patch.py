"""JSON Patch, applied whole or not at all."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from jsonpatch import JsonPatch, JsonPatchException, JsonPointerException


class PatchFailed(Exception):
    """The patch does not fit the document; the document is as it was."""


def patched(document: Any, operations: Iterable[Mapping[str, Any]]) -> Any:
    """A patched copy of the document."""
    try:
        copy = deepcopy(document)
    except RecursionError:
        raise PatchFailed("the document is nested too deeply") from None
    for operation in operations:
        try:
            copy = JsonPatch([_emptying(operation)]).apply(copy, in_place=True)
        except (JsonPatchException, JsonPointerException, TypeError, ValueError, LookupError, RecursionError) as error:
            raise PatchFailed(f"{operation['op']} {operation['path']}: {error}") from error
    return copy


def _emptying(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    # The protocol lets the whole document be removed, which leaves null; jsonpatch refuses that.
    if operation["op"] == "remove" and operation["path"] == "":
        return {"op": "replace", "path": "", "value": None}
    return operation
