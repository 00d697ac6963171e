"""What a session has beside the conversation."""

from dataclasses import dataclass

from agentic.element.activities import Activities
from agentic.element.approving import Approving
from agentic.element.asking import Asking
from agentic.element.cards import Cards
from agentic.element.keeping import Keeping
from agentic.element.landing import Landing
from agentic.element.runs import Runs
from agentic.element.skills import Skills


@dataclass(frozen=True, slots=True)
class Beside:
    """Who asks for the session, who knows what it shows, and who keeps it."""

    approving: Approving
    asking: Asking
    runs: Runs
    cards: Cards
    skills: Skills
    activities: Activities
    keeping: Keeping
    landing: Landing
