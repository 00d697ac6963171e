"""A real AG-UI server: pydantic-ai's adapter over a model that does what the last user message says.

| the user says | the agent |
| --- | --- |
| `call NAME {...}`, a line each | calls these tools in parallel, then tells their answers |
| `break` | fails in the middle of a sentence |
| `talk` | talks without end; the server notes when the client goes away |
| anything else | repeats it in a sentence |

Two tools are the server's own: `book {day}` waits for an approval, `write {document}` changes the shared state.
"""

import asyncio
import json
import re
import socket
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Self

import uvicorn
from ag_ui.core import EventType, StateSnapshotEvent
from pydantic import BaseModel
from pydantic_ai import Agent, DeferredToolRequests, RunContext, Tool, ToolReturn
from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.ui import StateDeps
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

CALL = re.compile(r"^call (\S+) (\{.*\})$", re.MULTILINE)
# Slow enough to be stopped in the middle, fast enough that a disconnect shows at the next word.
WORD_SECONDS = 0.02

Delta = str | dict[int, DeltaToolCall]


@dataclass(slots=True)
class PydanticAgent:
    """The server, in a thread; `gone` is set when a client went away in the middle of a talk."""

    gone: threading.Event = field(default_factory=threading.Event)
    _server: uvicorn.Server | None = None
    _thread: threading.Thread | None = None
    _socket: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))

    def __enter__(self) -> Self:
        self._server = uvicorn.Server(uvicorn.Config(self._app(), log_level="error", timeout_graceful_shutdown=1))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._server.should_exit = True
        self._thread.join()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    @property
    def url(self) -> str:
        return f"{self.origin}/agent/"

    def _app(self) -> Starlette:
        agent = Agent(
            FunctionModel(stream_function=self._speak),
            output_type=[str, DeferredToolRequests],
            deps_type=StateDeps[Shared],
            tools=[Tool(book, requires_approval=True), write],
        )

        async def run(request: Request) -> Response:
            return await AGUIAdapter.dispatch_request(request, agent=agent, deps=StateDeps(Shared()))

        everyone = Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])
        return Starlette(routes=[Route("/agent/", run, methods=["POST"])], middleware=[everyone])

    async def _speak(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Delta]:
        said, results = last_turn(messages)
        if results:
            for result in results:
                yield retell(result)
        elif calls := CALL.findall(said):
            yield call_tools(calls, {tool.name for tool in info.function_tools})
        elif said == "break":
            yield "Let me "
            raise RuntimeError("the model broke in the middle")
        elif said == "talk":
            async for word in self._talk():
                yield word
        else:
            for word in f"You said: {said}".split(" "):
                yield word + " "

    async def _talk(self) -> AsyncIterator[str]:
        try:
            while True:
                yield "and so on "
                await asyncio.sleep(WORD_SECONDS)
        finally:
            self.gone.set()


class Shared(BaseModel):
    """The state that the agent and the page share."""

    document: str = ""


def book(day: str) -> str:
    """Book a day."""
    return f"booked {day}"


def write(context: RunContext[StateDeps[Shared]], document: str) -> ToolReturn:
    """Replace the shared document."""
    before = context.deps.state.document
    context.deps.state = Shared(document=document)
    snapshot = StateSnapshotEvent(type=EventType.STATE_SNAPSHOT, snapshot=context.deps.state.model_dump())
    return ToolReturn(f"it was {before!r}", metadata=[snapshot])


def last_turn(messages: list[ModelMessage]) -> tuple[str, list[ToolReturnPart]]:
    """The last thing the user said, and the tool results that came after it."""
    said, results = "", []
    for part in (part for message in messages if isinstance(message, ModelRequest) for part in message.parts):
        if isinstance(part, UserPromptPart):
            said, results = str(part.content), []
        elif isinstance(part, ToolReturnPart):
            results.append(part)
    return said, results


def call_tools(calls: list[tuple[str, str]], known: set[str]) -> Delta:
    missing = [name for name, _ in calls if name not in known]
    if missing:
        return f"The page offers no tool named {', '.join(missing)}."
    return {n: DeltaToolCall(name=name, json_args=arguments) for n, (name, arguments) in enumerate(calls)}


def retell(result: ToolReturnPart) -> str:
    content: Any = result.content
    told = content if isinstance(content, str) else json.dumps(content)
    if "declined" in told.lower():
        return f"You declined {result.tool_name}, so nothing changed. "
    return f"{result.tool_name} answered: {told}. "
