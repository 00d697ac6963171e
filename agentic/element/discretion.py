"""What of a call may be kept in the browser: everything but its secrets."""

import json

from agentic.core.arguments import parse_arguments
from agentic.core.registry import Registry
from agentic.core.secrets import Scrub, scrubber
from agentic.element.labels import entry_of, executes_another, masked_arguments, may_hide
from agentic.protocol.messages import ToolCall
from agentic.protocol.stored import Hidden, Hide


def discreet(registry: Registry) -> Hide:
    """Hides in each call what its capability calls secret."""

    def hide(call: ToolCall) -> Hidden:
        entry = entry_of(call, registry)
        if not may_hide(call, entry, registry):
            return Hidden(call.arguments)
        masked = masked_arguments(call, entry)
        if masked is None:  # where in it the secret is nobody knows
            return Hidden("{}")
        return Hidden(json.dumps(masked, ensure_ascii=False), _scrub_of(call, registry))

    return hide


def _scrub_of(call: ToolCall, registry: Registry) -> Scrub | None:
    entry, arguments = entry_of(call, registry), parse_arguments(call.arguments)
    if entry is None or not isinstance(arguments, dict):
        return None
    return scrubber(arguments.get("input") if executes_another(call) else arguments, entry.input_schema)
