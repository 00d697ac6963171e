"""The DOM event the inspector sends; it bubbles out of every shadow root."""

TOGGLE = "agentic-inspector-toggle"
"""Opened or closed; detail `{open}`."""
