"""`agentic`: let a language model operate a web page safely, in Python.

from agentic import capability, registry

@registry.capability("todos.add", risk="mutating")
def add_todo(text: str) -> dict: ...
"""

from agentic import agents
from agentic.agents.activity import Activity, chart, suggestions
from agentic.agents.anthropic import AnthropicAgent
from agentic.agents.chat import Chat
from agentic.agents.openai import OpenAIAgent
from agentic.agents.prompt import PromptAgent
from agentic.agents.recorder import Recorder
from agentic.agents.recording import Recording
from agentic.agents.remote import HttpAgent
from agentic.agents.replay import ReplayAgent
from agentic.agents.sse_agent import SSEAgent
from agentic.agents.tools import define_tool
from agentic.core.arguments import parse_arguments
from agentic.core.cancel import Cancellation
from agentic.core.capability import Call, Capability, Outcome, Refusal, Risk, Target
from agentic.core.confirmation import Answer, ConfirmationQueue, Pending, Proposal
from agentic.core.declare import capability
from agentic.core.registration import Registration
from agentic.core.registry import Registry
from agentic.core.request_tools import RequestTool, build_request_tools
from agentic.core.secrets import Secret
from agentic.core.wire_names import WireNames, to_wire_name
from agentic.errors import AgenticError, RemoteError, UsageError

__all__ = [
    "Activity",
    "AgenticError",
    "Answer",
    "AnthropicAgent",
    "Call",
    "Cancellation",
    "Capability",
    "Chat",
    "ConfirmationQueue",
    "HttpAgent",
    "OpenAIAgent",
    "Outcome",
    "Pending",
    "PromptAgent",
    "Proposal",
    "Recorder",
    "Recording",
    "Refusal",
    "Registration",
    "Registry",
    "RemoteError",
    "ReplayAgent",
    "RequestTool",
    "Risk",
    "SSEAgent",
    "Secret",
    "Target",
    "UsageError",
    "WireNames",
    "agent",
    "build_request_tools",
    "capability",
    "chart",
    "define_tool",
    "parse_arguments",
    "registry",
    "suggestions",
    "to_wire_name",
]

# The page's catalogs of capabilities and of agents, which is all the state that modules hold: a page is one place, and
# every script on it means the same ones.
registry = Registry()
agent = agents.catalog.agent
