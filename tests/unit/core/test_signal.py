"""A value and its listeners."""

import logging

import pytest

from agentic.core.signal import Signal


def test_listeners_hear_each_value_in_order_until_they_leave() -> None:
    signal, heard = Signal(0), []
    leave = signal.subscribe(lambda value: heard.append(("first", value)))
    signal.subscribe(lambda value: heard.append(("second", value)))
    signal.set(1)
    leave()
    leave()
    signal.set(2)
    assert heard == [("first", 1), ("second", 1), ("second", 2)]
    assert signal.get() == 2


def test_the_same_listener_twice_is_called_twice() -> None:
    signal, heard = Signal(0), []
    signal.subscribe(heard.append)
    signal.subscribe(heard.append)()
    signal.set(1)
    assert heard == [1]


def test_a_listener_removed_by_an_earlier_one_is_not_called() -> None:
    signal, heard = Signal(0), []
    leaves = []
    signal.subscribe(lambda value: leaves[0]())
    leaves.append(signal.subscribe(heard.append))
    signal.set(1)
    assert heard == []


def test_a_listener_that_fails_is_logged_and_the_others_are_told(caplog: pytest.LogCaptureFixture) -> None:
    signal, heard = Signal(0), []
    signal.subscribe(lambda value: 1 / 0)
    signal.subscribe(heard.append)
    with caplog.at_level(logging.ERROR, "agentic"):
        signal.set(1)
    assert heard == [1]
    assert "a listener failed" in caplog.text


def test_a_value_that_a_listener_sets_is_heard_by_all_after_the_one_before_it() -> None:
    signal, heard = Signal(0), []
    signal.subscribe(lambda value: signal.set(2) if value == 1 else None)
    signal.subscribe(heard.append)
    signal.set(1)
    assert heard == [1, 2]
    assert signal.get() == 2


def test_whoever_comes_after_a_value_was_set_does_not_hear_it() -> None:
    signal, heard = Signal(0), []

    def sets_again(value: int) -> None:
        if value == 1:
            signal.set(2)
            signal.subscribe(heard.append)

    signal.subscribe(sets_again)
    signal.set(1)
    signal.set(3)
    assert heard == [3]
