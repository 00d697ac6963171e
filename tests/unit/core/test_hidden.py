"""Whatever a schema calls secret is masked, however the schema says it: the validator itself is the judge."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.validators import extend, validator_for

from agentic import Capability, Registry
from agentic.core.secrets import MASK, mask, scrubber
from agentic.core.validator import validator_of
from agentic.errors import SchemaError
from agentic.testing import settle

PW = {"type": "string", "format": "password"}
DRAFT = "http://json-schema.org/draft-0{}/schema#".format
LATER = "https://json-schema.org/draft/2019-09/schema"
BASE = "https://x.test/a.json"


def obj(pw: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"pw": pw}, **more}


WAYS = {
    "pointer": obj({"$ref": "#/$defs/p"}, **{"$defs": {"p": PW}}),
    "pointer with a space": obj({"$ref": "#/$defs/my%20pw"}, **{"$defs": {"my pw": PW}}),
    "pointer with a slash": obj({"$ref": "#/$defs/my~1pw"}, **{"$defs": {"my/pw": PW}}),
    "pointer through a list": obj({"$ref": "#/$defs/o/anyOf/1"}, **{"$defs": {"o": {"anyOf": [{}, PW]}}}),
    "pointer to a pointer": obj({"$ref": "#/$defs/a"}, **{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": PW}}),
    "anchor": obj({"$ref": "#pw"}, **{"$defs": {"x": {"$anchor": "pw", **PW}}}),
    "dynamic anchor": obj({"$dynamicRef": "#pw"}, **{"$defs": {"x": {"$dynamicAnchor": "pw", **PW}}}),
    "dynamic anchor that another one overrides": {
        "$id": BASE,
        "$ref": "list",
        "$defs": {
            "item": {"$dynamicAnchor": "item", **PW},
            "list": {
                "$id": "list",
                "properties": {"pw": {"$dynamicRef": "#item"}},
                "$defs": {"any": {"$dynamicAnchor": "item"}},
            },
        },
    },
    "absolute id": obj({"$ref": f"{BASE}#/$defs/p"}, **{"$id": BASE, "$defs": {"p": PW}}),
    "relative id": obj({"$ref": "a.json#/$defs/p"}, **{"$id": BASE, "$defs": {"p": PW}}),
    "embedded id": obj({"$ref": "urn:x:p"}, **{"$defs": {"p": {"$id": "urn:x:p", **PW}}}),
    "embedded id with its own definitions": obj(
        {"$ref": "urn:x:p"}, **{"$defs": {"p": {"$id": "urn:x:p", "$ref": "#/$defs/q", "$defs": {"q": PW}}}}
    ),
    "draft 4": obj({"$ref": "#/definitions/p"}, **{"$schema": DRAFT(4), "definitions": {"p": PW}}),
    "draft 4 by id": obj({"$ref": "urn:p"}, **{"$schema": DRAFT(4), "definitions": {"p": {"id": "urn:p", **PW}}}),
    "draft 7, dependencies": obj({}, **{"$schema": DRAFT(7), "dependencies": {"pw": obj(PW)}}),
    "2019, recursion": {
        "$schema": LATER,
        "$id": BASE,
        "$recursiveAnchor": True,
        "properties": {"deep": {"$recursiveRef": "#"}, "pw": PW},
    },
    "dependent schemas": obj({}, dependentSchemas={"pw": obj(PW)}),
    "a pattern beside the name": obj({"type": "string"}, patternProperties={"^p": PW}),
    "a pattern": {"patternProperties": {"w$": PW}},
    "additional": {"additionalProperties": PW},
    "unevaluated": {"allOf": [{"properties": {"user": {}}}], "unevaluatedProperties": PW},
    "then": obj({}, **{"if": {"required": ["pw"]}, "then": obj(PW)}),
    "else": obj({}, **{"if": {"required": ["no"]}, "else": obj(PW)}),
    "not": obj({}, **{"not": obj(PW, required=["no"])}),
    "all of": obj({"allOf": [{"type": "string"}, PW]}),
    "one of": obj({"oneOf": [{"type": "null"}, PW]}),
    "several types": obj({"type": ["string", "null"], "format": "password"}),
}
LISTS = {
    "items": {"items": PW},
    "contains beside the first": {"prefixItems": [{"type": "string"}], "contains": PW},
    "contains beside items": {"items": {"type": "string"}, "contains": PW},
    "the first of the list": {"prefixItems": [PW]},
    "unevaluated items": {"unevaluatedItems": PW},
    "older list of items": {"$schema": DRAFT(7), "items": [PW]},
    "older others": {"$schema": DRAFT(7), "items": [], "additionalItems": PW},
}
CASES = [
    *((schema, {"pw": "hunter2"}) for schema in WAYS.values()),
    *((schema, ["hunter2"]) for schema in LISTS.values()),
    (WAYS["2019, recursion"], {"deep": {"deep": {"pw": "hunter2"}}}),
    ({"$schema": LATER, **obj({}), "propertyNames": {"format": "password"}}, {"hunter2": 1}),
]


def met(schema: Mapping[str, Any], value: Any) -> list[Any]:
    """The values that the validator judges by a schema which is marked."""
    found: list[Any] = []

    def note(validator: Any, name: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if name == "password":
            found.append(instance)
        yield from ()

    maker = extend(validator_for(schema, default=Draft202012Validator), {"format": note})
    list(maker({word: said for word, said in schema.items() if word != "$schema"}).iter_errors(value))
    return found


@pytest.mark.parametrize(("schema", "value"), CASES, ids=[*WAYS, *LISTS, "at every depth", "names"])
def test_what_the_validator_judges_by_a_marked_schema_is_masked(schema: dict[str, Any], value: Any) -> None:
    assert "hunter2" in met(schema, value)
    assert "hunter2" not in json.dumps(mask(value, schema))


@pytest.mark.parametrize("schema", WAYS.values(), ids=WAYS)
def test_no_secret_of_such_a_schema_is_in_the_question_or_the_audit(registry: Registry, schema: Any) -> None:
    registry.register(Capability("x", "", schema, "mutating", lambda values: values["pw"]))  # type: ignore[arg-type]

    async def main() -> Any:
        running = asyncio.ensure_future(registry.execute("x", {"pw": "hunter2"}))
        await settle()
        if registry.queue.pending:  # `not` is no way to a valid call
            assert "hunter2" not in repr(registry.queue.pending[0].input)
            registry.queue.pending[0].approve()
        return await running

    assert asyncio.run(main()).value == "hunter2"
    assert "hunter2" not in registry.audit.to_lines()


NAMES = st.sampled_from(["a", "b", "ab"])
LEAVES = st.sampled_from(
    [{}, PW, {"type": "string"}, {"$ref": "#/$defs/p"}, {"$ref": "#anchor"}, {"items": {"$ref": "#"}}]
)


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several, named = st.lists(inner, min_size=1, max_size=2), st.dictionaries(NAMES, inner, max_size=2)
    words = {
        **dict.fromkeys(("properties", "patternProperties", "dependentSchemas"), named),
        **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), several),
        **dict.fromkeys(
            ("additionalProperties", "unevaluatedProperties", "items", "contains", "unevaluatedItems"), inner
        ),
        **dict.fromkeys(("if", "then", "else", "not", "propertyNames"), inner),
    }
    return st.fixed_dictionaries({}, optional=words)


VALUES = st.recursive(
    st.sampled_from(["s1secret", "s2secret"]),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(NAMES, inner, max_size=2)),
    max_leaves=5,
)


@example(
    {"properties": {}, "patternProperties": {"a": {}}, "unevaluatedProperties": {"format": "password"}},
    {"a": "s1secret"},
)
@example({"prefixItems": [{}], "unevaluatedItems": {"type": "string", "format": "password"}}, ["s1secret"])
@settings(max_examples=300, deadline=None)
@given(st.recursive(LEAVES, _schemas, max_leaves=6), VALUES)
def test_nothing_the_validator_meets_a_mark_at_is_shown_whatever_the_schema(schema: Any, value: Any) -> None:
    schema = {**schema, "$defs": {"p": PW, "q": {"$anchor": "anchor", "type": "string", "format": "password"}}}
    shown = mask(value, schema)
    secrets = met(schema, value)
    for path, secret in _places(value):
        if any(secret is each for each in secrets) and not isinstance(secret, str):
            assert _at(shown, path) == MASK
    kept = [text for text in ("s1secret", "s2secret") if text not in json.dumps(shown)]
    told = {each for each in secrets if isinstance(each, str)} & {"s1secret", "s2secret"}
    # One text may be a secret at one place and none at another; it must be gone from the first.
    assert all(each in kept or _count(value, each) > _count(shown, each) for each in told)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield from _places(each, (*path, step))


def _at(shown: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        shown = shown if shown == MASK else shown[step]
    return shown


def _count(value: Any, text: str) -> int:
    return sum(each == text for _, each in _places(value))


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ({"user": "ada", "password": "hunter2"}, {"user": "ada", "password": MASK}),
        ({"user": "ada", "pasword": "hunter2"}, {"user": "ada", "pasword": MASK}),
        ({"login": {"user": "ada", "password": "hunter2"}}, {"login": MASK}),
        ({"user": {"password": "hunter2"}}, {"user": MASK}),
        ({"user": ["hunter2"]}, {"user": MASK}),
        ({"user": "ada", "password": ["hunter2"]}, {"user": "ada", "password": MASK}),
        ('{"password": "hunter2"}', MASK),
    ],
)
def test_what_stands_in_the_wrong_place_may_be_the_secret(sent: Any, shown: Any) -> None:
    schema = {"type": "object", "properties": {"user": {"type": "string"}, "password": PW}}
    assert mask(sent, schema) == shown


def test_where_there_is_no_secret_everything_is_shown() -> None:
    sent = {"user": {"name": "ada"}, "other": [1]}
    assert mask(sent, {"type": "object", "properties": {"user": {"type": "string"}}}) == sent
    anything = {"type": "object", "properties": {"headers": {"type": "object"}, "password": PW}}
    assert mask({"headers": {"accept": "all"}}, anything) == {"headers": {"accept": "all"}}


def test_a_short_secret_is_masked_where_it_stands_alone() -> None:
    scrub = scrubber("n", "42")
    assert scrub("no n in 42 of 420") == f"no {MASK} in {MASK} of 420"
    assert scrubber()("all of it") == "all of it"


class TestReferences:
    """What a schema refers to is in it, or the schema is refused; nothing is fetched."""

    @pytest.mark.parametrize(
        "reference",
        ["http://127.0.0.1:1/s.json", "file:///etc/hostname", "other.json", "#/$defs/none", "#none", "#/required/x"],
    )
    def test_what_leads_nowhere_is_refused_in_a_sentence(self, registry: Registry, reference: str) -> None:
        deep = {"type": "object", "$defs": {"a": {"items": {"$ref": reference}}}, "required": ["pw"]}
        with pytest.raises(SchemaError, match="leads nowhere; nothing is fetched") as caught:
            registry.register(Capability("x", "", deep, "read", lambda values: 1))  # type: ignore[arg-type]
        assert reference in str(caught.value) and registry.list() == ()

    def test_a_property_may_have_the_name_of_the_word_and_an_example_may_hold_one(self, registry: Registry) -> None:
        schema = {"type": "object", "properties": {"$ref": {"const": {"$ref": "http://x.test/no"}}}}
        registry.register(Capability("x", "", schema, "read", lambda values: "ran"))  # type: ignore[arg-type]
        assert asyncio.run(registry.execute("x", {"$ref": {"$ref": "http://x.test/no"}})).value == "ran"

    def test_the_schemas_of_json_schema_itself_are_at_hand(self, registry: Registry) -> None:
        schema = {"type": "object", "properties": {"schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}
        registry.register(Capability("x", "", schema, "read", lambda values: "ran"))  # type: ignore[arg-type]
        assert asyncio.run(registry.execute("x", {"schema": {"type": "string"}})).ok
        assert asyncio.run(registry.execute("x", {"schema": {"type": 7}})).status == "invalid"

    def test_the_validator_fetches_nothing_even_of_a_schema_that_nobody_looked_at(self, tmp_path: Any) -> None:
        (tmp_path / "s.json").write_text('{"const": "of a file"}')
        validator = validator_of({"$ref": (tmp_path / "s.json").as_uri()})
        with pytest.raises(Exception, match="Unresolvable"):
            list(validator.iter_errors(1))
