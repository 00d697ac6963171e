"""What a session has beside the conversation."""

from dataclasses import dataclass

from agentic.element.activities import Activities
from agentic.element.approving import Approving
from agentic.element.asking import Asking
from agentic.element.cards import Cards
from agentic.element.runs import Runs
from agentic.element.skills import Skills


@dataclass(frozen=True, slots=True)
class Beside:
    """Who asks for the session, and who knows what it shows."""

    approving: Approving
    asking: Asking
    runs: Runs
    cards: Cards
    skills: Skills
    activities: Activities
