"""AgUiChat's public names as the JavaScript API."""

from collections.abc import Mapping
from functools import cache

from agentic.core.camel import camel
from agentic.element.ag_ui_chat import AgUiChat
from agentic.element.settings import settings


@cache
def methods() -> Mapping[str, str]:
    """The methods of AgUiChat: JavaScript's name to Python's."""
    return {camel(name): name for name, thing in vars(AgUiChat).items() if callable(thing) and name[0] != "_"}


@cache
def properties() -> Mapping[str, str]:
    """The properties of AgUiChat, those of its attributes first."""
    own = (name for name, thing in vars(AgUiChat).items() if isinstance(thing, property))
    return {camel(name): name for name in (*(each.name for each in settings() if each.exported), *own)}
