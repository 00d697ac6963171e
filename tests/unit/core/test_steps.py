"""What each step decides, and the hint it gives."""

import asyncio
from types import MappingProxyType
from typing import Any

import pytest

from agentic import Answer, Outcome, Proposal, Registry, Target, build_request_tools


def run(registry: Registry, name: str = "x", *arguments: Any, **more: Any) -> Outcome:
    return asyncio.run(registry.execute(name, *arguments, **more))


class TestResolve:
    """Which capability, and which of its targets."""

    def test_an_unknown_name_is_told_the_close_ones(self, registry: Registry, desk: Any) -> None:
        for name in ("todos.add", "todos.done", "page.read"):
            registry.register(desk.describe(name))
        assert run(registry, "todos.ad").hint == "there is no 'todos.ad'; did you mean todos.add or todos.done?"

    def test_an_unknown_name_that_is_close_to_none_is_told_what_there_is(self, registry: Registry, desk: Any) -> None:
        assert run(registry, "qqq").hint == "there is no 'qqq', nor any other tool now; tell the user"
        registry.register(desk.describe("page.read"))
        assert run(registry, "qqq").hint == "there is no 'qqq'; there is page.read"
        for number in range(50):
            registry.register(desk.describe(f"todos.{number}"))
        assert run(registry, "qqq").hint.endswith("…") and len(run(registry, "qqq").hint) < 200

    def test_a_vanished_target_is_told_the_surviving_ones(self, registry: Registry, desk: Any) -> None:
        held = [
            registry.register(desk.describe("form.save", target=target))
            for target in (Target("left", "Billing"), Target("right"), Target("hidden"))
        ]
        held[2].suspend()
        outcome = run(registry, "form.save", target="top")
        assert (outcome.status, outcome.hint) == (
            "unavailable",
            "form.save has no target 'top'; there is left (Billing), right",
        )
        for each in held[:2]:
            each.dispose()
        assert run(registry, "form.save", target="top").hint.endswith("there is none now; read the tools again")

    def test_several_targets_and_none_named_asks_which(self, registry: Registry, desk: Any) -> None:
        for target in ("left", "right"):
            registry.register(desk.describe("form.save", target=target))
        outcome = run(registry, "form.save")
        assert (outcome.status, outcome.hint) == (
            "invalid",
            "form.save has several targets; say which one in _target: left, right",
        )

    @pytest.mark.parametrize(
        ("more", "sent"),
        [
            ({}, {"_target": "right"}),
            ({"target": "right"}, {}),
            ({"target": Target("right", "any label")}, {}),
            ({"target": "right"}, {"_target": "right"}),
        ],
    )
    def test_a_target_is_taken_from_the_call_or_out_of_the_arguments(
        self, registry: Registry, more: Any, sent: Any
    ) -> None:
        for target in ("left", "right"):

            @registry.capability("form.save", risk="read", target=target)
            def save(text: str, target: str = target) -> str:
                return f"{text} {target}"

        assert run(registry, "form.save", {"text": "a", **sent}, **more).value == "a right"

    def test_one_target_needs_no_name_and_those_away_do_not_count(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("form.save", target="left"))
        registry.register(desk.describe("form.save", target="right")).suspend()
        assert run(registry, "form.save").ok
        assert run(registry, "form.save", {"_target": "left"}).ok

    def test_without_a_target_the_one_that_has_none_is_meant(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("form.save", target="left", available=True))

        @registry.capability("form.save", risk="read")
        def save() -> str:
            return "all"

        assert run(registry, "form.save").value == "all"

    def test_without_a_target_no_other_takes_the_place_of_the_one_that_has_none(
        self, registry: Registry, desk: Any
    ) -> None:
        registry.register(desk.describe("form.save", target="left"))
        held = registry.register(desk.describe("form.save"))
        planned = registry.revision
        held.suspend()
        outcome = run(registry, "form.save")
        assert (outcome.status, desk.done) == ("unavailable", [])
        assert outcome.hint == "form.save is not available at the moment; there is left"
        held.dispose()
        assert run(registry, "form.save", revision=planned).status == "stale"
        assert run(registry, "form.save", revision=registry.revision).ok

    def test_a_vanished_target_is_not_an_argument_of_the_one_without(self, registry: Registry) -> None:
        @registry.capability("form.save", risk="read", input_schema={"type": "object"})
        def save(**values: Any) -> Any:
            return values

        outcome = run(registry, "form.save", {"_target": "left"})
        assert outcome.status == "unavailable"
        assert outcome.hint == "form.save has no target 'left'; leave _target out to act without one"
        assert run(registry, "form.save", {"text": "a"}).value == {"text": "a"}

    def test_a_capability_without_targets_treats_target_as_any_argument(self, registry: Registry) -> None:
        @registry.capability("x", risk="read")
        def handler(_target: str) -> str:
            return _target

        assert run(registry, "x", {"_target": "mine"}).value == "mine"


class TestStale:
    """A call planned on an older definition."""

    def test_a_call_planned_before_a_breaking_change_does_not_run(self, registry: Registry, desk: Any) -> None:
        held = registry.register(desk.describe("x"))
        planned = registry.revision
        held.update(risk="mutating")
        outcome = run(registry, revision=planned)
        assert (outcome.status, desk.done) == ("stale", [])
        assert outcome.hint == "x changed after this call was planned; read the tools again first"

    def test_a_change_elsewhere_makes_nothing_stale(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x"))
        planned = registry.revision
        registry.register(desk.describe("y")).dispose()
        assert run(registry, revision=planned).ok

    def test_a_name_registered_anew_is_not_the_one_that_was_planned(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x")).dispose()
        planned = registry.revision
        registry.register(desk.describe("x"))
        assert run(registry, revision=planned).status == "stale"

    def test_a_revision_that_is_still_to_come_was_another_pages(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x"))
        assert run(registry, revision=99).status == "stale"

    def test_a_call_without_a_target_is_not_for_one_that_came_since(self, registry: Registry, desk: Any) -> None:
        left = registry.register(desk.describe("form.save", target="left"))
        right = registry.register(desk.describe("form.save", target="right"))
        right.suspend()
        planned = registry.revision
        left.suspend()
        right.resume()
        assert (run(registry, "form.save", revision=planned).status, desk.done) == ("stale", [])
        assert run(registry, "form.save", {"_target": "right"}, revision=planned).ok
        assert run(registry, "form.save", revision=registry.revision).ok

    def test_a_call_without_a_target_means_the_only_one_it_was_planned_for(self, registry: Registry, desk: Any) -> None:
        shown = "left"
        for target in ("left", "right"):
            registry.register(
                desk.describe("form.save", target=target, available=lambda target=target: shown == target)
            )
        (tool,) = build_request_tools(registry)
        assert run(registry, "form.save", only_target=tool.only_target).ok
        shown = "right"
        outcome = run(registry, "form.save", only_target=tool.only_target)
        assert (outcome.status, len(desk.done)) == ("unavailable", 1)
        assert run(registry, "form.save", {"_target": "right"}, only_target=tool.only_target).ok

    def test_a_call_planned_where_a_target_had_to_be_named_means_none_that_came_since(
        self, registry: Registry, desk: Any
    ) -> None:
        is_open = False
        for target in ("left", "right"):
            registry.register(desk.describe("form.save", target=target))
        registry.register(desk.describe("form.save", available=lambda: is_open))
        (tool,) = build_request_tools(registry)
        assert tool.needs_target and "_target" in tool.parameters["required"]
        is_open = True
        outcome = run(registry, "form.save", needs_target=tool.needs_target)
        assert (outcome.status, desk.done) == ("invalid", [])
        assert "say which one in _target: left, right" in outcome.hint
        assert run(registry, "form.save", {"_target": "left"}, needs_target=tool.needs_target).ok
        assert not build_request_tools(registry)[0].needs_target

    def test_suspending_and_resuming_breaks_no_plan(self, registry: Registry, desk: Any) -> None:
        held = registry.register(desk.describe("x"))
        planned = registry.revision
        held.suspend()
        held.resume()
        assert run(registry, revision=planned).ok


class TestAvailable:
    """What is registered, but cannot run now."""

    def test_what_is_suspended_or_says_no_does_not_run(self, registry: Registry, desk: Any) -> None:
        held = registry.register(desk.describe("x"))
        held.suspend()
        assert run(registry).hint == "x is not available at the moment; read the tools again"
        held.resume()
        held.update(available=lambda: False)
        assert (run(registry).status, desk.done) == ("unavailable", [])

    def test_a_target_that_is_not_available_is_told_the_surviving_ones(self, registry: Registry, desk: Any) -> None:
        left = registry.register(desk.describe("form.save", target="left", risk="mutating"))
        registry.register(desk.describe("form.save", target=Target("right", "Billing")))
        registry.confirm = lambda proposal: left.suspend() or True
        outcome = run(registry, "form.save", target="left")
        assert outcome.hint == "form.save went away before it could run; there is right (Billing)"
        outcome = run(registry, "form.save", target="left")
        assert (outcome.status, desk.done) == ("unavailable", [])
        assert outcome.hint == "form.save is not available at the moment; there is right (Billing)"


class TestValidate:
    """From a model's output to trusted input."""

    def test_what_does_not_fit_is_told_which_argument_and_why(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x"))
        assert run(registry, "x", {"count": "many"}).hint == "x: count: 'many' is not of type 'integer'"

    def test_what_has_no_canonical_form_is_refused_in_a_sentence(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x"))
        outcome = run(registry, "x", {"count": 2**60})
        assert (outcome.status, desk.done) == ("invalid", [])
        assert outcome.hint.startswith("x: count: an integer is too large for JSON to hold exactly; it goes from ")

    def test_nested_json_text_is_unwrapped_where_the_schema_wants_a_list(self, registry: Registry) -> None:
        @registry.capability("x", risk="read")
        def handler(paths: list[str], text: str) -> Any:
            return paths, text

        assert run(registry, "x", {"paths": '["a"]', "text": '["a"]'}).value == (["a"], '["a"]')

    def test_any_mapping_will_do(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x"))
        assert run(registry, "x", MappingProxyType({"text": "a"})).value == "did a"


class TestPermission:
    """The host's say, before any person is asked."""

    @pytest.mark.parametrize(
        ("answer", "hint"),
        [
            (False, "x was refused: this page does not permit it; do not repeat it, but tell the user"),
            (None, "x was refused: this page does not permit it; do not repeat it, but tell the user"),
            ("members only", "x was refused: members only; do not repeat it, but tell the user"),
        ],
    )
    def test_anything_but_true_refuses(self, registry: Registry, desk: Any, answer: Any, hint: str) -> None:
        registry.register(desk.describe("x", risk="mutating"))
        registry.permission = lambda proposal: answer
        outcome = run(registry)
        assert (outcome.status, outcome.hint, desk.done) == ("denied", hint, [])

    def test_a_hook_that_raises_refuses_and_keeps_the_reason_to_itself(
        self, registry: Registry, desk: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        registry.register(desk.describe("x"))
        registry.permission = lambda proposal: 1 / 0
        assert (
            run(registry).hint
            == "x was refused: the page's permission check failed; do not repeat it, but tell the user"
        )
        assert "ZeroDivisionError" in caplog.text

    def test_a_permission_error_is_a_reason(self, registry: Registry, desk: Any) -> None:
        async def sign_in(proposal: Proposal) -> bool:
            raise PermissionError("sign in first")

        registry.register(desk.describe("x"))
        registry.permission = sign_in
        assert run(registry).hint == "x was refused: sign in first; do not repeat it, but tell the user"

    def test_a_hook_sees_what_would_run_and_may_be_async(self, registry: Registry, desk: Any) -> None:
        seen: list[Proposal] = []

        async def allow(proposal: Proposal) -> bool:
            await asyncio.sleep(0)
            seen.append(proposal)
            return True

        registry.register(desk.describe("x"))
        registry.permission = allow
        assert run(registry, "x", {"text": "a"}).ok
        assert (seen[0].capability.name, seen[0].input, len(seen[0].digest)) == ("x", {"text": "a"}, 64)

    def test_the_pages_hook_and_the_chats_must_agree_the_pages_first(self, registry: Registry, desk: Any) -> None:
        asked: list[str] = []
        registry.register(desk.describe("x"))
        registry.permission = lambda proposal: asked.append("page") or len(asked) < 3
        child = Registry(registry, permission=lambda proposal: asked.append("chat") or True)
        assert run(child).ok and asked == ["page", "chat"]
        assert run(child).status == "denied" and asked == ["page", "chat", "page"]


class TestConfirmation:
    """Whether a person is asked, and by whom."""

    @pytest.mark.parametrize(
        ("said", "status"),
        [
            (True, "ok"),
            ("once", "ok"),
            (Answer("digest"), "ok"),
            ("session", "ok"),
            (False, "declined"),
            (None, "declined"),
            ("", "declined"),
            (Answer("deny", "no"), "declined"),
            (Answer("cancel"), "cancelled"),
            ("nonsense", "declined"),
        ],
    )
    def test_a_confirm_hook_answers_in_many_ways_and_only_a_clear_yes_runs(
        self, registry: Registry, desk: Any, said: Any, status: str
    ) -> None:
        registry.register(desk.describe("x", risk="destructive"))
        registry.confirm = lambda proposal: said
        assert (run(registry).status, len(desk.done)) == (status, int(status == "ok"))
        # The session was not offered, so that answer held for one call.
        assert [each.kind for each in registry.approvals.list()] == (["digest"] if said == Answer("digest") else [])

    def test_a_confirm_hook_that_fails_approves_nothing(
        self, registry: Registry, desk: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def broken(proposal: Proposal) -> bool:
            raise RuntimeError("no dialog")

        registry.register(desk.describe("x", risk="mutating"))
        registry.confirm = broken
        outcome = run(registry)
        assert (outcome.status, desk.done) == ("declined", [])
        assert "the question could not be asked" in outcome.hint and "no dialog" in caplog.text

    def test_a_chat_asks_as_the_page_does_unless_it_has_its_own_way(self, registry: Registry, desk: Any) -> None:
        registry.register(desk.describe("x", risk="mutating"))
        registry.confirm = lambda proposal: True
        child = Registry(registry)
        assert run(child).ok
        child.confirm = lambda proposal: False
        assert run(child).status == "declined"

    @pytest.mark.parametrize(
        ("risk", "decided", "asks"),
        [("destructive", False, False), ("read", True, True), ("mutating", None, True), ("read", None, False)],
    )
    def test_the_hosts_policy_decides_before_the_risk(
        self, registry: Registry, desk: Any, risk: str, decided: Any, asks: bool
    ) -> None:
        questions: list[Proposal] = []
        registry.register(desk.describe("x", risk=risk))
        registry.policy = lambda proposal: decided
        registry.confirm = lambda proposal: questions.append(proposal) or True
        assert run(Registry(registry)).ok
        assert len(questions) == int(asks)
        if decided:
            assert not questions[0].offers_session

    @pytest.mark.parametrize(
        ("risk", "name", "asks"),
        [
            ("mutating", "notes.add", False),
            ("mutating", "orders.delete", True),
            ("destructive", "orders.wipe", True),
            ("read", "notes.read", False),
            ("read", "salary.read", True),
            ("destructive", "trash.empty", False),
        ],
    )
    def test_a_policy_may_be_a_table_by_risk_and_by_name(
        self, registry: Registry, desk: Any, risk: str, name: str, asks: bool
    ) -> None:
        questions: list[Proposal] = []
        registry.policy = {"mutating": False, "orders.delete": True, "salary.read": True, "trash.empty": False}
        registry.confirm = lambda proposal: questions.append(proposal) or True
        registry.register(desk.describe(name, risk=risk))
        assert run(registry, name).ok and len(questions) == int(asks)

    @pytest.mark.parametrize("kind", ["digest", "session"])
    def test_no_earlier_yes_silences_the_hosts_policy(self, registry: Registry, desk: Any, kind: str) -> None:
        registry.register(desk.describe("x", risk="mutating"))
        registry.confirm = lambda proposal: kind
        assert run(registry).ok and run(registry).ok and len(registry.approvals.list()) == 1
        registry.policy = lambda proposal: True
        registry.confirm = lambda proposal: False
        assert run(registry).status == "declined"

    def test_a_policy_that_fails_refuses(self, registry: Registry, desk: Any, caplog: pytest.LogCaptureFixture) -> None:
        registry.register(desk.describe("x"))
        registry.policy = lambda proposal: 1 / 0
        outcome = run(registry)
        assert (outcome.status, desk.done) == ("declined", [])
        assert outcome.hint == "the check whether to ask the user failed; do not repeat it, but tell the user"
