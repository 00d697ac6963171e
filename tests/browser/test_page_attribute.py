"""`page-tools` and `data-page-actions` on the element: what the agent is offered, and how the chat asks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
from tests.browser.trouble import Trouble
from tests.servers.events import call, echo, run
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

ALL = ["click", "fill", "fill_form", "select", "check", "press", "drag", "undo", "read", "find", "wait_for", "scroll"]


def offered(chat: Chat, agent: ScriptedAgent) -> set[str]:
    """The tools that the next run is told of."""
    before = len(agent.requests)
    agent.answers(then=echo)
    chat.say("Hello")
    chat.wait_until_idle()
    return set(agent.request(before + 1).tools)


def test_auto_offers_every_page_tool_and_names_offer_those(chat: Chat, agent: ScriptedAgent) -> None:
    assert offered(chat, agent) == set()
    chat.set("page-tools", "auto")
    assert offered(chat, agent) == {f"page_{name}" for name in ALL}
    chat.set("page-tools", "read, page.fill")
    assert offered(chat, agent) == {"page_read", "page_fill"}
    chat.element.evaluate("chat => chat.removeAttribute('page-tools')")
    assert offered(chat, agent) == set()


def test_a_name_that_is_no_page_tool_is_warned_of(chat: Chat, agent: ScriptedAgent, trouble: Trouble) -> None:
    trouble.expect("page-tools: there is no fly")
    chat.set("page-tools", "read fly")
    assert offered(chat, agent) == {"page_read"}


def test_the_question_shows_before_and_after_and_rings_the_control(chat: Chat, agent: ScriptedAgent) -> None:
    page = chat.page
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<label>City <input value=Rome></label>')")
    chat.set("page-tools", "auto")
    agent.answers(run(*call("page_fill", {"target": "City", "value": "Oslo"}, "k1")), then=echo)
    chat.say("To Oslo")
    expect(chat.question()).to_contain_text("Fill in field “City”?")
    expect(chat.question()).to_contain_text("Rome → Oslo")
    expect(page.locator("[data-agentic=overlay]")).to_have_count(1)
    chat.press("Confirm")
    expect(page.locator("input")).to_have_value("Oslo")
    expect(page.locator("[data-agentic=overlay]")).to_have_count(0)


def test_all_that_a_person_reads_of_a_page_tool_can_be_translated(chat: Chat, agent: ScriptedAgent) -> None:
    chat.page.evaluate("""() => document.body.insertAdjacentHTML(
      "beforeend", "<ul><li>Oslo <label><input type=checkbox> Express</label></li></ul>")""")
    chat.set("page-tools", "auto")
    strings = {
        "page.tool.check": "Häkchen setzen",
        "page.check": "{what} setzen?",
        "page.role.checkbox": "Häkchen",
        "page.named": "{role} „{name}“",
        "page.namedIn": "{what} bei „{row}“",
        "page.on": "an",
        "page.off": "aus",
    }
    chat.element.evaluate("(chat, strings) => { chat.strings = strings }", strings)
    agent.answers(run(*call("page_check", {"target": "Express"}, "k1")), then=echo)
    chat.say("Express, please")
    expect(chat.question()).to_contain_text("Häkchen „Express“ bei „Oslo“ setzen?")
    expect(chat.question()).to_contain_text("aus → an")
    chat.press("Confirm")
    expect(chat.card("Häkchen setzen")).to_have_attribute("data-status", "done")
    assert agent.request(2).result().startswith('{"done": "checkbox \\"Express\\" holds')


def test_the_small_page_tools_have_names_that_can_be_translated_at_any_time(chat: Chat, agent: ScriptedAgent) -> None:
    chat.set("data-page-actions", "chat")
    agent.answers(run(*call("move_chat", {"corner": "top-left"}, "k1")), then=echo)
    chat.say("Away")
    expect(chat.card("Move this chat")).to_have_attribute("data-status", "done")
    chat.set("data-strings", '{"page.tool.move_chat": "Chat verschieben"}')
    expect(chat.card("Chat verschieben")).to_have_attribute("data-status", "done")


def test_a_declined_question_leaves_no_ring(chat: Chat, agent: ScriptedAgent) -> None:
    page = chat.page
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<button>Delete all</button>')")
    chat.set("page-tools", "auto")
    agent.answers(run(*call("page_click", {"target": "Delete all"}, "k1")), then=echo)
    chat.say("Away with it")
    expect(chat.question()).to_contain_text("cannot be undone")
    expect(chat.question().get_by_role("button", name="Always allow")).to_be_hidden()
    chat.press("Cancel")
    expect(page.locator("[data-agentic=overlay]")).to_have_count(0)


def test_words_added_by_the_page_make_a_control_destructive(chat: Chat, agent: ScriptedAgent) -> None:
    chat.page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<button>Abbestellen</button>')")
    chat.set("page-tools", "auto")
    chat.set("data-destructive-words", "abbestellen, auflösen")
    agent.answers(run(*call("page_click", {"target": "Abbestellen"}, "k1")), then=echo)
    chat.say("Do it")
    expect(chat.question()).to_contain_text("cannot be undone")


def test_what_page_tools_need_is_loaded_when_the_first_of_them_is_used(
    visit: Callable[[str], Chat], site: Site, agent: ScriptedAgent
) -> None:
    chat = visit("/strict.html")
    loaded = [visited.path for visited in site.visits if "dom-accessibility-api" in visited.path]
    assert loaded == []
    chat.set("page-tools", "read")
    agent.answers(run(*call("page_read", {}, "k1")), then=echo)
    chat.say("What is here?")
    assert agent.request(2).result().startswith('page "')
    assert any("dom-accessibility-api" in visited.path for visited in site.visits)


def test_a_library_that_does_not_load_is_said_and_tried_again(
    visit: Callable[[str], Chat], site: Site, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("dom-accessibility-api")
    chat = visit("/strict.html")
    site.substitute("/dist/vendor/dom-accessibility-api/*", 404)
    chat.set("page-tools", "read")
    agent.answers(run(*call("page_read", {}, "k1")), then=echo)
    chat.say("What is here?")
    assert "dom-accessibility-api" in agent.request(2).result()


def answer(chat: Chat, agent: ScriptedAgent, name: str, **arguments: str) -> str:
    """What a tool of the page says to the model."""
    before = len(agent.requests)
    agent.answers(run(*call(name, arguments, f"k{before}")), then=echo)
    chat.say("Do it")
    chat.wait_until_idle()
    return agent.request(before + 2).result()


def test_page_actions_offer_what_is_named(chat: Chat, agent: ScriptedAgent) -> None:
    chat.set("data-page-actions", "scroll,drag")
    assert offered(chat, agent) == {"scroll_to", "drag_and_drop"}
    chat.set("data-page-actions", "chat")
    assert offered(chat, agent) == {"read_chat_surface", "move_chat", "minimise_chat", "restore_chat"}
    chat.set("data-page-actions", "")
    assert offered(chat, agent) == set()


def test_scroll_to_finds_by_selector_ends_and_by_the_page_s_own_names(chat: Chat, agent: ScriptedAgent) -> None:
    page = chat.page
    page.evaluate("""() => document.body.insertAdjacentHTML('beforeend',
        '<div style="height: 4000px">tall</div><button id="far">Far</button>')""")
    chat.set("data-page-actions", "scroll")
    answer(chat, agent, "scroll_to", target="bottom")
    assert page.evaluate("scrollY > 1000")
    answer(chat, agent, "scroll_to", target="top")
    assert page.evaluate("scrollY") == 0
    answer(chat, agent, "scroll_to", target="#far")
    expect(page.locator("#far")).to_be_in_viewport()
    answer(chat, agent, "scroll_to", target="top")
    chat.element.evaluate(
        "chat => { chat.resolvePageTarget = name => name === 'the far one' ? document.querySelector('#far') : null }"
    )
    answer(chat, agent, "scroll_to", target="the far one")
    expect(page.locator("#far")).to_be_in_viewport()


def test_drag_and_drop_finds_both_by_the_page_s_own_names_and_says_what_came_of_it(
    chat: Chat, agent: ScriptedAgent
) -> None:
    page = chat.page
    page.evaluate("""() => {
      document.body.insertAdjacentHTML("beforeend",
        "<ul><li draggable=true id=a>One</li><li draggable=true id=b>Two</li></ul><p id=shelf>Shelf</p>" +
        "<p id=floor>Floor</p>");
      const shelf = document.getElementById("shelf");
      shelf.ondragover = event => event.preventDefault();
      shelf.ondrop = event => { event.preventDefault(); shelf.append(document.getElementById("b")) };
    }""")
    chat.element.evaluate("chat => { chat.resolvePageTarget = async name => document.getElementById(name) }")
    chat.set("data-page-actions", "drag")
    assert 'li "Two" was let go on p' in answer(chat, agent, "drag_and_drop", **{"from": "b", "to": "shelf"})
    assert page.evaluate("document.querySelector('#shelf > #b') !== null")
    assert "does not accept it" in answer(chat, agent, "drag_and_drop", **{"from": "a", "to": "floor"})
    assert "there is nothing on the page for 'c'" in answer(chat, agent, "drag_and_drop", **{"from": "c", "to": "b"})


@pytest.mark.parametrize("target", ["#nothing", "???", "the moon"])
def test_a_target_that_is_nothing_is_said_to_the_model(chat: Chat, agent: ScriptedAgent, target: str) -> None:
    chat.set("data-page-actions", "scroll")
    assert f"there is nothing on the page for '{target}'" in answer(chat, agent, "scroll_to", target=target)


def test_what_is_not_shown_is_not_said_to_be_in_view(chat: Chat, agent: ScriptedAgent) -> None:
    chat.page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<p id=away hidden>Away</p>')")
    chat.set("data-page-actions", "scroll")
    assert "'#away' is on the page, but not shown" in answer(chat, agent, "scroll_to", target="#away")


def test_the_chat_moves_to_each_corner_and_says_so(chat: Chat, agent: ScriptedAgent) -> None:
    chat.set("data-page-actions", "chat")
    for corner in ("top-left", "top-right", "bottom-left", "bottom-right"):
        assert '"moved": true' in answer(chat, agent, "move_chat", corner=corner)
        chat.wait_until_still()
        box, size = chat.element.bounding_box(), chat.page.viewport_size
        assert box
        assert size
        top = 24 if corner.startswith("top") else size["height"] - 24 - box["height"]
        left = 24 if corner.endswith("left") else size["width"] - 24 - box["width"]
        assert (box["x"], box["y"]) == (pytest.approx(left, abs=1), pytest.approx(top, abs=1))


def test_a_person_is_told_that_the_panel_was_moved_and_can_put_it_back(chat: Chat, agent: ScriptedAgent) -> None:
    chat.set("data-page-actions", "chat")
    chat.element.evaluate("chat => chat.moveTo('top-right')")
    expect(chat.notices).to_have_count(0)
    answer(chat, agent, "move_chat", corner="top-right")
    expect(chat.notices).to_have_count(0)
    answer(chat, agent, "move_chat", corner="top-left")
    answer(chat, agent, "move_chat", corner="bottom-left")
    expect(chat.part("run-notice-surface")).to_have_count(2)
    expect(chat.part("run-notice-undo").filter(visible=True)).to_have_count(1)
    expect(chat.control("Retry").filter(visible=True)).to_have_count(1)  # of the answer; a move is nothing to ask again
    chat.press("Undo")
    expect(chat.element).to_have_attribute("data-corner", "top-left")
    expect(chat.part("run-notice-undo").filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("corner", ["top-left", "top-right", "bottom-left", "bottom-right"])
def test_the_launcher_goes_where_the_panel_went(chat: Chat, agent: ScriptedAgent, corner: str) -> None:
    chat.set("data-page-actions", "chat")
    answer(chat, agent, "move_chat", corner=corner)
    chat.element.evaluate("chat => chat.setCollapsed(true)")
    chat.wait_until_still()
    box, size = chat.part("launcher").bounding_box(), chat.page.viewport_size
    assert box
    assert size
    top = 24 if corner.startswith("top") else size["height"] - 24 - box["height"]
    left = 24 if corner.endswith("left") else size["width"] - 24 - box["width"]
    assert (box["x"], box["y"]) == (pytest.approx(left, abs=1), pytest.approx(top, abs=1))


@pytest.mark.parametrize("placement", ["sidebar", "page", "embedded", "full"])
def test_a_chat_that_cannot_move_says_so_and_why(chat: Chat, agent: ScriptedAgent, placement: str) -> None:
    chat.set("placement", placement)
    chat.set("data-page-actions", "chat")
    told = answer(chat, agent, "move_chat", corner="top-left")
    assert '"moved": false' in told
    assert "minimise" in told
    assert chat.element.evaluate("chat => chat.moveTo('top-left')") is False
    assert not chat.element.evaluate("chat => chat.hasAttribute('data-corner')")


def test_the_chat_is_minimised_and_restored_and_tells_how_it_stands(chat: Chat, agent: ScriptedAgent) -> None:
    chat.set("data-page-actions", "chat")
    told = answer(chat, agent, "read_chat_surface")
    for part in (
        '"placement": "floating"',
        '"collapsed": false',
        '"movable": true',
        '"fullBleed": false',
        '"viewport"',
    ):
        assert part in told
    agent.answers(run(*call("minimise_chat", {}, "m1")), run(*call("restore_chat", {}, "m2")), then=echo)
    chat.listen("ag-ui-toggle")
    chat.say("Hide and come back")
    agent.request(5)
    assert [each["collapsed"] for each in chat.heard("ag-ui-toggle")] == [True, False]


def test_a_page_chat_is_not_minimised_and_says_so(chat: Chat, agent: ScriptedAgent) -> None:
    chat.set("placement", "page")
    chat.set("data-page-actions", "chat")
    assert re.search('"collapsed": false.*always open', answer(chat, agent, "minimise_chat"))


def test_the_surface_is_described_to_javascript_too(chat: Chat) -> None:
    described = chat.element.evaluate("chat => chat.describeSurface()")
    assert (described["placement"], described["movable"], described["collapsible"]) == ("floating", True, True)
    assert described["panel"]["width"] > 100
    assert described["viewport"]["width"] == 1280
    assert chat.element.evaluate("chat => { try { chat.moveTo('up') } catch (error) { return error.message } }") == (
        "moveTo: it must be one of top-left, top-right, bottom-left, bottom-right, not 'up'"
    )


def test_the_corner_it_was_moved_to_outlasts_a_reload(visit: Callable[[str], Chat]) -> None:
    chat = visit("/plain.html")
    assert chat.element.evaluate("chat => chat.moveTo('top-left')") is True
    chat.page.reload()
    wait_for_boot(chat.page)
    assert chat.element.get_attribute("data-corner") == "top-left"


def test_a_placement_that_owns_the_place_has_it_back_and_keeps_it(chat: Chat) -> None:
    chat.element.evaluate("chat => chat.moveTo('top-left')")
    chat.set("placement", "sidebar")
    assert chat.element.get_attribute("data-corner") is None
    chat.set("placement", "floating")
    assert chat.element.get_attribute("data-corner") is None
    whose = chat.element.get_attribute("id")
    assert chat.page.evaluate("key => sessionStorage.getItem(key)", f"ag-ui-chat:{whose}:corner") == ""
