"""Passwords, one-time codes and payment: filled or empty, and nothing more, wherever it is told."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.inspecting import Inspector
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


# None of them says by its name that it is private.
UNNAMED = """<label>Key to it <input type="password" id="key"></label>
<label>Six signs <input autocomplete="one-time-code"></label>
<label>Month <select autocomplete="cc-exp-month"><option>Month-Nr-11</option>
<option>Month-Nr-12</option></select></label>
<label>City <input></label><p role="status" id="said"></p>"""
# It repeats what it gets, and clears the field.
REPEATS = """document.getElementById("key").addEventListener("change", ({target}) => {
  document.getElementById("said").textContent = `You typed ${target.value}`;
  setTimeout(() => { target.value = ""; });
});"""
CALLS = [
    ("page_fill", {"target": "Key to it", "value": f"{SECRET}-a"}),
    ("page_fill_form", {"fields": {"Six signs": f"{SECRET}-b", "City": "Oslo"}}),
    ("page_select", {"target": "Month", "option": "Month-Nr-12"}),
    ("page_fill", {"target": "Nowhere", "value": f"{SECRET}-c"}),
    ("page_fill", {"target": "e1", "value": f"{SECRET}-d"}),
    ("page_find", {"words": "typed"}),
    ("page_read", {"text": True}),
]


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


def test_what_is_written_into_private_fields_is_in_no_card_result_audit_or_inspector(
    chat: Chat, agent: ScriptedAgent, inspector: Inspector
) -> None:
    page = chat.page
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", UNNAMED)
    page.evaluate(REPEATS)
    chat.set("page-tools", "auto")
    chat.element.evaluate("chat => { chat.autoConfirm = true }")
    runs = [run(*call(name, given, f"k{number}")) for number, (name, given) in enumerate(CALLS)]
    agent.answers(*runs, then=echo)
    chat.say("Do it all")
    chat.wait_until_idle()
    results = [agent.request(number + 2).result() for number in range(len(CALLS))]
    assert "is private, and holds" in results[1]
    assert "You typed ••••••" in results[5]
    cards = chat.element.evaluate("chat => chat.shadowRoot.textContent")
    inspector.mount(open="", view="timeline", _for=chat.element.get_attribute("id") or "")
    expect(inspector.row("validated").first).to_be_visible()
    lines = []
    for line in inspector.row("validated").all():
        line.click()
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        lines.append(inspector.element.evaluate("inspector => inspector.shadowRoot.textContent"))
    for told in [cards, *lines, *results]:
        assert SECRET not in told
        assert "Month-Nr-12" not in told
    assert "Oslo" in cards
    # The list is as long as its panel: a line further up may be in no page until it is looked for.
    inspector.field("Filter the timeline").fill("page.fill_form")
    expect(inspector.row("validated")).to_have_count(1)
    inspector.row("validated").click()
    expect(inspector.details.filter(visible=True)).to_contain_text("Oslo")


def test_what_is_written_into_private_fields_is_in_no_recording(paging: Paging) -> None:
    written = paging(
        UNNAMED,
        f"""
        from agentic import Recorder
        from agentic.agents.function import FunctionAgent
        from agentic.chat import Chat

        async def works(run):
            for name, given in {CALLS!r}:
                done = await run.call(name.replace("_", ".", 1), **given)
                yield str(done.value if done.ok else done.hint)

        recorder = Recorder(FunctionAgent(works))
        await Chat(agent=recorder, registry=registry).send("Do it")
        result = recorder.recording.to_text()
        """,
        REPEATS,
    )
    assert '\\"City\\": \\"Oslo\\"' in written
    assert SECRET not in written
    assert "Month-Nr-12" not in written


def test_what_is_written_by_a_reference_is_recorded_unless_the_field_is_private(paging: Paging) -> None:
    written = paging(
        UNNAMED,
        f"""
        from agentic import Recorder
        from agentic.agents.function import FunctionAgent
        from agentic.chat import Chat
        city, key = await ref('"City"'), await ref('"Key to it"')

        async def works(run):
            await run.call("page.fill", target=city, value="Bergen")
            await run.call("page.fill", target=key, value={SECRET!r})
            yield "Done"

        recorder = Recorder(FunctionAgent(works))
        await Chat(agent=recorder, registry=registry).send("Do it")
        result = recorder.recording.to_text()
        """,
    )
    assert "Bergen" in written
    assert SECRET not in written


def test_a_value_that_was_hidden_when_it_was_written_down_is_not_written_into_the_page(paging: Paging) -> None:
    assert paging(
        UNNAMED,
        """
        status, hint = await refused("fill", target="Key to it", value="••••••")
        result = [status, "hidden when it was written down" in hint, find("#key").value]
        """,
    ) == ["invalid", True, ""]


def test_a_character_pressed_in_a_private_field_is_told_nowhere(paging: Paging) -> None:
    told, held, other = paging(
        UNNAMED,
        """
        city, key = js.document.querySelectorAll("input")[2], find("#key")
        told = [await call("press", keys="7", target="Key to it")]
        key.focus()
        told.append(await call("press", keys="7"))
        city.focus()
        other = (await call("press", keys="x", target="City"))["done"]
        lines = registry.audit.to_lines().split("\\n")
        told += [line for line in lines if "page.press" in line and "City" not in line]
        told += [each.preview.question for each in asked[:2]]
        result = [[json.dumps(each) for each in told], key.value, other]
        """,
    )
    assert held == "77"
    assert other == 'pressed x on textbox "City"'
    assert not [line for line in told if re.search(r"pressed 7|Press 7|keys\W+7", line)]
    assert "pressed ••••••" in json.loads(told[0])["done"]


UNFOUND = [
    ("<label>City <input></label>", "City", True),
    ("<label>City: * <input></label>", "city", True),
    ('<input aria-label="City">', "City", True),
    ('<b id="a">City</b><input aria-labelledby="a">', "City", True),
    ('<input placeholder="City">', "City", True),
    ("<p>City</p><textarea></textarea>", "City", True),
    ("<label>City <input type=password></label>", "City", False),
    ('<label>City <input autocomplete="cc-number"></label>', "City", False),
    ('<label>City <input name="otp"></label>', "City", False),
    ("<label>City <input></label><label>City <input type=password></label>", "City", False),
    ('<label>City <input></label><input type=password placeholder="City" aria-label="Word">', "City", False),
    ('<div data-agent="off"><label>City <input></label></div>', "City", False),
    ("<label>Town <input></label>", "City", False),
    ("<label>City <input></label>", "e1", False),
]


@pytest.mark.parametrize(("markup", "said", "is_shown"), UNFOUND)
def test_what_is_written_into_a_field_that_nobody_has_found_yet_is_noted_where_no_private_one_is_called_so(
    paging: Paging, markup: str, said: str, is_shown: bool
) -> None:
    assert paging(
        markup,
        f"""
        redact = lambda name, given: registry.find(name)[0].capability.redact(given)
        shown = [redact("page.fill", {{"target": {said!r}, "value": "Oslo"}})["value"],
                 redact("page.fill_form", {{"fields": {{{said!r}: "Oslo"}}}})["fields"][{said!r}]]
        result = ["Oslo" == each for each in shown]
        """,
    ) == [is_shown, is_shown]
