"""Here: what the place an agent runs in lends to it."""

from dataclasses import dataclass, field

from agentic.agents.own_model import NoModel, OwnModel
from agentic.agents.sockets import SocketTransport
from agentic.protocol.transport import Transport


@dataclass(frozen=True, slots=True)
class Here:
    """The network, the browser's own model and the page's origin; by default those of a Python without a page."""

    transport: Transport = field(default_factory=SocketTransport)
    model: OwnModel = field(default_factory=NoModel)
    origin: str = ""
