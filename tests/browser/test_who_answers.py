"""The order desk's panel: who answers is chosen, tried and said in words; nothing is kept unless asked."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
from tests.browser.trouble import Trouble
from tests.servers.chat_completions import ChatCompletionsServer, answer, error, says, whole
from tests.servers.events import echo
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

NETWORK = "Failed to load resource|Fetch API cannot load|blocked by CORS"
KEY = "sk-typed-into-a-field"


class Panel:
    """The dialog, by the labels a person reads."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.chat = Chat(page)
        self.dialog = page.get_by_role("dialog", name="Who answers?")
        self.said = self.dialog.get_by_role("status")
        self.base = self.dialog.get_by_label("Address of the model")
        self.key = self.dialog.get_by_label("Key, if it wants one")
        self.model = self.dialog.get_by_label("Model; testing the connection lists them")

    def open(self) -> "Panel":
        self.page.get_by_role("button", name="Who answers?").click()
        expect(self.dialog).to_be_visible()
        return self

    def choose(self, name: str) -> None:
        self.dialog.get_by_role("radio", name=name).check()

    def press(self, name: str) -> None:
        self.dialog.get_by_role("button", name=name).click()

    def use(self) -> None:
        self.press("Use it")
        expect(self.dialog).to_be_hidden()

    def choose_model(self, base: str, name: str = "m", key: str = "") -> None:
        self.choose("A model, at an OpenAI-compatible address")
        self.base.fill(base)
        self.key.fill(key)
        self.model.fill(name)


@pytest.fixture
def completions(abroad: Site) -> Iterator[ChatCompletionsServer]:
    abroad.agents["/v1/"] = server = ChatCompletionsServer()
    yield server
    del abroad.agents["/v1/"]


@pytest.fixture
def panel(page: Page, site: Site) -> Panel:
    page.goto(site.url("/dist/index.html"))
    return live(page)


def live(page: Page) -> Panel:
    wait_for_boot(page)
    expect(page.locator("html[data-who]")).to_be_attached(timeout=30_000)
    return Panel(page).open()


def test_a_model_is_tried_listed_and_used_to_work_the_page(
    panel: Panel, completions: ChatCompletionsServer, other_site: Site
) -> None:
    other_site.substitute("/v1/models", body=json.dumps({"data": [{"id": "m"}, {"id": "n"}]}).encode())
    panel.choose_model(other_site.url("/v1"), "", KEY)
    panel.press("Test the connection")
    expect(panel.said).to_have_text("It answers. Choose one of its models: m, n.")
    panel.model.fill("m")
    panel.press("Test the connection")
    expect(panel.said).to_have_text("It answers, and has m.")
    completions.answers(
        answer(says("Filling in. "), whole("order_fill", {"item": "lamp", "quantity": 3}), reason="tool_calls"),
        answer(says("Filled in.")),
    )
    panel.use()
    panel.chat.say("3 lamps")
    panel.chat.wait_for_answer("Filled in.")
    expect(panel.page.get_by_label("Quantity", exact=True)).to_have_value("3")
    assert completions.request().headers["authorization"] == f"Bearer {KEY}"


def test_nothing_is_kept_unless_asked_and_the_key_is_nowhere(
    panel: Panel, completions: ChatCompletionsServer, other_site: Site, page: Page
) -> None:
    completions.answers(answer(says("Hello.")))
    panel.choose_model(other_site.url("/v1"), "m", KEY)
    panel.dialog.get_by_label("Record what is done from now on").check()
    panel.use()
    panel.chat.say("hi")
    panel.chat.wait_for_answer("Hello.")
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert KEY not in stored + page.content()
    assert other_site.origin not in stored
    panel.open()
    with page.expect_download() as download:
        panel.press("Save the recording")
    text = Path(download.value.path()).read_text("utf-8")
    assert '"Hello."' in text
    assert KEY not in text
    page.reload()
    panel = live(page)
    expect(panel.dialog.get_by_role("radio", name="The scripted demo: no key, no server")).to_be_checked()
    expect(panel.key).to_have_value("")


def test_what_is_asked_to_be_kept_is_kept_for_the_tab(
    panel: Panel, completions: ChatCompletionsServer, other_site: Site, page: Page
) -> None:
    completions.answers(answer(says("Still here.")))
    panel.choose_model(other_site.url("/v1"), "m", KEY)
    panel.dialog.get_by_label("Keep this for the tab").check()
    panel.use()
    page.reload()
    panel = live(page)
    expect(panel.key).to_have_value(KEY)
    panel.press("Close")
    expect(panel.dialog).to_be_hidden()
    panel.chat.say("hi")
    panel.chat.wait_for_answer("Still here.")
    panel.open().dialog.get_by_label("Keep this for the tab").uncheck()
    panel.use()
    assert page.evaluate("sessionStorage.getItem('order-desk:who')") is None


def test_what_is_wrong_is_said_in_words(
    panel: Panel, completions: ChatCompletionsServer, other_site: Site, site: Site, trouble: Trouble
) -> None:
    trouble.expect(NETWORK)
    panel.choose_model("", "m")
    panel.press("Test the connection")
    expect(panel.said).to_contain_text("Give the address of the model first")
    panel.choose_model("localhost:11434/v1", "m")
    panel.press("Test the connection")
    expect(panel.said).to_contain_text("is no address of a server")
    other_site.substitute("/v1/models", 401, json.dumps({"error": "no key"}).encode())
    panel.choose_model(other_site.url("/v1"), "m")
    panel.press("Test the connection")
    expect(panel.said).to_contain_text("wants an API key")
    other_site.substitute("/v1/models", body=b'{"data": [{"id": "n"}]}')
    panel.press("Test the connection")
    expect(panel.said).to_contain_text("has no model “m”. It has n.")
    other_site.cors = False
    try:
        panel.press("Test the connection")
        expect(panel.said).to_contain_text(f"it may not allow pages of {site.origin}")
    finally:
        other_site.cors = True
    panel.model.fill("")
    panel.press("Use it")
    expect(panel.said).to_contain_text("Name the model first")
    expect(panel.dialog).to_be_visible()


def test_a_failure_of_the_model_is_told_in_the_chat(
    panel: Panel, completions: ChatCompletionsServer, other_site: Site, trouble: Trouble
) -> None:
    trouble.expect(NETWORK)
    completions.answers(error(404, "The model `m` does not exist"))
    panel.choose_model(other_site.url("/v1"), "m")
    panel.use()
    panel.chat.say("hi")
    expect(panel.page.locator("ag-ui-chat")).to_contain_text("has no model 'm'")


def test_an_ag_ui_server_is_tried_and_used(panel: Panel, agent: ScriptedAgent, site: Site, trouble: Trouble) -> None:
    agent.answers(then=echo)
    panel.choose("An AG-UI server")
    field = panel.dialog.get_by_label("Address of the server")
    field.fill(site.url("/agent/"))
    panel.press("Test the connection")
    expect(panel.said).to_have_text("It answers.")
    panel.use()
    panel.chat.say("Hello")
    panel.chat.wait_for_answer("You said: Hello")
    trouble.expect(NETWORK)
    panel.open()
    field.fill(site.url("/nowhere"))
    panel.press("Test the connection")
    expect(panel.said).to_contain_text("There is no agent at this address (404)")


def test_a_browser_without_a_model_of_its_own_says_so(panel: Panel) -> None:
    panel.choose("The browser's own model")
    panel.press("Test the connection")
    expect(panel.said).to_have_text(re.compile("This browser('s own model cannot run| has no model)"))


def test_a_recording_of_the_demo_is_played_step_by_step(panel: Panel, page: Page, tmp_path: Path) -> None:
    panel.dialog.get_by_label("Record what is done from now on").check()
    panel.use()
    panel.chat.say("New order, 2 lamps, pickup")
    expect(page.get_by_label("Quantity", exact=True)).to_have_value("2", timeout=30_000)
    panel.chat.wait_until_idle()
    panel.open()
    with page.expect_download() as download:
        panel.press("Save the recording")
    download.value.save_as(tmp_path / "demo.jsonl")
    page.reload()
    panel = live(page)
    panel.choose("A recording")
    panel.press("Test the connection")
    expect(panel.said).to_have_text("Choose the file of a recording first.")
    panel.dialog.get_by_label("File, as “Save the recording” makes it").set_input_files(tmp_path / "demo.jsonl")
    panel.dialog.get_by_label("Pace").select_option("Step by step")
    panel.use()
    panel.chat.say("Go")
    following = page.get_by_role("button", name="Next step")
    expect(following).to_be_enabled()
    while page.get_by_label("Quantity", exact=True).input_value() != "2":
        if following.is_enabled():
            following.click()
        page.wait_for_timeout(30)
    expect(page.get_by_label("Item", exact=True)).to_have_value("lamps")


def test_a_file_that_is_no_recording_is_told(panel: Panel, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("oops")
    panel.choose("A recording")
    panel.dialog.get_by_label("File, as “Save the recording” makes it").set_input_files(tmp_path / "notes.txt")
    panel.press("Use it")
    expect(panel.said).to_contain_text("line 1 of the recording: it is no JSON object")
