"""The capabilities of `page-tools`: any page read and worked by what a person sees of it, with no code of its own."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from agentic.browser.page.acting import Acting
from agentic.browser.page.desk import LazyDesk, Load
from agentic.browser.page.looking import Looking
from agentic.browser.page.plan import Plan
from agentic.browser.page.private import MASK
from agentic.core.capability import Capability, Preview, Refusal, Risk
from agentic.core.signature import describe
from agentic.core.words import Words, load_words
from agentic.errors import ArgumentError

LOOKING = ("read", "find", "wait_for", "scroll")
ACTING = ("click", "fill", "fill_form", "select", "check", "press", "drag", "undo")
WRITING = ("fill", "fill_form", "select", "press")
NAMES = (*LOOKING, *ACTING)
DRY_RUN = MappingProxyType(
    {"type": "boolean", "default": False, "description": "only say what would be done, and do nothing"}
)


def page_tools(
    load: Load, words: Callable[[], Iterable[str]] = tuple, strings: Callable[[], Words] = load_words
) -> dict[str, Capability]:
    """The capabilities by their short names.

    `load` imports a module of `dist/`; `words` are a page's own words for what cannot be undone, `strings` those that
    a person reads.
    """
    desk = LazyDesk(load, words, strings)
    looking, acting = Looking(desk), Acting(desk)
    made = {name: _looking(name, getattr(looking, name), desk, strings) for name in LOOKING}
    return made | {name: _acting(name, getattr(acting, name), desk) for name in ACTING}


def _looking(name: str, function: Callable[..., Any], desk: LazyDesk, strings: Callable[[], Words]) -> Capability:
    described = describe(function)
    properties = {**described.input_schema["properties"], "dry_run": dict(DRY_RUN)}

    async def execute(given: Mapping[str, Any]) -> Any:
        if given.get("dry_run"):
            return {"would": strings()(f"page.tool.{name}"), "risk": Risk.READ.value}
        return desk.without_secrets(await described.execute(_without_dry_run(given)))

    return Capability(
        f"page.{name}",
        described.description,
        {**described.input_schema, "properties": properties},
        Risk.READ,
        execute,
        untrusted=True,  # All that a page says was written by whoever wrote the page.
    )


def _acting(name: str, function: Callable[..., Any], desk: LazyDesk) -> Capability:
    described = describe(function)
    properties = {**described.input_schema["properties"], "dry_run": dict(DRY_RUN)}

    async def plan(given: Mapping[str, Any]) -> Plan | Refusal:
        try:
            planned = await described.execute(_without_dry_run(given))
        except ArgumentError as error:
            planned = Refusal("invalid", str(error))
        return desk.without_secrets(planned)

    async def preview(given: Mapping[str, Any]) -> Preview | Refusal:
        planned = await plan(given)
        if isinstance(planned, Refusal):
            return planned
        return Preview(Risk.READ) if given.get("dry_run") else planned.preview()

    async def execute(given: Mapping[str, Any]) -> Any:
        planned = await plan(given)
        if isinstance(planned, Refusal):
            return planned
        return planned.dry() if given.get("dry_run") else await planned.carried_out()

    made = Capability(
        f"page.{name}",
        described.description,
        {**described.input_schema, "properties": properties},
        Risk.MUTATING,
        execute,
        untrusted=True,
        preview=preview,
    )
    return replace(made, redact=lambda given: _redacted(given, desk)) if name in WRITING else made


def _without_dry_run(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "dry_run"}


def _redacted(given: Mapping[str, Any], desk: LazyDesk) -> dict[str, Any]:
    """The arguments without what is to be written into private fields."""
    shown, hides = dict(given), desk.hiding()
    for name in ("value", "option"):
        if name in shown and hides(str(shown.get("target"))):
            shown[name] = MASK
    if len(str(shown.get("keys", ""))) == 1 and hides(str(shown.get("target", ""))):
        shown["keys"] = MASK
    if isinstance(fields := shown.get("fields"), dict):
        shown["fields"] = {name: MASK if hides(str(name)) else value for name, value in fields.items()}
    return shown
