"""What may be shown of a call before it is known what it means: of what nobody can attribute, only names."""

import asyncio
import json
from typing import Annotated, Any

import pytest

from agentic import Capability, Outcome, Registry, Secret, capability
from agentic.core.capability import Preview, Refusal, Risk
from agentic.core.meta_tools import DESCRIBE
from agentic.core.secrets import MASK
from agentic.core.showing import meant_by, shown_call, shown_of, shown_text

SENT = {"user": "alice", "password": "hunter2"}
SHOWN = {"user": "alice", "password": MASK}
PW = {"type": "string", "format": "password"}


@capability("login", risk="read")
def login(user: str, password: Annotated[str, Secret]) -> str:
    """Log in."""
    return "ok"


@pytest.fixture
def catalog(registry: Registry) -> Registry:
    registry.register(login)
    return registry


def shown(registry: Registry, name: str, arguments: Any) -> Any:
    meant = meant_by(name, arguments, registry)
    text = shown_text(name, json.dumps(arguments), meant, registry)
    assert "hunter2" not in text
    return json.loads(text) if text != MASK else MASK


def unattributed(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, MASK)


EXECUTIONS = [
    ({"name": "login", "input": SENT}, {"name": "login", "input": SHOWN}),
    ({"name": "login", "input": json.dumps(SENT)}, {"name": "login", "input": SHOWN}),
    ({"name": "login", "input": SENT, "revision": 3}, {"name": "login", "input": SHOWN, "revision": 3}),
    ({"name": "login"}, {"name": "login"}),
    ({"name": "login", "arguments": SENT}, unattributed("name", "arguments")),
    ({"name": "login", **SENT}, unattributed("name", *SENT)),
    ({"name": "login", "input": {"user": "a"}, "password": "hunter2"}, unattributed("name", "input", "password")),
    ({"name": "logn", "input": SENT}, unattributed("name", "input")),
    ({"input": SENT}, unattributed("input")),
    ({"name": SENT, "input": {}}, unattributed("name", "input")),
    ({"name": "login", "input": [SENT]}, unattributed("name", "input")),
    ({"name": "login", "input": "hunter2"}, unattributed("name", "input")),
    ({"name": "login", "input": SENT, "target": "attic"}, unattributed("name", "input", "target")),
    ({"name": "login", "input": SENT, "revision": "hunter2"}, unattributed("name", "input", "revision")),
]


@pytest.mark.parametrize(("sent", "seen"), EXECUTIONS)
@pytest.mark.parametrize("tool", ["agent_execute", "agent.execute"])
def test_of_the_executing_tools_arguments_only_what_can_be_attributed_is_shown(
    catalog: Registry, tool: str, sent: Any, seen: Any
) -> None:
    assert shown(catalog, tool, sent) == seen


@pytest.mark.parametrize("sent", [sent for sent, _ in EXECUTIONS])
@pytest.mark.parametrize("writes", [lambda sent: sent, json.dumps, lambda sent: json.dumps(json.dumps(sent))])
def test_wherever_a_model_puts_a_secret_no_hint_and_no_record_holds_it(
    catalog: Registry, sent: Any, writes: Any
) -> None:
    outcome = asyncio.run(catalog.execute("agent.execute", writes(sent)))
    asyncio.run(catalog.execute("agent.describe", writes(sent)))
    asyncio.run(catalog.execute("log_in", writes(sent)))
    assert outcome.ok or outcome.hint
    assert "hunter2" not in outcome.hint + catalog.audit.to_lines()


def test_where_nothing_is_secret_everything_is_shown(registry: Registry) -> None:
    for sent, _ in EXECUTIONS:
        text = json.dumps(sent).replace("password", "colour")
        for tool in ("agent_execute", "anything"):
            assert shown_text(tool, text, meant_by(tool, json.loads(text), registry), registry) == text


@pytest.mark.parametrize("key", ["password", "passwor\\u0064", "\\u0070\\u0061ssword"])
@pytest.mark.parametrize("form", ['{"user": "alice", "KEY": "hunter2"}', '{"rows": [{"KEY": "hunter2"}]}'])
def test_a_call_of_what_is_gone_hides_what_is_called_as_secrets_are(registry: Registry, form: str, key: str) -> None:
    registry.register(login).dispose()
    text = form.replace("KEY", key)
    assert "hunter2" not in shown_of(registry, "login", text)
    by_another = json.dumps({"name": "login", "input": json.loads(text)})
    assert "hunter2" not in shown_of(registry, "agent_execute", by_another)
    assert ("alice" in shown_of(registry, "login", text)) == ("alice" in text)


@pytest.mark.parametrize(
    ("name", "sent", "seen"),
    [
        ("log_in", SENT, unattributed(*SENT)),  # close to a name that hides something
        ("authenticate", SENT, SHOWN),
        ("authenticate", {"with": [SENT]}, {"with": [SHOWN]}),
        ("weather", {"city": "Oslo", "apiKey": "hunter2"}, {"city": "Oslo", "apiKey": MASK}),
        ("weather", {"city": "Oslo"}, {"city": "Oslo"}),
        (
            "agent_describe",
            {"name": "login", "input": SENT},
            {"name": "login", "input": {"user": "alice", "password": MASK}},
        ),
    ],
)
def test_of_an_unknown_tool_what_is_called_like_a_secret_is_hidden(
    catalog: Registry, name: str, sent: Any, seen: Any
) -> None:
    assert shown(catalog, name, sent) == seen


@pytest.mark.parametrize("name", ["login", "log_in", "authenticate", "agent_execute"])
def test_what_cannot_be_read_yet_or_at_all_is_not_shown(catalog: Registry, name: str) -> None:
    text = json.dumps({"name": "login", "input": SENT} if name == "agent_execute" else SENT)
    meant = meant_by(name, {}, catalog)
    assert shown_text(name, text[:-4], meant, catalog) == MASK
    assert shown_text(name, text[:-4], meant, catalog, is_complete=False) == MASK
    assert shown_text("weather", '{"city": "Os', (), catalog, is_complete=False) == '{"city": "Os'


class TestTargets:
    """Several things of one name may hide different arguments."""

    @pytest.fixture
    def two(self, registry: Registry) -> Registry:
        for target, text in (("a", {"type": "string"}), ("b", PW)):
            schema = {"type": "object", "properties": {"text": text}}
            registry.register(Capability("save", "", schema, "read", lambda _: 1, target=target))  # type: ignore[arg-type]
        return registry

    @pytest.mark.parametrize(("target", "seen"), [("a", "hunter"), ("b", MASK)])
    def test_the_target_that_is_named_says_what_is_hidden(self, two: Registry, target: str, seen: str) -> None:
        direct = {"text": "hunter", "_target": target}
        assert shown(two, "save", direct) == {"text": seen, "_target": target}
        for word in ("target", "_target"):
            sent = {"name": "save", "input": {"text": "hunter"}, word: target}
            assert shown(two, "agent_execute", sent) == {**sent, "input": {"text": seen}}
        inner = {"name": "save", "input": direct}
        assert shown(two, "agent_execute", inner) == {"name": "save", "input": {"text": seen, "_target": target}}

    @pytest.mark.parametrize(
        "sent",
        [
            {"input": {"text": "hunter2"}, "target": "a", "_target": "b"},
            {"input": {"text": "hunter2", "_target": "b"}, "target": "a"},
            {"input": {"text": "hunter2", "_target": "a"}, "_target": "b"},
        ],
    )
    def test_of_two_that_are_named_each_hides_what_it_hides(self, two: Registry, sent: Any) -> None:
        seen = {"name": "save", **sent, "input": {**sent["input"], "text": MASK}}
        assert shown(two, "agent_execute", {"name": "save", **sent}) == seen

    def test_where_none_is_named_each_of_them_hides(self, two: Registry) -> None:
        assert shown(two, "save", {"text": "hunter2"}) == {"text": MASK}
        assert shown(two, "save", {"text": "hunter2", "_target": "hunter2"}) == unattributed("text", "_target")
        assert shown(two, "agent_execute", {"name": "save", "input": {"text": "hunter2"}}) == {
            "name": "save",
            "input": {"text": MASK},
        }


class TestHints:
    """A hint is never mangled by what the call holds, and never tells it."""

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"input": {"id": 1, "sort": "a"}}, "agent.execute: 'name' is a required property"),
            ({"name": "login", "input": {"user": "e"}, "target": 5}, "target: the value is not of type 'string'"),
            ({"name": "login", "input": {"q": "o"}, "revision": "x"}, "revision: the value is not of type 'integer'"),
            ({"name": "logn", "input": {"q": "a"}}, "there is no 'logn'; did you mean login?"),
            ({"name": "login", "input": {"user": "t", "password": "n"}, "n": 1}, "n: the capability's own arguments"),
            ({"name": "login", "input": {"user": 1, "password": "login"}}, "login: user: the value is not of type"),
        ],
    )
    def test_short_values_leave_a_hint_whole(self, catalog: Registry, sent: Any, said: str) -> None:
        hint = asyncio.run(catalog.execute("agent.execute", sent)).hint
        assert said in hint and MASK not in hint

    def test_what_others_say_is_scrubbed_wherever_it_comes_from(self, registry: Registry) -> None:
        def fails(values: Any) -> Any:
            raise RuntimeError(f"no {values['pw']}")

        schema = {"type": "object", "properties": {"pw": PW}}
        said = {
            "handler": {"execute": fails},
            "outcome": {"execute": lambda values: Outcome("failed", hint=values["pw"], call_id="another")},
            "refusal": {"execute": lambda values: Refusal("invalid", values["pw"])},
            "preview": {"execute": fails, "preview": lambda values: Refusal("denied", values["pw"])},
            "previewing": {"execute": fails, "preview": fails},
            "changed": {"execute": fails, "preview": lambda values: Preview(Risk.READ)},
        }
        for name, fields in said.items():
            registry.register(Capability(name, "", schema, "read", **fields))
            outcome = asyncio.run(registry.execute(name, {"pw": "hunter2"}))
            assert not outcome.ok and MASK in outcome.hint and "hunter2" not in outcome.hint
        registry.permission = lambda proposal: f"not {proposal.input['pw']}"
        assert f"not {MASK}" in asyncio.run(registry.execute("handler", {"pw": "hunter2"})).hint
        assert "hunter2" not in registry.audit.to_lines()

    def test_what_only_the_capability_itself_redacts_is_scrubbed_too(self, registry: Registry) -> None:
        def fails(values: Any) -> Any:
            raise RuntimeError(f"cannot write {values['value']} into {values['field']}")

        def redact(values: Any) -> Any:
            return {**values, "value": "…"}

        schema = {"type": "object", "properties": {"field": {"type": "string"}, "value": {"type": "string"}}}
        registry.register(Capability("fill", "", schema, "read", fails, redact=redact))  # type: ignore[arg-type]
        sent = {"field": "city", "value": "hunter2"}
        assert asyncio.run(registry.execute("fill", sent)).hint == f"cannot write {MASK} into city"
        assert "hunter2" not in asyncio.run(registry.execute("fill", {**sent, "value": ["hunter2"]})).hint
        assert "hunter2" not in asyncio.run(registry.execute("fill", '{"value": "hunter2"')).hint
        assert "hunter2" not in registry.audit.to_lines()

    @pytest.mark.parametrize("gives", [ValueError, None, "hunter2", ["hunter2"]])
    def test_a_redaction_that_fails_hides_everything(
        self, registry: Registry, caplog: pytest.LogCaptureFixture, gives: Any
    ) -> None:
        def redact(values: Any) -> Any:
            if gives is ValueError:
                raise ValueError(f"cannot redact {values.pop('text')}")
            return gives

        ran: list[Any] = []
        schema = {"type": "object", "properties": {"text": {"type": "string"}}}
        registry.register(Capability("x", "", schema, "read", ran.append, redact=redact))  # type: ignore[arg-type]
        outcome = asyncio.run(registry.execute("x", {"text": "hunter2"}))
        assert outcome.ok and ran == [{"text": "hunter2"}]
        (validated,) = [record for record in registry.audit.records if record.kind == "validated"]
        assert json.loads(validated.input) == {"text": MASK}
        assert "hunter2" not in registry.audit.to_lines() + caplog.text


def test_the_audit_has_what_the_executing_tool_was_asked_for(catalog: Registry) -> None:
    asyncio.run(catalog.execute("agent.execute", {"name": "login", "input": SENT}))
    inputs = [json.loads(record.input) for record in catalog.audit.records if record.input]
    assert inputs == [{"name": "login", "input": SHOWN}, SHOWN]


def test_a_description_is_no_execution(catalog: Registry) -> None:
    assert meant_by(DESCRIBE, {"name": "login"}, catalog) == ()
    assert shown_call(DESCRIBE, {"name": "login"}, (), catalog) == {"name": "login"}
