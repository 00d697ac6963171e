"""The names of AgUiChat that JavaScript sees, pinned."""

import re
from pathlib import Path

from agentic.core.camel import camel
from agentic.element import events, surface

MODULE = Path(__file__).parents[3] / "static" / "agentic.mjs"


def test_the_methods_of_the_element() -> None:
    assert sorted(surface.methods()) == [
        "appendMessage",
        "closeCheckpoints",
        "describeSurface",
        "enableCharts",
        "moveTo",
        "newChat",
        "offerQuoteInPage",
        "openCheckpoints",
        "quote",
        "registerActivityRenderer",
        "registerPageState",
        "registerStateHook",
        "registerTool",
        "reload",
        "retryLastTurn",
        "sendMessage",
        "setCollapsed",
        "setSkills",
        "toggleCheckpoints",
        "toggleCollapsed",
    ]


def test_the_properties_of_the_element() -> None:
    assert sorted(surface.properties()) == [
        "agent",
        "agentCapabilities",
        "agentFactory",
        "allowImages",
        "approvalRenderer",
        "approveWithEdits",
        "askUser",
        "askUserRenderer",
        "autoConfirm",
        "autoInjectPageMap",
        "collapsed",
        "confirmPredicate",
        "conversationStore",
        "credentials",
        "endpoint",
        "formatRelativeTime",
        "formatToolPayload",
        "forwardedProps",
        "getContext",
        "getHeaders",
        "getPageMap",
        "getTools",
        "headers",
        "navigate",
        "navigationResult",
        "resolvePageTarget",
        "routeMap",
        "sharedState",
        "skillContext",
        "strings",
        "toolDisplay",
        "toolSummaries",
        "trustedOrigins",
        "unhandledActivityTypes",
        "unread",
        "userKey",
        "userName",
    ]


def test_the_events_of_the_element() -> None:
    named = {name: value for name, value in vars(events).items() if name.isupper()}
    assert named == {
        "SUBMIT": "ag-ui-submit",
        "TOGGLE": "ag-ui-toggle",
        "RUN_FINISHED": "ag-ui-run-finished",
        "STATE": "ag-ui-state",
        "CUSTOM": "ag-ui-custom",
        "INVALIDATE": "ag-ui-invalidate",
        "UNREAD": "ag-ui-unread",
        "FEEDBACK": "ag-ui-feedback",
    }


def test_the_module_exports_every_constant_and_function() -> None:
    exported = set(re.findall(r"^  (\w+),$", MODULE.read_text("utf-8"), re.MULTILINE))
    classes = {"AgUiChat", "RemoteConversationStore", "RunIndex", "SessionStorageStore"}
    assert set(surface.constants()) | set(map(camel, surface.functions())) | classes <= exported


def test_a_tools_schema_says_that_it_is_destructive_with_true_alone() -> None:
    is_destructive = surface.functions()["is_destructive"]
    assert is_destructive({"x-destructive": True})
    assert not is_destructive({"x-destructive": "yes"})
    assert not is_destructive(None)


def test_an_outcome_is_told_as_the_card_says_it() -> None:
    status = surface.functions()["tool_status_from_outcome"]
    told = [status(each) for each in (None, "success", "failed", "denied", "interrupted", "of tomorrow", 3)]
    assert told == ["done", "done", "error", "declined", "interrupted", "done", "done"]


def test_how_long_ago_a_time_was_is_told_without_a_locale() -> None:
    ago = surface.functions()["relative_time"]
    assert ago(0).endswith("d ago")


def test_words_are_merged_over_the_english_ones() -> None:
    merged = surface.merge_ui_strings({"send": "Senden"})
    assert (merged["send"], merged["stop"]) == ("Senden", "Stop")
