"""Secrets reach the handler, and nobody else."""

import asyncio
import json
import logging
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

import pytest

from agentic import Capability, Outcome, Pending, Registry, Secret, UsageError
from agentic.core.schema import Schema
from agentic.core.secrets import MASK, secret_paths
from agentic.errors import ArgumentError
from agentic.testing import settle

PASSWORD = "hunter2"


@dataclass
class Login:
    user: str
    pin: Annotated[int, Secret]


class Row(TypedDict):
    label: str
    token: Annotated[str, Secret]


class Vault:
    """A capability with secrets at every depth, and what reached its handler."""

    def __init__(self, registry: Registry) -> None:
        self.received: list[Any] = []
        self.fails_with = ""

        @registry.capability("vault.open", risk="mutating")
        def open_vault(
            password: Annotated[str, Secret],
            login: Login | None = None,
            rows: list[Row] | None = None,
            headers: dict[str, Annotated[str, Secret]] | None = None,
            note: str = "",
        ) -> str:
            self.received.append((password, login, rows, headers, note))
            if self.fails_with:
                raise ValueError(self.fails_with)
            return "open"

        self.entry = registry.list()[0]


ARGUMENTS = {
    "password": PASSWORD,
    "login": {"user": "ada", "pin": 4711},
    "rows": [{"label": "first", "token": "tok-1"}, {"label": "second", "token": "tok-2"}],
    "headers": {"x-key": "k3y"},
    "note": "for the trip",
}
MASKED = {
    "password": MASK,
    "login": {"user": "ada", "pin": MASK},
    "rows": [{"label": "first", "token": MASK}, {"label": "second", "token": MASK}],
    "headers": {"x-key": MASK},
    "note": "for the trip",
}
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
SECRETS = (PASSWORD, "4711", "tok-1", "tok-2", "k3y")


@pytest.fixture
def vault(registry: Registry) -> Vault:
    return Vault(registry)


def told(registry: Registry, *more: Any) -> str:
    """All that is kept or said of the calls so far."""
    return " ".join([registry.audit.to_lines(), *map(repr, registry.audit.records), *map(repr, more)])


def leaks(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


async def asked(registry: Registry, arguments: Any = ARGUMENTS) -> tuple["asyncio.Task[Outcome]", Pending]:
    task = asyncio.ensure_future(registry.execute("vault.open", arguments))
    await settle()
    return task, registry.queue.pending[-1]


def test_a_mark_becomes_the_format_password_wherever_it_stands(vault: Vault) -> None:
    assert vault.entry.input_schema["properties"]["password"] == {"type": "string", "format": "password"}
    assert vault.entry.secrets == ("password", "login.pin", "rows[].token", "headers.*")


def test_the_default_of_a_secret_is_not_in_the_schema(registry: Registry) -> None:
    @registry.capability("x", risk="read")
    def handler(password: Annotated[str, Secret] = PASSWORD) -> str:
        return password

    assert PASSWORD not in json.dumps(registry.list()[0].input_schema)
    assert asyncio.run(registry.execute("x")).value == PASSWORD


def test_the_handler_gets_the_secrets_and_the_question_and_the_audit_do_not(registry: Registry, vault: Vault) -> None:
    async def main() -> tuple[Outcome, Pending]:
        task, question = await asked(registry)
        question.approve()
        return await task, question

    outcome, question = asyncio.run(main())
    assert outcome.ok and vault.received[0][:2] == (PASSWORD, Login("ada", 4711))
    assert question.input == question.call.input == MASKED
    assert leaks(told(registry, outcome, question.call, question.answer)) == []
    (validated,) = [record for record in registry.audit.records if record.kind == "validated"]
    assert json.loads(validated.input) == MASKED


@pytest.mark.parametrize(
    "arguments",
    [
        {"password": 4711},
        {"password": {"text": PASSWORD}},
        {"password": [PASSWORD]},
        ARGUMENTS | {"login": {"user": "ada", "pin": "4711x"}},
        ARGUMENTS | {"login": {"user": "ada", "pin": 4711, "colour": 1}},
        ARGUMENTS | {"login": "ada:4711"},
        ARGUMENTS | {"login": [4711]},
        ARGUMENTS | {"login": '{"user": "ada", "pin": "4711'},
        ARGUMENTS | {"rows": {"label": "a", "token": "tok-1"}},
        ARGUMENTS | {"rows": [{"label": "a", "token": ["tok-1", 4711]}]},
        ARGUMENTS | {"headers": {"x-key": {"deep": "k3y"}}},
        ARGUMENTS | {"headers": "k3y"},
        ARGUMENTS | {"note": 5, "password": "x" * 190 + PASSWORD},
        json.dumps(ARGUMENTS)[:-1],
        json.dumps([ARGUMENTS]),
        '{"password": "hunter2", "password": "hunter2"}',
    ],
)
def test_a_refusal_quotes_no_secret(registry: Registry, vault: Vault, arguments: Any) -> None:
    outcome = asyncio.run(registry.execute("vault.open", arguments))
    assert (outcome.status, vault.received) == ("invalid", [])
    assert leaks(told(registry, outcome)) == [] and outcome.hint


@pytest.mark.parametrize(
    "said",
    [
        f"cannot log in with {PASSWORD}",
        f"bad request: {json.dumps(ARGUMENTS)}",
        f"{ARGUMENTS!r}",
        "x" * 1995 + PASSWORD,
    ],
)
def test_a_handlers_error_is_told_without_the_secrets_it_quotes(registry: Registry, vault: Vault, said: str) -> None:
    vault.fails_with, registry.confirm = said, lambda proposal: True
    outcome = asyncio.run(registry.execute("vault.open", ARGUMENTS))
    assert outcome.status == "failed" and MASK[0] in outcome.hint
    assert leaks(told(registry, outcome)) == []
    # Nor is a half of one left where a long text was cut.
    assert "hunt" not in outcome.hint


def test_a_secret_that_the_handler_took_out_of_its_arguments_stays_one(registry: Registry) -> None:
    def handler(values: Any) -> None:
        raise ValueError(f"no door for {values.pop('pin')}, {values['keys'].pop()}")

    secret = {"type": "string", "format": "password"}
    schema = {"type": "object", "properties": {"pin": secret, "keys": {"type": "array", "items": secret}}}
    registry.register(Capability("x", "", schema, "read", handler))
    outcome = asyncio.run(registry.execute("x", {"pin": "4711", "keys": ["k3y"]}))
    assert outcome.hint == f"no door for {MASK}, {MASK}"
    assert leaks(told(registry, outcome)) == []


@pytest.mark.parametrize("secret", ['it\'s "quoted"', "zwei\nzeilen", "back\\slash", "größe", "🗝"])
def test_a_secret_is_found_however_it_is_spelled(registry: Registry, secret: str) -> None:
    registry.confirm = lambda proposal: True

    @registry.capability("x", risk="mutating")
    def handler(password: Annotated[str, Secret]) -> None:
        raise ValueError(f"{password} {password!r} {json.dumps(password)} {json.dumps(password, ensure_ascii=False)}")

    assert asyncio.run(registry.execute("x", {"password": secret})).hint.replace(MASK, "").strip(" '\"") == ""


def test_hooks_decide_on_the_real_input_and_say_nothing_of_it(registry: Registry, vault: Vault) -> None:
    seen: list[Any] = []

    def permission(proposal: Any) -> str:
        seen.append((proposal.input["password"], proposal.shown["password"]))
        return f"{proposal.input['password']} is too weak"

    registry.permission = permission
    outcome = asyncio.run(registry.execute("vault.open", ARGUMENTS))
    assert seen == [(PASSWORD, MASK)] and leaks(told(registry, outcome)) == []


class TestEditing:
    """A person who changes the arguments does not have to know the secrets among them."""

    def edited(self, registry: Registry, change: Any) -> Outcome:
        async def main() -> Outcome:
            task, question = await asked(registry)
            assert question.approve(input=change(json.loads(json.dumps(question.input))))
            return await task

        return asyncio.run(main())

    def test_a_mask_left_in_place_stands_for_the_secret(self, registry: Registry, vault: Vault) -> None:
        outcome = self.edited(registry, lambda shown: shown | {"note": "for later"})
        password, login, rows, headers, note = vault.received[0]
        assert (password, login, headers, note) == (PASSWORD, Login("ada", 4711), {"x-key": "k3y"}, "for later")
        assert rows == ARGUMENTS["rows"]
        assert leaks(told(registry, outcome)) == [] and outcome.input == MASKED | {"note": "for later"}

    def test_a_new_secret_is_as_secret_as_the_old_one(self, registry: Registry, vault: Vault) -> None:
        outcome = self.edited(registry, lambda shown: shown | {"password": "correct horse"})
        assert vault.received[0][0] == "correct horse"
        assert "correct horse" not in told(registry, outcome, outcome.to_text())

    def test_an_unchanged_row_keeps_its_secret(self, registry: Registry, vault: Vault) -> None:
        self.edited(registry, lambda shown: shown | {"rows": [*shown["rows"], {"label": "c", "token": "new"}]})
        assert [row["token"] for row in vault.received[0][2]] == ["tok-1", "tok-2", "new"]

    def test_no_row_gets_the_secret_of_another(self, registry: Registry, vault: Vault) -> None:
        async def main() -> Outcome:
            task, question = await asked(registry)
            with pytest.raises(ArgumentError, match=r"rows\[0\]\.token: a hidden value cannot be moved or copied"):
                question.approve(input=question.input | {"rows": question.input["rows"][1:]})
            with pytest.raises(ArgumentError, match="cannot be moved or copied"):
                question.approve(input=question.input | {"headers": {"x-other": MASK}})
            question.deny()
            return await task

        assert asyncio.run(main()).status == "declined" and vault.received == []


@pytest.mark.parametrize(
    ("schema", "paths"),
    [
        ({"type": "string", "format": "password"}, ("",)),
        ({"properties": {"a": {"$ref": "#/$defs/s"}}, "$defs": {"s": {"format": "password"}}}, ("a",)),
        ({"properties": {"a": {"anyOf": [{"type": "null"}, {"format": "password"}]}}}, ("a",)),
        ({"allOf": [{"properties": {"a": {"format": "password"}}}]}, ("a",)),
        ({"if": {}, "then": {"properties": {"a": {"format": "password"}}}}, ("a",)),
        ({"patternProperties": {"^x": {"format": "password"}}}, ("*",)),
        ({"prefixItems": [{}, {"format": "password"}]}, ("[]",)),
        ({"$schema": DRAFT_7, "properties": {"a": {"items": [{"format": "password"}]}}}, ("a[]",)),
        (
            {
                "$ref": "#/$defs/n",
                "$defs": {"n": {"properties": {"key": {"format": "password"}, "next": {"$ref": "#/$defs/n"}}}},
            },
            ("key",),
        ),
        ({"properties": {"password": {"type": "string"}}, "required": ["password"]}, ()),
        ({"$ref": "#"}, ()),
    ],
)
def test_secrets_are_found_wherever_a_schema_can_say_it(schema: dict[str, Any], paths: tuple[str, ...]) -> None:
    assert secret_paths(schema) == paths
    assert Schema(schema).secrets == paths


def test_a_schema_that_contains_itself_is_masked_at_every_depth() -> None:
    schema = {
        "properties": {"key": {"format": "password"}, "next": {"$ref": "#"}, "n": {}},
    }
    assert Schema(schema).masked({"key": "a", "next": {"key": "b", "next": {"key": "c", "n": 1}}}) == {
        "key": MASK,
        "next": {"key": MASK, "next": {"key": MASK, "n": 1}},
    }


def test_a_tool_by_its_schema_alone_hides_as_much(registry: Registry) -> None:
    schema = {"type": "object", "properties": {"code": {"type": "string", "format": "password"}}}
    registry.register(Capability("x", "", schema, "mutating", lambda values: values["code"]))  # type: ignore[arg-type]

    async def main() -> Outcome:
        task = asyncio.ensure_future(registry.execute("x", {"code": "k3y"}))
        await settle()
        (question,) = registry.queue.pending
        assert question.input == {"code": MASK}
        question.approve()
        return await task

    assert asyncio.run(main()).value == "k3y" and leaks(told(registry)) == []


def test_an_answer_of_another_kind_tells_no_secret(registry: Registry, vault: Vault) -> None:
    async def main() -> None:
        task, question = await asked(registry)
        with pytest.raises(UsageError) as caught:
            question.approve("always", input=ARGUMENTS)  # type: ignore[arg-type]
        assert leaks(str(caught.value)) == []
        question.deny()
        await task

    asyncio.run(main())


@pytest.mark.parametrize("sent", [ARGUMENTS, json.dumps(ARGUMENTS), json.dumps(ARGUMENTS)[:-1]])
def test_the_tool_that_executes_others_hides_what_they_hide(
    registry: Registry, vault: Vault, sent: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    registry.confirm = lambda proposal: True
    outcome = asyncio.run(registry.execute("agent.execute", {"name": "vault.open", "input": sent}))
    assert outcome.ok is bool(vault.received)
    assert leaks(told(registry, outcome) + caplog.text) == []
