"""Page: what an agent in the page can do with it, each thing shown, confirmed and stopped like a model's call."""

from collections.abc import Awaitable, Mapping
from typing import Any, Protocol

from agentic.agents.questions import ASK_USER, Asked, QuestionQueue
from agentic.agents.tools import UNANSWERED
from agentic.core.cancel import CallCancelled, Cancellation, race
from agentic.core.capability import Outcome
from agentic.core.registry import Registry
from agentic.core.showing import shown_of
from agentic.core.turn import Turn
from agentic.core.wire_names import to_wire_name
from agentic.protocol.client import Interaction


class Page(Protocol):
    """What a chat lends to an agent that runs in the page."""

    async def call(self, name: str, arguments: Mapping[str, Any], call_id: str) -> Outcome:
        """Run a capability through the pipeline."""
        ...

    async def ask(self, asked: Asked, call_id: str) -> Outcome:
        """Ask the person; the value is the answer, "" if there is none."""
        ...

    def shown(self, name: str, text: str) -> str:
        """The arguments of a model's call as anybody may see them."""
        ...


class NoPage:
    """Where no chat lends one."""

    async def call(self, name: str, arguments: Mapping[str, Any], call_id: str) -> Outcome:
        return Outcome("unavailable", hint=f"{name} cannot be run here: no page is connected", call_id=call_id)

    async def ask(self, asked: Asked, call_id: str) -> Outcome:
        return Outcome("unavailable", hint="nobody can be asked here: no page is connected", call_id=call_id)

    def shown(self, name: str, text: str) -> str:
        return text


class ChatPage:
    """The page of one interaction of a chat; its calls are those of the run `run_id`."""

    def __init__(
        self,
        interaction: Interaction,
        registry: Registry,
        questions: QuestionQueue,
        stop: Cancellation,
        run_id: str,
        turn: Turn,
    ) -> None:
        self._interaction = interaction
        self._registry = registry
        self._questions = questions
        self._stop = stop
        self._run_id = run_id
        self._turn = turn

    async def call(self, name: str, arguments: Mapping[str, Any], call_id: str) -> Outcome:
        def start() -> Awaitable[Outcome]:
            return self._registry.execute(
                name, arguments, call_id=call_id, run_id=self._run_id, signal=self._stop, turn=self._turn
            )

        outcome = await self._interaction.perform(call_id, to_wire_name(name), start)
        if outcome.value is UNANSWERED:
            return Outcome("unavailable", hint=f"{name} has no result yet, and only a model's calls can wait for one")
        return outcome

    async def ask(self, asked: Asked, call_id: str) -> Outcome:
        async def start() -> Outcome:
            try:
                return Outcome("ok", await race(self._questions.ask(asked, call_id), self._stop), call_id=call_id)
            except CallCancelled:
                return Outcome("cancelled", hint="the question was closed before it was answered", call_id=call_id)

        return await self._interaction.perform(call_id, ASK_USER, start)

    def shown(self, name: str, text: str) -> str:
        return shown_of(self._registry, name, text)
