"""An agent's address that leads somewhere else."""

import pytest

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import echo
from tests.servers.scripted import Reply, ScriptedAgent


@pytest.mark.parametrize("status", [307, 308])
def test_a_redirect_that_keeps_the_request_is_followed_with_all_of_it(
    chat: Chat, agents: dict[str, ScriptedAgent], status: int
) -> None:
    agents["/agent/"].answers(then=Reply(status, body=b"", headers=(("Location", "/agent/left"),)))
    agents["/agent/left"].answers(then=echo)
    chat.element.evaluate("chat => { chat.headers = {'x-token': 't1'}; }")
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    moved = agents["/agent/left"].request()
    assert (moved.headers["x-token"], moved.headers["accept"]) == ("t1", "text/event-stream")
    assert moved.messages[-1]["content"] == "Hello"


@pytest.mark.parametrize("status", [302, 303])
def test_a_redirect_to_a_page_to_sign_in_on_is_told_and_nothing_is_lost(
    chat: Chat, agents: dict[str, ScriptedAgent], status: int, trouble: Trouble
) -> None:
    trouble.expect("Failed to load resource")
    agents["/agent/"].answers(Reply(status, body=b"", headers=(("Location", "/plain.html"),)), then=echo)
    chat.say("Hello")
    chat.wait_for_notice("not as an agent does")
    chat.press("Retry")
    chat.wait_for_answer("You said: Hello")
