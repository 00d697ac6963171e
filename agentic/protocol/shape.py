"""Shapes of JSON: how a value is checked and becomes a record, and how a record becomes a value again.

Unknown is not malformed: what a shape does not know is removed and noted, what it knows must be right.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from agentic.core.camel import camel
from agentic.protocol.draft import whole

LARGEST_INTEGER = 2**53 - 1
POINTER = re.compile(r"(/([^/~]|~[01])*)*", re.DOTALL)


class Note:
    """Something removed, and where."""

    __slots__ = ("path", "why")

    def __init__(self, path: str, why: str) -> None:
        self.path = path
        self.why = why

    def __str__(self) -> str:
        return f"{self.path}: {self.why}"


Notes = list[Note]


class Malformed(Exception):
    """A known field with a wrong value."""

    def __init__(self, why: str, path: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.path = path

    def under(self, key: str | int) -> "Malformed":
        self.path = f"/{key}{self.path}"
        return self


class Unknown(Exception):
    """A value of a kind that is not known here; whatever can be left out with it is removed."""


class Shape(Protocol):
    """Reads a JSON value, writes it again."""

    def read(self, value: Any, notes: Notes, /) -> Any: ...

    def write(self, value: Any, /) -> Any: ...


class Scalar:
    """A value that is the same in JSON and in a record, if `check` says it is right."""

    def __init__(self, check: Callable[[Any], bool], why: str) -> None:
        self._check = check
        self._why = why

    def read(self, value: Any, notes: Notes) -> Any:
        if self._check(value):
            return value
        raise Malformed(self._why)

    def write(self, value: Any) -> Any:
        return value


class Text:
    """A string. Only a fragment of one may hold half a character: its other half comes with the next."""

    def __init__(self, *, is_fragment: bool = False) -> None:
        self._is_fragment = is_fragment

    def read(self, value: Any, notes: Notes) -> str:
        if type(value) is not str:
            raise Malformed("must be a string")
        return value if self._is_fragment or value.isascii() else whole(value)

    def write(self, value: str) -> str:
        return value


class OneOf:
    """One of some words; another word is unknown."""

    def __init__(self, *words: str) -> None:
        self._words = frozenset(words)

    def read(self, value: Any, notes: Notes) -> str:
        if type(value) is not str:
            raise Malformed("must be a string")
        if value not in self._words:
            raise Unknown(f"{value!r} is not known")
        return value

    def write(self, value: str) -> str:
        return value


class ListOf:
    """A list; elements of an unknown kind are left out."""

    def __init__(self, element: Shape, *, least: int = 0) -> None:
        self._element = element
        self._least = least

    def read(self, value: Any, notes: Notes) -> tuple[Any, ...]:
        if type(value) is not list:
            raise Malformed("must be a list")
        if len(value) < self._least:
            raise Malformed("must not be empty")
        kept, wrong = [], None
        for index, item in enumerate(value):
            mark = len(notes)
            try:
                kept.append(self._element.read(item, notes))
            except Malformed as error:
                wrong = wrong or error.under(index)
            except Unknown as error:
                notes.append(Note("", f"{error}, removed"))
            put_under(index, notes, mark)
        if wrong:
            raise wrong
        return tuple(kept)

    def write(self, value: tuple[Any, ...]) -> list[Any]:
        return [self._element.write(item) for item in value]


class Either:
    """A string, or another shape."""

    def __init__(self, other: Shape) -> None:
        self._text = Text()
        self._other = other

    def read(self, value: Any, notes: Notes) -> Any:
        return self._text.read(value, notes) if type(value) is str else self._other.read(value, notes)

    def write(self, value: Any) -> Any:
        return value if isinstance(value, str) else self._other.write(value)


class Field:
    """One member of an object: its name in the record, whether it must come, whether it is sent though empty."""

    __slots__ = ("is_required", "is_sent_empty", "is_text", "name", "read", "write")

    def __init__(self, name: str, shape: Shape, *, is_required: bool = False, is_sent_empty: bool = False) -> None:
        self.name = name
        self.is_text = type(shape) is Text
        self.read = shape.read
        self.write = shape.write
        self.is_required = is_required
        self.is_sent_empty = is_sent_empty


def required(**shapes: Shape) -> tuple[Field, ...]:
    return tuple(Field(name, shape, is_required=True, is_sent_empty=True) for name, shape in shapes.items())


def optional(**shapes: Shape) -> tuple[Field, ...]:
    return tuple(Field(name, shape) for name, shape in shapes.items())


def always(**shapes: Shape) -> tuple[Field, ...]:
    """Optional to receive, but always sent."""
    return tuple(Field(name, shape, is_sent_empty=True) for name, shape in shapes.items())


class Record:
    """An object whose members become the arguments of `make`. In JSON they are spelled in camelCase."""

    def __init__(self, make: Callable[..., Any], *groups: tuple[Field, ...]) -> None:
        self._make = make
        self._fields = {camel(field.name): field for group in groups for field in group}
        self._required = frozenset(field.name for field in self._fields.values() if field.is_required)

    def read(self, value: Any, notes: Notes, ignored: str = "") -> Any:
        if type(value) is not dict:
            raise Malformed("must be an object")
        values: dict[str, Any] = {}
        wrong: Malformed | None = None
        fields = self._fields
        for key, item in value.items():
            field = fields.get(key)
            if field is not None and field.is_text and type(item) is str and item.isascii():
                values[field.name] = item  # as `Text` reads it; nearly every member of every event is one
                continue
            if field is None:
                if key != ignored:
                    notes.append(Note(f"/{key}", "unknown, removed"))
                continue
            if item is None and not field.is_required:
                notes.append(Note(f"/{key}", "null, read as absent"))
                continue
            mark = len(notes)
            try:
                values[field.name] = field.read(item, notes)
            except Malformed as error:
                wrong = wrong or error.under(key)
            except Unknown as error:
                if field.is_required:
                    raise
                notes.append(Note("", f"{error}, removed"))
            if len(notes) != mark:
                put_under(key, notes, mark)
        if wrong:
            raise wrong
        if not self._required <= values.keys():
            missing = next(key for key, field in self._fields.items() if field.is_required and field.name not in values)
            raise Malformed("is missing", f"/{missing}")
        return self._make(**values)

    def write(self, record: Any) -> dict[str, Any]:
        written = {}
        for key, field in self._fields.items():
            value = getattr(record, field.name)
            if not field.is_required and (value is None or (not field.is_sent_empty and value == ())):
                continue
            written[key] = field.write(value)
        return written


class Union:
    """An object whose member `tag` says which of several it is. `kind` is where its record keeps that."""

    def __init__(self, tag: str, kind: str, members: Mapping[str, Record]) -> None:
        self._tag = tag
        self._kind = kind
        self._members = members

    def read(self, value: Any, notes: Notes) -> Any:
        if type(value) is not dict:
            raise Malformed("must be an object")
        word = value.get(self._tag)
        if type(word) is not str:
            raise Malformed("must be a string", f"/{self._tag}")
        member = self._members.get(word)
        if member is None:
            raise Unknown(f"the {self._tag} {word!r} is not known")
        return member.read(value, notes, self._tag)

    def write(self, record: Any) -> dict[str, Any]:
        word = getattr(record, self._kind)
        return {self._tag: word, **self._members[word].write(record)}


class PatchOperation:
    """One operation of a JSON Patch; members it does not need stay."""

    NEEDS_VALUE = frozenset({"add", "replace", "test"})
    NEEDS_SOURCE = frozenset({"move", "copy"})

    def read(self, value: Any, notes: Notes) -> dict[str, Any]:
        if type(value) is not dict:
            raise Malformed("must be an object")
        operation = value.get("op")
        if type(operation) is not str:
            raise Malformed("must be a string", "/op")
        if operation not in self.NEEDS_VALUE | self.NEEDS_SOURCE | {"remove"}:
            raise Unknown(f"the operation {operation!r} is not known")
        for key in ("path", "from") if operation in self.NEEDS_SOURCE else ("path",):
            if type(value.get(key)) is not str or not POINTER.fullmatch(value[key]):
                raise Malformed("must be a JSON Pointer", f"/{key}")
        if operation in self.NEEDS_VALUE and "value" not in value:
            raise Malformed("is missing", "/value")
        return value

    def write(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return dict(value)


def put_under(key: str | int, notes: Notes, since: int) -> None:
    """Notes made while a member was read are about that member."""
    for note in notes[since:]:
        note.path = f"/{key}{note.path}"


def is_integer(value: Any) -> bool:
    """Whether JSON would call it an integer: 1.0 is one, true is none."""
    if type(value) is float:
        return value.is_integer() and abs(value) <= LARGEST_INTEGER
    return type(value) is int and abs(value) <= LARGEST_INTEGER


text = Text()
fragment = Text(is_fragment=True)
anything = Scalar(lambda value: True, "")
an_object = Scalar(lambda value: type(value) is dict, "must be an object")
flag = Scalar(lambda value: type(value) is bool, "must be true or false")
integer = Scalar(is_integer, "must be an integer")
count = Scalar(lambda value: is_integer(value) and value >= 0, "must be a whole number, not below zero")
