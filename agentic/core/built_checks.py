"""What no word of JSON Schema says of a value: asked of the value itself, once it is built."""

from collections.abc import Callable, Iterable, Iterator
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, InvalidOperation
from typing import Any

from agentic.core.bounds import as_places, named_predicate
from agentic.core.named_types import Form, made
from agentic.core.notes import Bound

Check = Callable[[Any], str]
"""What is wrong with a value; empty if nothing is. It quotes nothing: the value may be a secret."""

_CAREFUL = Context(prec=1000, Emax=MAX_EMAX, Emin=MIN_EMIN)


def with_checks(form: Form, bounds: Iterable[Bound]) -> Form:
    """The form whose values are asked for what the bounds demand beyond the schema; None is never asked."""
    checks = tuple(check for name, bound in bounds for check in _checks(name, bound))
    if not checks:
        return form

    def build(value: Any) -> Any:
        built = made(form, value)
        problem = next((said for check in checks if built is not None and (said := check(built))), "")
        if problem:
            raise ValueError(problem)
        return built

    return form._replace(build=build)


def _checks(name: str, bound: Any) -> Iterator[Check]:
    if name == "multiple_of":
        yield _multiple_of(Decimal(str(bound)))
    elif name == "decimal_places":
        yield _multiple_of(as_places(bound))
    elif name == "max_digits":
        yield _at_most_digits(bound)
    elif name == "predicate":
        yield _predicate(bound)


def _multiple_of(step: Decimal) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, Decimal):
            return ""
        try:
            rest = _CAREFUL.remainder(value, step)
        except InvalidOperation:
            return f"it has too many digits to be seen as a multiple of {step}"
        return f"it is not a multiple of {step}" if rest else ""

    return check


def _at_most_digits(most: int) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, Decimal) or not value:
            return ""
        _, digits, exponent = value.as_tuple()
        written = "".join(map(str, digits)).rstrip("0") or "0"
        exponent += len(digits) - len(written)
        # Zeros before the point are digits, and so are those between it and the first other digit.
        count = len(written) + exponent if exponent >= 0 else max(len(written), -exponent)
        return f"it has more than {most} digits" if count > most else ""

    return check


def _predicate(holds: Callable[[Any], Any]) -> Check:
    name = named_predicate(holds)
    return lambda value: "" if holds(value) else f"it does not satisfy {name or 'what its annotation demands'}"
