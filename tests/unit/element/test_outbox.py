"""Messages that wait, and those that can be recalled."""

from agentic.element.outbox import Outbox


def test_messages_wait_in_the_order_they_were_written() -> None:
    outbox = Outbox().queue("one").queue("two")
    text, outbox = outbox.next()
    assert (text, outbox.waiting) == ("one", ("two",))


def test_a_waiting_message_is_taken_back_by_its_place() -> None:
    text, outbox = Outbox().queue("one").queue("two").queue("three").take_back(1)
    assert (text, outbox.waiting) == ("two", ("one", "three"))


def test_a_stop_sends_nothing_and_offers_what_waited_first() -> None:
    outbox = Outbox(sent=("before",)).queue("one").queue("two").stopped()
    assert outbox.waiting == ()
    assert [outbox.recall(steps).recalled_text for steps in (1, 2, 3)] == ["one", "two", "before"]


def test_recall_walks_back_and_forward_and_ends_in_an_empty_field() -> None:
    outbox = Outbox().keep("one").keep("two")
    said = []
    for step in (1, 1, 1, -1, -1, -1):
        outbox = outbox.recall(step)
        said.append(outbox.recalled_text)
    assert said == ["two", "one", "one", "two", "", ""]


def test_sending_begins_the_recall_anew() -> None:
    outbox = Outbox().keep("one").recall(1).keep("two")
    assert outbox.recalled_text == ""
    assert outbox.recall(1).recalled_text == "two"


def test_an_emptied_field_recalls_the_newest_again() -> None:
    outbox = Outbox().keep("one").keep("two").recall(1).recall(1)
    assert outbox.recall(1, anew=True).recalled_text == "two"
