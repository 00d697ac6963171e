"""Attributes: what their text means, and what may be written into them."""

import pytest

from agentic.element.settings import OneOf, Setting, Settings, Some, Switch, settings
from agentic.errors import UsageError
from tests.unit.element.hosts import FakeHost


def test_an_absent_attribute_has_its_default() -> None:
    chat = Settings(FakeHost())
    assert (chat.endpoint, chat.tool_display, chat.collapsed, chat.max_tool_rounds) == ("", "full", False, 10)


def test_an_attribute_is_read_anew_each_time() -> None:
    host = FakeHost(endpoint="/one")
    chat = Settings(host)
    assert chat.endpoint == "/one"
    host.attributes["endpoint"] = "/two"
    assert chat.endpoint == "/two"


def test_a_property_reflects_into_its_attribute() -> None:
    host = FakeHost()
    chat = Settings(host)
    chat.collapsed, chat.tool_display = True, "compact"
    assert host.attributes == {"collapsed": "", "data-tool-display": "compact"}
    chat.collapsed = False
    assert "collapsed" not in host.attributes


@pytest.mark.parametrize(("written", "expected"), [("", True), ("true", True), ("collapsed", True), ("false", False)])
def test_a_flag_is_on_whatever_it_says_but_false(written: str, expected: bool) -> None:
    assert Settings(FakeHost(collapsed=written)).collapsed is expected


def test_bad_text_in_markup_warns_and_falls_back() -> None:
    host = FakeHost(data_tool_display="huge", data_max_tool_rounds="0")
    chat = Settings(host)
    assert (chat.tool_display, chat.max_tool_rounds) == ("full", 10)
    assert "data-tool-display='huge'" in host.warnings[0]
    assert "full, compact, minimal, inline" in host.warnings[0]
    assert "data-max-tool-rounds='0'" in host.warnings[1]


def test_a_bad_value_in_code_raises_and_writes_nothing() -> None:
    host = FakeHost()
    with pytest.raises(UsageError, match="tool_display: it must be one of full, compact, minimal, inline"):
        Settings(host).tool_display = "huge"
    with pytest.raises(UsageError, match="credentials"):
        Settings(host).credentials = "always"
    assert host.attributes == {}


@pytest.mark.parametrize("setting", [each for each in settings() if isinstance(each.kind, OneOf)], ids=str)
def test_a_word_that_is_none_of_the_few_is_told_with_those_there_are(setting: Setting) -> None:
    host = FakeHost(**{setting.attribute: "odd"})
    Settings(host).check(setting.attribute)
    assert host.warnings == [
        f"{setting.attribute}='odd' is ignored; it must be one of {', '.join(setting.kind.values)}"
    ]


@pytest.mark.parametrize("written", ["", "dark"])
def test_a_word_that_means_something_is_not_told_of(written: str) -> None:
    host = FakeHost(theme=written, density="odd")
    Settings(host).check("theme")
    assert host.warnings == []


def test_every_setting_says_what_it_is_for() -> None:
    assert [each.attribute for each in settings() if not each.doc] == []


def test_names_are_read_with_commas_or_spaces_and_phrases_with_commas() -> None:
    host = FakeHost(page_tools="read, fill  click", data_destructive_words="cancel order, , purge")
    settings = Settings(host)
    assert settings.page_tools == ("read", "fill", "click")
    assert settings.destructive_words == ("cancel order", "purge")
    assert settings.page_actions == ()


def test_names_are_written_as_a_list_or_a_text() -> None:
    host = FakeHost()
    settings = Settings(host)
    settings.page_tools, settings.page_actions = ["read", "fill"], "chat"
    assert (host.attributes["page-tools"], host.attributes["data-page-actions"]) == ("read, fill", "chat")
    settings.page_tools = None
    assert "page-tools" not in host.attributes
    with pytest.raises(UsageError, match="page_tools: it must be a text, or a list of texts, not 7"):
        settings.page_tools = 7


def test_some_of_a_few_words() -> None:
    actions = Some("copy", "retry", "feedback", default=("copy", "retry"))
    assert actions.parse(None) == actions.parse(" ") == ("copy", "retry")
    assert actions.parse("copy, feedback") == ("copy", "feedback")
    assert actions.parse("false") == ()
    assert actions.write(()) == "false" and actions.write(("copy",)) == "copy"
    with pytest.raises(ValueError, match="copy, retry, feedback"):
        actions.parse("copy,share")


def test_a_switch_is_on_unless_it_says_false() -> None:
    assert Switch().parse(None) and Switch().parse("") and not Switch().parse("false")
    assert Switch().write(True) is None and Switch().write(False) == "false"
