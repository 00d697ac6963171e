"""Capabilities that follow an element in and out of the document."""

from tests.browser.python import Python

BEGIN = """
import js
from agentic import Registry, capability, registry as page
from agentic.browser.ffi import live_proxies
from agentic.errors import UsageError

registry, heard = Registry(page), []
body, proxies = js.document.body, live_proxies()

@capability("panel.save", risk="read")
def save() -> str:
    return "saved"

def offered():
    return [entry.name for entry in registry.offered()]

async def told():
    \"\"\"Wait until an observer has been told of what happened so far.\"\"\"
    await js.Promise.resolve(None)
    await js.Promise.resolve(None)

panel = js.document.createElement("div")
"""


def test_gone_from_the_page_gone_from_the_catalog_and_back_again(python: Python) -> None:
    assert python(
        BEGIN
        + """
held = registry.bind(panel, save)
registry.changed.subscribe(heard.append)
result = [offered()]
for _ in range(2):
    body.append(panel)
    result.append(offered())
    await told()
    panel.remove()
    result.append((await registry.execute("panel.save")).status)
    await told()
result.append(len(heard))
held.dispose()
"""
    ) == [[], ["panel.save"], "unavailable", ["panel.save"], "unavailable", 4]


def test_an_ancestor_takes_its_elements_along(python: Python) -> None:
    assert python(
        BEGIN
        + """
around = js.document.createElement("section")
around.append(panel)
with registry.bind(panel, save):
    registry.changed.subscribe(heard.append)
    result = []
    for change in (lambda: body.append(around), around.remove):
        change()
        await told()
        result += [offered(), len(heard)]
"""
    ) == [["panel.save"], 1, [], 2]


def test_a_move_within_the_page_changes_nothing(python: Python) -> None:
    assert python(
        BEGIN
        + """
body.append(panel)
with registry.bind(panel, save):
    registry.changed.subscribe(heard.append)
    body.prepend(panel)
    panel.remove()
    body.append(panel)
    await told()
    result = [offered(), list(heard)]
    panel.remove()
"""
    ) == [["panel.save"], []]


def test_an_element_in_a_shadow_tree_is_followed_and_so_is_its_host(python: Python) -> None:
    assert python(
        BEGIN
        + """
from agentic.browser.ffi import to_browser

def with_root():
    host = js.document.createElement("div")
    return host, host.attachShadow(to_browser({"mode": "open"}))

outer, outer_root = with_root()
inner, inner_root = with_root()
outer_root.append(inner)
inner_root.append(panel)
body.append(outer)
with registry.bind(panel, save):
    registry.changed.subscribe(heard.append)
    result = []
    for change in (
        panel.remove,
        lambda: inner_root.append(panel),
        inner.remove,
        lambda: outer_root.append(inner),
        outer.remove,
        lambda: body.append(outer),
        lambda: body.append(panel),
        panel.remove,
    ):
        change()
        await told()
        result.append([len(offered()), len(heard)])
    outer.remove()
"""
    ) == [[0, 1], [1, 2], [0, 3], [1, 4], [0, 5], [1, 6], [1, 6], [0, 7]]


def test_what_follows_nothing_any_more_is_freed(python: Python) -> None:
    assert python(
        BEGIN
        + """
held = [registry.bind(panel, save), registry.bind(body, capability("page.name", risk="read")(lambda: "page"))]
result = [live_proxies() - proxies]
for each in held:
    each.dispose()
    each.dispose()
result.append(live_proxies() - proxies)
"""
    ) == [1, 0]


def test_what_is_no_element_is_refused(python: Python) -> None:
    refused = python(
        BEGIN
        + """
result = []
for thing in (None, "panel", js.document, js.document.querySelector("#nowhere")):
    try:
        registry.bind(thing, save)
    except UsageError as error:
        result.append(str(error))
result.append(len(registry.list()) - len(page.list()))
"""
    )
    assert [each.startswith("bind: an element of the page is needed, not ") for each in refused[:4]] == [True] * 4
    assert refused[4] == 0


def test_an_element_that_left_for_good_is_freed_though_nobody_disposed(python: Python) -> None:
    python(
        BEGIN
        + """
held = [registry.bind(panel, save), registry.bind(body, capability("page.name", risk="read")(lambda: "page"))]
body.append(panel)
await told()
js.window.panel = js.WeakRef.new(panel)
panel.remove()
await told()
del panel
import builtins
builtins.held = held
result = [entry.state for entry in registry.list() if entry.name == "panel.save"]
"""
    )
    python.page.wait_for_function("() => { gc(); return window.panel.deref() === undefined; }")
    assert python(
        """
import builtins
held = builtins.__dict__.pop("held")
result = [held[0].entry.state, held[1].entry.state]
for each in held:
    each.dispose()
"""
    ) == ["suspended", "available"]
