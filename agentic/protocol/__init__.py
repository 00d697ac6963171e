"""AG-UI 1.0 without I/O: bytes to events, events to a conversation, and the rounds of a run."""
