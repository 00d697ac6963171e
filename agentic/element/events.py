"""The DOM events the element sends; all of them bubble out of every shadow root."""

SUBMIT = "ag-ui-submit"
"""A message was sent; detail `{content}`."""

TOGGLE = "ag-ui-toggle"
"""Collapsed or expanded; detail `{collapsed}`."""

RUN_FINISHED = "ag-ui-run-finished"
"""An interaction ended; detail `{tools: [{name, side}], invalidated: [key]}`."""

STATE = "ag-ui-state"
"""The agent changed the shared state; detail `{state}`."""

CUSTOM = "ag-ui-custom"
"""The agent sent a custom event; detail `{name, value}`, as they came."""

INVALIDATE = "ag-ui-invalidate"
"""The agent named what its write has moved; detail `{keys: [key], reason}`."""

UNREAD = "ag-ui-unread"
"""Answers came, or were seen; detail `{unread}`."""

FEEDBACK = "ag-ui-feedback"
"""An answer was rated; detail `{content, rating}`, the rating `up` or `down`."""
