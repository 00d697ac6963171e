"""Skills: prompts that a person launches from a chip or the palette; the server, markup and code each list some."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any

from agentic.core.camel import camel
from agentic.core.result import represent
from agentic.errors import UsageError

PLACEHOLDER = re.compile(r"\{(\w+)\}")
COMMAND = re.compile(r"/(\S*)")

GetContext = Callable[[], Mapping[str, Any] | Awaitable[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Skill:
    """One of them. Without a `prompt`, the server knows what `/name` means."""

    name: str
    title: str
    description: str = ""
    prompt: str = ""
    sends_at_once: bool = True
    is_chip: bool = False

    @property
    def token(self) -> str:
        return f"/{self.name}"

    @property
    def sends(self) -> bool:
        """Whether picking it sends it; a bare token is nothing to go on writing."""
        return self.sends_at_once or not self.prompt


@dataclass(frozen=True, slots=True)
class Written:
    """A skill's prompt with the page's values in it, and the placeholders for which it has none."""

    text: str
    missing: tuple[str, ...] = ()


class Skills:
    """All there are: of one name the page's code wins over its markup, and that over the server."""

    def __init__(self, listed: Callable[[], tuple[Skill, ...]], warn: Callable[[str], object]) -> None:
        self.get_context: GetContext | None = None
        self._listed = listed
        self._warn = warn
        self._embedded: tuple[Skill, ...] = ()
        self._given: tuple[Skill, ...] = ()
        self._written_in_markup = ""

    @property
    def all(self) -> tuple[Skill, ...]:
        by_name = {skill.name: skill for skill in (*self._listed(), *self._embedded, *self._given)}
        return tuple(by_name.values())

    def embed(self, written: str) -> None:
        """Take those of the attribute, a JSON list; one that is no such thing is told of and ignored."""
        if written == self._written_in_markup:
            return
        self._written_in_markup = written
        try:
            found = json.loads(written) if written.strip() else []
        except (ValueError, RecursionError) as error:
            self._warn(f"data-skills is ignored, for it is not JSON: {error}")
            found = []
        if not isinstance(found, list):
            self._warn("data-skills is ignored, for it is not a list")
        self._embedded = parse_skills(found)

    def give(self, given: Any) -> None:
        """Take those of the page's code; None takes them away."""
        if given is not None and not isinstance(given, (list, tuple)):
            raise UsageError(f"setSkills: it must be a list of skills, not {given!r}")
        self._given = parse_skills(list(given or ()))

    def matching(self, text: str) -> tuple[Skill, ...]:
        """Those meant by a text that begins a command, such as `/sum`; none for any other text."""
        command = COMMAND.fullmatch(text)
        if not command:
            return ()
        sought = command[1].lower()
        begins = [skill for skill in self.all if skill.name.lower().startswith(sought)]
        holds = [skill for skill in self.all if sought in f"{skill.name} {skill.title}".lower()]
        return tuple(dict.fromkeys((*begins, *holds)))

    async def written(self, skill: Skill) -> Written:
        """What picking a skill says, the page's values filled in."""
        if not skill.prompt:
            return Written(skill.token)
        names = tuple(dict.fromkeys(PLACEHOLDER.findall(skill.prompt)))
        values = await self._context() if names else {}
        known = {name: represent(values[name]) for name in names if values.get(name) is not None}
        text = PLACEHOLDER.sub(lambda found: known.get(found[1], found[0]), skill.prompt)
        return Written(text, tuple(name for name in names if name not in known))

    async def _context(self) -> Mapping[str, Any]:
        try:
            said: Any = self.get_context() if self.get_context else {}
            if isawaitable(said):
                said = await said
        except Exception as error:
            self._warn(f"skillContext failed, so it fills in nothing: {error}")
            return {}
        return said if isinstance(said, Mapping) else {}


def parse_skills(found: Any) -> tuple[Skill, ...]:
    """The skills of a list; what has no name and no title is left out."""
    return tuple(skill for each in (found if isinstance(found, list) else ()) if (skill := _skill(each)))


def _skill(row: Any) -> Skill | None:
    if not isinstance(row, Mapping):
        return None
    name, title = _text(row.get("name")), _text(row.get("title"))
    if not name or not title or name != "".join(name.split()):
        return None
    return Skill(
        name,
        title,
        _text(row.get("description")),
        prompt if isinstance(prompt := row.get("prompt"), str) and prompt.strip() else "",
        row.get(camel("send_immediately")) is not False,
        row.get("chip") is True,
    )


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
