"""A provider's pieces become events that pass every check, in whatever order they come."""

import random
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from agentic.agents.local import ProviderAgent
from agentic.agents.provider import CallPiece, Finish, Piece, ResultPiece, TextPiece, ThoughtPiece, Turn
from agentic.chat import Chat
from agentic.protocol.messages import Usage
from tests.unit.agents.conftest import transcript
from tests.unit.agents.models.asking import ask, user


class Scripted:
    """A provider that says fixed turns, and remembers what it was asked."""

    def __init__(self, *turns: list[Piece]) -> None:
        self.turns = list(turns)
        self.asked: list[Turn] = []

    async def answer(self, turn: Turn) -> AsyncGenerator[Piece, None]:
        self.asked.append(turn)
        for piece in self.turns.pop(0):
            yield piece


def chat_with(talk: Any, *turns: list[Piece]) -> Chat:
    return talk(ProviderAgent(Scripted(*turns)))


async def test_text_and_calls_of_an_answer_are_one_message(talk: Any) -> None:
    both = [TextPiece("I note. "), CallPiece("a", "note", "{}"), CallPiece("b", "note", "{}"), TextPiece("Twice.")]
    chat = chat_with(talk, both, [TextPiece("Done.")])
    await chat.send("go")
    first = chat.conversation.get().messages[1]
    assert first.text == "I note. Twice."
    assert [call.id for call in first.tool_calls] == ["a", "b"]


async def test_what_the_far_side_ran_is_not_run_here_and_asks_for_nothing(talk: Any, done: list[Any]) -> None:
    turn = [
        TextPiece("Looking. "),
        CallPiece("a", "note", {"text": "x"}),
        ResultPiece("a", {"found": 3}),
        TextPiece("Three."),
    ]
    chat = chat_with(talk, turn)
    assert (await chat.send("go")).kind == "finished"
    assert done == []
    assert transcript(chat)[1:] == [("assistant", "Looking. "), ("tool", '{"found": 3}'), ("assistant", "Three.")]
    assert [(tool.name, tool.side) for tool in chat.finished.get().tools] == [("note", "server")]


async def test_a_failure_on_the_far_side_is_marked(talk: Any) -> None:
    chat = chat_with(talk, [CallPiece("a", "note", "{}"), ResultPiece("a", "no such page", failed=True)])
    await chat.send("go")
    assert chat.conversation.get().results["a"].outcome == "failed"


async def test_a_call_without_a_name_is_refused_like_any_unknown_tool(talk: Any) -> None:
    chat = chat_with(talk, [CallPiece("a", "", "{}")], [TextPiece("Sorry.")])
    assert (await chat.send("go")).kind == "finished"
    assert "There is no tool ''" in chat.conversation.get().results["a"].text


async def test_a_seal_is_kept_with_its_thought(talk: Any) -> None:
    chat = chat_with(talk, [ThoughtPiece("Hm"), ThoughtPiece(seal="s1"), ThoughtPiece("Well"), TextPiece("Yes.")])
    await chat.send("go")
    thoughts = [message for message in chat.conversation.get().messages if message.role == "reasoning"]
    assert [(thought.text, thought.encrypted_value) for thought in thoughts] == [("Hm", "s1"), ("Well", None)]


async def test_the_schema_a_provider_reads_has_no_members_of_ours(talk: Any) -> None:
    provider = Scripted([TextPiece("ok")])
    chat = talk(ProviderAgent(provider))

    @chat.registry.capability("wipe", risk="destructive")
    def wipe() -> None:
        """Wipe it."""

    await chat.send("go")
    assert [tool.name for tool in provider.asked[0].tools] == ["weather_get", "note", "wipe"]
    assert all(not word.startswith("x-") for tool in provider.asked[0].tools for word in tool.parameters)


async def test_what_is_no_piece_is_the_providers_bug(talk: Any) -> None:
    ending = await chat_with(talk, ["text"]).send("go")  # type: ignore[list-item]
    assert (ending.kind, "pieces of an answer, not str" in ending.values["message"]) == ("agent-raised", True)


@pytest.mark.parametrize("seed", range(40))
async def test_any_order_of_pieces_passes_the_checks(talk: Any, seed: int) -> None:
    rng = random.Random(seed)

    def piece() -> Piece:
        return rng.choice(
            [
                TextPiece(rng.choice(["a", ""])),
                ThoughtPiece(rng.choice(["t", ""])),
                ThoughtPiece(seal="s"),
                CallPiece(rng.choice("ab"), rng.choice(["note", ""]), rng.choice(["", "{}", "{"])),
                ResultPiece(rng.choice("abc"), "r"),
                Usage(input_tokens=1),
                Finish(rng.choice(["stop", "length"])),
            ]
        )

    chat = chat_with(talk, *[[piece() for _ in range(rng.randint(0, 12))] for _ in range(3)], *[[TextPiece(".")]] * 12)
    ending = await chat.send("go")
    assert ending.kind in ("finished", "error", "unknown-tools"), ending


async def test_usage_is_reported_at_the_end() -> None:
    events = await ask(ProviderAgent(Scripted([TextPiece("hi"), Usage(input_tokens=3)])), user("hi"))
    assert events[-1].usage == (Usage(input_tokens=3),)
