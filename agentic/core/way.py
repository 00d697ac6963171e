"""The way of a call: its steps, in their order."""

from agentic.core.consent import confirmation, unchanged
from agentic.core.steps import available, execute, limited, permission, repeated, resolve, stale, validate

# `limited` and `repeated` hold a turn within its limits; `unchanged` sees that what was decided about is what runs.
STEPS = (limited, resolve, stale, available, validate, repeated, permission, confirmation, unchanged, execute)
