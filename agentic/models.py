"""Models as agents, and for those who write their own, the pieces that an answer is made of."""

from agentic.agents.anthropic import AnthropicAgent
from agentic.agents.history import Answered, Said
from agentic.agents.local import ProviderAgent
from agentic.agents.openai import OpenAIAgent
from agentic.agents.prompt import PromptAgent
from agentic.agents.provider import CallPiece, Finish, Provider, ResultPiece, TextPiece, ThoughtPiece, Turn
from agentic.agents.sse_agent import SSEAgent

__all__ = [
    "Answered",
    "AnthropicAgent",
    "CallPiece",
    "Finish",
    "OpenAIAgent",
    "PromptAgent",
    "Provider",
    "ProviderAgent",
    "ResultPiece",
    "SSEAgent",
    "Said",
    "TextPiece",
    "ThoughtPiece",
    "Turn",
]
