"""What happens when a person picks a skill."""

from typing import TYPE_CHECKING

from agentic.element.skills import Skill

if TYPE_CHECKING:
    from agentic.element.session import Session


async def launch(session: "Session", skill: Skill) -> None:
    """Send what the skill says; or write it into the field, where something is missing or the person is to go on."""
    written = await session.skills.written(skill)
    needed = ", ".join(written.missing)
    session.give_hint(session.words("skillNeeds", title=skill.title, fields=needed) if needed else "")
    if needed or not skill.sends:
        session.wants_text.set(written.text)
    else:
        session.submit(written.text)
    session.wants_focus.set(None)
