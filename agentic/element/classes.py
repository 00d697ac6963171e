"""The classes of the JavaScript API beside the element's own."""

from collections.abc import Callable, Mapping
from typing import Any

from agentic.browser import console
from agentic.browser.exports import constructed, js_function
from agentic.browser.ffi import JsObject, Scope, js_error, to_browser
from agentic.browser.keep import Keeper
from agentic.browser.ports import Ports
from agentic.element.asker import Asker
from agentic.element.face import Face
from agentic.element.page_stores import PageStore
from agentic.element.remote_store import RemoteStore
from agentic.element.run_index import RunIndex
from agentic.element.stores import SessionStorageStore
from agentic.element.surface import methods_of


def classes(class_of: Callable[[JsObject], JsObject], page: Ports, scope: Scope) -> dict[str, JsObject]:
    """Each class by its name; `class_of` is the loader's, which makes one."""

    def made(name: str, kind: type, make: Callable[..., Any], **statics: Callable[..., Any]) -> JsObject:
        methods = methods_of(kind)
        description = {
            "name": name,
            "methods": list(methods),
            "make": scope.lend(_maker(make, methods)),
            "statics": {name: js_function(each, scope) for name, each in statics.items()},
        }
        return class_of(to_browser(description))

    making = Making(page, scope)
    return {
        "SessionStorageStore": made("SessionStorageStore", PageStore, making.session_storage_store, purge=making.purge),
        "RemoteConversationStore": made("RemoteConversationStore", PageStore, making.remote_conversation_store),
        "RunIndex": made("RunIndex", RunIndex, making.run_index),
    }


class Making:
    """What is made when JavaScript says `new`; the parameters are those of the constructors."""

    def __init__(self, page: Ports, scope: Scope) -> None:
        self._page = page
        self._scope = scope

    def session_storage_store(self, namespace: str = "") -> PageStore:
        return PageStore(self._in_tab(namespace), self._page.clock)

    def purge(self, namespace: str = "") -> None:
        """Forget every conversation of a namespace."""
        self._in_tab(namespace).purge()

    def remote_conversation_store(
        self, url: str, headers: Any = None, local: Any = None, credentials: Any = None, mirrors: bool = True
    ) -> PageStore:
        asker = self._asker(headers, credentials)
        kept = self._page.adopt_store(local) if local else self._in_tab("")
        store = RemoteStore(url, asker.ask, kept, self._scope.spawn, console.warn, mirrors=mirrors)
        return PageStore(store, self._page.clock)

    def run_index(self, url: str, headers: Any = None, credentials: Any = None) -> RunIndex:
        return RunIndex(url, self._asker(headers, credentials).ask)

    def _asker(self, headers: Any, credentials: Any) -> Asker:
        return Asker(self._page.transport, (lambda _: headers()) if headers else None, credentials)

    def _in_tab(self, namespace: str) -> SessionStorageStore:
        return SessionStorageStore(self._page.storage, namespace, self._page.clock, console.warn)


def _maker(make: Callable[..., Any], methods: Mapping[str, str]) -> Callable[[JsObject, JsObject], Any]:
    """What makes the Python side of one object; an Error is to be thrown."""

    def python_side(thing: JsObject, given: JsObject) -> Any:
        keeper = Keeper(thing)
        try:
            return Face(constructed(make, given, keeper.hold), methods, {}, keeper)
        except Exception as error:
            return js_error(error)

    return python_side
