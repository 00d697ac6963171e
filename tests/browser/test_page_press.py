"""Keys that are pressed where the focus is: what has it is known, asked about, and kept off where it is nobody's."""

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.paging import Paging
from tests.browser.python import Python
from tests.servers.events import call, echo, run
from tests.servers.scripted import ScriptedAgent


@pytest.fixture
def paging(python: Python) -> Paging:
    return Paging(python)


def test_what_has_the_focus_says_how_dangerous_a_key_is(paging: Paging) -> None:
    risk, question, is_ringed = paging(
        "<button>Delete account</button>",
        """
        find("button").focus()
        await call("press", keys="Enter")
        preview = asked[0].preview
        end = preview.show()
        result = [asked[0].risk.value, preview.question, bool(find("[data-agentic]"))]
        end()
        """,
    )
    assert (risk, is_ringed) == ("destructive", True)
    assert "Delete account" in question


@pytest.mark.parametrize(
    "script",
    [
        "document.querySelector('#off').innerHTML = '<input>'",
        "document.querySelector('#off').attachShadow({mode: 'open'}).innerHTML = '<input>'",
        "document.querySelector('#off').innerHTML = '<iframe srcdoc=\"<input>\"></iframe>'",
    ],
    ids=["plain", "in a shadow root", "in a frame"],
)
def test_no_key_goes_where_the_page_wants_no_agent(paging: Paging, script: str) -> None:
    status, hint, held = paging(
        '<div data-agent="off" id="off"></div>',
        """
        await asyncio.sleep(0.2)
        box = find("#off")
        frame = box.querySelector("iframe")
        field = (box.shadowRoot or (frame.contentDocument if frame else box)).querySelector("input")
        field.focus()
        result = [*await refused("press", keys="a"), field.value]
        """,
        script,
    )
    assert (status, held) == ("unavailable", "")
    assert "not for an agent" in hint


def test_a_key_reaches_what_has_the_focus_in_a_frame(paging: Paging) -> None:
    assert paging(
        """<iframe srcdoc="<label>City <input></label>"></iframe>""",
        """
        await asyncio.sleep(0.2)
        field = find("iframe").contentDocument.querySelector("input")
        field.focus()
        done = await call("press", keys="a")
        result = [done["done"], field.value]
        """,
    ) == ['pressed a on textbox "City"', "a"]


def test_a_key_that_was_asked_about_goes_where_the_focus_was_then(chat: Chat, agent: ScriptedAgent) -> None:
    chat.page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<button id=it>Archive it</button>')")
    chat.page.evaluate("() => { it.onclick = () => { it.textContent = 'Archived' } }")
    chat.set("page-tools", "press")
    agent.answers(run(*call("page_press", {"keys": "Enter"}, "k1")), then=echo)
    chat.element.evaluate("chat => { it.focus(); chat.sendMessage('Press it') }")
    expect(chat.question()).to_contain_text("Archive it")
    chat.press("Confirm")
    expect(chat.card("Press a key")).to_have_attribute("data-status", "done")
    expect(chat.page.locator("#it")).to_have_text("Archived")
