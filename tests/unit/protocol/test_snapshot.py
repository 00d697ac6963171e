"""A snapshot of the messages is the server's word on what was said, not on what the page has done."""

from agentic.protocol.draft import Draft
from agentic.protocol.events import MessagesSnapshot
from agentic.protocol.messages import Message, ToolCall
from agentic.protocol.reduce import apply

ASKED = Message("u", "user", "go")
CALLED = Message("a", "assistant", "", tool_calls=(ToolCall("k", "find", "{}"), ToolCall("l", "find", "{}")))
ANSWERED = Message("r", "tool", "42", tool_call_id="k")


def after(*messages: Message, held: tuple[Message, ...] = (ASKED, CALLED, ANSWERED)) -> list[Message]:
    draft = Draft("t", held)
    apply(draft, MessagesSnapshot(messages))
    return list(draft.messages())


def test_a_call_that_had_an_answer_keeps_it() -> None:
    assert after(ASKED, CALLED) == [ASKED, CALLED, ANSWERED]


def test_the_answer_goes_behind_its_call_whatever_came_after() -> None:
    said = Message("b", "assistant", "It is 42.")
    assert after(ASKED, CALLED, said) == [ASKED, CALLED, ANSWERED, said]


def test_the_servers_own_answer_replaces_ours_under_whatever_id() -> None:
    theirs = Message("r2", "tool", "43", tool_call_id="k")
    assert after(ASKED, CALLED, theirs) == [ASKED, CALLED, theirs]


def test_an_answer_goes_with_its_call() -> None:
    assert after(ASKED) == [ASKED]


def test_a_message_under_a_new_id_takes_the_answer_with_it() -> None:
    renamed = Message("a2", "assistant", "", tool_calls=CALLED.tool_calls)
    assert after(ASKED, renamed) == [ASKED, renamed, ANSWERED]


def test_that_what_was_said_is_gone_is_told_once_and_new_ids_alone_are_nothing() -> None:
    said = Message("b", "assistant", "It is 42.")
    draft = Draft("t", (ASKED, said))
    apply(draft, MessagesSnapshot((Message("u2", "user", " go "), Message("b", "assistant", "It is 42, I think."))))
    assert draft.notices == ()
    apply(draft, MessagesSnapshot((Message("s", "assistant", "Before, we spoke of 42."),)))
    apply(draft, MessagesSnapshot((Message("s2", "assistant", "We spoke."),)))
    assert [(notice.kind, notice.after) for notice in draft.notices] == [("history-replaced", "")]
