"""JSON Patch, applied whole or not at all."""

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from jsonpatch import JsonPatch, JsonPatchException, JsonPointer, JsonPointerException


class PatchFailed(Exception):
    """The patch does not fit the document; the document is as it was."""


def patched(document: Any, operations: Iterable[Mapping[str, Any]]) -> Any:
    """The document as patched; the one given stays as it is. What no operation touches is in both."""
    for operation in operations:
        for pointer in filter(None, (operation["path"], operation.get("from"))):
            document = _with_own(document, pointer)
        try:
            document = JsonPatch([_emptying(operation)]).apply(document, in_place=True)
        except (JsonPatchException, JsonPointerException, TypeError, ValueError, LookupError, RecursionError) as error:
            raise PatchFailed(f"{operation['op']} {operation['path']}: {error}") from error
    return document


def _with_own(document: Any, pointer: str) -> Any:
    """The document with copies of whatever the pointer leads through: an operation changes nothing else.

    To copy all of it for each point of a chart would cost the more the longer the chart is.
    """
    if not isinstance(document, (dict, list)):
        return document
    whole = inner = copy(document)
    for name in JsonPointer(pointer).parts[:-1]:
        key = int(name) if isinstance(inner, list) and name.isdecimal() else name
        try:
            held = inner[key]
        except (LookupError, TypeError):
            break  # the operation will say so
        if not isinstance(held, (dict, list)):
            break
        inner[key] = inner = copy(held)
    return whole


def _emptying(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    # The protocol lets the whole document be removed, which leaves null; jsonpatch refuses that.
    if operation["op"] == "remove" and operation["path"] == "":
        return {"op": "replace", "path": "", "value": None}
    return operation
