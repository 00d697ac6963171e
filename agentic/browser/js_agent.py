"""JsAgent: an agent written in JavaScript, with the interface of AG-UI's official client, as one of ours.

What is used of it: `runAgent(parameters, subscriber)`, `abortRun()`, `threadId`, `messages` and `state`.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from typing import Any
from uuid import uuid4

import js

from agentic.browser.ffi import JsException, JsObject, Scope, callback, eager_task, report, to_browser
from agentic.browser.keep import Held
from agentic.core.camel import camel
from agentic.errors import HttpError, UsageError
from agentic.protocol.events import Event
from agentic.protocol.frames import values
from agentic.protocol.messages import RunInput
from agentic.protocol.reader import Reader
from agentic.protocol.wire import write_input

PARAMETERS = ("tools", "context", "resume", *map(camel, ("run_id", "forwarded_props")))
HISTORY = ("messages", "state", camel("thread_id"))


class JsAgent:
    """Wraps the agent that a function of the page makes from `options`, at the first run.

    Its events are read like those of a server: nothing it sends is believed unchecked.
    """

    def __init__(self, factory: Held, options: Mapping[str, Any]) -> None:
        self._factory = factory
        self._options = options
        # What it makes may have the element in its scope, and lives as long as the function: see `keep`.
        self._agents: JsObject = js.WeakMap.new()

    async def run(self, input: RunInput) -> AsyncGenerator[Event, None]:
        """Have it answer; closing this generator aborts its run."""
        agent, body = self._made(), write_input(input)
        for name in HISTORY:
            setattr(agent, name, to_browser(body[name]))
        parameters = to_browser({name: body[name] for name in PARAMETERS if name in body})
        frames: asyncio.Queue[str | None] = asyncio.Queue()
        scope = Scope()

        def heard(told: JsObject) -> None:
            frames.put_nowait(_written(told))

        subscriber = to_browser({camel("on_event"): scope.lend(heard)})
        run = callback(getattr(agent, camel("run_agent")).bind(agent))
        running = eager_task(run(parameters, subscriber))
        running.add_done_callback(lambda _: frames.put_nowait(None))
        reader = Reader(lambda: str(uuid4()))
        try:
            while came := await _all_there_are(frames):
                for value in values(came):
                    for event in reader.read(value):
                        yield event
            self._refuse_failure(running)
        finally:
            # An agent that is stopped may have a last word to say; its late error is nobody's.
            running.add_done_callback(lambda done: scope.close() or done.cancelled() or done.exception())
            if not running.done():
                _abort(agent)

    def _made(self) -> JsObject:
        factory = self._factory.original()
        if not self._agents.has(factory):
            given = {name: each.original() if isinstance(each, Held) else each for name, each in self._options.items()}
            made = factory(to_browser(given))
            if not callable(getattr(made, camel("run_agent"), None)):
                raise UsageError("agentFactory must return an agent, which has the method runAgent")
            self._agents.set(factory, made)
        return self._agents.get(factory)

    def _refuse_failure(self, running: "asyncio.Future[Any]") -> None:
        try:
            running.result()
        except JsException as failure:
            status = getattr(failure, "status", None)
            if isinstance(status, int):
                raise HttpError(status, _said(getattr(failure, "payload", ""))) from None
            raise RuntimeError(getattr(failure, "message", str(failure))) from None


def _written(told: JsObject) -> str:
    """The event as JSON. One that cannot be written, or is not there, is none, and refused like a server's."""
    with suppress(JsException, AttributeError):
        written = js.JSON.stringify(told.event)
        if isinstance(written, str):
            return written
    return "null"


def _abort(agent: JsObject) -> None:
    """Tell it to stop; one that cannot be told must not keep the conversation from going on."""
    try:
        getattr(agent, camel("abort_run"), js.Object)()
    except (JsException, TypeError) as failure:
        report(failure)


async def _all_there_are(frames: "asyncio.Queue[str | None]") -> list[str]:
    """The next frame and whatever else has come by now; none when there will be none."""
    came = [await frames.get()]
    while not frames.empty() and came[-1] is not None:
        came.append(frames.get_nowait())
    if came[-1] is None and len(came) > 1:
        came.pop()
        frames.put_nowait(None)
    return [frame for frame in came if frame is not None]


def _said(payload: Any) -> str:
    return payload if isinstance(payload, str) else json.dumps(payload, default=lambda thing: js.JSON.stringify(thing))
