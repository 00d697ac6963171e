"""Continuing a run of the server's: its index, where each run is continued, and what a pick does."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from agentic.core.words import load_words
from agentic.element import events
from agentic.element.runs import Pick, Run, read_index, sibling, told_apart
from agentic.element.times import relative_time
from agentic.errors import UnreachableError
from tests.unit.agents.conftest import BREAKS, HANGS, STARTED, Answer, run, says
from tests.unit.element.conftest import Page, Script

Play = Callable[[Script], None]
PICK = Pick("resume", Run("r1", "Book a room"))


def row(**members: Any) -> dict[str, Any]:
    return {"run_id": "r1", "continuable": True} | members


def index(*rows: Any) -> str:
    return json.dumps({"runs": rows})


def as_json(body: str, status: int = 200) -> Answer:
    return Answer((body.encode(),), status, "application/json")


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/agent/runs/", "/agent/resume/r1/"),
        ("/agent/runs", "/agent/resume/r1/"),
        ("runs/", "resume/r1/"),
        ("runs", "resume/r1/"),
        ("../runs/", "../resume/r1/"),
        ("https://shop.example/a/runs/?tenant=7", "https://shop.example/a/resume/r1/?tenant=7"),
        ("https://shop.example/runs/#top", "https://shop.example/resume/r1/"),
        ("//shop.example/runs/", "//shop.example/resume/r1/"),
    ],
)
def test_a_run_is_continued_beside_the_index(address: str, where: str) -> None:
    assert sibling(address, "resume", "r1") == where


def test_an_id_cannot_leave_its_place_in_the_address() -> None:
    assert sibling("/runs/", "fork", "a/../b?c#d ü") == "/fork/a%2F..%2Fb%3Fc%23d%20%C3%BC/"


def test_a_run_says_what_was_asked_when_and_whether_it_branched() -> None:
    rows = [
        row(preview=" Book \n a  room ", started_at="2026-11-30T10:00:00+00:00"),
        row(run_id="r2", preview=None, parent_run_id="r1", started_at=None),
    ]
    assert read_index(index(*rows)) == (Run("r1", "Book a room", 1796032800.0), Run("r2", "", None, True))


@pytest.mark.parametrize(
    "odd",
    [
        {"run_id": "r1"},
        row(continuable=False),
        row(continuable="yes"),
        row(run_id=""),
        row(run_id=7),
        "r1",
        None,
        [],
    ],
)
def test_what_cannot_be_continued_is_not_offered(odd: Any) -> None:
    assert read_index(index(odd, row(run_id="r2"))) == (Run("r2"),)


@pytest.mark.parametrize("date", ["yesterday", "", 7, True, {}, "0001-01-01T00:00:00+23:59"])
def test_a_date_that_is_none_is_left_out(date: Any) -> None:
    assert read_index(index(row(started_at=date)))[0].id == "r1"


@pytest.mark.parametrize("body", ["", "<html>", "[]", "null", '{"runs": {}}', '{"runs": null}', "[" * 100_000])
def test_what_is_no_index_has_no_runs(body: str) -> None:
    assert read_index(body) == ()


def test_words_that_two_runs_share_identify_neither() -> None:
    runs = (Run("a", "Hi"), Run("b", "Hi"), Run("c", "Ho"), Run("d"))
    assert told_apart(runs) == {"c"}


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (-5, "just now"),
        (59, "just now"),
        (60, "1m ago"),
        (3599, "59m ago"),
        (3600, "1h ago"),
        (86399, "23h ago"),
        (86400, "1d ago"),
        (400 * 86400, "400d ago"),
    ],
)
def test_how_long_ago_needs_no_locale(seconds: float, said: str) -> None:
    assert relative_time(1000, 1000 + seconds, load_words()) == said


def continuing(page: Page, *answers: Answer | bytes) -> None:
    page.host.attributes |= {"data-runs-url": "/agent/runs/"}
    page.server.will_answer(*answers)


def test_the_index_is_asked_for_as_the_agent_is(play: Play) -> None:
    async def script(page: Page) -> None:
        continuing(page, as_json(index(row())))
        page.host.attributes |= {"credentials": "include"}
        page.chat.headers = {"X-Client": "admin", "x-token": "old"}
        page.chat.get_headers = lambda: {"X-Token": "new"}
        page.chat.open_checkpoints()
        assert (page.session.runs.is_open, page.session.runs.is_loading) == (True, True)
        await page.settle()
        (request,) = page.server.requests
        assert (request.method, request.url, request.body) == ("GET", "/agent/runs/", b"")
        assert request.headers == {"accept": "application/json", "X-Client": "admin", "X-Token": "new"}
        assert request.credentials == "include"
        assert (page.session.runs.runs, page.session.runs.is_loading) == ((Run("r1"),), False)

    play(script)


def refuse_headers() -> Any:
    raise RuntimeError("signed out")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (UnreachableError("no network"), "no network"),
        (as_json("{}", 403), "HTTP 403"),
        (Answer((BREAKS,)), "reset"),
        (as_json("<html>"), ""),
    ],
)
def test_an_index_that_cannot_be_read_is_empty(play: Play, answer: Any, said: str) -> None:
    async def script(page: Page) -> None:
        continuing(page, answer)
        page.chat.open_checkpoints()
        await page.settle()
        assert (page.session.runs.runs, page.session.runs.is_loading) == ((), False)
        assert page.host.warnings == ([f"the index of runs at /agent/runs/ cannot be read: {said}"] if said else [])

    play(script)


def test_headers_that_cannot_be_had_leave_it_empty_too(play: Play) -> None:
    async def script(page: Page) -> None:
        continuing(page)
        page.chat.get_headers = refuse_headers
        page.chat.open_checkpoints()
        await page.settle()
        assert not page.session.runs.is_loading
        assert "signed out" in page.host.warnings[0]

    play(script)


def test_a_late_index_is_not_that_of_a_panel_opened_since(play: Play) -> None:
    async def script(page: Page) -> None:
        continuing(page, as_json(index(row(run_id="old"))), as_json(index(row(run_id="new"))))
        gates = [asyncio.Event(), asyncio.Event()]
        waiting = iter(gates)

        async def headers() -> dict[str, str]:
            await next(waiting).wait()
            return {}

        page.chat.get_headers = headers
        page.chat.open_checkpoints()
        await asyncio.sleep(0)
        page.chat.toggle_checkpoints()
        assert not page.session.runs.is_open
        page.chat.toggle_checkpoints()
        await asyncio.sleep(0)
        page.server.answers.reverse()
        gates[1].set()
        await page.until(lambda: not page.session.runs.is_loading)
        gates[0].set()
        await page.settle()
        assert [each.id for each in page.session.runs.runs] == ["new"]

    play(script)


def test_without_an_index_there_is_no_panel(play: Play) -> None:
    async def script(page: Page) -> None:
        page.chat.open_checkpoints()
        assert not page.session.runs.is_open
        assert "data-runs-url" in page.host.warnings[0]
        continuing(page, as_json(index()))
        page.chat.open_checkpoints()
        assert page.session.runs.is_open
        del page.host.attributes["data-runs-url"]
        assert not page.session.runs.is_open

    play(script)


@pytest.mark.parametrize("verb", ["resume", "fork"])
def test_a_pick_sends_the_new_turn_alone_and_the_next_message_goes_to_the_agent(play: Play, verb: str) -> None:
    async def script(page: Page) -> None:
        echoing(page)
        continuing(page, run(says("Booked")))
        page.chat.forwarded_props = {"tenant": 7}
        await page.submit("Hello")
        await page.settle()
        assert page.session.go_on(Pick(verb, Run("r 1")), "and the bill?")
        await page.settle()
        (request,), (body,) = page.server.requests, page.server.bodies
        assert (request.method, request.url) == ("POST", f"/agent/{verb}/r%201/")
        assert [message["content"] for message in body["messages"]] == ["and the bill?"]
        assert body["forwardedProps"] == {"tenant": 7}
        await page.submit("Thanks")
        await page.settle()
        assert page.said == ["Hello", "You said: Hello", "and the bill?", "Booked", "Thanks", "You said: Thanks"]
        assert [detail["content"] for kind, detail in page.host.events if kind == events.SUBMIT] == [
            "Hello",
            "and the bill?",
            "Thanks",
        ]
        assert page.session.recall(2) == "and the bill?"

    play(script)


def test_a_factory_makes_the_agent_of_a_continuation_too_one_for_each(play: Play) -> None:
    async def script(page: Page) -> None:
        continuing(page)
        page.host.attributes = {"endpoint": "/agent/", "data-runs-url": "/agent/runs/"}
        made: list[str] = []

        class Made:
            async def run(self, input: Any) -> AsyncIterator[Any]:
                return
                yield

        def factory(options: Any) -> Made:
            made.append(options["url"])
            return Made()

        page.chat.agent_factory = factory
        for _ in range(2):
            page.session.go_on(PICK, "go")
            await page.settle()
        await page.submit("Hello")
        await page.settle()
        assert made == ["/agent/resume/r1/", "/agent/resume/r1/", "/agent/"]

    play(script)


@pytest.mark.parametrize(
    ("written", "hint"), [("", "continueEmpty"), (" \n", "continueEmpty"), ("next", "continueBusy")]
)
def test_a_pick_that_cannot_be_says_why_and_starts_nothing(play: Play, written: str, hint: str) -> None:
    async def script(page: Page) -> None:
        continuing(page, Answer((STARTED, HANGS)), as_json(index()))
        page.chat.open_checkpoints()
        focused: list[None] = []
        page.session.wants_focus.subscribe(focused.append)
        if written == "next":
            page.server.answers.reverse()
            page.session.go_on(PICK, "first")
            await asyncio.sleep(0)
            page.chat.open_checkpoints()
        focused.clear()
        assert not page.session.go_on(PICK, written)
        assert page.session.hint == load_words()(hint)
        assert page.session.alarmed.get() == load_words()(hint)
        assert page.session.runs.is_open and len(focused) == 1
        page.chat.new_chat()
        assert page.session.hint == ""

    play(script)


def test_a_pick_before_the_page_settled_waits_for_another_try(play: Play) -> None:
    async def script(_: Page) -> None:
        page = Page(is_settled=False)
        continuing(page, run(says("Booked")))
        assert not page.session.go_on(PICK, "go")
        assert page.session.hint == load_words()("continueEarly")
        page.settled.set()
        assert page.session.go_on(PICK, "go")
        assert page.session.hint == ""
        await page.settle()
        assert page.said == ["go", "Booked"]

    play(script)


def test_what_is_written_during_a_continuation_is_sent_after_it(play: Play) -> None:
    async def script(page: Page) -> None:
        echoing(page)
        continuing(page, run(says("Booked")))
        page.session.go_on(PICK, "go")
        await asyncio.sleep(0)
        page.chat.send_message("not this")
        await page.submit("and this")
        await page.settle()
        assert page.said == ["go", "Booked", "and this", "You said: and this"]

    play(script)


def test_stop_ends_a_continuation_and_sends_nothing_after_it(play: Play) -> None:
    async def script(page: Page) -> None:
        echoing(page)
        continuing(page, Answer((STARTED + says("well"), HANGS)))
        page.session.go_on(PICK, "go")
        await page.until(lambda: page.server.given)
        await page.submit("later")
        page.session.stop()
        await page.settle()
        assert page.server.given[0].is_closed
        assert page.said == ["go", "well"]

    play(script)


def echoing(page: Page) -> None:
    @page.agents.agent("guide")
    async def guide(run: Any) -> AsyncIterator[str]:
        yield f"You said: {run.text}"
