"""The public API of one chat: its tools, and when it asks."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from agentic.core.capability import Risk
from agentic.errors import UsageError
from tests.unit.element.conftest import Page, Script

Play = Callable[[Script], None]
DESTRUCTIVE = {"type": "object", "properties": {"id": {"type": "integer"}}, "x-destructive": True}


async def answer(arguments: Any) -> Any:
    return arguments


def calling(page: Page, **arguments: Any) -> None:
    page.chat.register_tool(name="wipe", handler=answer, parameters=DESTRUCTIVE)

    @page.agents.agent("guide")
    async def guide(run: Any) -> AsyncIterator[str]:
        outcome = await run.call("wipe", **arguments)
        yield outcome.status


def test_a_tool_says_its_risk_question_and_label_in_its_schema(play: Play) -> None:
    async def script(page: Page) -> None:
        extra = {"x-confirm": "Really?", "x-summary": "Wipe it"}
        page.chat.register_tool(name="wipe", handler=answer, description="Wipes.", parameters=DESTRUCTIVE | extra)
        page.chat.register_tool(name="look", handler=answer)
        wipe, look = (entry.capability for entry in page.session.registry.list())
        assert (wipe.risk, wipe.confirm, wipe.summary) == (Risk.DESTRUCTIVE, "Really?", "Wipe it")
        assert (look.risk, look.confirm, look.needs_confirmation) == (Risk.READ, None, False)

    play(script)


def test_a_name_used_again_replaces_the_earlier_tool(play: Play) -> None:
    async def script(page: Page) -> None:
        page.chat.register_tool(name="look", handler=answer, description="first")
        page.chat.register_tool(name="look", handler=answer, description="second")
        assert [entry.capability.description for entry in page.session.registry.list()] == ["second"]

    play(script)


@pytest.mark.parametrize(("given", "missing"), [({"handler": answer}, "name"), ({"name": "look"}, "handler")])
def test_a_tool_that_lacks_something_is_refused_by_name(play: Play, given: dict[str, Any], missing: str) -> None:
    async def script(page: Page) -> None:
        with pytest.raises(UsageError, match=f"registerTool: .*{missing}"):
            page.chat.register_tool(**given)

    play(script)


def test_an_autopilot_never_asks(play: Play) -> None:
    async def script(page: Page) -> None:
        calling(page)
        page.chat.auto_confirm = True
        await page.submit("Go")
        await page.settle()
        assert page.said[-1] == "ok"

    play(script)


def test_a_predicate_decides_for_each_call(play: Play) -> None:
    async def script(page: Page) -> None:
        heard: list[Any] = []

        async def asks(name: str, arguments: Any) -> bool:
            heard.append((name, arguments))
            return arguments["id"] > 1

        page.chat.confirm_predicate = asks
        calling(page, id=1)
        await page.submit("Go")
        await page.settle()
        assert page.said[-1] == "ok"
        calling(page, id=2)
        await page.submit("Go")
        await page.until(lambda: page.session.questions)
        assert not page.session.questions[0].offers_session
        page.session.stop()
        assert heard == [("wipe", {"id": 1}), ("wipe", {"id": 2})]

    play(script)


def test_a_predicate_that_fails_refuses_the_call(play: Play) -> None:
    async def script(page: Page) -> None:
        async def asks(name: str, arguments: Any) -> bool:
            raise RuntimeError("no idea")

        page.chat.confirm_predicate = asks
        calling(page, id=1)
        await page.submit("Go")
        await page.settle()
        assert page.said[-1] == "declined"

    play(script)


def test_without_a_say_of_its_own_a_chat_follows_the_pages_policy(play: Play) -> None:
    async def script(page: Page) -> None:
        page.registry.policy = lambda proposal: False
        calling(page, id=1)
        await page.submit("Go")
        await page.settle()
        assert page.said[-1] == "ok"

    play(script)


def test_of_agent_and_endpoint_the_agent_answers_and_the_page_is_told(play: Play) -> None:
    async def script(page: Page) -> None:
        calling(page, id=1)
        page.host.attributes["endpoint"] = "/agent/"
        page.chat.auto_confirm = True
        await page.submit("Go")
        await page.settle()
        assert page.said[-1] == "ok"
        assert page.host.warnings == ["both agent='guide' and endpoint='/agent/' are set; the agent answers"]

    play(script)


def test_an_agent_declares_that_it_takes_edited_arguments_and_the_page_has_the_last_word(play: Play) -> None:
    async def script(page: Page) -> None:
        declaration = {"humanInTheLoop": {"approveWithEdits": True}}
        assert page.chat.approve_with_edits is False
        page.chat.agent_capabilities = declaration
        assert (page.chat.approve_with_edits, page.chat.agent_capabilities) == (True, declaration)
        page.chat.approve_with_edits = False
        assert page.chat.approve_with_edits is False
        page.chat.agent_capabilities = None
        assert page.chat.agent_capabilities is None

    play(script)


@pytest.mark.parametrize("wrong", [{"humanInTheLoop": {"approveWithEdits": 1}}, "yes", [True]])
def test_a_malformed_declaration_is_told_and_not_used(play: Play, wrong: Any) -> None:
    async def script(page: Page) -> None:
        page.chat.agent_capabilities = {"humanInTheLoop": {"approveWithEdits": True}}
        page.chat.agent_capabilities = wrong
        assert (page.chat.approve_with_edits, page.chat.agent_capabilities) == (False, None)
        assert page.host.warnings[0].startswith("agentCapabilities is not used: ")

    play(script)
