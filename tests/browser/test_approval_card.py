"""What a server asks before it acts, in the card of the call it is about."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import call, result, run, started, text
from tests.servers.scripted import ScriptedAgent, refusal

EVENT = {"title": "Design sync", "day": 5}


def asks(*calls: dict[str, Any], question: str = "Book it?", first: int = 0, **more: Any) -> Any:
    """A run that leaves these calls to an approval; the number of the first is in its ids."""
    interrupts = [
        {"id": f"int-{index}", "reason": "tool_call", "toolCallId": f"k{index}", "message": question, **more}
        for index, _ in enumerate(calls, first)
    ]
    steps = [
        step for index, given in enumerate(calls, first) for step in call("create_event", given, call_id=f"k{index}")
    ]
    ending = {"type": "RUN_FINISHED", "outcome": {"type": "interrupt", "interrupts": interrupts}}
    return lambda request: [
        started(request),
        *steps,
        {**ending, "threadId": request["threadId"], "runId": request["runId"]},
    ]


def approvals(chat: Chat) -> Any:
    return chat.part("approval")


def test_approve_resumes_the_run_and_the_result_is_in_the_same_card(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks(EVENT), run(result("k0", "booked"), *text("Done.")))
    chat.say("Book")
    expect(approvals(chat)).to_contain_text("Book it?")
    expect(chat.part("tool-card-approval").locator('[part~="approval"]')).to_have_count(1)
    expect(chat.cards).to_have_attribute("data-status", "deferred")
    expect(chat.cards).to_contain_text("waiting for you")
    expect(chat.part("tool-card-args")).to_contain_text("Design sync")
    chat.press("Approve")
    chat.wait_for_answer("Done.")
    expect(chat.cards).to_have_attribute("data-status", "done")
    assert agent.request(2).body["resume"] == [
        {"interruptId": "int-0", "status": "resolved", "payload": {"approved": True}}
    ]
    expect(chat.part("approval-actions")).to_be_hidden()


def test_deny_resumes_with_a_cancelled_answer(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks(EVENT), run(result("k0", "Cancelled by user.", outcome="denied"), *text("All right.")))
    chat.say("Book")
    chat.press("Deny")
    chat.wait_for_answer("All right.")
    expect(chat.cards).to_have_attribute("data-status", "declined")
    assert agent.request(2).body["resume"] == [{"interruptId": "int-0", "status": "cancelled"}]


def test_several_are_asked_at_once_and_sent_together(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks({"title": "One"}, {"title": "Two"}), run(*text("Done.")))
    chat.say("Book")
    expect(approvals(chat)).to_have_count(2)
    chat.cards.nth(1).get_by_role("button", name="Approve").click()
    expect(approvals(chat).nth(1)).to_have_attribute("data-resolved", "approved")
    expect(chat.cards.nth(1)).to_have_attribute("data-status", "pending")
    assert len(agent.requests) == 1
    chat.cards.nth(0).get_by_role("button", name="Deny").click()
    chat.wait_for_answer("Done.")
    assert [answer["status"] for answer in agent.request(2).body["resume"]] == ["cancelled", "resolved"]


def test_the_arguments_are_in_sight_in_every_display_mode(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks(EVENT))
    chat.say("Book")
    for mode in ("full", "compact", "minimal", "inline"):
        chat.set("data-tool-display", mode)
        expect(chat.part("tool-card-args")).to_be_visible()
        expect(approvals(chat)).to_be_visible()


def test_the_servers_wording_is_the_question_and_the_focus_stays_in_the_composer(
    chat: Chat, agent: ScriptedAgent
) -> None:
    agent.answers(asks(EVENT, metadata={"x-confirm": "Book Design sync on Friday?"}))
    chat.say("Book")
    expect(approvals(chat)).to_contain_text("Book Design sync on Friday?")
    expect(chat.field).to_be_focused()
    chat.field.press("Enter")
    expect(chat.part("approval-actions")).to_be_visible()


def test_stop_denies_and_the_next_message_carries_the_refusal(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks(EVENT), run(*text("Fine.")))
    chat.say("Book")
    expect(approvals(chat)).to_be_visible()
    chat.stop()
    expect(approvals(chat)).to_have_attribute("data-resolved", "declined")
    chat.say("Something else")
    chat.wait_for_answer("Fine.")
    assert agent.request(2).body["resume"] == [{"interruptId": "int-0", "status": "cancelled"}]


def test_edited_arguments_go_along_where_the_server_takes_them(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks(EVENT), run(*text("Done.")))
    chat.element.evaluate("chat => { chat.approveWithEdits = true }")
    chat.say("Book")
    field = chat.part("approval-args")
    expect(field).to_have_value(re.compile("Design sync"))
    for unusable, said in (
        ("{half", "This is not JSON: see line 1, column 2."),
        ("[5]", "The arguments must be a JSON object."),
        ('{"day": 5, "day": 6}', "These arguments cannot be sent: the key 'day' comes twice."),
    ):
        field.fill(unusable)
        chat.press("Approve")
        expect(approvals(chat).get_by_role("alert")).to_have_text(said)
        expect(field).to_have_value(unusable)
    assert len(agent.requests) == 1
    field.fill(json.dumps({**EVENT, "day": 6}))
    chat.press("Approve")
    chat.wait_for_answer("Done.")
    assert agent.request(2).body["resume"][0]["payload"] == {"approved": True, "editedArgs": {**EVENT, "day": 6}}


def test_the_pages_own_renderer_asks_and_a_failing_one_leaves_it_to_the_card(
    chat: Chat, agent: ScriptedAgent, trouble: Trouble
) -> None:
    trouble.expect("approvalRenderer failed")
    agent.answers(asks(EVENT), run(*text("One.")), asks(EVENT), run(*text("Two.")))
    chat.element.evaluate("""chat => {
      chat.approvalRenderer = async (request, {signal}) => {
        window.asked = [request.message, request.toolName, request.args, signal instanceof AbortSignal];
        return true;
      };
    }""")
    chat.say("Book")
    chat.wait_for_answer("One.")
    expect(approvals(chat)).to_have_count(0)
    assert chat.page.evaluate("asked") == ["Book it?", "create_event", EVENT, True]
    chat.element.evaluate("chat => { chat.approvalRenderer = () => { throw new Error('no dialog') } }")
    chat.element.evaluate("chat => chat.newChat()")
    chat.say("Book")
    chat.press("Approve")
    chat.wait_for_answer("Two.")


def test_a_renderer_hears_of_stop(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks(EVENT))
    chat.element.evaluate("""chat => {
      chat.approvalRenderer = (request, {signal}) => new Promise((_, reject) => {
        signal.addEventListener("abort", () => { window.aborted = true; reject(signal.reason); });
        window.isAsked = true;
      });
    }""")
    chat.say("Book")
    chat.page.wait_for_function("window.isAsked")
    chat.stop()
    chat.wait_for_notice("Stopped")
    chat.page.wait_for_function("window.aborted")


def test_a_resume_that_fails_keeps_the_answer_for_retry(chat: Chat, agent: ScriptedAgent, trouble: Trouble) -> None:
    trouble.expect("503")
    agent.answers(asks(EVENT), refusal(503), run(*text("Done.")))
    chat.say("Book")
    chat.press("Approve")
    chat.wait_for_notice(re.compile("503"))
    chat.press("Retry")
    chat.wait_for_answer("Done.")
    assert agent.request(2).body["resume"] == agent.request(3).body["resume"]
    assert len(agent.requests) == 3


def test_a_question_about_no_call_has_a_card_of_its_own(chat: Chat, agent: ScriptedAgent) -> None:
    asked = {"id": "i", "reason": "budget", "message": "Spend 5 more?"}

    def answer(request: dict[str, Any]) -> list[Any]:
        outcome = {"type": "interrupt", "interrupts": [asked]}
        ids = {"threadId": request["threadId"], "runId": request["runId"]}
        return [started(request), {"type": "RUN_FINISHED", **ids, "outcome": outcome}]

    agent.answers(answer, run(*text("Spent.")))
    chat.say("Go")
    expect(approvals(chat)).to_contain_text("Spend 5 more?")
    chat.press("Approve")
    chat.wait_for_answer("Spent.")


def test_several_at_once_are_told_apart(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks({"title": "One"}, {"title": "Two"}), run(*text("Done.")))
    chat.say("Book")
    expect(approvals(chat).nth(0)).to_contain_text("1 of 2")
    expect(approvals(chat).nth(1)).to_have_attribute("aria-label", "Approve the action: Book it? (2 of 2)")
    loud = chat.element.locator('[role="alert"][aria-live="assertive"]')
    expect(loud).to_contain_text("Your answer is needed. Book it? (1 of 2)")
    expect(loud).to_contain_text("(2 of 2)")
    chat.stop()


@pytest.mark.parametrize(
    ("button", "decision", "words"),
    [("Approve", "approved", "approved by you"), ("Deny", "declined", "declined by you")],
)
def test_the_card_keeps_what_the_person_decided(
    chat: Chat, agent: ScriptedAgent, button: str, decision: str, words: str
) -> None:
    agent.answers(asks(EVENT), run(result("k0", "well"), *text("Done.")))
    chat.say("Book")
    chat.press(button)
    chat.wait_for_answer("Done.")
    expect(chat.part("tool-card-decision")).to_have_text(words)
    expect(chat.part("tool-card-decision")).to_have_attribute("data-decision", decision)


def test_asked_again_the_arguments_say_what_they_were(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(
        asks({"title": "One", "day": 5}, {"title": "Two", "day": 5}), asks(EVENT, first=7), run(*text("Done."))
    )
    chat.say("Book")
    for earlier in (chat.cards.nth(0), chat.cards.nth(1)):
        earlier.get_by_role("button", name="Deny").click()
    expect(chat.cards).to_have_count(3)
    card = chat.cards.last
    expect(card).to_contain_text("Asked again. What is different is marked.")
    expect(card.locator("[data-changed]")).to_have_text([re.compile("title.*Design sync.*was Two")])
    card.get_by_role("button", name="Approve").click()
    chat.wait_for_answer("Done.")
    expect(card.locator("[data-changed]")).to_have_count(0)


def test_arguments_that_were_looked_at_and_not_changed_do_not_go_along(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(asks(EVENT), run(*text("Done.")))
    chat.element.evaluate("chat => { chat.approveWithEdits = true }")
    chat.say("Book")
    chat.part("approval-args").fill(json.dumps(dict(reversed(EVENT.items()))))
    chat.press("Approve")
    chat.wait_for_answer("Done.")
    assert agent.request(2).body["resume"][0]["payload"] == {"approved": True}
