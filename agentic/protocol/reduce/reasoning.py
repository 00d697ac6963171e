"""What the agent thinks aloud: messages of their own role, and values only their server can read."""

from dataclasses import replace

from agentic.protocol.draft import Draft
from agentic.protocol.events import ReasoningEncryptedValue, ReasoningMessageStart
from agentic.protocol.reduce.text import open_message


def start(draft: Draft, event: ReasoningMessageStart) -> None:
    open_message(draft, event, role="reasoning")


def encrypted_value(draft: Draft, event: ReasoningEncryptedValue) -> None:
    """Keep the value where it belongs; it is never read here, only given back. For what is not here it is nothing."""
    if event.subtype == "tool-call":
        if call := draft.call(event.entity_id):
            draft.put_call(replace(call, encrypted_value=event.encrypted_value))
    elif (message := draft.find(event.entity_id)) and message.role != "activity":
        draft.put(replace(message, encrypted_value=event.encrypted_value))
