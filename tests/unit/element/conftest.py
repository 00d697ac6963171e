"""A chat without a page: what the element's own logic is tested on."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from agentic.agents.function import AgentCatalog
from agentic.core.claims import Claims
from agentic.core.clock import SystemClock
from agentic.core.registry import Registry
from agentic.element.ag_ui_chat import AgUiChat
from agentic.protocol.messages import Message
from tests.unit.agents.conftest import Server
from tests.unit.element.hosts import FakeHost, FakeTexts


class QuickClock(SystemClock):
    """The machine's time, but nobody sleeps."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)


class Page:
    """One page, and one chat on it that its agent `guide` answers."""

    def __init__(
        self, is_settled: bool = True, storage: FakeTexts | None = None, namespaces: Claims | None = None
    ) -> None:
        self.registry = Registry()
        self.agents = AgentCatalog()
        self.host = FakeHost(agent="guide")
        self.storage = storage if storage is not None else FakeTexts()
        self.namespaces = namespaces or Claims()
        self.tasks: list[asyncio.Task[Any]] = []
        self.settled = asyncio.Event()
        if is_settled:
            self.settled.set()
        surroundings = SimpleNamespace(
            registry=self.registry,
            agents=self.agents,
            transport=Server(),
            foreign_origin=lambda address: None,
            adopt_agent=lambda factory, options: factory(options),
            adopt_store=lambda store: store,
            clock=QuickClock(),
            storage=self.storage,
            namespaces=self.namespaces,
            settled=self.settled,
            go=lambda path: None,
            charts=SimpleNamespace(draw=lambda _: None),
            abort_signal=lambda stop: stop,
        )
        self.server: Server = surroundings.transport
        self.chat = AgUiChat(self.host, surroundings, lambda work: self.tasks.append(asyncio.ensure_future(work)))
        self.session = self.chat.session

    async def submit(self, text: str) -> None:
        """Send, and let the run begin: in the page its first step is taken in the same turn, here in the next."""
        self.session.submit(text)
        await asyncio.sleep(0)

    async def settle(self) -> None:
        """Wait until everything that was started has ended, what it started in turn too."""
        while open_tasks := [task for task in self.tasks if not task.done()]:
            await asyncio.wait(open_tasks, timeout=5)

    @property
    def said(self) -> list[str]:
        return [message.text for message in self.session.chat.conversation.get().messages]

    @property
    def messages(self) -> tuple[Message, ...]:
        return self.session.chat.conversation.get().messages

    async def until(self, condition: Callable[[], Any]) -> None:
        for _ in range(1000):
            if condition():
                return
            await asyncio.sleep(0)
        raise AssertionError("it never came to be")


Script = Callable[[Page], Awaitable[None]]


@pytest.fixture
def play() -> Callable[[Script], None]:
    """Run an async function with a fresh page, to its end."""

    async def played(script: Script) -> None:
        page = Page()
        await script(page)
        await page.settle()

    return lambda script: asyncio.run(played(script))
