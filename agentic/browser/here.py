"""What this page lends to agents: its network, the browser's own model, its origin."""

import js

from agentic.agents.here import Here
from agentic.browser.prompt_model import BrowserModel
from agentic.protocol.transport import Transport


def here(transport: Transport) -> Here:
    """The page this Python runs in."""
    return Here(transport, BrowserModel(), str(js.location.origin))
