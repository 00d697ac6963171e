"""Passwords, one-time codes and payment: filled or empty, and nothing more, wherever it is told."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.paging import Paging
from tests.browser.python import Python
from tests.servers.events import call, echo, run
from tests.servers.scripted import ScriptedAgent

SECRET = "s3cret-4711"
FIELDS = {
    "password": '<input type="password" aria-label="It">',
    "one-time code": '<input autocomplete="one-time-code" aria-label="It">',
    "new password": '<input type="text" autocomplete="section-a new-password" aria-label="It">',
    "card number": '<input autocomplete="billing cc-number" aria-label="It">',
    "by its name": '<input name="cardNumber" aria-label="It">',
    "by its label": '<input aria-label="CVC code">',
    "by its id": '<input id="otp" aria-label="It">',
}


@pytest.fixture
def paging(python: Python) -> Paging:
    return Paging(python)


@pytest.mark.parametrize("markup", FIELDS.values(), ids=FIELDS)
def test_what_is_in_a_private_field_is_told_nowhere(paging: Paging, markup: str) -> None:
    script = f"document.querySelector('input').value = {SECRET!r}"
    page = f"{markup}<p>You typed {SECRET}</p><button onclick=\"this.textContent += ' {SECRET}'\">Go</button>"
    told = paging(
        page,
        """
        name = find("input").getAttribute("aria-label")
        result = [await read(), await read(text=True), await call("find", words="typed"),
                  await call("click", target="Go"), await call("fill", target=name, value="other-99", dry_run=True),
                  await refused("select", target=name, option="x"), await call("fill", target=name, value="other-99"),
                  await read(), repr([each.preview.changes for each in asked])]
        """,
        script,
    )
    assert "private: filled" in told[0]
    assert SECRET not in json.dumps(told)
    assert "other-99" not in json.dumps(told)
    assert "holds 8 characters" in told[6]["done"]


def test_an_empty_private_field_is_empty(paging: Paging) -> None:
    assert "private: empty" in paging.read('<input type="password" aria-label="It">')


def test_a_password_that_the_page_shows_as_text_stays_private(paging: Paging) -> None:
    told = paging(
        '<input type="password" aria-label="It">',
        f"""
        find("input").value = {SECRET!r}
        await read()
        find("input").type = "text"
        result = await read()
        """,
    )
    assert "private: filled" in told
    assert SECRET not in told


def test_an_error_about_a_private_field_does_not_tell_it(paging: Paging) -> None:
    script = (
        f"document.querySelector('input').addEventListener('change', ({{target}}) => {{ target.value = {SECRET!r} }})"
    )
    status, hint = paging(
        '<input name="otp" aria-label="It">', 'result = await refused("fill", target="It", value="other-99")', script
    )
    assert status == "failed"
    assert SECRET not in hint
    assert "other-99" not in hint


def test_a_hidden_field_is_not_in_the_map(paging: Paging) -> None:
    told = paging.read(f'<form><input type="hidden" name="token" value="{SECRET}"><button>Go</button></form>')
    assert SECRET not in told
    assert "token" not in told


def test_no_card_of_the_chat_shows_what_is_written_into_a_private_field(chat: Chat, agent: ScriptedAgent) -> None:
    chat.page.evaluate(
        "() => document.body.insertAdjacentHTML('beforeend', '<label>Password <input type=password></label>')"
    )
    chat.set("page-tools", "fill")
    agent.answers(run(*call("page_fill", {"target": "Password", "value": SECRET}, "k1")), then=echo)
    chat.say("Sign in")
    expect(chat.question()).to_contain_text("••••••")
    assert SECRET not in chat.text()
    chat.press("Confirm")
    expect(chat.card("Fill in a field")).to_have_attribute("data-status", "done")
    assert SECRET not in chat.element.evaluate("chat => chat.shadowRoot.textContent")
    assert chat.page.evaluate("document.querySelector('input').value") == SECRET
    assert re.search("11 characters", agent.request(2).result())
