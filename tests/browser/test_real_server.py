"""Against a server nobody here wrote: pydantic-ai's AG-UI adapter."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.servers.pydantic_agent import PydanticAgent

FIELD: dict[str, Any] = {"properties": {"field": {"type": "string"}, "value": {"type": "string"}}}


@pytest.fixture
def real_chat(mount: Callable[..., Chat], real_agent: PydanticAgent) -> Chat:
    return mount(endpoint=real_agent.url, data_start_open="")


def test_text(real_chat: Chat) -> None:
    real_chat.say("good morning")
    real_chat.wait_for_answer("You said: good morning")
    real_chat.wait_until_idle()
    real_chat.say("and again")
    real_chat.wait_for_answer("You said: and again")
    expect(real_chat.notices).to_have_count(0)


def test_a_tool_of_the_page_and_back(real_chat: Chat) -> None:
    real_chat.tool("fill", "return `${args.field} is now ${args.value}`", **FIELD)
    real_chat.say('call fill {"field": "city", "value": "Paris"}')
    real_chat.wait_for_answer("city is now Paris")
    assert real_chat.calls() == [["fill", {"field": "city", "value": "Paris"}]]
    expect(real_chat.card("fill")).to_have_attribute("data-status", "done")


def test_two_tools_at_once(real_chat: Chat) -> None:
    real_chat.tool("left", "return 'L'")
    real_chat.tool("right", "return 'R'")
    # A line break in the field is Shift+Enter.
    real_chat.field.fill("call left {}\ncall right {}")
    real_chat.field.press("Enter")
    real_chat.wait_for_answer("right answered")
    assert [name for name, _ in real_chat.calls()] == ["left", "right"]


def test_a_destructive_tool_confirmed(real_chat: Chat) -> None:
    real_chat.tool("delete", "return 'deleted'", **{"x-destructive": True})
    real_chat.say("call delete {}")
    real_chat.press("Confirm")
    real_chat.wait_for_answer("deleted")
    assert len(real_chat.calls()) == 1


def test_a_destructive_tool_declined(real_chat: Chat) -> None:
    real_chat.tool("delete", "return 'deleted'", **{"x-destructive": True})
    real_chat.say("call delete {}")
    real_chat.press("Cancel")
    real_chat.wait_for_answer("You declined delete, so nothing changed.")
    assert real_chat.calls() == []


def test_an_error_in_the_middle(real_chat: Chat) -> None:
    real_chat.say("break")
    real_chat.wait_for_notice("the model broke in the middle")
    expect(real_chat.answers.last).to_contain_text("Let me")
    real_chat.wait_until_idle()
    real_chat.say("good evening")
    real_chat.wait_for_answer("You said: good evening")


def test_a_client_that_goes_away(real_chat: Chat, real_agent: PydanticAgent) -> None:
    real_chat.say("talk")
    real_chat.wait_for_answer("and so on and so on")
    real_chat.stop()
    assert real_agent.gone.wait(10)
    real_chat.wait_until_idle()
    real_chat.say("good night")
    real_chat.wait_for_answer("You said: good night")


def test_a_conversation_goes_on_after_a_tool_was_stopped(real_chat: Chat) -> None:
    real_chat.tool("hang", "await new Promise(() => {})")
    real_chat.say("call hang {}")
    expect(real_chat.card("hang")).to_have_attribute("data-status", "running")
    real_chat.stop()
    real_chat.wait_until_idle()
    real_chat.say("never mind")
    real_chat.wait_for_answer("You said: never mind")


def test_a_tool_of_the_servers_waits_for_an_approval(real_chat: Chat) -> None:
    real_chat.say('call book {"day": "Friday"}')
    expect(real_chat.card("book")).to_have_attribute("data-status", "deferred")
    real_chat.press("Approve")
    real_chat.wait_for_answer("book answered: booked Friday")
    expect(real_chat.card("book")).to_have_attribute("data-status", "done")
    expect(real_chat.card("book")).to_contain_text("booked Friday")


def test_a_tool_of_the_servers_is_denied_and_the_talk_goes_on(real_chat: Chat) -> None:
    real_chat.say('call book {"day": "Friday"}')
    real_chat.press("Deny")
    real_chat.wait_until_idle()
    expect(real_chat.card("book")).to_have_attribute("data-status", "declined")
    real_chat.say("never mind")
    real_chat.wait_for_answer("You said: never mind")
    expect(real_chat.notices).to_have_count(0)


def test_two_are_approved_each_on_its_own_with_edited_arguments(real_chat: Chat) -> None:
    real_chat.element.evaluate("chat => { chat.approveWithEdits = true }")
    real_chat.field.fill('call book {"day": "Friday"}\ncall book {"day": "Monday"}')
    real_chat.field.press("Enter")
    cards = real_chat.cards
    expect(real_chat.part("approval")).to_have_count(2)
    cards.nth(0).get_by_role("button", name="Deny").click()
    cards.nth(1).locator("textarea").fill('{"day": "Tuesday"}')
    cards.nth(1).get_by_role("button", name="Approve").click()
    real_chat.wait_for_answer("booked Tuesday")
    expect(cards.nth(1)).to_have_attribute("data-status", "done")


def test_a_page_tool_and_an_approval_in_one_run(real_chat: Chat) -> None:
    real_chat.tool("look", "return 'blue'")
    real_chat.field.fill('call look {}\ncall book {"day": "Friday"}')
    real_chat.field.press("Enter")
    real_chat.press("Approve")
    real_chat.wait_for_answer("booked Friday")
    assert len(real_chat.calls()) == 1


def test_shared_state_goes_there_and_comes_back(real_chat: Chat) -> None:
    real_chat.listen("ag-ui-state")
    real_chat.element.evaluate("chat => { chat.sharedState = {document: 'draft'} }")
    real_chat.say('call write {"document": "final"}')
    real_chat.wait_for_answer("it was 'draft'")
    assert real_chat.heard("ag-ui-state") == [{"state": {"document": "final"}}]
    assert real_chat.element.evaluate("chat => chat.sharedState") == {"document": "final"}
