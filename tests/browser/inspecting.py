"""An inspector on a page, in the verbs of the person who uses it, and capabilities for it to show."""

from collections.abc import Callable
from textwrap import dedent
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.python import Python

MOUNT = """attributes => {
  const inspector = document.createElement("agentic-inspector");
  for (const [name, value] of Object.entries(attributes)) inspector.setAttribute(name, value);
  document.body.append(inspector);
}"""

# What a test registers is kept in a module of its own, so that all of it can be undone after the test.
BEGIN = """
import sys, types
from agentic import registry
from agentic.core.audit import Audit
kept = sys.modules["inspected"] = types.ModuleType("inspected")
kept.ran, kept.handles, kept.before = [], [], set(registry.list())
registry.audit = Audit()
result = None
"""
END = """
import sys
from agentic import registry
kept = sys.modules.pop("inspected")
registry.queue.cancel_all()
registry.approvals.clear()
registry.permission = None
for entry in registry.list():
    if entry not in kept.before:
        registry.put(entry, None)
result = None
"""
GIVEN = """
import asyncio
import inspected
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Annotated, Literal
from agentic import Call, Capability, Proposal, Refusal, Target, registry
from agentic.core.secrets import Secret

def ran(**given):
    inspected.ran.append(given)
    return given
"""
SAVE = """
@registry.capability("orders.save", risk="mutating")
def save(item: str, count: int = 1):
    return ran(item=item, count=count)
"""
DELETE = """
@registry.capability("orders.delete", risk="destructive", summary="Delete an order")
def delete(position: int):
    return ran(position=position)
"""
LIST = """
@registry.capability("orders.list", risk="read")
def orders(limit: int = 10):
    "The saved orders."
    return ran(limit=limit)
"""
LOGIN = """
@registry.capability("account.login", risk="mutating")
def login(user: str, password: Annotated[str, Secret]):
    ran(length=len(password))
    return f"welcome, {password}"
"""
STILL = """async node => {
  const animations = node.shadowRoot.getAnimations();
  await Promise.all(animations.map(animation => animation.finished.catch(() => 0)));
}"""


class Inspector:
    """One `<agentic-inspector>`, by the names and roles that a person meets."""

    def __init__(self, page: Page, python: Python) -> None:
        self.page = page
        self.python = python
        self.element = page.locator("agentic-inspector")
        self.panel = self.element.get_by_role("region", name="Inspector")
        self.capabilities = self.element.get_by_role("listbox", name="Capabilities")
        self.records = self.element.get_by_role("listbox", name="Records")
        self.details = self.element.get_by_role("region", name="Details")
        self.outcome = self.element.get_by_role("region", name="Outcome")
        self.questions = self.element.get_by_role("article")

    def mount(self, **attributes: str) -> "Inspector":
        self.page.evaluate(MOUNT, {name.replace("_", "-").strip("-"): value for name, value in attributes.items()})
        return self

    def registers(self, source: str) -> None:
        """Run Python that registers; `ran(...)` notes with what a capability was called."""
        self.python(f"{GIVEN}\n{dedent(source)}\nresult = None")

    def ran(self) -> list[dict[str, Any]]:
        """With what the capabilities were called, in order."""
        return self.python("import inspected\nresult = inspected.ran")

    def ask(self, source: str) -> Any:
        return self.python(f"{GIVEN}\n{dedent(source)}")

    def tab(self, name: str) -> Locator:
        return self.element.get_by_role("tab", name=name)

    def turn_to(self, name: str) -> None:
        self.tab(name).click()
        expect(self.tab(name)).to_have_attribute("aria-selected", "true")

    def row(self, *texts: str) -> Locator:
        """The row in sight that has these texts."""
        rows = self.element.locator('[role="option"][data-key]').filter(visible=True)
        for text in texts:
            rows = rows.filter(has_text=text)
        return rows

    def choose(self, *texts: str) -> None:
        self.row(*texts).first.click()

    def press(self, name: str) -> None:
        self.button(name).click()

    def button(self, name: str) -> Locator:
        return self.element.get_by_role("button", name=name, exact=True).filter(visible=True)

    def field(self, name: str) -> Locator:
        """The control of an argument in the form that is in sight."""
        return self.element.get_by_label(name, exact=True).filter(visible=True)

    def expect_outcome(self, status: str, text: str = "") -> None:
        expect(self.outcome).to_contain_text(status)
        expect(self.outcome).to_contain_text(text)

    def expect_count(self, tab: str, count: int) -> None:
        expect(self.tab(tab)).to_have_text(f"{tab}{count}")

    def wait_until_still(self) -> None:
        self.element.evaluate(STILL)


Mount = Callable[..., Inspector]
