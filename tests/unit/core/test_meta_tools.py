"""Search, describe, execute: three tools that stand for the whole catalog."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Annotated, Any

import pytest

from agentic import Cancellation, Capability, Outcome, Registry, Target
from agentic.core.audit import AuditRecord
from agentic.core.digest import digest
from agentic.core.meta_tools import META_TOOLS
from agentic.core.secrets import MASK, Secret
from agentic.errors import NameTakenError, WireNameError
from agentic.testing import settle

ANY = {"type": "object"}


def call(registry: Registry, tool: str, call_id: str | None = None, **arguments: Any) -> Outcome:
    return asyncio.run(registry.execute(f"agent.{tool}", arguments, call_id=call_id))


def search(registry: Registry, query: str, **more: Any) -> Any:
    return call(registry, "search_capabilities", query=query, **more).value


def names(result: Any) -> list[str]:
    return [each["name"] for each in result["capabilities"]]


def hint(registry: Registry, tool: str, status: str, **arguments: Any) -> str:
    outcome = call(registry, tool, **arguments)
    assert outcome.status == status
    return outcome.hint


@pytest.fixture
def shop(registry: Registry, desk: Any) -> Registry:
    """Three capabilities, one of them for two targets; nobody is asked, and everybody says yes."""
    registry.confirm = lambda proposal: True
    registry.register(desk.describe("cart.add", risk="mutating", description="Put an item into the cart."))
    registry.register(desk.describe("cart.list", description="What is in the cart.\n\nWith prices."))
    registry.register(desk.describe("form.save", risk="destructive", target=Target("left", "Billing")))
    registry.register(desk.describe("form.save", risk="destructive", target=Target("right")))
    return registry


class TestSearch:
    def test_the_best_come_first_with_what_it_takes_to_choose(self, shop: Registry) -> None:
        result = search(shop, "add to cart")
        assert result["capabilities"] == [
            {"name": "cart.add", "description": "Put an item into the cart.", "risk": "mutating"},
            {"name": "cart.list", "description": "What is in the cart.", "risk": "read"},
        ]
        assert (result["found"], "hint" in result) == (2, False)

    def test_targets_are_shown_where_there_is_a_choice(self, shop: Registry) -> None:
        targets = [{"id": "left", "label": "Billing"}, {"id": "right", "label": ""}]
        assert search(shop, "save")["capabilities"][0]["targets"] == targets

    def test_a_long_description_is_cut(self, shop: Registry) -> None:
        shop.register(Capability("zap", "word " * 100, ANY, "read", dict))
        (found,) = search(shop, "zap")["capabilities"]
        assert len(found["description"]) <= 201 and found["description"].endswith("word…")

    def test_what_cannot_be_called_now_is_not_found(self, registry: Registry, desk: Any) -> None:
        shown = [True]
        held = registry.register(desk.describe("a.suspended"))
        registry.register(desk.describe("b.hidden", available=lambda: shown[0]))
        assert names(search(registry, "")) == ["a.suspended", "b.hidden"]
        held.suspend()
        shown[0] = False
        assert names(search(registry, "")) == names(search(registry, "hidden suspended")) == []
        held.resume()
        shown[0] = True
        assert names(search(registry, "suspended hidden")) == ["b.hidden", "a.suspended"]

    def test_where_nothing_is_found_it_says_what_there_is_and_what_may_be_meant(self, shop: Registry) -> None:
        said = "nothing matches 'crat'; did you mean cart? There is cart (2), form (1)."
        assert search(shop, "crat") == {"found": 0, "capabilities": [], "hint": said}
        assert search(shop, "zzz")["hint"] == (
            "nothing matches 'zzz'; try other words for it. There is cart (2), form (1)."
        )

    def test_an_empty_page_says_so(self, registry: Registry) -> None:
        assert search(registry, "x")["hint"] == "nothing can be done on this page at the moment; it may be later"

    def test_more_than_is_shown_can_be_asked_for(self, registry: Registry) -> None:
        for number in range(60):
            registry.register(Capability(f"part{number}.open", "", ANY, "read", dict))
        result = search(registry, "open")
        assert (result["found"], len(result["capabilities"])) == (60, 10)
        assert result["hint"].startswith(
            "50 more match; say it in more words, or raise limit (at most 50). There is part0 (1), "
        )
        assert result["hint"].endswith(", ….")
        assert len(search(registry, "open", limit=50)["capabilities"]) == 50
        assert call(registry, "search_capabilities", query="x", limit=51).status == "invalid"

    def test_a_chat_finds_its_own_and_the_pages(self, shop: Registry, desk: Any) -> None:
        child = Registry(shop)
        child.register(desk.describe("cart.clear"))
        assert names(search(child, "cart")) == ["cart.add", "cart.list", "cart.clear"]
        assert names(search(shop, "cart")) == ["cart.add", "cart.list"]


class TestDescribe:
    def test_it_tells_everything_a_call_needs(self, shop: Registry) -> None:
        (entry,) = shop.find("cart.add")
        assert call(shop, "describe", name="cart.add").value == {
            "name": "cart.add",
            "description": "Put an item into the cart.",
            "risk": "mutating",
            "input_schema": entry.capability.input_schema,
            "revision": shop.revision,
        }
        assert [each["id"] for each in call(shop, "describe", name="form.save").value["targets"]] == ["left", "right"]

    def test_a_name_as_the_wire_spells_it_is_understood(self, shop: Registry) -> None:
        assert call(shop, "describe", name="cart_add").value["name"] == "cart.add"

    def test_what_is_not_there_says_what_is_meant_or_how_to_find_it(self, shop: Registry, desk: Any) -> None:
        assert hint(shop, "describe", "unavailable", name="cart.append") == (
            "there is no 'cart.append'; did you mean cart.add or cart.list?"
        )
        assert hint(shop, "describe", "unavailable", name="zzz") == (
            "there is no 'zzz'; agent_search_capabilities finds what there is"
        )
        shop.register(desk.describe("later", available=False))
        assert hint(shop, "describe", "unavailable", name="later") == (
            "later is not available at the moment; agent_search_capabilities finds what is"
        )


class TestTargetsThatDiffer:
    """Several things of one name may do different things; a model must be able to find out."""

    @pytest.fixture
    def records(self, registry: Registry) -> Registry:
        for target, text, risk, name in (("p1", "Archive it.", "read", "a"), ("p2", "Destroy it.", "destructive", "b")):
            schema = {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}
            registry.register(Capability("rec.go", text, schema, risk, dict, target=Target(target, text[:7])))  # type: ignore[arg-type]
        return registry

    def test_each_is_described(self, records: Registry) -> None:
        found = call(records, "describe", name="rec.go").value
        assert set(found) == {"name", "revision", "targets"}
        first, second = found["targets"]
        assert (first["id"], first["description"], first["risk"]) == ("p1", "Archive it.", "read")
        assert (second["id"], second["description"], second["risk"]) == ("p2", "Destroy it.", "destructive")
        assert [list(each["input_schema"]["properties"]) for each in found["targets"]] == [["a"], ["b"]]

    def test_one_without_a_target_is_described_too(self, records: Registry) -> None:
        records.register(Capability("rec.go", "Open it.", ANY, "read", dict))
        last = call(records, "describe", name="rec.go").value["targets"][-1]
        assert (last["id"], last["description"], last["input_schema"]) == (None, "Open it.", ANY)

    @pytest.mark.parametrize("query", ["destroy", "archive", "b", "rec"])
    def test_each_is_found_by_its_own_words(self, records: Registry, query: str) -> None:
        (line,) = call(records, "search_capabilities", query=query).value["capabilities"]
        assert line == {
            "name": "rec.go",
            "targets": [
                {"id": "p1", "label": "Archive", "description": "Archive it.", "risk": "read"},
                {"id": "p2", "label": "Destroy", "description": "Destroy it.", "risk": "destructive"},
            ],
        }


class TestExecute:
    def test_the_real_capability_runs_through_the_whole_pipeline(
        self, shop: Registry, desk: Any, kinds: Callable[[], list[str]]
    ) -> None:
        outcome = call(shop, "execute", "k", name="cart.add", input={"text": "lamp"})
        assert (outcome.status, outcome.value, outcome.call_id) == ("ok", "did lamp", "k")
        assert desk.done == [("cart.add", "lamp", 1)]
        assert [(record.name, record.kind, record.call_id) for record in shop.audit.records] == [
            ("agent.execute", "received", "k"),
            ("agent.execute", "validated", "k"),
            ("agent.execute", "permitted", "k"),
            ("cart.add", "received", "k"),
            ("cart.add", "validated", "k"),
            ("cart.add", "permitted", "k"),
            ("cart.add", "confirmed", "k"),
            ("cart.add", "executed", "k"),
            ("agent.execute", "executed", "k"),
        ]

    def test_the_digest_is_over_the_real_name_target_and_input(self, shop: Registry) -> None:
        seen: list[Any] = []
        shop.confirm = lambda proposal: seen.append(proposal) or True
        call(shop, "execute", name="form.save", target="right", input={"text": "a"})
        (proposal,) = seen
        assert proposal.digest == digest("form.save", "right", {"text": "a"})
        assert (proposal.capability.name, proposal.entry.target_id) == ("form.save", "right")
        assert proposal.input == {"text": "a"}

    def test_confirmation_and_permission_are_asked_for_the_real_one_only(self, shop: Registry) -> None:
        asked: list[tuple[str, str]] = []
        shop.permission = lambda proposal: asked.append(("may", proposal.capability.name)) or True
        shop.policy = lambda proposal: asked.append(("policy", proposal.capability.name)) or True
        shop.confirm = lambda proposal: asked.append(("ask", proposal.capability.name)) or True
        call(shop, "search_capabilities", query="cart")
        call(shop, "describe", name="cart.list")
        assert asked == []
        assert call(shop, "execute", name="cart.list").ok
        assert asked == [("may", "cart.list"), ("policy", "cart.list"), ("ask", "cart.list")]

    @pytest.mark.parametrize(
        ("hooks", "status", "reason"),
        [
            ({"permission": lambda proposal: "members only"}, "denied", "cart.add was refused: members only"),
            ({"confirm": lambda proposal: False}, "declined", "the user declined"),
        ],
    )
    def test_a_no_to_the_real_one_is_a_no(
        self, shop: Registry, desk: Any, hooks: dict[str, Any], status: str, reason: str
    ) -> None:
        for name, hook in hooks.items():
            setattr(shop, name, hook)
        assert hint(shop, "execute", status, name="cart.add", input={}).startswith(reason)
        assert desk.done == []

    def test_a_yes_is_remembered_for_the_real_one_whichever_way_it_is_called(self, shop: Registry) -> None:
        asked: list[Any] = []
        shop.confirm = lambda proposal: asked.append(proposal) or "digest"
        call(shop, "execute", name="cart.add", input={"text": "a"})
        asyncio.run(shop.execute("cart.add", {"text": "a"}))
        call(shop, "execute", name="cart.add", input={"text": "a"})
        assert len(asked) == 1
        call(shop, "execute", name="cart.add", input={"text": "b"})
        assert len(asked) == 2

    def test_it_tells_what_would_work(self, shop: Registry) -> None:
        assert hint(shop, "execute", "invalid", name="cart.add", input={"count": "many"}) == (
            "cart.add: count: 'many' is not of type 'integer' (agent_describe tells what it takes)"
        )
        assert hint(shop, "execute", "invalid", name="cart.add", text="lamp", count=2) == (
            "text, count: the capability's own arguments belong into `input`, as one object"
        )
        said = hint(shop, "execute", "unavailable", name="cart.ad")
        assert said.startswith("there is no 'cart.ad'; did you mean cart.add or cart.list? (agent_search_capabilities ")
        assert "left (Billing), right" in hint(shop, "execute", "unavailable", name="form.save", target="middle")
        assert "_target" in hint(shop, "execute", "invalid", name="form.save")
        assert "'name' is a required property" in hint(shop, "execute", "invalid")

    def test_input_as_text_and_a_target_among_the_arguments_are_understood(self, shop: Registry, desk: Any) -> None:
        assert call(shop, "execute", name="form.save", input='{"text": "a", "_target": "left"}').ok
        assert desk.done == [("form.save", "a", 1)]

    def test_a_target_beside_the_input_may_be_called_as_hints_call_it(self, shop: Registry, desk: Any) -> None:
        assert call(shop, "execute", name="form.save", input={"text": "a"}, _target="left").ok
        assert desk.done == [("form.save", "a", 1)]
        said = hint(shop, "execute", "unavailable", name="form.save", _target="middle")
        assert said.startswith("form.save has no target 'middle'; there is left (Billing), right")
        assert "_target" not in META_TOOLS["agent.execute"].input_schema["properties"]

    def test_what_changed_since_it_was_described_is_stale(self, shop: Registry, desk: Any) -> None:
        held = shop.register(desk.describe("late"))
        revision = call(shop, "describe", name="late").value["revision"]
        held.update(description="better words")
        assert call(shop, "execute", name="late", revision=revision).ok
        held.update(risk="mutating")
        assert "agent_describe tells what it takes now" in hint(
            shop, "execute", "stale", name="late", revision=revision
        )
        assert len(desk.done) == 1

    def test_what_changed_since_the_request_is_stale_whatever_the_model_says(self, shop: Registry, desk: Any) -> None:
        held = shop.register(desk.describe("late"))
        planned = shop.revision
        held.update(risk="mutating")
        arguments = {"name": "late", "revision": shop.revision}
        assert asyncio.run(shop.execute("agent.execute", arguments, revision=planned)).status == "stale"

    def test_one_call_id_runs_once(self, shop: Registry, desk: Any) -> None:
        async def twice() -> list[Outcome]:
            arguments = {"name": "cart.add", "input": {"text": "a"}}
            return [await shop.execute("agent.execute", arguments, call_id="k") for _ in range(2)]

        first, second = asyncio.run(twice())
        assert first is second and len(desk.done) == 1

    def test_the_open_question_has_the_calls_own_id(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("cart.add", risk="mutating"))

        async def main() -> Outcome:
            sent = asyncio.ensure_future(registry.execute("agent.execute", {"name": "cart.add"}, call_id="k"))
            await settle()
            (question,) = registry.queue.pending
            assert (question.call.call_id, question.capability.name) == ("k", "cart.add")
            question.deny("no")
            return await sent

        assert asyncio.run(main()).status == "declined"

    def test_a_stop_reaches_the_real_handler(self, registry: Registry) -> None:
        heard: list[str] = []

        @registry.capability("wait", risk="read")
        async def wait(signal: Cancellation) -> None:
            heard.append(await signal.wait())

        async def main() -> Outcome:
            stop = Cancellation()
            sent = asyncio.ensure_future(registry.execute("agent.execute", {"name": "wait"}, signal=stop))
            await settle()
            stop.cancel("enough")
            return await sent

        outcome = asyncio.run(main())
        assert (outcome.status, heard) == ("cancelled", ["enough"])
        assert {record.status for record in registry.audit.records if record.kind == "rejected"} == {"cancelled"}

    def test_a_result_of_others_text_stays_marked(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("mail.read", untrusted=True))
        assert call(registry, "execute", name="mail.read").untrusted

    def test_a_secret_is_in_no_record_and_a_hint_that_quotes_no_secret_stays_whole(self, registry: Registry) -> None:
        @registry.capability("sign.in", risk="read")
        def sign_in(password: Annotated[str, Secret], attempts: int = 1) -> str:
            return f"welcome after {attempts}"

        given = {"password": "hunter2", "attempts": 3}
        assert call(registry, "execute", name="sign.in", input=given).value == "welcome after 3"
        said = hint(registry, "execute", "invalid", name="sign.in", input={**given, "attempts": "many"})
        assert "attempts: the value is not of type 'integer'" in said
        assert "hunter2" not in hint(registry, "execute", "invalid", name="sign.in", input={"password": ["hunter2"]})
        assert "hunter2" not in registry.audit.to_lines()
        (record,) = [each for each in registry.audit.records if each.input and each.name == "sign.in"]
        assert json.loads(record.input) == {"password": MASK, "attempts": 3}

    def test_it_runs_no_tool_about_the_catalog(self, registry: Registry, rejected: Callable[[], AuditRecord]) -> None:
        assert "there is no 'agent.execute'" in hint(registry, "execute", "unavailable", name="agent.execute")
        assert rejected().status == "unavailable"


def test_what_a_model_writes_without_end_neither_holds_the_page_nor_comes_back_whole(registry: Registry) -> None:
    for n in range(200):
        registry.register(Capability(f"thing.n{n}", "word " * 20, ANY, "read", lambda _: None))
    endless = " ".join(f"w{n}" for n in range(50_000))
    started = time.perf_counter()
    assert "too long" in hint(registry, "search_capabilities", "invalid", query=endless)
    for tool in ("describe", "execute"):
        said = hint(registry, tool, "unavailable", name=endless)
        assert said.startswith("there is no 'w0 w1 ") and len(said) < 500
    assert len(hint(registry, "execute", "unavailable", name="thing.n1", target=endless)) < 300
    assert time.perf_counter() - started < 2


def test_they_are_not_in_the_catalog(shop: Registry) -> None:
    call(shop, "search_capabilities", query="")
    assert not {entry.name for entry in shop.list()} & set(META_TOOLS)
    assert all(not shop.find(name) for name in META_TOOLS)


def test_a_call_of_theirs_changes_no_revision(shop: Registry) -> None:
    before = shop.revision
    call(shop, "execute", name="cart.add")
    assert shop.revision == before


@pytest.mark.parametrize("name", sorted(META_TOOLS))
def test_their_names_are_taken_in_every_spelling(registry: Registry, desk: Any, name: str) -> None:
    with pytest.raises(NameTakenError, match=f"{name} is a tool of agentic's own; choose another name"):
        registry.register(desk.describe(name))
    with pytest.raises(WireNameError, match=f"'{name}'"):
        registry.register(desk.describe(name.replace(".", "_")))
