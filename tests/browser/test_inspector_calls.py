"""What the inspector shows of calls: those that wait, what was allowed, the timeline; and of which registry."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.inspecting import DELETE, LIST, SAVE, Inspector

# What waits, and what was allowed


def test_a_waiting_call_is_told_of_on_every_tab_and_runs_once_approved(inspector: Inspector) -> None:
    inspector.registers(SAVE + "\nasyncio.ensure_future(registry.execute('orders.save', {'item': 'lamp'}))")
    inspector.mount(open="")
    inspector.expect_count("Pending", 1)
    expect(inspector.panel).to_contain_text("“Orders save” waits for your answer.")
    inspector.press("Review")
    expect(inspector.questions).to_contain_text("lamp")
    expect(inspector.panel).to_be_focused()
    digest = inspector.ask("result = registry.queue.pending[0].digest")
    expect(inspector.questions).to_contain_text(digest)
    assert inspector.ran() == []
    inspector.press("Approve once")
    inspector.expect_count("Pending", 0)
    inspector.expect_count("Approvals", 0)
    assert inspector.ran() == [{"item": "lamp", "count": 1}]


@pytest.mark.parametrize(("button", "kind"), [("This exact call, always", "digest"), ("Whole session", "session")])
def test_an_approval_that_is_remembered_is_listed_and_revoked(inspector: Inspector, button: str, kind: str) -> None:
    inspector.registers(SAVE + "\nasyncio.ensure_future(registry.execute('orders.save', {'item': 'lamp'}))")
    inspector.mount(open="", view="pending")
    inspector.press(button)
    inspector.turn_to("Approvals")
    expect(inspector.element.get_by_role("listitem").filter(visible=True)).to_contain_text("orders.save")
    assert inspector.ask("result = [each.kind for each in registry.approvals.list()]") == [kind]
    inspector.press("Revoke orders.save")
    expect(inspector.panel).to_contain_text("No approval is remembered.")
    assert inspector.ask("result = len(registry.approvals.list())") == 0


def test_the_session_is_not_offered_where_the_host_does_not_allow_it(inspector: Inspector) -> None:
    inspector.registers(DELETE + "\nasyncio.ensure_future(registry.execute('orders.delete', {'position': 1}))")
    inspector.mount(open="", view="pending")
    expect(inspector.button("This exact call, always")).to_be_visible()
    expect(inspector.button("Whole session")).to_have_count(0)


def test_a_call_is_denied_with_a_reason(inspector: Inspector) -> None:
    inspector.registers(
        DELETE
        + "\nasync def go():\n    inspected.outcome = await registry.execute('orders.delete', {'position': 1})\n"
        + "asyncio.ensure_future(go())"
    )
    inspector.mount(open="", view="pending")
    inspector.field("Reason, if you deny").fill("wrong order")
    inspector.press("Deny")
    inspector.expect_count("Pending", 0)
    assert inspector.ran() == []
    assert inspector.ask("result = [inspected.outcome.status, inspected.outcome.hint]") == [
        "declined",
        "the user declined: wrong order; do not repeat the call unless they ask for it",
    ]


def test_arguments_are_edited_before_they_are_approved(inspector: Inspector) -> None:
    inspector.registers(SAVE + "\nasyncio.ensure_future(registry.execute('orders.save', {'item': 'lamp'}))")
    inspector.mount(open="", view="pending")
    inspector.press("Edit")
    expect(inspector.button("This exact call, always")).to_have_count(0)
    inspector.field("count").fill("two")
    inspector.press("Approve once")
    expect(inspector.field("count")).to_have_accessible_description(re.compile("^This is not a number."))
    inspector.field("count").fill("2")
    inspector.press("Approve once")
    inspector.expect_count("Pending", 0)
    assert inspector.ran() == [{"item": "lamp", "count": 2}]


def test_arguments_that_have_no_field_are_edited_as_json_and_none_is_lost(inspector: Inspector) -> None:
    inspector.registers("""
    registry.register(Capability("note", "", {"type": "object"}, "mutating", lambda given: ran(**given)))
    asyncio.ensure_future(registry.execute("note", {"a": 1, "b": [2]}))
    """)
    inspector.mount(open="", view="pending")
    inspector.press("Edit")
    written = inspector.field("Arguments as JSON")
    assert json.loads(written.input_value()) == {"a": 1, "b": [2]}
    written.fill('{"a": 1, "b": [3]}')
    inspector.press("Approve once")
    inspector.expect_count("Pending", 0)
    assert inspector.ran() == [{"a": 1, "b": [3]}]


def test_a_box_that_is_on_by_default_is_on_where_the_agent_left_it_out(inspector: Inspector) -> None:
    inspector.registers("""
    @registry.capability("wrap", risk="mutating")
    def wrap(item: str, ribbon: bool = True):
        return ran(item=item, ribbon=ribbon)

    asyncio.ensure_future(registry.execute("wrap", {"item": "lamp"}))
    """)
    inspector.mount(open="", view="pending")
    inspector.press("Edit")
    inspector.field("item").fill("chair")
    inspector.press("Approve once")
    inspector.expect_count("Pending", 0)
    assert inspector.ran() == [{"item": "chair", "ribbon": True}]


# The timeline


def test_every_decision_is_a_row_with_its_details(inspector: Inspector) -> None:
    inspector.registers(
        LIST
        + "await registry.execute('orders.list', {'limit': 3}, call_id='k1')\n"
        + "await registry.execute('orders.list', {'limit': 'x'}, call_id='k2')"
    )
    inspector.mount(open="", view="timeline")
    for kind in ("received", "validated", "permitted", "executed", "rejected"):
        expect(inspector.row(kind).first).to_contain_text("orders.list")
    inspector.choose("executed", "ok")
    record = inspector.ask("result = [each for each in registry.audit.records if each.kind == 'executed'][0].digest")
    details = inspector.details.filter(visible=True)
    for text in ("k1", record, '"limit": 3', "received", "validated", "permitted"):
        expect(details).to_contain_text(text)
    inspector.choose("rejected", "invalid")
    expect(details).to_contain_text("'x' is not of type 'integer'")
    inspector.press("Show only this call")
    expect(inspector.row("orders.list")).to_have_count(2)
    inspector.field("Filter the timeline").fill("")
    inspector.field("Event").select_option("validated")
    expect(inspector.row("orders.list")).to_have_count(1)


def test_a_call_made_by_hand_is_found_in_the_timeline(inspector: Inspector) -> None:
    inspector.registers(LIST + "await registry.execute('orders.list')")
    inspector.mount(open="")
    inspector.choose("orders.list")
    inspector.press("Run")
    inspector.expect_outcome("ok")
    inspector.press("Show in the timeline")
    expect(inspector.row("orders.list")).to_have_count(4)
    expect(inspector.panel).to_contain_text("4 of 8")


def test_the_timeline_follows_its_end_and_drops_what_the_audit_drops(inspector: Inspector) -> None:
    inspector.registers(
        "from agentic.core.audit import Audit\nregistry.audit = Audit(limit=60)\n"
        + LIST
        + "for _ in range(14): await registry.execute('orders.list')"
    )
    inspector.mount(open="", view="timeline")
    expect(inspector.row("executed").last).to_be_in_viewport()
    inspector.registers("for _ in range(4): await registry.execute('orders.list')")
    expect(inspector.row("orders.list").locator("span").first).to_have_text("13")
    expect(inspector.row("orders.list")).to_have_count(60)
    expect(inspector.row("executed").last).to_be_in_viewport()


def test_the_audit_is_exported_and_a_tampered_file_is_found(inspector: Inspector, tmp_path: Path) -> None:
    inspector.registers(LIST + "await registry.execute('orders.list')")
    inspector.mount(open="", view="timeline")
    inspector.press("Verify")
    expect(inspector.panel).to_contain_text("All 4 records are as they were written.")
    with inspector.page.expect_download() as coming:
        inspector.press("Export")
    assert re.fullmatch(r"agentic-audit-[\d-]+\.jsonl", coming.value.suggested_filename)
    lines = Path(coming.value.path()).read_text("utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["received", "validated", "permitted", "executed"]
    tampered = tmp_path / "audit.jsonl"
    tampered.write_text("\n".join([lines[0], lines[1].replace("orders.list", "orders.lost"), *lines[2:]]))
    with inspector.page.expect_file_chooser() as choosing:
        inspector.press("Verify a file")
    choosing.value.set_files(tampered)
    expect(inspector.panel).to_contain_text("audit.jsonl: Line 2 is not as it was written")


# Which registry


def test_it_looks_at_a_chats_registry_and_at_the_pages(inspector: Inspector, chat: Chat) -> None:
    inspector.registers(LIST)
    chat.tool("shout")
    inspector.mount(open="", _for=chat.element.get_attribute("id") or "")
    expect(inspector.row("shout")).to_be_visible()
    expect(inspector.row("orders.list")).to_be_visible()
    inspector.field("Registry to inspect").select_option("This page")
    expect(inspector.row("shout")).to_have_count(0)
    assert inspector.element.get_attribute("for") is None


def test_a_chat_that_comes_later_is_found(inspector: Inspector, stage: Page) -> None:
    inspector.mount(open="", _for="late")
    expect(inspector.panel).to_contain_text("There is no chat with the id “late” on this page yet.")
    late = Chat.mount(stage, id="late", endpoint="/agent/")
    late.tool("shout")
    expect(inspector.row("shout")).to_be_visible()
    stage.evaluate("document.querySelector('#late').remove()")
    expect(inspector.panel).to_contain_text("There is no chat with the id “late”")
