"""A Chat Completions server as the providers are: strict about what it is sent, and free in how it answers.

Written from their public documentation and from what users report of servers that only say that they are compatible.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from .events import frame
from .scripted import Reply, Request, ScriptedAgent, Step

Json = dict[str, Any]

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
ID = re.compile(r".{1,40}")
DONE = b"data: [DONE]\n\n"
KNOWN = {"model", "messages", "stream", "stream_options", "tools", "temperature", "max_tokens", "seed"}


def chunk(delta: Json | None = None, reason: str | None = None, **members: Any) -> Json:
    """One frame of a stream."""
    choices = [{"index": 0, "delta": delta or {}, "finish_reason": reason}]
    return {"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": choices, **members}


def says(*pieces: str) -> list[Step]:
    return [chunk({"content": piece}) for piece in pieces]


def fragment(name: str = "", arguments: Any = None, **members: Any) -> Json:
    """One element of `tool_calls`; `index` and `id` only where they are given."""
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value not in ("", None)}
    return {**members, "function": function}


def calls(*fragments: Json) -> Json:
    return chunk({"tool_calls": list(fragments)})


def whole(name: str, arguments: Any, index: int = 0, id: str = "call_1") -> Json:
    """A call as most servers send it, in one frame."""
    return calls({"type": "function", **fragment(name, json.dumps(arguments), index=index, id=id)})


def answer(*steps: Step | list[Step], reason: str | None = "stop", usage: Json | None = None) -> list[Step]:
    """A whole stream: these steps, why it ends, what it took, and the goodbye."""
    flat: list[Step] = []
    for step in steps:
        flat += step if isinstance(step, list) else [step]
    last = [chunk(reason=reason)] if reason else []
    counted = [{"id": "c", "model": "m", "choices": [], "usage": usage}] if usage else []
    return [*flat, *last, *counted, DONE]


def in_one_piece(message: Json, reason: str = "stop", **members: Any) -> Reply:
    """A completion that was not streamed."""
    choices = [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}]
    return as_json({"object": "chat.completion", "model": "m", "choices": choices, **members})


def as_json(value: Any, status: int = 200, **headers: str) -> Reply:
    named = tuple((name.replace("_", "-"), text) for name, text in headers.items())
    return Reply(status, "application/json", json.dumps(value).encode(), headers=named)


def error(status: int, message: str, code: str | None = None, **headers: str) -> Reply:
    body = {"error": {"message": message, "type": "invalid_request_error", "code": code}}
    return as_json(body, status, **headers)


def raw(steps: Iterable[Step]) -> bytes:
    """A stream as bytes, for an answer that comes at once."""
    return b"".join(frame(step) if isinstance(step, dict) else step for step in steps if isinstance(step, dict | bytes))


class ChatCompletionsServer(ScriptedAgent):
    """Answers what it is told to, and refuses with 400 what a provider would refuse."""

    def __init__(self) -> None:
        super().__init__(check=self.refuse)

    def refuse(self, request: Request) -> Reply | None:
        why = "not found" if not request.path.endswith("/chat/completions") else what_is_wrong(request.body)
        return error(400, why) if why else None


def what_is_wrong(body: Json) -> str:
    """Why a provider would refuse a request; "" if it would not."""
    if unknown := body.keys() - KNOWN:
        return f"unknown members: {unknown}"
    if not isinstance(body.get("model"), str) or not body["model"]:
        return "model is missing"
    names = [tool["function"]["name"] for tool in body.get("tools", [])]
    if "tools" in body and (not names or len(set(names)) != len(names) or not all(map(NAME.fullmatch, names))):
        return f"tools: {names}"
    for tool in body.get("tools", []):
        parameters = tool["function"]["parameters"]
        if parameters.get("type") != "object" or any(word.startswith("x-") for word in parameters):
            return f"parameters of {tool['function']['name']}"
    return wrong_messages(body.get("messages") or [])


def wrong_messages(messages: list[Json]) -> str:
    """Each call is directly followed by exactly one result; people and model take turns; nothing is empty."""
    waiting: list[str] = []
    seen: set[str] = set()
    before = ""
    for number, message in enumerate(messages):
        role = message.get("role")
        if role == "tool":
            if message.get("tool_call_id") not in waiting or not isinstance(message.get("content"), str):
                return f"message {number}: a result that answers no call before it"
            waiting.remove(message["tool_call_id"])
            before = role
            continue
        if waiting:
            return f"message {number}: calls without results: {waiting}"
        if role == "system" and number:
            return "a system message comes first"
        if role not in ("system", "user", "assistant") or role == before:
            return f"message {number}: {role} after {before}"
        if role != "assistant" and not message.get("content"):
            return f"message {number}: empty"
        if role == "assistant":
            made = message.get("tool_calls", [])
            if not made and not message.get("content"):
                return f"message {number}: neither content nor calls"
            for call in made:
                if why := wrong_call(call, seen):
                    return f"message {number}: {why}"
                seen.add(call["id"])
                waiting.append(call["id"])
        before = role
    return f"calls without results: {waiting}" if waiting else "" if messages else "no messages"


def wrong_call(call: Json, seen: set[str]) -> str:
    if not ID.fullmatch(call.get("id", "")) or call["id"] in seen or call.get("type") != "function":
        return f"the id or type of {call}"
    if not NAME.fullmatch(call["function"]["name"]):
        return f"the name of {call}"
    try:
        return "" if isinstance(json.loads(call["function"]["arguments"]), dict) else "arguments that are no object"
    except ValueError:
        return "arguments that are no JSON"
