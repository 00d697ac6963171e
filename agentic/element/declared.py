"""What the page has found out that its agent can do."""

from collections.abc import Callable, Mapping
from typing import Any

from agentic.errors import UsageError
from agentic.protocol.capabilities import read_capabilities


class Declared:
    """The agent's declaration, `given` as the page gave it; a malformed one is told of once and not used."""

    def __init__(self, warn: Callable[[str], object]) -> None:
        self.given: Mapping[str, Any] | None = None
        self._groups: Mapping[str, Mapping[str, Any]] = {}
        self._warn = warn

    def use(self, declaration: Mapping[str, Any] | None) -> None:
        self.given, self._groups = None, {}
        if declaration is None:
            return
        try:
            self._groups = read_capabilities(declaration)
            self.given = declaration
        except UsageError as error:
            self._warn(f"agentCapabilities is not used: {error}")

    @property
    def takes_edits(self) -> bool:
        """Whether the agent takes edited arguments with an approval."""
        return self._groups.get("human_in_the_loop", {}).get("approve_with_edits") is True
