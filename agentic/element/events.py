"""The DOM events the element sends; all of them bubble out of every shadow root."""

SUBMIT = "ag-ui-submit"
"""A message was sent; detail `{content}`."""

TOGGLE = "ag-ui-toggle"
"""Collapsed or expanded; detail `{collapsed}`."""

RUN_FINISHED = "ag-ui-run-finished"
"""An interaction ended; detail `{tools: [{name, side}], invalidated}`."""
