"""Whatever a thread holds, what a provider is sent is a history it accepts."""

import json
import random
from typing import Any

import pytest

from agentic.agents.history import Answered, Said, history_of, instructions_in
from agentic.agents.openai import write_entry
from agentic.core.wire_names import to_wire_name
from agentic.protocol.messages import NOT_FINISHED, Message, Part, ToolCall
from tests.servers.chat_completions import wrong_messages


def user(text: str) -> Message:
    return Message(f"u-{text}", "user", text)


def model(text: str = "", *calls: str, arguments: str = "{}") -> Message:
    return Message(
        f"a-{text}-{calls}", "assistant", text, tool_calls=tuple(ToolCall(c, "f.g", arguments) for c in calls)
    )


def result(call: str, text: str = "ok") -> Message:
    return Message(f"r-{call}", "tool", text, tool_call_id=call)


def history(*messages: Message) -> tuple[Any, ...]:
    return history_of(messages, to_wire_name)


def texts(entry: Answered) -> list[str]:
    return [message.text for message in entry.results]


def test_each_call_is_followed_by_its_result() -> None:
    _, answered = history(user("hi"), model("", "a", "b"), result("b", "2"), result("a", "1"))
    assert [call.id for call in answered.calls] == ["a", "b"]
    assert texts(answered) == ["1", "2"]


def test_a_call_without_a_result_gets_one_that_says_so() -> None:
    _, answered, _ = history(user("hi"), model("", "a"), user("go on"))
    assert texts(answered) == [NOT_FINISHED]


def test_a_result_that_comes_late_stands_behind_its_call() -> None:
    entries = history(user("hi"), model("", "a"), user("go on"), result("a", "late"))
    assert texts(entries[1]) == ["late"]
    assert len(entries) == 3


def test_results_without_a_call_and_second_results_are_left_out() -> None:
    _, answered = history(user("hi"), result("ghost"), model("", "a"), result("a", "1"), result("a", "2"))
    assert texts(answered) == ["1"]


def test_a_call_that_comes_twice_is_sent_once() -> None:
    entries = history(user("hi"), model("", "a"), result("a"), model("x", "a"))
    assert sum(len(entry.calls) for entry in entries if isinstance(entry, Answered)) == 1


@pytest.mark.parametrize("arguments", ["", "  ", "{", '{"a": NaN}', "[1]", '"text"', '"{}"', '{"a":1,"a":2}'])
def test_arguments_that_are_no_object_are_sent_as_an_empty_one(arguments: str) -> None:
    _, answered = history(user("hi"), model("", "a", arguments=arguments))
    assert answered.calls[0].arguments == "{}"


def test_names_and_ids_are_such_as_every_provider_takes() -> None:
    odd = "chatcmpl/tool:" + "x" * 60
    _, answered = history(user("hi"), model("", odd), result(odd, "1"))
    (call,) = answered.calls
    assert call.name == "f_g"
    assert len(call.id) <= 40
    assert call.id.removeprefix("call_").isalnum()
    assert texts(answered) == ["1"]


def test_neighbours_of_one_kind_are_one_turn() -> None:
    said, answered = history(user("one"), user("two"), model("three"), model("four"))
    assert [part.text for part in said.parts] == ["one", "two"]
    assert answered.text == "three\n\nfour"


def test_empty_messages_are_left_out() -> None:
    parts = (Part("text", " "), Part("text", "hi"))
    (said,) = history(user(" "), model(""), Message("u", "user", parts))
    assert said == Said((Part("text", "hi"),))


def test_reasoning_belongs_to_the_answer_behind_it() -> None:
    thought = Message("t", "reasoning", "hm")
    _, answered = history(user("hi"), thought, model("hello"))
    assert answered.thoughts == (thought,)


def test_system_messages_are_instructions_wherever_they_stand() -> None:
    messages = (Message("s", "system", "Be kind."), user("hi"), Message("d", "developer", "Be brief."))
    assert instructions_in(messages) == ["Be kind.", "Be brief."]
    assert len(history(*messages)) == 1


def test_activities_stay_here() -> None:
    assert len(history(user("hi"), Message("x", "activity", {"a": 1}, activity_type="chart"))) == 1


def test_two_hundred_random_threads_are_all_accepted() -> None:
    for seed in range(200):
        messages = [message for entry in history(*random_thread(seed)) for message in write_entry(entry)]
        assert wrong_messages(messages) == "", f"seed {seed}: {json.dumps(messages)}"


def random_thread(seed: int) -> list[Message]:
    rng = random.Random(seed)
    return [user("begin"), *[anything(rng) for _ in range(rng.randint(0, 30))]]


def anything(rng: random.Random) -> Message:
    """A message that makes sense where it stands, or does not."""
    ids = [rng.choice("abcdefgh") for _ in range(rng.randint(0, 3))]
    return rng.choice(
        [
            user(rng.choice(["hi", "", " "])),
            model(rng.choice(["", "text"]), *dict.fromkeys(ids), arguments=rng.choice(["{}", "{", "", '{"a": 1}'])),
            result(rng.choice("abcdefghz")),
            Message("t", "reasoning", "hm"),
            Message("s", "system", "Be kind."),
        ]
    )
