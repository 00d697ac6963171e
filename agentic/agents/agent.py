"""Agent: `run(input)` gives an async generator of events, whatever answers behind it."""

from collections.abc import AsyncGenerator
from typing import Protocol, runtime_checkable

from agentic.agents.page import Page
from agentic.core.clock import Clock
from agentic.protocol.events import Event
from agentic.protocol.messages import RunInput


class Agent(Protocol):
    """Anything that answers a run.

    Closing the generator is the one way to stop a run: whatever it holds open (a request, a function) ends with it.
    Events may include chunks; they are unfolded, verified and applied by the client, the same for every agent.
    """

    def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        """Answer one run."""
        ...


@runtime_checkable
class PageAgent(Agent, Protocol):
    """An agent that uses the page while it answers; every chat binds it to its own."""

    def bind(self, page: Page, clock: Clock) -> Agent:
        """The same agent on another page or chat."""
        ...
