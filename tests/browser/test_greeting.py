"""An empty page greets; what to begin with; and the composer, which moves to its place when something is sent."""

from collections.abc import Callable
from threading import Event

from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import run, text
from tests.servers.scripted import ScriptedAgent

FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"

MIDDLE = """chat => {
  const box = chat.shadowRoot.querySelector("[part~=composer-surface]").getBoundingClientRect();
  return (box.top + box.bottom) / 2 / innerHeight;
}"""


def test_a_page_greets_by_name_live(mount: Callable[..., Chat]) -> None:
    chat = mount(endpoint="/agent/", placement="page")
    expect(chat.part("greeting")).to_have_text("Hello there")
    chat.set("user-name", " Ada ")
    expect(chat.part("greeting")).to_have_text("Hello, Ada")
    chat.element.evaluate("chat => { chat.userName = ''; chat.strings = { greetingNoName: 'Guten Tag' }; }")
    expect(chat.part("greeting")).to_have_text("Guten Tag")


def test_the_composer_is_in_the_middle_until_something_is_sent(
    mount: Callable[..., Chat], agent: ScriptedAgent
) -> None:
    chat = mount(endpoint="/agent/", placement="page", user_name="Ada")
    assert 0.35 < chat.element.evaluate(MIDDLE) < 0.65
    agent.answers(run(*text("Hi.")))
    chat.say("Hello")
    chat.wait_for_answer("Hi.")
    expect(chat.part("greeting")).to_be_hidden()
    chat.wait_until_still()
    assert chat.element.evaluate(MIDDLE) > 0.85


def test_sending_slides_the_composer_and_everything_else_snaps(
    mount: Callable[..., Chat], agent: ScriptedAgent
) -> None:
    chat = mount(endpoint="/agent/", placement="page")
    docking = "chat => chat.shadowRoot.querySelector('.panel').hasAttribute('data-docking')"
    agent.answers(then=run(*text("Hi.")))
    chat.element.evaluate("chat => chat.appendMessage('assistant', 'I am new here.')")
    chat.wait_for_answer("I am new here.")
    assert not chat.element.evaluate(docking)
    chat.press("New chat")
    expect(chat.element).to_have_attribute("data-empty", "")
    assert not chat.element.evaluate(docking)
    chat.say("Hello")
    chat.wait_for_answer("Hi.")
    assert chat.element.evaluate(docking)
    chat.press("New chat")
    expect(chat.part("greeting")).to_be_visible()
    assert 0.35 < chat.element.evaluate(MIDDLE) < 0.65


def test_a_conversation_that_is_still_fetched_is_not_greeted(stage: Page) -> None:
    stage.evaluate("""() => {
      const chat = document.createElement("ag-ui-chat");
      chat.setAttribute("placement", "page");
      const fetched = new Promise(done => { window.fetched = done; });
      chat.conversationStore = {
        threadId: () => "t", loadMessages: () => fetched, saveMessages() {}, loadCheckpoint: () => null,
        saveCheckpoint() {}, clear() {}, listThreads: () => [], setActiveThread() {}, renameThread() {},
      };
      window.looks = new Set();
      const look = () => {
        looks.add(chat.hasAttribute("data-empty") ? "empty" : "docked");
        window.watching = requestAnimationFrame(look);
      };
      look();
      document.body.append(chat);
    }""")
    chat = Chat(stage)
    expect(chat.field).to_be_visible()
    stage.wait_for_function(FRAMES)
    expect(chat.part("greeting")).to_be_hidden()
    assert chat.element.evaluate(MIDDLE) > 0.85
    stage.evaluate("fetched([{ id: 'u', role: 'user', content: 'Before' }])")
    expect(chat.sayings).to_have_text("Before")
    assert stage.evaluate("cancelAnimationFrame(watching), [...looks]") == ["docked"]
    chat.press("New chat")
    expect(chat.part("greeting")).to_be_visible()


def test_a_restored_conversation_is_never_laid_out_as_an_empty_one(
    mount: Callable[..., Chat], agent: ScriptedAgent, stage: Page
) -> None:
    agent.answers(run(*text("Hi.")))
    place = {"id": "kept", "endpoint": "/agent/", "placement": "page", "user_key": "ada@example.com/1"}
    chat = mount(**place)
    chat.say("Hello")
    chat.wait_for_answer("Hi.")
    chat.wait_until_idle()
    chat.remove()
    stage.evaluate("""() => {
      window.changes = 0;
      window.watching = new MutationObserver(list => { changes += list.length; });
      watching.observe(document.body, { subtree: true, attributeFilter: ["data-empty"] });
    }""")
    mount(**place)
    chat.wait_for_answer("Hi.")
    assert stage.evaluate("watching.disconnect() ?? changes") == 0


def test_only_pages_greet_unless_they_do_not_want_to(mount: Callable[..., Chat]) -> None:
    for number, (attributes, greets) in enumerate(
        [
            ({"placement": "page", "data_greeting": "off"}, False),
            ({"placement": "embedded"}, False),
            ({"placement": "embedded", "data_greeting": ""}, True),
            ({"placement": "sidebar"}, False),
            ({"data_start_open": ""}, False),
        ]
    ):
        chat = mount(id=f"greeting-{number}", endpoint="/agent/", **attributes)
        expect(chat.part("composer")).to_be_visible()
        expect(chat.part("greeting")).to_be_visible(visible=greets)
        chat.remove()


def test_on_a_phone_the_composer_is_at_the_foot(mount: Callable[..., Chat], stage: Page) -> None:
    stage.set_viewport_size({"width": 390, "height": 700})
    try:
        chat = mount(endpoint="/agent/", placement="page", data_starters='["Begin"]')
        expect(chat.part("greeting")).to_be_visible()
        assert chat.element.evaluate(MIDDLE) > 0.85
        box = chat.part("greeting").bounding_box() or {}
        assert 0.25 < (box["y"] + box["height"] / 2) / 700 < 0.6
    finally:
        stage.set_viewport_size({"width": 1280, "height": 800})


def test_starters_send_themselves_and_are_bounded(mount: Callable[..., Chat], agent: ScriptedAgent) -> None:
    starters = '["Summarise this page", "Two", "Three", "Four", "Five", 6]'
    chat = mount(endpoint="/agent/", data_start_open="", data_starters=starters)
    expect(chat.part("suggestion-chip")).to_have_text(["Summarise this page", "Two", "Three", "Four"])
    agent.answers(run(*text("Short.")))
    chat.press("Summarise this page")
    expect(chat.sayings).to_have_text("Summarise this page")
    chat.wait_for_answer("Short.")
    expect(chat.part("suggestion-chip").first).to_be_hidden()


def test_starters_that_are_no_list_are_reported(mount: Callable[..., Chat], stage: Page, trouble: Trouble) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_starters="[oops")
    expect(chat.field).to_be_visible()
    chat.set("data-starters", '{"a": 1}')
    stage.wait_for_function(FRAMES)
    stage.evaluate("null")
    assert sum("data-starters is ignored" in line for line in trouble.console) == 2


def test_the_pages_own_greeting_replaces_the_text_alone(mount: Callable[..., Chat]) -> None:
    chat = mount(endpoint="/agent/", placement="page", data_starters='["Begin"]')
    chat.element.evaluate("chat => { chat.innerHTML = '<b slot=greeting>Welcome to the desk</b>'; }")
    expect(chat.element.locator("b")).to_be_visible()
    expect(chat.control("Begin")).to_be_visible()


def test_word_by_word_a_text_that_came_at_once_is_seen_growing(
    mount: Callable[..., Chat], agent: ScriptedAgent, stage: Page
) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_text_animation="word")
    chat.element.evaluate("""chat => {
      chat.lengths = [];
      const look = () => {
        const node = chat.shadowRoot.querySelector("[part~=message-assistant]");
        if (node) chat.lengths.push(node.textContent.length);
        requestAnimationFrame(look);
      };
      look();
    }""")
    agent.answers(run(*text(" ".join(f"word{n}" for n in range(60)))))
    chat.say("Go")
    chat.wait_for_answer("word59")
    assert len(set(chat.element.evaluate("chat => chat.lengths"))) > 10


def test_without_motion_and_without_the_setting_it_is_there_at_once(
    mount: Callable[..., Chat], agent: ScriptedAgent, stage: Page
) -> None:
    stage.emulate_media(reduced_motion="reduce")
    try:
        chat = mount(endpoint="/agent/", data_start_open="", data_text_animation="fade")
        gate = Event()
        agent.answers(run(*text("Hello there."), gate))
        chat.say("Go")
        chat.wait_for_answer("Hello there.")
        expect(chat.answers).not_to_have_attribute("data-fresh", "")
        gate.set()
    finally:
        stage.emulate_media(reduced_motion="no-preference")


def test_fading_begins_with_the_answer_and_ends_by_itself(mount: Callable[..., Chat], agent: ScriptedAgent) -> None:
    chat = mount(endpoint="/agent/", data_start_open="", data_text_animation="fade")
    agent.answers(run(*text("Hello there.")))
    chat.say("Go")
    chat.wait_for_answer("Hello there.")
    expect(chat.answers).to_have_attribute("data-fresh", "")
    chat.wait_until_still()
    expect(chat.answers).to_have_css("opacity", "1")
