"""What the tests of core share: a registry whose time stands still, and a capability of each risk."""

from collections.abc import Callable
from typing import Any

import pytest

from agentic import Registry, capability
from agentic.core.audit import AuditRecord
from agentic.testing import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def registry(clock: FakeClock) -> Registry:
    return Registry(clock=clock)


class Desk:
    """Order-desk capabilities that remember what reached them."""

    def __init__(self) -> None:
        self.done: list[Any] = []

    def describe(self, name: str, **description: Any) -> Callable[..., Any]:
        @capability(name, **{"risk": "read", **description})
        def handler(text: str = "", count: int = 1) -> str:
            self.done.append((name, text, count))
            return f"did {text}"

        return handler


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def kinds(registry: Registry) -> Callable[[], list[str]]:
    """The kinds of the audit's records so far."""

    def read() -> list[str]:
        return [record.kind for record in registry.audit.records]

    return read


@pytest.fixture
def rejected(registry: Registry) -> Callable[[], AuditRecord]:
    """The last record, which must be a rejection."""

    def read() -> AuditRecord:
        record = registry.audit.records[-1]
        assert record.kind == "rejected"
        return record

    return read
