"""AgUiChat's public names as the JavaScript API, and the constants beside it."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache
from itertools import takewhile
from time import time
from typing import Any

from agentic.core.camel import camel
from agentic.core.chart import chart_spec_from
from agentic.core.words import load_words
from agentic.element import activities, events
from agentic.element.ag_ui_chat import ROLES, AgUiChat
from agentic.element.attachments import message_attachments
from agentic.element.labels import prettify
from agentic.element.navigating import NAVIGATES, is_navigates
from agentic.element.quoting import LONGEST_QUOTE, as_quote
from agentic.element.settings import PAGE_ACTIONS, Settings, settings
from agentic.element.times import relative_time
from agentic.element.tool_labels import parse_tool_catalog
from agentic.element.tools import X_CONFIRM, X_DESTRUCTIVE, X_SUMMARY, is_destructive
from agentic.element.whereabouts import CORNERS, is_chat_corner
from agentic.protocol import invalidation
from agentic.protocol.conversation import CALL_STATUSES, STATUS_OF_OUTCOME

TAG = "ag-ui-chat"


@cache
def methods() -> Mapping[str, str]:
    """The methods of AgUiChat: JavaScript's name to Python's."""
    return methods_of(AgUiChat)


@cache
def properties() -> Mapping[str, str]:
    """The properties of AgUiChat, those of its attributes first."""
    return properties_of(AgUiChat, Settings)


def methods_of(public: type) -> dict[str, str]:
    """The methods of a class that is an element's public API: JavaScript's name to Python's."""
    return {camel(name): name for name, thing in vars(public).items() if callable(thing) and name[0] != "_"}


def properties_of(public: type, attributes: type) -> dict[str, str]:
    """Its properties, those of the attributes first."""
    classes = takewhile(lambda each: each is not attributes, public.__mro__)
    own = (name for each in classes for name, thing in vars(each).items() if isinstance(thing, property))
    return {camel(name): name for name in (*(each.name for each in settings(attributes) if each.exported), *own)}


def constants() -> Mapping[str, Any]:
    """The names a page imports instead of spelling them out."""
    return {
        "ELEMENT_TAG": TAG,
        "SUBMIT_EVENT": events.SUBMIT,
        "TOGGLE_EVENT": events.TOGGLE,
        "RUN_FINISHED_EVENT": events.RUN_FINISHED,
        "UNREAD_EVENT": events.UNREAD,
        "FEEDBACK_EVENT": events.FEEDBACK,
        "STATE_EVENT": events.STATE,
        "CUSTOM_AGENT_EVENT": events.CUSTOM,
        "INVALIDATE_EVENT": events.INVALIDATE,
        "INVALIDATE_CUSTOM_NAME": invalidation.NAME,
        "PAGE_ACTIONS": list(PAGE_ACTIONS),
        "CHAT_CORNERS": list(CORNERS),
        "X_DESTRUCTIVE_KEY": X_DESTRUCTIVE,
        "X_CONFIRM_KEY": X_CONFIRM,
        "X_SUMMARY_KEY": X_SUMMARY,
        "X_NAVIGATES_KEY": NAVIGATES,
        "MAX_TOOL_ROUNDS": Settings.max_tool_rounds.kind.default,
        "TOOL_DISPLAY": {value.upper(): value for value in Settings.tool_display.kind.values},
        "MESSAGE_ROLE": {role.upper(): role for role in ROLES},
        "TOOL_CALL_STATUS": {status.upper(): status for status in CALL_STATUSES},
        "TOOL_OUTCOME": {"SUCCESS": "success", "FAILED": "failed", "DENIED": "denied", "INTERRUPTED": "interrupted"},
        "SUGGESTIONS_ACTIVITY_TYPE": activities.SUGGESTIONS,
        "MAX_SUGGESTIONS": activities.MOST_SUGGESTIONS,
        "MAX_SUGGESTION_CHARS": activities.LONGEST_SUGGESTION,
        "CHART_ACTIVITY_TYPE": activities.CHART,
        "CHART_TOOL_NAME": activities.CHART_TOOL,
        "COMPACTION_ACTIVITY_TYPE": activities.COMPACTION,
        "LOAD_CAPABILITY_TOOL": activities.LOAD_CAPABILITY,
        "MESSAGE_ACTIONS": {value.upper(): value for value in Settings.message_actions.kind.values},
        "MAX_QUOTE_CHARS": LONGEST_QUOTE,
        "DEFAULT_UI_STRINGS": dict(load_words().table),
    }


def functions() -> Mapping[str, Callable[..., Any]]:
    """The small functions beside the element, by the Python spelling of JavaScript's names."""
    return {
        "is_destructive": is_destructive,
        "is_navigates": is_navigates,
        "prettify_tool_name": prettify,
        "is_chat_corner": is_chat_corner,
        "merge_ui_strings": merge_ui_strings,
        "message_attachments": message_attachments,
        "parse_tool_catalog": read_tool_catalog,
        "suggestion_prompts": activities.suggestion_prompts,
        "chart_spec_from": chart_spec,
        "as_quote": as_quote,
        "relative_time": how_long_ago,
        "tool_status_from_outcome": tool_status_from_outcome,
    }


def read_tool_catalog(data: Any = None) -> dict[str, dict[str, str]]:
    """A server's catalog of tools as `{name: {name, summary, description}}`; empty for what is none."""
    return {name: asdict(entry) for name, entry in parse_tool_catalog(data).items()}


def chart_spec(value: Any) -> Mapping[str, Any] | None:
    """A payload as the chart it would be drawn as; None where it could only be drawn wrongly."""
    spec = chart_spec_from(value)
    return asdict(spec) if spec else None


def how_long_ago(milliseconds: float) -> str:
    """How long ago a time was, such as `5m ago`; in milliseconds since the epoch."""
    return relative_time(milliseconds / 1000, time(), load_words())


def tool_status_from_outcome(outcome: Any = None) -> str:
    """What the card of a call says that ended so, as a server tells it; whatever it does not know is a success."""
    return STATUS_OF_OUTCOME.get(outcome if isinstance(outcome, str) else None, "done")


def merge_ui_strings(overrides: Mapping[str, str] | None = None) -> dict[str, str]:
    """The English words with others in their place."""
    return dict(load_words().merged(overrides).table)
