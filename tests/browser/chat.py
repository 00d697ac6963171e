"""A chat on a page, in the verbs of the person who uses it."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

MOUNT = """attributes => {
  const chat = document.createElement("ag-ui-chat");
  for (const [name, value] of Object.entries(attributes)) chat.setAttribute(name, value);
  document.body.append(chat);
}"""

# Handlers are written as the body of an async function of `args`; `calls` is what they were called with.
REGISTER = """(chat, {tool, body}) => {
  const run = Object.getPrototypeOf(async () => {}).constructor("args", body);
  chat.calls ??= [];
  chat.registerTool({...tool, handler: args => { chat.calls.push([tool.name, args]); return run(args); }});
}"""

LISTEN = """(chat, type) => {
  chat.heard ??= {};
  chat.heard[type] ??= [];
  chat.addEventListener(type, event => chat.heard[type].push(event.detail));
}"""

# A document does not count what moves inside a shadow root.
STILL = """chat => Promise.all([...chat.getAnimations(), ...chat.shadowRoot.getAnimations()]
  .filter(animation => animation.effect.getComputedTiming().iterations !== Infinity)
  .map(animation => animation.finished.catch(() => 0)))"""


class Chat:
    """One `<ag-ui-chat>`; parts are found by their public names, through the open shadow root."""

    def __init__(self, page: Page, selector: str = "ag-ui-chat") -> None:
        self.page = page
        self.element = page.locator(selector)
        self.field = self.part("input")
        self.button = self.part("send")
        self.messages = self.part("messages")
        self.answers = self.part("message-assistant")
        self.sayings = self.part("message-user")
        self.cards = self.part("tool-card")
        self.notices = self.part("run-notice")
        self.questions = self.part("confirm")

    @classmethod
    def mount(cls, page: Page, **attributes: str) -> "Chat":
        """Put a new element on the page; underscores in names stand for hyphens."""
        page.evaluate(MOUNT, {name.replace("_", "-"): value for name, value in attributes.items()})
        return cls(page, f"#{attributes['id']}" if "id" in attributes else "ag-ui-chat")

    def part(self, name: str) -> Locator:
        return self.element.locator(f'[part~="{name}"]')

    # What a person does

    def say(self, text: str) -> None:
        """Type it and press Enter."""
        self.field.fill(text)
        self.field.press("Enter")

    def press(self, name: str) -> None:
        """Press the button of this name."""
        self.control(name).click()

    def stop(self) -> None:
        self.press("Stop")

    def control(self, name: str) -> Locator:
        return self.element.get_by_role("button", name=name, exact=True)

    # What a person sees

    def wait_for_text(self, text: str | re.Pattern[str]) -> None:
        expect(self.messages).to_contain_text(text)

    def wait_for_answer(self, text: str | re.Pattern[str]) -> None:
        """Wait until the newest answer contains this."""
        expect(self.answers.last).to_contain_text(text)

    def wait_for_notice(self, text: str | re.Pattern[str]) -> None:
        expect(self.notices.last).to_contain_text(text)

    def wait_until_idle(self) -> None:
        """Wait until nothing runs: the button says Send again."""
        expect(self.control("Send")).to_be_visible()

    def wait_until_still(self) -> None:
        """Wait for the end of every animation that has one; boxes and colours are half-way before."""
        self.element.evaluate(STILL)

    def wait_until_running(self) -> None:
        expect(self.control("Stop")).to_be_visible()

    def card(self, name: str) -> Locator:
        """The newest card of this tool, by the label a person reads on it."""
        return self.cards.filter(has=self.page.locator('[part~="tool-card-name"]', has_text=name)).last

    def question(self) -> Locator:
        """The confirmation that waits for an answer."""
        return self.element.locator('[part~="confirm"]:not([data-resolved])')

    def text(self) -> str:
        """All that the transcript shows."""
        return self.messages.inner_text()

    # What a host page does

    def set(self, name: str, value: str) -> None:
        self.element.evaluate("(chat, [name, value]) => chat.setAttribute(name, value)", [name, value])

    def tool(self, name: str, body: str = "return 'done'", **parameters: Any) -> None:
        """Register a tool; `parameters` are the members of its JSON Schema."""
        schema = {"type": "object", "properties": {}} | {
            key.replace("_", "-"): value for key, value in parameters.items()
        }
        tool = {"name": name, "description": f"The tool {name}.", "parameters": schema}
        self.element.evaluate(REGISTER, {"tool": tool, "body": body})

    def calls(self) -> list[list[Any]]:
        """[name, arguments] of every handler that was called, in order."""
        return self.element.evaluate("chat => chat.calls ?? []")

    def listen(self, event: str) -> None:
        self.element.evaluate(LISTEN, event)

    def heard(self, event: str) -> list[Any]:
        """The details of the events heard since `listen`."""
        return self.element.evaluate("(chat, event) => chat.heard[event]", event)

    def remove(self) -> None:
        self.element.evaluate_all("chats => chats.forEach(chat => chat.remove())")
