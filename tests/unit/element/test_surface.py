"""The names of AgUiChat that JavaScript sees, pinned."""

from agentic.element import events, surface


def test_the_methods_of_the_element() -> None:
    assert sorted(surface.methods()) == [
        "newChat",
        "registerTool",
        "retryLastTurn",
        "sendMessage",
        "setCollapsed",
        "toggleCollapsed",
    ]


def test_the_properties_of_the_element() -> None:
    assert sorted(surface.properties()) == [
        "agent",
        "autoConfirm",
        "collapsed",
        "confirmPredicate",
        "credentials",
        "endpoint",
        "getHeaders",
        "headers",
        "strings",
        "toolDisplay",
    ]


def test_the_events_of_the_element() -> None:
    named = {name: value for name, value in vars(events).items() if name.isupper()}
    assert named == {"SUBMIT": "ag-ui-submit", "TOGGLE": "ag-ui-toggle", "RUN_FINISHED": "ag-ui-run-finished"}
