"""Capabilities that an attribute offers: those it names are registered, the others are not."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from agentic.core.capability import Capability
from agentic.core.registration import Registration
from agentic.core.registry import Registry


class Offered:
    """Keeps a registry in step with a setting. `make` is asked once, when something is offered for the first time.

    `label` is what a person reads of each.
    """

    def __init__(
        self,
        registry: Registry,
        owner: str,
        make: Callable[[], Mapping[str, Capability]],
        label: Callable[[str], str],
    ) -> None:
        self._registry = registry
        self._owner = owner
        self._make = make
        self._label = label
        self._made: Mapping[str, Capability] = {}
        self._registered: dict[str, Registration] = {}

    def settle(self, wanted: Iterable[str]) -> None:
        """Have exactly these registered."""
        names = list(wanted)
        for name in [name for name in self._registered if name not in names]:
            self._registered.pop(name).dispose()
        self._made = self._made or (self._make() if names else {})
        for name in names:
            made = replace(self._made[name], summary=self._label(name))
            known = self._registered.get(name)
            if known is None:
                self._registered[name] = self._registry.register(made, owner=self._owner)
            elif known.entry and known.entry.capability.summary != made.summary:
                known.update(summary=made.summary)
