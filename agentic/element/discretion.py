"""What of a call may be kept in the browser: everything but its secrets."""

from agentic.core.arguments import parse_arguments
from agentic.core.registry import Registry
from agentic.core.secrets import MASK, hidden_in, scrubber
from agentic.core.showing import shown_of
from agentic.protocol.messages import ToolCall
from agentic.protocol.stored import Hidden, Hide


def discreet(registry: Registry) -> Hide:
    """Hides in each call what its capability calls secret."""

    def hide(call: ToolCall) -> Hidden:
        shown = shown_of(registry, call.name, call.arguments)
        if shown == call.arguments:
            return Hidden(shown)
        if shown == MASK:  # where in it the secret is nobody knows
            return Hidden("{}")
        return Hidden(shown, scrubber(*hidden_in(parse_arguments(call.arguments), parse_arguments(shown))))

    return hide
