"""The headless chat under its public names: `from agentic.chat import Chat, define_tool`."""

from agentic.agents.chat import Chat
from agentic.agents.live import LiveConversation, RunReport
from agentic.agents.parts import ActivityPart, ChatMessage, FilePart, ReasoningPart, TextPart, ToolCallPart
from agentic.agents.tools import ChatTool, ToolRequest, define_tool

__all__ = [
    "ActivityPart",
    "Chat",
    "ChatMessage",
    "ChatTool",
    "FilePart",
    "LiveConversation",
    "ReasoningPart",
    "RunReport",
    "TextPart",
    "ToolCallPart",
    "ToolRequest",
    "define_tool",
]
