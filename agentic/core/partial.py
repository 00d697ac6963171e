"""JSON that is still on its way, for display only: nothing that comes from here is ever executed."""

from typing import Any

import partial_json_parser
from partial_json_parser import Allow

from agentic.core.arguments import parse_arguments
from agentic.core.capability import Refusal


def partial_object(text: str) -> dict[str, Any]:
    """The object so far; what cannot be read yet, or at all, is left out."""
    whole = parse_arguments(text)
    if not isinstance(whole, Refusal):
        return whole
    try:
        value = partial_json_parser.loads(text, Allow.ALL)
    except Exception:  # whatever a parser of half a text trips over, there is nothing to show yet
        return {}
    return value if isinstance(value, dict) else {}
