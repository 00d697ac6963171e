"""Types that contain themselves: described once, under a name, and referred to by it."""

import re
from collections.abc import Callable
from itertools import chain, count
from typing import Any, NamedTuple

Build = Callable[[Any], Any]


class Form(NamedTuple):
    """A schema, and what to do with a value that fits it; no `build` means: nothing, it is the annotated value."""

    schema: dict[str, Any]
    build: Build | None = None


def made(form: Form, value: Any) -> Any:
    """The annotated value that a JSON value stands for."""
    return form.build(value) if form.build else value


class Names:
    """The named types of one function's parameters; those that contain themselves are its schema's `$defs`."""

    def __init__(self) -> None:
        self._defs: dict[str, Any] = {}
        self._known: dict[Any, _Named] = {}

    def describe(self, annotation: Any, form: Callable[[], Form]) -> Form:
        """The form of a type; a reference to it where it is asked for while it is being described."""
        if known := self._known.get(annotation):
            return known.reference()
        named = self._known[annotation] = _Named(self._free_name(annotation.__name__))
        named.form = form()
        if not named.is_used:
            del self._known[annotation]
            return named.form
        self._defs[named.name] = named.form.schema
        return named.reference()

    def with_defs(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema with what its references lead to."""
        return {**schema, "$defs": self._defs} if self._defs else schema

    def _free_name(self, name: str) -> str:
        name = re.sub(r"\W", "_", name)  # a reference is a path, in which some characters mean something
        taken = {known.name for known in self._known.values()}
        return next(each for each in chain([name], (f"{name}{number}" for number in count(2))) if each not in taken)


class _Named:
    """A type by its name, and its form once there is one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.form = Form({})
        self.is_used = False

    def reference(self) -> Form:
        self.is_used = True
        return Form({"$ref": f"#/$defs/{self.name}"}, lambda value: made(self.form, value))
