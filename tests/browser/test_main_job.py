"""The order desk as a person meets it: an agent that fills and saves a real form, with no key and no server."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for_boot
from tests.servers.site import Site

ORDER = "New order, 3 lamps, express, deliver to Lovelace Street 12"

# What rings a field is an outline of its own or something drawn round it that takes no click, in a shadow root or not.
WATCH_RINGS = """() => {
  window.ringed = new Set();
  const everything = root => [...root.querySelectorAll("*")].flatMap(
    node => node.localName === "ag-ui-chat" ? [] : [node, ...(node.shadowRoot ? everything(node.shadowRoot) : [])]);
  const isRound = (node, field) => {
    const outer = node.getBoundingClientRect(), inner = field.getBoundingClientRect();
    return outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right
      && outer.bottom >= inner.bottom && outer.width < inner.width + 40 && outer.height < inner.height + 40;
  };
  const look = () => {
    const rings = everything(document).filter(node => getComputedStyle(node).pointerEvents === "none");
    for (const field of document.querySelectorAll("input, select, textarea")) {
      const isOutlined = !field.matches(":focus") && getComputedStyle(field).outlineStyle !== "none";
      if (isOutlined || rings.some(node => isRound(node, field))) ringed.add(field.id);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


class Desk:
    """The form and the list beside the chat, by the labels a person reads."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.chat = Chat(page)
        self.item = page.get_by_label("Item", exact=True)
        self.quantity = page.get_by_label("Quantity", exact=True)
        self.shipping = page.get_by_label("Shipping", exact=True)
        self.gift = page.get_by_label("Gift wrap", exact=True)
        self.address = page.get_by_label("Address", exact=True)

    def orders(self) -> Locator:
        return self.page.get_by_role("listitem").filter(has=self.page.get_by_role("button", name="Delete"))

    def order_in_words(self) -> None:
        self.chat.say(ORDER)
        expect(self.address).to_have_value("Lovelace Street 12", timeout=30_000)
        self.chat.wait_until_idle()

    def save(self) -> None:
        """Have the order in the form saved and confirm it."""
        before = self.orders().count()
        self.chat.say("Save it")
        self.chat.press("Confirm")
        expect(self.orders()).to_have_count(before + 1)
        self.chat.wait_until_idle()


@pytest.fixture
def desk(page: Page, site: Site) -> Desk:
    page.goto(site.url("/dist/index.html"))
    wait_for_boot(page)
    return Desk(page)


def test_the_agent_says_that_it_is_scripted_and_no_model(desk: Desk) -> None:
    desk.chat.say("Hello, who are you?")
    desk.chat.wait_for_answer(re.compile("script", re.IGNORECASE))
    desk.chat.wait_for_answer(re.compile("not a (language )?model|no (language )?model", re.IGNORECASE))


def test_an_order_in_words_fills_the_form(desk: Desk) -> None:
    desk.order_in_words()
    expect(desk.item).to_have_value(re.compile("lamp", re.IGNORECASE))
    expect(desk.quantity).to_have_value("3")
    expect(desk.shipping).to_have_value("express")
    expect(desk.gift).not_to_be_checked()
    expect(desk.orders()).to_have_count(0)


def test_fields_are_typed_into_key_by_key(desk: Desk) -> None:
    desk.address.evaluate(
        "field => { window.typed = []; field.addEventListener('input', () => typed.push(field.value)); }"
    )
    desk.order_in_words()
    typed = desk.page.evaluate("typed")
    assert "Lovelace" in typed
    assert len(typed) >= len("Lovelace Street 12")


def test_fields_are_ringed_before_they_are_typed_into(desk: Desk) -> None:
    desk.page.evaluate(WATCH_RINGS)
    desk.order_in_words()
    assert {"item", "quantity", "shipping", "address"} <= set(desk.page.evaluate("[...ringed]"))


def test_save_asks_and_confirm_saves(desk: Desk) -> None:
    desk.order_in_words()
    desk.chat.say("Save it")
    expect(desk.chat.question()).to_be_visible()
    expect(desk.orders()).to_have_count(0)
    desk.chat.press("Confirm")
    expect(desk.orders()).to_have_count(1)
    expect(desk.orders().first).to_contain_text(re.compile("lamp", re.IGNORECASE))
    expect(desk.orders().first).to_contain_text("3")
    expect(desk.orders().first).to_contain_text("Lovelace Street 12")


def test_cancel_saves_nothing_and_the_agent_says_so(desk: Desk) -> None:
    desk.order_in_words()
    desk.chat.say("Save it")
    desk.chat.press("Cancel")
    desk.chat.wait_for_answer(re.compile("not saved|nothing|left|did not|cancel|declin", re.IGNORECASE))
    expect(desk.orders()).to_have_count(0)
    expect(desk.address).to_have_value("Lovelace Street 12")


def test_deleting_asks_again(desk: Desk) -> None:
    desk.order_in_words()
    desk.save()
    desk.chat.say("Delete the first order")
    expect(desk.chat.question()).to_be_visible()
    expect(desk.orders()).to_have_count(1)
    desk.chat.press("Cancel")
    desk.chat.wait_until_idle()
    expect(desk.orders()).to_have_count(1)
    desk.chat.say("Delete the first order")
    desk.chat.press("Confirm")
    expect(desk.orders()).to_have_count(0)


def test_deleting_what_is_not_there_is_told(desk: Desk) -> None:
    desk.chat.say("Delete the first order")
    desk.chat.wait_until_idle()
    expect(desk.chat.answers.last).to_contain_text(re.compile("no .*order|nothing|empty", re.IGNORECASE))


def test_stop_stops_in_the_middle_of_typing(desk: Desk) -> None:
    # In the page, so that a slow machine is not too late.
    desk.address.evaluate("""field => field.addEventListener("input", () => {
      const {shadowRoot} = document.querySelector("ag-ui-chat");
      if (field.value.length === 4) shadowRoot.querySelector("[part~=send]").click();
    })""")
    desk.chat.say(ORDER)
    desk.chat.wait_for_notice("Stopped")
    desk.chat.wait_until_idle()
    left = desk.address.input_value()
    assert left != "Lovelace Street 12"
    desk.page.evaluate("() => new Promise(done => setTimeout(done, 300))")
    assert desk.address.input_value() == left


def test_a_person_can_use_the_desk_without_the_agent(desk: Desk) -> None:
    desk.item.fill("Chair")
    desk.quantity.fill("2")
    desk.shipping.select_option("pickup")
    desk.address.fill("Turing Lane 3")
    desk.page.get_by_role("button", name="Save").click()
    expect(desk.orders()).to_have_count(1)
    desk.orders().first.get_by_role("button", name="Delete").click()
    expect(desk.orders()).to_have_count(0)


def test_what_nobody_scripted_is_answered_with_what_can_be_asked(desk: Desk) -> None:
    desk.chat.say("Write me a poem about the sea")
    desk.chat.wait_for_answer(re.compile("order", re.IGNORECASE))


@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_fits_its_window(desk: Desk, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 800})
    expect(desk.chat.field).to_be_visible()
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_whole_job_on_a_phone(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.order_in_words()
    expect(desk.address).to_be_in_viewport()
    desk.save()
    desk.chat.say("Delete the first order")
    desk.chat.press("Confirm")
    expect(desk.orders()).to_have_count(0)
    expect(desk.page.locator(".py-error")).to_have_count(0)


def test_a_refusal_of_the_page_is_told_and_nothing_else_is_shown(desk: Desk) -> None:
    desk.chat.say("New order, 1 chair, express")
    desk.chat.wait_until_idle()
    desk.chat.say("Save it")
    desk.chat.press("Confirm")
    desk.chat.wait_for_answer("Address is missing")
    expect(desk.orders()).to_have_count(0)
    expect(desk.page.locator(".py-error")).to_have_count(0)
