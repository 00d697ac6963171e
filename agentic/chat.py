"""The headless chat under its public name: `from agentic.chat import Chat`."""

from agentic.agents.chat import Chat, LiveConversation, RunReport

__all__ = ["Chat", "LiveConversation", "RunReport"]
