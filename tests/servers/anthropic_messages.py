"""A Messages API server, strict about what it is sent. Written from its public documentation."""

import json
import re
from typing import Any

from .chat_completions import as_json
from .scripted import Reply, Request, ScriptedAgent, Step

Json = dict[str, Any]

NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
ID = re.compile(r"[a-zA-Z0-9_-]+")
KNOWN = {"model", "messages", "stream", "system", "tools", "temperature", "max_tokens", "thinking", "tool_choice"}


def block(index: int, content: Json, *deltas: Json) -> list[Step]:
    """A content block, started, continued and stopped."""
    return [
        {"type": "content_block_start", "index": index, "content_block": content},
        *[{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas],
        {"type": "content_block_stop", "index": index},
    ]


def text(index: int, *pieces: str) -> list[Step]:
    return block(index, {"type": "text", "text": ""}, *[{"type": "text_delta", "text": piece} for piece in pieces])


def thinking(index: int, thought: str, signature: str) -> list[Step]:
    deltas = {"type": "thinking_delta", "thinking": thought}, {"type": "signature_delta", "signature": signature}
    return block(index, {"type": "thinking", "thinking": "", "signature": ""}, *deltas)


def tool_use(index: int, name: str, arguments: Any, id: str = "toolu_1") -> list[Step]:
    """A call, its arguments in two pieces; text goes out as it is."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    half = len(written) // 2
    pieces = [{"type": "input_json_delta", "partial_json": part} for part in ("", written[:half], written[half:])]
    return block(index, {"type": "tool_use", "id": id, "name": name, "input": {}}, *pieces)


def answer(*blocks: list[Step], reason: str = "end_turn") -> list[Step]:
    """A whole stream."""
    usage = {"input_tokens": 9, "output_tokens": 1, "cache_read_input_tokens": 4}
    return [
        {"type": "message_start", "message": {"id": "msg", "model": "claude-x", "content": [], "usage": usage}},
        {"type": "ping"},
        *[step for each in blocks for step in each],
        {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]


def error(status: int, kind: str, message: str, **headers: str) -> Reply:
    return as_json({"type": "error", "error": {"type": kind, "message": message}}, status, **headers)


class MessagesServer(ScriptedAgent):
    """Answers what it is told to, and refuses with 400 what the provider would refuse."""

    def __init__(self) -> None:
        super().__init__(check=self.refuse)

    def refuse(self, request: Request) -> Reply | None:
        headers = {name.lower(): value for name, value in request.headers.items()}
        if headers.get("anthropic-dangerous-direct-browser-access") != "true":
            return error(401, "authentication_error", "CORS requests must set a header")
        if not request.path.endswith("/v1/messages") or "anthropic-version" not in headers:
            return error(404, "not_found_error", request.path)
        why = what_is_wrong(request.body)
        return error(400, "invalid_request_error", why) if why else None


def what_is_wrong(body: Json) -> str:
    if unknown := body.keys() - KNOWN:
        return f"unknown members: {unknown}"
    if not isinstance(body.get("max_tokens"), int) or not body.get("model"):
        return "max_tokens and model are required"
    for tool in body.get("tools", []):
        if not NAME.fullmatch(tool["name"]) or tool["input_schema"].get("type") != "object":
            return f"tool {tool['name']}"
    if "tools" not in body and '"tool_use"' in json.dumps(body.get("messages")):
        return "requests with tool_use blocks must define tools"
    return wrong_messages(body.get("messages") or [])


def wrong_messages(messages: list[Json]) -> str:
    """Turns alternate and begin with the person's; every tool_use has its tool_result first thing in the next one."""
    waiting: list[str] = []
    seen: set[str] = set()
    for number, message in enumerate(messages):
        role, blocks = message.get("role"), message.get("content")
        if role != ("user", "assistant")[number % 2] or not isinstance(blocks, list) or not blocks:
            return f"message {number}: {role}, {blocks}"
        kinds = [each["type"] for each in blocks]
        if any(each["type"] == "text" and not each["text"].strip() for each in blocks):
            return f"message {number}: empty text"
        answered = [each["tool_use_id"] for each in blocks if each["type"] == "tool_result"]
        if sorted(answered) != sorted(waiting) or kinds[: len(answered)] != ["tool_result"] * len(answered):
            return f"message {number}: tool_use ids {waiting} without tool_result blocks right behind, but {answered}"
        calls = [each for each in blocks if each["type"] == "tool_use"]
        waiting = [call["id"] for call in calls]
        for call in calls:
            if not isinstance(call["input"], dict) or not ID.fullmatch(call["id"]) or call["id"] in seen:
                return f"message {number}: {call}"
            if not NAME.fullmatch(call["name"]):
                return f"message {number}: {call}"
            seen.add(call["id"])
    return f"tool_use without tool_result: {waiting}" if waiting else "" if messages else "no messages"
