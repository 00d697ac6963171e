"""What a chat offers its agent in one round: the registry's tools, how a call of one is run, what the page tells."""

import json
import logging
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from agentic.agents.tools import CALL_ID, UNANSWERED
from agentic.core.cancel import CallCancelled, Cancellation, race
from agentic.core.capability import Outcome
from agentic.core.registry import Registry
from agentic.core.request_tools import RequestTool, build_request_tools
from agentic.core.result import plain, represent
from agentic.core.turn import Turn
from agentic.errors import UsageError
from agentic.protocol.client import Offer
from agentic.protocol.messages import ContextItem, Tool, ToolCall

log = logging.getLogger("agentic")

AfterCall = Callable[[str], Awaitable[object]]
Context = Callable[[], Iterable[ContextItem | Mapping[str, Any]]]


def make_offer(
    registry: Registry,
    turn: Turn,
    run_id: str,
    *,
    values: MutableMapping[str, Any],
    context: Context,
    forwarded_props: Any,
    after_call: AfterCall | None = None,
    chosen: Container[str] | None = None,
    refusal: str = "",
) -> Offer:
    """What the page offers now, the `chosen` tools or all. `values` takes what calls return; a `refusal` runs none."""
    offered, revision = {tool.name: tool for tool in _among(chosen, registry)}, registry.revision

    async def execute(call: ToolCall, stop: Cancellation) -> Outcome | None:
        if refusal:
            return Outcome("unavailable", hint=refusal)
        CALL_ID.set(call.id)
        outcome = await registry.execute(
            offered[call.name].capability,
            call.arguments,
            revision=revision,
            call_id=call.id,
            run_id=run_id,
            signal=stop,
            turn=turn,
            only_target=offered[call.name].only_target,
            needs_target=offered[call.name].needs_target,
        )
        await _settled(after_call, call.id, stop)
        if outcome.value is UNANSWERED:
            return None
        values[call.id] = outcome.value
        return outcome

    tools = tuple(Tool(each.name, each.description, each.parameters) for each in offered.values())
    return Offer(run_id, execute, tools, read_context(context), as_json(forwarded_props, "forwarded props"))


async def _settled(after_call: AfterCall | None, call_id: str, stop: Cancellation) -> None:
    """Wait for what comes before a result counts; a stop ends that, and what the call came to is no less true."""
    if after_call:
        with suppress(CallCancelled):
            await race(after_call(call_id), stop)


def _among(chosen: Container[str] | None, registry: Registry) -> Iterable[RequestTool]:
    """The tools to offer. Those that are chosen are offered themselves, not by the tools that search for others."""
    if chosen is None:
        return build_request_tools(registry)
    tools = build_request_tools(registry, "full")
    return (tool for tool in tools if tool.name in chosen or tool.capability in chosen)


def read_context(context: Context) -> tuple[ContextItem, ...]:
    """What the page tells about itself; nothing where it fails."""
    try:
        return tuple(map(context_item, context()))
    except Exception:
        # What the page tells about itself is a help, not a condition.
        log.exception("the context could not be read, so none is sent")
        return ()


def context_item(item: ContextItem | Mapping[str, Any]) -> ContextItem:
    """A context entry as it travels: two texts."""
    if isinstance(item, ContextItem):
        return item
    return ContextItem(represent(item.get("description", "")), represent(item.get("value", "")))


def sendable_state(state: Any) -> Any:
    """What another conversation begins with; None for one that could not be sent: it would spoil that too."""
    try:
        return as_json(state, "state")
    except UsageError:
        log.warning("the state is nested too deep to be sent; the new conversation begins without it")
        return None


def as_json(value: Any, what: str) -> Any:
    """A copy of what the page gives, as it travels; `UsageError` if it cannot."""
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=plain))
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"{what}: it must be JSON; {error}") from error
