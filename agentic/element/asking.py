"""What an agent asks the person in the middle of a run: by a card, or by the page's own renderer."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any

from agentic.agents.questions import ASK_USER, Asked, Question, QuestionQueue
from agentic.core.camel import camel
from agentic.core.cancel import Cancellation
from agentic.core.capability import Capability, Risk
from agentic.core.registration import Registration
from agentic.core.registry import Registry
from agentic.core.signal import Signal

Renderer = Callable[[Mapping[str, Any], Mapping[str, Any]], Awaitable[Any]]
STOPPED = "the question was closed"
SCHEMA: Mapping[str, Any] = MappingProxyType(
    {
        "type": "object",
        "properties": {
            "question": {"type": "string", "description": "What the user is asked, in their language."},
            "options": {"type": "array", "items": {"type": "string"}, "description": "Answers to choose one from."},
            "allow_custom": {"type": "boolean", "description": "Whether the user may write another answer."},
        },
        "required": ["question"],
    }
)


class Asking:
    """Shows the open questions of a chat: `carded` are those that a card asks; `asked` tells of each, once."""

    def __init__(
        self,
        questions: QuestionQueue,
        registry: Registry,
        make_signal: Callable[[Cancellation], Any],
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
        warn: Callable[[str], object],
    ) -> None:
        self.renderer: Renderer | None = None
        self.asked: Signal[Question | None] = Signal(None)
        self._questions = questions
        self._registry = registry
        self._make_signal = make_signal
        self._spawn = spawn
        self._warn = warn
        self._rendered: dict[Question, Cancellation] = {}
        self._known: tuple[Question, ...] = ()
        self._tool: Registration | None = None
        self._numbers = count(1)
        questions.changed.subscribe(self._changed)

    @property
    def carded(self) -> tuple[Question, ...]:
        return tuple(each for each in self._questions.pending if each not in self._rendered)

    @property
    def is_offered(self) -> bool:
        """Whether a server's agent may ask, by the tool `ask_user`; one in the page may always."""
        return self._tool is not None

    @is_offered.setter
    def is_offered(self, is_offered: bool) -> None:
        if is_offered and not self._tool:
            self._tool = self._registry.register(
                Capability(ASK_USER, "Ask the user a question and wait for the answer.", SCHEMA, Risk.READ, self._ask),
                owner="chat.askUser",
            )
        elif not is_offered and self._tool:
            self._tool.dispose()
            self._tool = None

    async def _ask(self, given: Mapping[str, Any]) -> str:
        options = tuple(given.get("options", ()))
        asked = Asked(given["question"], options, given.get("allow_custom", False))
        return await self._questions.ask(asked, f"{ASK_USER} {next(self._numbers)}")

    def _changed(self, pending: tuple[Question, ...]) -> None:
        before, self._known = self._known, pending
        for gone in self._rendered.keys() - set(pending):
            self._rendered.pop(gone).cancel(STOPPED)
        for question in pending:
            if question not in before:
                if self.renderer:
                    self._rendered[question] = stop = Cancellation()
                    self._spawn(self._render(self.renderer, question, stop))
                self.asked.set(question)
        self.asked.set(None)

    async def _render(self, renderer: Renderer, question: Question, stop: Cancellation) -> None:
        """Have the page ask; if it fails, the card does."""
        asked = question.asked
        request = {"question": asked.text, "options": asked.options, camel("allow_custom"): _takes_text(asked)}
        try:
            answer = await renderer(request, {"signal": self._make_signal(stop)})
        except Exception as error:
            if not stop.cancelled:
                self._warn(f"askUserRenderer failed for {question.call_id}, so the card asks: {error}")
                self._rendered.pop(question, None)
                self.asked.set(question)
            return
        question.answer(answer if isinstance(answer, str) else "")


def _takes_text(asked: Asked) -> bool:
    return asked.allows_other or not asked.options
