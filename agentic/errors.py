"""Every exception `agentic` raises, by who is to blame.

    AgenticError
    ├── UsageError                whoever calls the library: a bad argument, a taken name
    │   ├── NameTakenError        two owners want one capability name
    │   ├── SignatureError        a Python signature that JSON Schema cannot describe
    │   ├── SchemaError           a JSON Schema that is none
    │   └── WireNameError         two names that a provider could not tell apart
    ├── ArgumentError             a call's arguments do not fit; the model gets it as a refusal
    └── RemoteError               the far side
        ├── ProtocolError         an event that breaks the protocol
        └── TransportError        a connection that failed or was lost

A refusal is a result (`Outcome`, `Refusal`), not an exception.
"""


class AgenticError(Exception):
    """The root: catch it to catch everything this library raises on purpose."""


class UsageError(AgenticError):
    """The caller's mistake; the message names the thing and the fix."""


class NameTakenError(UsageError):
    """A capability of this name and target is registered by somebody else."""


class SignatureError(UsageError):
    """A function's parameter cannot be described to a model."""


class SchemaError(UsageError):
    """An input schema is not valid JSON Schema."""


class WireNameError(UsageError):
    """Two capability names become one name on the wire."""


class ArgumentError(AgenticError):
    """Arguments that passed the schema still cannot be used; the message is for the model."""


class RemoteError(AgenticError):
    """The far side's mistake."""


class ProtocolError(RemoteError):
    """An event that may not come here, or cannot be read."""


class TransportError(RemoteError):
    """A connection that could not be made, was refused or broke off."""
