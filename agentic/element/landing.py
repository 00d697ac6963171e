"""Landing: a call that leads to another page is answered there, by the page it led to, and the run goes on from it."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any

from agentic.agents.chat import Chat
from agentic.core.capability import Capability
from agentic.core.clock import Clock
from agentic.core.fault import message_of
from agentic.core.pipeline import Attempt
from agentic.element.keeping import CALL, Keeping
from agentic.element.navigating import navigates
from agentic.protocol.conversation import Conversation

NavigationResult = Callable[[Mapping[str, Any]], Any | Awaitable[Any]]

LEAVING = 3.0
"""Seconds that a page which a call leads away from is given to go; one that is still here then was not left."""


class Landing:
    """Keeps a checkpoint before a tool that navigates is run, and finds it again on the page that it led to.

    `navigation_result`, the page's own, says what is found there; without it the result is that the page was reached.
    `stays(capability)`: the page has a router for it, so nothing is left.
    """

    def __init__(
        self,
        chat: Chat,
        keeping: Keeping,
        clock: Clock,
        address: Callable[[], str],
        stays: Callable[[Capability], bool],
    ) -> None:
        self.navigation_result: NavigationResult | None = None
        self._chat = chat
        self._keeping = keeping
        self._clock = clock
        self._address = address
        self._stays = stays
        self._leaving = ""
        chat.registry.starting.subscribe(self._starting)
        chat.recorded.subscribe(self._recorded)
        keeping.left.subscribe(lambda _: self._forget())
        chat.after_call = self._wait_until_gone

    async def result(self, checkpoint: Mapping[str, Any]) -> dict[str, Any]:
        """What the call of the checkpoint came to, as `add_tool_result` takes it."""
        try:
            given = self.navigation_result
            if given is None:
                return {"result": {"navigated": True, "url": self._address()}}
            found = given(checkpoint)
            return {"result": await found if isawaitable(found) else found}
        except Exception as error:
            return {"error": message_of(error)}

    def _starting(self, attempt: Attempt | None) -> None:
        """The very moment before a handler is called: nothing keeps it from leaving the page any more."""
        if attempt is None or not self._chat.find_call(attempt.call.call_id):
            return
        capability = attempt.found.capability
        if navigates(capability) and not self._stays(capability):
            self._leaving = attempt.call.call_id
            self._keeping.checkpoint = {CALL: self._leaving}

    async def _wait_until_gone(self, call_id: str) -> None:
        """What the handler said counts only if the page is still here: it may only have begun to leave."""
        if call_id == self._leaving:
            await self._clock.sleep(LEAVING)

    def _recorded(self, conversation: Conversation | None) -> None:
        """A call with a result leads nowhere any more; nor does one whose run ended while the page is still here."""
        if conversation is None or conversation.thread_id != self._keeping.thread_id:
            return
        if self._leaving in conversation.results or not conversation.is_running:
            self._forget()

    def _forget(self) -> None:
        if self._leaving:
            self._leaving = ""
            self._keeping.checkpoint = None
