"""ProviderAgent: a provider as an agent. The rounds, the calls and the history are the same whatever model answers."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from types import MappingProxyType
from uuid import uuid4

from agentic.agents.agent import Agent
from agentic.agents.history import Answered, history_of, instructions_in
from agentic.agents.narrator import Narrator
from agentic.agents.provider import Provider, Turn
from agentic.core.wire_names import WireNames
from agentic.errors import ProviderError
from agentic.protocol import events
from agentic.protocol.messages import ContextItem, RunInput, Tool

FILTERED = "The provider's filter withheld the rest of the answer."
CUT_SHORT = "The answer reached the model's length limit and is cut off here."
EMPTY = "The model gave an empty answer."
ENDS = MappingProxyType({"length": CUT_SHORT, "filtered": FILTERED})


class ProviderAgent:
    """Answers a run with one turn of a provider: the page runs the calls, and asks again with their results."""

    def __init__(
        self, provider: Provider, *, instructions: str = "", new_id: Callable[[], str] = lambda: str(uuid4())
    ) -> None:
        self.provider = provider
        self.instructions = instructions
        self._new_id = new_id

    async def run(self, input: RunInput) -> AsyncGenerator[events.Event, None]:
        """Ask the provider and tell what it says; what it cannot do is the run's error, in its words."""
        names = WireNames(tool.name for tool in input.tools)
        turn = self._turn(input, names)
        narrator = Narrator(self._new_id, names.to_real)
        yield events.RunStarted(input.thread_id, input.run_id)
        try:
            async with aclosing(self.provider.answer(turn)) as pieces:
                async for piece in pieces:
                    for event in narrator.tell(piece):
                        yield event
        except ProviderError as error:
            yield events.RunError(str(error), error.code, narrator.usage or None)
            return
        for event in narrator.finish():
            yield event
        yield _end(input, turn, narrator)

    def _turn(self, input: RunInput, names: WireNames) -> Turn:
        instructions = [self.instructions, *instructions_in(input.messages), *map(_told, input.context)]
        return Turn(
            history_of(input.messages, names.to_wire),
            tuple(_offered(tool, names) for tool in input.tools),
            "\n\n".join(filter(None, instructions)),
        )


def agent_of(answers: Agent | Provider) -> Agent:
    """An agent as it is, a provider as an agent."""
    return answers if hasattr(answers, "run") else ProviderAgent(answers)


def _end(input: RunInput, turn: Turn, narrator: Narrator) -> events.Event:
    usage = narrator.usage or None
    if narrator.reason in ENDS and not narrator.has_called:
        return events.RunError(ENDS[narrator.reason], narrator.reason, usage)
    # After the results of its calls a model may well have nothing more to say.
    if narrator.is_silent and not (turn.history and isinstance(turn.history[-1], Answered)):
        return events.RunError(EMPTY, "empty", usage)
    return events.RunFinished(input.thread_id, input.run_id, usage=usage)


def _told(item: ContextItem) -> str:
    return f"{item.description}:\n{item.value}" if item.description else item.value


def _offered(tool: Tool, names: WireNames) -> Tool:
    """A tool under the name and with the schema that a provider takes; the `x-` members are for AG-UI servers."""
    schema = tool.parameters if isinstance(tool.parameters, dict) else {}
    kept = {word: value for word, value in schema.items() if not word.startswith("x-")}
    return replace(tool, name=names.to_wire(tool.name), parameters={"type": "object", "properties": {}, **kept})
