"""The classes of the JavaScript API beside the element's own."""

from collections.abc import Callable, Mapping
from typing import Any

from agentic.browser.exports import constructed, js_function
from agentic.browser.ffi import JsObject, Scope, js_error, to_browser
from agentic.browser.keep import Keeper
from agentic.browser.ports import Ports
from agentic.element.face import Face
from agentic.element.page_stores import PageStore
from agentic.element.run_index import RunIndex
from agentic.element.stores import SessionStorageStore
from agentic.element.surface import methods_of


def classes(class_of: Callable[[JsObject], JsObject], page: Ports, scope: Scope) -> dict[str, JsObject]:
    """Each class by its name; `class_of` is the loader's, which makes one."""

    def session_storage_store(namespace: str = "") -> PageStore:
        return PageStore(page.storage, page.clock, namespace)

    def purge(namespace: str = "") -> None:
        SessionStorageStore(page.storage, namespace, page.clock, lambda _: None).purge()

    def run_index(url: str, headers: Any = None, credentials: Any = None) -> RunIndex:
        return RunIndex(page.transport, url, headers, credentials)

    def made(name: str, kind: type, make: Callable[..., Any], **statics: Callable[..., Any]) -> JsObject:
        methods = methods_of(kind)
        description = {
            "name": name,
            "methods": list(methods),
            "make": scope.lend(_maker(make, methods)),
            "statics": {name: js_function(each, scope) for name, each in statics.items()},
        }
        return class_of(to_browser(description))

    return {
        "SessionStorageStore": made("SessionStorageStore", PageStore, session_storage_store, purge=purge),
        "RunIndex": made("RunIndex", RunIndex, run_index),
    }


def _maker(make: Callable[..., Any], methods: Mapping[str, str]) -> Callable[[JsObject, JsObject], Any]:
    """What makes the Python side of one object; an Error is to be thrown."""

    def python_side(thing: JsObject, given: JsObject) -> Any:
        keeper = Keeper(thing)
        try:
            return Face(constructed(make, given, keeper.hold), methods, {}, keeper)
        except Exception as error:
            return js_error(error)

    return python_side
