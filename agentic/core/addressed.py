"""What a call is addressed with, looked at before anything is looked up: whoever sends it may have written anything."""

from typing import Any


def misaddressed(name: Any, target_id: Any, revision: Any, call_id: Any, run_id: Any) -> str:
    """Why these address no call, in a sentence; empty if they do."""
    if not isinstance(name, str):
        return f"a call names its tool by a text, not by {_kind(name)}; read the tools again"
    for what, value in (("the target", target_id), ("the id", call_id), ("the id of the run", run_id)):
        if value is not None and not isinstance(value, str):
            return f"{what} of a call to {name} is a text, not {_kind(value)}; make the call again with one, or without"
    if revision is not None and type(revision) is not int:
        return f"the revision of a call to {name} is a whole number, not {_kind(revision)}; read the tools again"
    return ""


def _kind(value: Any) -> str:
    return "nothing" if value is None else f"a value of type {type(value).__name__}"
