"""Where the chat stands: a corner, the page's own box, a launcher, a phone, light and dark."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import closed, more, opened, run, text
from tests.servers.scripted import ScriptedAgent

Mount = Callable[..., Chat]
BOX = """() => {
  const box = document.createElement("div");
  box.style.cssText = "width: 420px; height: 500px; margin: 40px";
  document.body.append(box);
  box.append(document.querySelector("ag-ui-chat"));
}"""


@pytest.fixture
def phone(stage: Page) -> Iterator[Page]:
    stage.set_viewport_size({"width": 390, "height": 760})
    yield stage
    stage.set_viewport_size({"width": 1280, "height": 800})


def test_a_floating_chat_rests_at_its_launcher(mount: Mount) -> None:
    chat = mount(endpoint="/agent/")
    expect(chat.part("launcher")).to_be_in_viewport()
    expect(chat.field).to_be_hidden()


def test_the_launcher_opens_the_panel_and_gives_it_the_focus(mount: Mount) -> None:
    chat = mount(endpoint="/agent/")
    chat.part("launcher").click()
    expect(chat.field).to_be_visible()
    expect(chat.field).to_be_focused()
    expect(chat.part("launcher")).to_be_hidden()


def test_each_change_is_told_and_reflected(chat: Chat) -> None:
    chat.listen("ag-ui-toggle")
    chat.press("Collapse")
    expect(chat.element).to_have_attribute("collapsed", "")
    chat.element.evaluate("chat => chat.setCollapsed(false)")
    expect(chat.field).to_be_visible()
    assert chat.heard("ag-ui-toggle") == [{"collapsed": True}, {"collapsed": False}]


def test_a_collapsed_chat_lets_the_page_be_clicked(chat: Chat, stage: Page) -> None:
    stage.evaluate("""() => {
      const button = document.createElement("button");
      button.textContent = "Underneath";
      button.style.cssText = "position: fixed; right: 100px; bottom: 200px";
      button.onclick = () => { window.reached = true; };
      document.body.prepend(button);
    }""")
    chat.press("Collapse")
    stage.get_by_role("button", name="Underneath").click()
    assert stage.evaluate("reached") is True


def test_a_choice_survives_a_reload(visit: Callable[[str], Chat], page: Page) -> None:
    chat = visit("/plain.html")
    chat.press("Collapse")
    expect(chat.field).to_be_hidden()
    page.reload()
    expect(chat.part("launcher")).to_be_visible()
    expect(chat.field).to_be_hidden()


def test_an_embedded_chat_fills_the_box_it_is_given(mount: Mount, stage: Page, agent: ScriptedAgent) -> None:
    chat = mount(endpoint="/agent/", placement="embedded")
    stage.evaluate(BOX)
    agent.answers(run(*text("\n\n".join(f"Line {n}" for n in range(60)))))
    chat.say("Go")
    chat.wait_for_answer("Line 59")
    chat.wait_until_still()
    box = chat.part("panel").bounding_box()
    assert box
    assert (round(box["width"]), round(box["height"])) == (420, 500)
    expect(chat.part("send")).to_be_in_viewport()


def test_an_answer_goes_on_behind_the_launcher(chat: Chat, agent: ScriptedAgent) -> None:
    gate = Event()
    agent.answers(run(*opened("m", "Before"), gate, more("m", " and after"), closed("m")))
    chat.say("Go")
    chat.wait_for_answer("Before")
    chat.press("Collapse")
    gate.set()
    chat.part("launcher").click()
    chat.wait_for_answer("Before and after")


def test_a_phone_gets_the_whole_screen(mount: Mount, phone: Page) -> None:
    chat = mount(endpoint="/agent/")
    chat.part("launcher").click()
    expect(chat.field).to_be_in_viewport()
    chat.wait_until_still()
    box = chat.part("panel").bounding_box()
    assert box
    assert (round(box["x"]), round(box["width"])) == (0, 390)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_long_words_and_wide_tables_stay_inside_on_a_phone(mount: Mount, phone: Page, agent: ScriptedAgent) -> None:
    wide = f"{'x' * 300}\n\n| {' | '.join('column' for _ in range(20))} |\n|{'---|' * 20}\n\n```\n{'y' * 300}\n```"
    agent.answers(run(*text(wide)))
    chat = mount(endpoint="/agent/", data_start_open="")
    chat.say("Go")
    chat.wait_for_answer("yyy")
    assert chat.messages.evaluate("node => node.scrollWidth - node.clientWidth") <= 0


def lightness(chat: Chat) -> float:
    """How light the panel is, 0 to 255."""
    return chat.part("panel").evaluate("""node => {
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.fillStyle = getComputedStyle(node).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, value) => sum + value / 3, 0);
    }""")


def test_light_is_light_and_dark_is_dark(chat: Chat) -> None:
    assert lightness(chat) > 200
    chat.set("theme", "dark")
    assert lightness(chat) < 80


def test_an_automatic_theme_follows_the_system(mount: Mount, stage: Page) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", theme="auto")
    stage.emulate_media(color_scheme="dark")
    assert lightness(chat) < 80
    stage.emulate_media(color_scheme="light")
    assert lightness(chat) > 200


def test_a_title_can_be_changed_at_any_time(chat: Chat) -> None:
    expect(chat.part("title")).to_have_text("Assistant")
    chat.set("title-text", "Order desk")
    expect(chat.part("title")).to_have_text("Order desk")


def test_a_page_themes_the_chat_from_any_ancestor(chat: Chat, stage: Page) -> None:
    stage.evaluate("document.documentElement.style.setProperty('--ag-ui-bg', 'rgb(1, 2, 3)')")
    expect(chat.part("panel")).to_have_css("background-color", "rgb(1, 2, 3)")
    stage.evaluate("document.documentElement.style.removeProperty('--ag-ui-bg')")


def test_a_keyboard_on_the_screen_leaves_the_composer_in_sight(mount: Mount, phone: Page) -> None:
    phone.evaluate("""() => {
      const keyboard = new EventTarget();
      Object.assign(keyboard, { scale: 1, height: 440, offsetTop: 60, width: 390 });
      window.restoreViewport = Object.getOwnPropertyDescriptor(window, "visualViewport");
      Object.defineProperty(window, "visualViewport", { value: keyboard, configurable: true });
    }""")
    chat = mount(endpoint="/agent/", data_start_open="")
    phone.evaluate("visualViewport.dispatchEvent(new Event('resize'))")
    composer, header = chat.part("composer").bounding_box(), chat.part("header").bounding_box()
    assert composer
    assert header
    assert header["y"] >= 60
    assert composer["y"] + composer["height"] <= 60 + 440 + 1
    phone.evaluate("Object.defineProperty(window, 'visualViewport', restoreViewport)")


@pytest.mark.parametrize(("side", "x"), [("right", 880), ("left", 0)])
def test_a_sidebar_takes_the_whole_of_one_edge_and_collapses_to_a_rail(
    mount: Mount, stage: Page, side: str, x: int
) -> None:
    chat = mount(endpoint="/agent/", placement="sidebar", data_side=side)
    box = chat.part("panel").bounding_box()
    assert box == {"x": x, "y": 0, "width": 400, "height": 800}
    chat.press("Collapse")
    rail = chat.part("launcher")
    expect(rail).to_be_focused()
    expect(rail).to_be_in_viewport(ratio=1)
    rail.evaluate("node => Promise.all(node.getAnimations().map(animation => animation.finished))")
    assert round((rail.bounding_box() or {})["width"]) == 44
    rail.click()
    expect(chat.field).to_be_focused()


def test_a_page_is_the_whole_screen_and_never_collapses(mount: Mount, stage: Page) -> None:
    chat = mount(endpoint="/agent/", placement="page", collapsed="")
    assert chat.part("panel").bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
    expect(chat.field).to_be_visible()
    expect(chat.control("Collapse")).to_have_count(0)
    assert (chat.part("composer").bounding_box() or {})["width"] == 720


def test_an_embedded_chat_collapses_to_its_header(mount: Mount, stage: Page) -> None:
    chat = mount(endpoint="/agent/", placement="embedded")
    stage.evaluate(BOX)
    chat.press("Collapse")
    expect(chat.field).to_be_hidden()
    assert (chat.part("panel").bounding_box() or {})["height"] < 80
    chat.press("Expand")
    expect(chat.field).to_be_visible()


def test_the_panel_stays_clear_of_what_the_page_reserves(chat: Chat, stage: Page) -> None:
    stage.evaluate("document.documentElement.style.setProperty('--ag-ui-viewport-inset-bottom', '100px')")
    box = chat.part("panel").bounding_box()
    assert box
    assert box["y"] + box["height"] == 800 - 24 - 100
    stage.evaluate("document.documentElement.style.removeProperty('--ag-ui-viewport-inset-bottom')")


def test_the_pages_own_rules_do_not_reach_into_the_chat(chat: Chat, stage: Page, agent: ScriptedAgent) -> None:
    before = chat.part("title").evaluate("node => [getComputedStyle(node).color, getComputedStyle(node).fontSize]")
    stage.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { color: red !important; font-size: 30px !important } p { display: none !important }");
      document.adoptedStyleSheets = [sheet];
    }""")
    agent.answers(run(*text("A paragraph.")))
    chat.say("Go")
    expect(chat.answers.last.get_by_text("A paragraph.")).to_be_visible()
    after = chat.part("title").evaluate("node => [getComputedStyle(node).color, getComputedStyle(node).fontSize]")
    assert after == before
    stage.evaluate("document.adoptedStyleSheets = []")


APART = """([one, other]) => {
  const [a, b] = [one, other].map(node => node.getBoundingClientRect());
  const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return a.width > 0 && b.width > 0 && isApart;
}"""


def apart(stage: Page, part: str, *chats: Chat) -> bool:
    for chat in chats:
        chat.wait_until_still()
    return stage.evaluate(APART, [chat.part(part).element_handle() for chat in chats])


@pytest.mark.parametrize("placement", ["floating", "bottom-left"])
def test_two_chats_in_one_corner_stand_side_by_side(mount: Mount, stage: Page, placement: str) -> None:
    first, second = (mount(endpoint="/agent/", placement=placement) for _ in range(2))
    assert apart(stage, "launcher", first, second)
    first.part("launcher").click()
    second.part("launcher").click()
    assert apart(stage, "panel", first, second)
    expect(second.part("panel")).to_be_in_viewport(ratio=1)


def test_chats_elsewhere_move_nobody(mount: Mount, stage: Page) -> None:
    for placement in ("sidebar", "bottom-left", "embedded"):
        mount(endpoint="/agent/", placement=placement)
    last = mount(endpoint="/agent/", data_start_open="")
    box = last.part("panel").bounding_box()
    assert box
    assert box["x"] + box["width"] == 1280 - 24


def test_two_launchers_on_a_phone_are_both_reached(mount: Mount, phone: Page) -> None:
    first, second = (mount(endpoint="/agent/") for _ in range(2))
    assert apart(phone, "launcher", first, second)
    first.part("launcher").click()
    expect(first.field).to_be_focused()
    first.wait_until_still()
    first.part("send").click(trial=True)
    first.press("Collapse")
    second.part("launcher").click()
    expect(second.field).to_be_focused()


def test_chats_that_cannot_make_room_are_told_of(mount: Mount, stage: Page, trouble: Trouble) -> None:
    mount(endpoint="/agent/")
    mount(endpoint="/agent/", placement="embedded")
    mount(endpoint="/agent/", placement="bottom-left")
    assert trouble.console == []
    stage.evaluate("document.body.append(document.createElement('div'))")
    stage.evaluate("""() => {
      const chat = document.createElement("ag-ui-chat");
      chat.setAttribute("endpoint", "/agent/");
      document.querySelector("div").append(chat);
    }""")
    expect_warning = "warning: agentic: <ag-ui-chat>: it lies on another chat"
    stage.wait_for_function("() => document.querySelector('div ag-ui-chat').shadowRoot")
    assert [line.startswith(expect_warning) for line in trouble.console] == [True]
