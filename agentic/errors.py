"""Every exception `agentic` raises, by who is to blame.

    AgenticError
    ├── UsageError                whoever calls the library: a bad argument, a taken name
    │   ├── NameTakenError        two owners want one capability name
    │   ├── BusyError             a second run asked for while one is going on
    │   ├── AgentMissingError     an agent's name that nobody registered
    │   ├── AddressError          an agent address that is not a valid URL
    │   ├── HeadersError          request headers supplied by the page that could not be obtained or are invalid
    │   ├── SignatureError        a Python signature that JSON Schema cannot describe
    │   ├── SchemaError           an invalid JSON Schema
    │   └── WireNameError         two names that a provider could not tell apart
    ├── ArgumentError             a call's arguments do not fit; the model gets it as a refusal
    ├── StoredError               a stored conversation can no longer be read
    ├── DriverError               the page could not be operated as asked; the message is for the model
    │   ├── Detached                  the target is not on the page, or no longer
    │   ├── NotWritable               the target cannot be used: disabled, read-only, hidden or of another kind
    │   ├── Covered                   something else covers the target
    │   ├── ValueRefused              the page does not accept the value, or did not keep it
    │   └── DropRefused               the page does not accept what was dragged onto it
    └── RemoteError               the far side
        ├── ProtocolError         an event that breaks the protocol
        ├── ProviderError         a model that does not answer; the message is for the person
        └── TransportError        a connection that failed or was lost
            ├── UnreachableError          no answer at all
            ├── HttpError                 an answer that is not a success
            ├── NotAnEventStreamError     a success that is not an event stream
            └── ConnectionLostError       a stream that broke off

A refusal is a result (`Outcome`, `Refusal`), not an exception.
"""


class AgenticError(Exception):
    """The root: catch it to catch everything this library raises on purpose."""


class UsageError(AgenticError):
    """The caller's mistake; the message names the thing and the fix."""


class NameTakenError(UsageError):
    """A capability of this name and target is registered by somebody else."""


class BusyError(UsageError):
    """One run at a time: wait for the one that is going on, or stop it."""


class AgentMissingError(UsageError):
    """No agent of this name is on the page (yet)."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no agent {name!r} on this page; register it with @agent({name!r})")
        self.name = name


class AddressError(UsageError):
    """The agent's address is not one a request can be sent to."""

    def __init__(self, address: str) -> None:
        super().__init__(f"{address!r} is not an address of a server")
        self.address = address


class HeadersError(UsageError):
    """The request headers supplied by the page: the function that returns them failed, or they cannot be sent."""


class SignatureError(UsageError):
    """A function's parameter cannot be described to a model."""


class SchemaError(UsageError):
    """An input schema is not valid JSON Schema."""


class WireNameError(UsageError):
    """Two capability names become one name on the wire."""


class ArgumentError(AgenticError):
    """Arguments that passed the schema still cannot be used; the message is for the model."""


class StoredError(AgenticError):
    """A stored conversation can no longer be read; the message says why."""


class DriverError(AgenticError):
    """The page could not be operated as asked; the message says what is in the way."""


class Detached(DriverError):
    """The target is not on the page, or left it in the meantime."""


class NotWritable(DriverError):
    """A person could not use the target either: disabled, read-only, hidden, or another kind of control."""


class Covered(DriverError):
    """Something else covers the target; the message names it."""


class ValueRefused(DriverError):
    """The control does not accept this value, or the page did not keep it; the message says what it holds now."""


class DropRefused(DriverError):
    """The drop was not accepted there, or changed nothing on the page."""


class RemoteError(AgenticError):
    """The far side's mistake."""


class ProtocolError(RemoteError):
    """An event that is not allowed at this point, or cannot be read.

    `stage` says who refused it: framing, enforcement, expansion or verification.
    """

    def __init__(self, stage: str, detail: str) -> None:
        super().__init__(f"{stage}: {detail}")
        self.stage = stage
        self.detail = detail


class ProviderError(RemoteError):
    """A model gave no answer, or broke off; the message says why, and what would help, in a sentence or two."""

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code


class TransportError(RemoteError):
    """A connection that could not be made, was refused or broke off."""


class UnreachableError(TransportError):
    """No answer came: no network, no such host, or the browser did not allow the request."""


class HttpError(TransportError):
    """The server answered, but not with a success; `body` is what it said."""

    def __init__(self, status: int, body: str = "") -> None:
        super().__init__(f"HTTP {status}")
        self.status = status
        self.body = body


class NotAnEventStreamError(TransportError):
    """The server answered with something else, such as a web page."""

    def __init__(self, media_type: str) -> None:
        super().__init__(f"not an event stream: {media_type or 'no media type'}")
        self.media_type = media_type


class ConnectionLostError(TransportError):
    """The connection failed in the middle of the answer."""
