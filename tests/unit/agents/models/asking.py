"""Ask an agent directly, without a chat."""

from typing import Any

from agentic.agents.agent import Agent
from agentic.protocol.events import Event
from agentic.protocol.messages import Message, Part, RunInput


def user(content: str | tuple[Part, ...], id: str = "u") -> Message:
    return Message(id, "user", content)


async def ask(agent: Agent, *messages: Message, **members: Any) -> list[Event]:
    """The events of one run."""
    return [event async for event in agent.run(RunInput("t", "r", messages, **members))]
