"""How much of a long text one draw adds."""

from agentic.element.pace import AIM, FIRST, LEAST, MOST, Pace


def after(*draws: tuple[float, int]) -> int:
    pace = Pace()
    for seconds, added in draws:
        pace.took(seconds, added)
    return pace.amount


def test_a_draw_adds_what_takes_half_a_frame() -> None:
    assert after() == FIRST
    assert after((AIM, 3000)) == 3000


def test_it_never_adds_less_or_more_than_makes_sense() -> None:
    assert after((1.0, FIRST)) == LEAST
    assert after((0.001, FIRST)) == after((0.0, FIRST)) == MOST


def test_a_draw_that_was_kept_waiting_changes_nothing() -> None:
    assert after((AIM, 3000), (0.4, 3000)) == 3000


def test_a_draw_of_a_few_words_says_nothing_of_a_long_one() -> None:
    assert after((0.003, 10)) == FIRST
