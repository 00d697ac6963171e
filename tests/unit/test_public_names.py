"""The names users import are pinned: a change here is a change of the interface."""

import agentic
from agentic import errors

PUBLIC = [
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


def test_the_public_names_are_these() -> None:
    assert agentic.__all__ == PUBLIC
    assert all(hasattr(agentic, name) for name in PUBLIC)


def test_every_error_stands_in_the_tree_of_the_docstring() -> None:
    raised = [name for name, value in vars(errors).items() if isinstance(value, type)]
    assert all(f" {name}" in (errors.__doc__ or "") for name in raised)
    assert all(issubclass(getattr(errors, name), errors.AgenticError) for name in raised)
