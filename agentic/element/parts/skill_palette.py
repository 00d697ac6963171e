"""The skills over the composer: chips of those that are to be seen, and the palette of all, which `/` opens."""

from types import MappingProxyType

from agentic.browser.dom import Node, clone, refs
from agentic.element.session import Session
from agentic.element.skills import Skill

STEPS = MappingProxyType({"ArrowDown": 1, "ArrowUp": -1})
OPEN = MappingProxyType({"aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": "skill-palette"})


class SkillPalette:
    """Follows what is in the field. The focus stays there; the palette's choice is told by `aria-activedescendant`."""

    def __init__(self, chips: Node, palette: Node, field: Node, session: Session) -> None:
        self._chips = chips
        self._palette = palette
        self._field = field
        self._session = session
        self._chipped: tuple[Skill, ...] | None = None
        self._offered: tuple[Skill, ...] = ()
        self._chosen = 0
        self._is_dismissed = False

    @property
    def is_open(self) -> bool:
        return bool(self._offered)

    def update(self) -> None:
        """Show what there is now: attributes are live, and a catalog may come late."""
        settings, skills = self._session.settings, self._session.skills
        chipped = tuple(skill for skill in skills.all if skill.is_chip) if settings.prompt_chips else ()
        if chipped != self._chipped:
            self._chipped = chipped
            self._chips.hidden = not chipped
            # Those that the loader has drawn already stay, with the focus that one may have.
            if [(each.textContent, each.getAttribute("data-name")) for each in self._chips.children] != [
                (skill.title, skill.name) for skill in chipped
            ]:
                self._chips.replaceChildren(*map(chip, chipped))
        self._offer()

    def typed(self) -> None:
        """The field has another text."""
        self._is_dismissed = False
        self._offer()

    def close(self) -> None:
        """Put the palette away until something else is typed."""
        self._is_dismissed = True
        self._offer()

    def pressed(self, key: str) -> bool:
        """Take a key; whether it was one of the palette's."""
        if not self.is_open:
            return False
        if key in STEPS:
            self._choose((self._chosen + STEPS[key]) % len(self._offered))
        elif key == "Escape":
            self.close()
        elif key == "Enter":
            self._launch(self._offered[self._chosen])
        else:
            return False
        return True

    def launch(self, node: Node) -> None:
        """Pick the skill of a chip or of an item."""
        self.pick(node.getAttribute("data-name"))

    def pick(self, name: str) -> None:
        """Pick the skill of this name, if it is still there."""
        skill = next((each for each in self._session.skills.all if each.name == name), None)
        if skill:
            self._launch(skill)

    def _launch(self, skill: Skill) -> None:
        if self.is_open:  # what was typed was the command
            self._field.value = ""
            self.typed()
        self._session.use_skill(skill)

    def _offer(self) -> None:
        is_wanted = self._session.settings.slash_commands and not self._is_dismissed
        offered = self._session.skills.matching(self._field.value) if is_wanted else ()
        if offered == self._offered:
            return
        self._offered = offered
        self._palette.hidden = not offered
        self._palette.replaceChildren(*[item(skill, index) for index, skill in enumerate(offered)])
        for name, value in OPEN.items():
            if offered:
                self._field.setAttribute(name, value)
            else:
                self._field.removeAttribute(name)
        if offered:
            self._session.announced.set(self._session.words.count("skillsFound", len(offered), first=offered[0].title))
        self._choose(0)

    def _choose(self, index: int) -> None:
        self._chosen = index
        self._field.removeAttribute("aria-activedescendant")
        for number, node in enumerate(self._palette.children):
            node.setAttribute("aria-selected", "true" if number == index else "false")
            if number == index:
                self._field.setAttribute("aria-activedescendant", node.id)
                show_in(self._palette, node)


def chip(skill: Skill) -> Node:
    node = clone("skill_chip").firstElementChild
    node.textContent = skill.title
    node.setAttribute("data-name", skill.name)
    if skill.description:
        node.title = skill.description
    return node


def item(skill: Skill, index: int) -> Node:
    node = clone("skill_item").firstElementChild
    node.id = f"skill-{index}"
    node.setAttribute("data-name", skill.name)
    named = refs(node)
    named.title.textContent = skill.title
    named.token.textContent = skill.token
    named.desc.textContent = skill.description
    named.desc.hidden = not skill.description
    return node


def show_in(list_node: Node, node: Node) -> None:
    """Scroll the list, and nothing around it, so far that the node is seen."""
    top, bottom = node.offsetTop, node.offsetTop + node.offsetHeight
    if top < list_node.scrollTop:
        list_node.scrollTop = top
    elif bottom > list_node.scrollTop + list_node.clientHeight:
        list_node.scrollTop = bottom - list_node.clientHeight
