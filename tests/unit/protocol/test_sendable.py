"""What goes out is what every provider takes, whatever a server made of the thread."""

from agentic.protocol.messages import Message, ToolCall
from agentic.protocol.sendable import sendable


def made(message_id: str, *calls: str, content: str | None = None) -> Message:
    return Message(message_id, "assistant", content, tuple(ToolCall(call, "look") for call in calls))


def result(message_id: str, call: str, content: str = "so") -> Message:
    return Message(message_id, "tool", content, tool_call_id=call)


def user(message_id: str) -> Message:
    return Message(message_id, "user", "hi")


def test_what_is_in_order_is_sent_as_it_stands() -> None:
    thread = (user("u"), made("a", "k", "l"), result("r", "l"), result("s", "k"), made("b", content="done"))
    sent = sendable(thread)
    assert [one is other for one, other in zip(sent, thread, strict=True)] == [True] * 5


def test_a_result_that_stands_elsewhere_goes_behind_the_message_that_made_its_call() -> None:
    thread = (result("r", "k"), user("u"), made("a", "k", "l"), user("v"), result("s", "l"), made("b", content="done"))
    assert [each.id for each in sendable(thread)] == ["u", "a", "r", "s", "v", "b"]


def test_a_call_that_is_there_twice_is_sent_once() -> None:
    thread = (made("a", "k", "k", "l"), made("b", "k"), made("c", "k", content="done"), result("r", "k"))
    assert [(each.id, [call.id for call in each.tool_calls]) for each in sendable(thread)] == [
        ("a", ["k", "l"]),
        ("r", []),
        ("c", []),
    ]


def test_of_two_results_the_newer_is_sent_and_that_of_no_call_is_not() -> None:
    thread = (made("a", "k"), result("r", "k", "old"), result("s", "k", "new"), result("t", "ghost"))
    assert [each.content for each in sendable(thread)] == [None, "new"]


def test_two_messages_under_one_id_are_sent_under_two() -> None:
    thread = (made("k", "k"), result("k", "k"), user("k-2"), user("k"))
    assert [(each.id, each.role) for each in sendable(thread)] == [
        ("k", "assistant"),
        ("k-3", "tool"),
        ("k-2", "user"),
        ("k-4", "user"),
    ]
