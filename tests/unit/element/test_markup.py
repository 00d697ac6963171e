"""Templates and words agree: what the shell says before Python is what Python will say."""

from html.parser import HTMLParser

import pytest

from agentic.core import assets
from agentic.core.words import load_words

TEMPLATES = [name.removesuffix(".html") for name in assets.names("html")]


class Said(HTMLParser):
    """Collects what a template says in words, beside the keys it names for them."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, str]] = []
        self.attributes: set[str] = set()
        self.parts: list[str] = []
        self._key: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.attributes |= given.keys()
        self.parts += given.get("part", "").split()
        self._key = given.get("data-word")
        if key := given.get("data-word-label"):
            self.said += [(key, given[name]) for name in ("aria-label", "title") if name in given]
        if key := given.get("data-word-placeholder"):
            self.said.append((key, given["placeholder"]))

    def handle_data(self, data: str) -> None:
        if self._key:
            self.said.append((self._key, data))
            self._key = None


def read(name: str) -> Said:
    said = Said()
    said.feed(assets.markup(name))
    return said


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_says_what_the_table_says(name: str) -> None:
    words = load_words().table
    # A label with a token is filled by Python before the template is ever seen.
    assert [(key, text) for key, text in read(name).said if words[key] != text and "{" not in words[key]] == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_has_no_style_and_no_handler_in_it(name: str) -> None:
    assert [each for each in read(name).attributes if each == "style" or each.startswith("on")] == []


def test_the_parts_of_the_specification_are_there() -> None:
    parts = {part for name in TEMPLATES for part in read(name).parts}
    assert parts == {
        *("thoughts", "thoughts-toggle", "thoughts-label", "thoughts-body", "suggestions", "suggestion-chip"),
        *("message-actions", "message-action", "message-action-icon", "code-copy", "quote-selection", "greeting"),
        *(f"message-action-{name}" for name in ("copy", "retry", "up", "down")),
        *(f"message-action-icon-{name}" for name in ("copy", "retry", "up", "down")),
        *("chart-block", "chart-title", "chart-legend", "launcher-badge"),
        *("panel", "header", "title", "header-controls", "header-button", "new-button", "collapse-button"),
        *("messages", "empty", "pending", "jump-latest", "launcher", "launcher-icon", "rail-label"),
        *("answer", "message", "message-user", "message-assistant"),
        *("composer", "composer-surface", "composer-tools", "input", "send", "queued", "queued-chip"),
        *("checkpoints-button", "checkpoints", "checkpoints-header", "checkpoints-title", "checkpoints-list"),
        *("checkpoints-empty", "checkpoint-row", "checkpoint-label", "checkpoint-time", "checkpoint-id"),
        *("checkpoint-branch", "checkpoint-action", "checkpoint-resume", "checkpoint-fork", "skill-hint"),
        *("run-notice", "run-notice-icon", "run-notice-text", "run-notice-undo"),
        *("tool-card", "tool-card-head", "tool-card-icon", "tool-card-name", "tool-card-status", "tool-card-decision"),
        *("tool-card-toggle", "tool-card-body", "tool-card-section", "tool-card-args-section", "tool-card-args-label"),
        *("tool-card-result-section", "tool-card-section-label", "tool-card-args", "tool-card-result"),
        *("tool-card-result-label", "confirm", "confirm-body", "confirm-args", "confirm-actions", "confirm-button"),
        *("confirm-confirm", "confirm-cancel", "confirm-always"),
        *(
            "tool-card-approval",
            "approval",
            "approval-body",
            "approval-args",
            "approval-edit",
            "approval-error",
            "approval-actions",
        ),
        *("question", "question-body", "question-options", "question-choice", "question-radio", "question-input"),
        *("question-actions", "question-button"),
        *("approval-button", "approval-approve", "approval-deny"),
        *("question-choice-text", "tool-card-more", "tool-card-subagent", "subagent", "subagent-row", "subagent-icon"),
        *("subagent-status", "subagent-steps", "subagent-step", "subagent-step-icon", "subagent-step-name"),
        *("skill-chips", "skill-chip", "skill-palette", "skill-item", "skill-item-title", "skill-item-desc"),
        *("skill-item-token",),
    }


def test_every_public_custom_property_is_read_in_one_file() -> None:
    elsewhere = {
        name: [line for line in assets.read(f"css/{name}").splitlines() if "var(--ag-ui-" in line]
        for name in assets.names("css")
        if name != "tokens.css"
    }
    assert {name: lines for name, lines in elsewhere.items() if lines} == {}
