"""Pages with PyScript: one interpreter, from the snapshot where pyscript.toml names ours, and agentic in any other."""

from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for
from tests.browser.test_loader import CHAT, HEAD, SCRIPT, python
from tests.browser.trouble import Trouble
from tests.servers.site import Site

CORE = '<script type="module" src="/dist/pyscript/core.js"></script>'
OURS = 'interpreter = "/dist/interpreter.mjs"\npackages_cache = "passthrough"\n'
PUBLISHED = 'interpreter = "/npm/pyodide/pyodide.mjs"\n'
WASM = "*/pyodide.asm.wasm"

# An import of agentic and the element are there before the page's first line runs.
REPORT = (
    "import js, agentic, jsonschema",
    "js.window.found = str(bool(js.customElements.get('ag-ui-chat')))",
)


def show(page: Page, site: Site, config: str, *body: str) -> None:
    site.substitute("/config.toml", body=config.encode())
    site.substitute("/made.html", body="\n".join((HEAD, *body)).encode())
    page.goto(site.url("/made.html"))


def script(*lines: str) -> str:
    return python(*lines).replace('type="py"', 'type="py" config="/config.toml"')


def test_the_script_uses_the_interpreter_of_pyscript(page: Page, site: Site) -> None:
    show(page, site, OURS, CHAT, SCRIPT, CORE, script(*REPORT))
    wait_for("window.found", page)
    assert page.evaluate("found") == "True"
    assert len(site.paths(WASM)) == 1
    assert site.paths("/dist/runtime/snapshot*")


def test_the_interpreter_of_pyscript_toml_brings_the_element_by_itself(page: Page, site: Site) -> None:
    show(page, site, OURS, CHAT, CORE, script(*REPORT))
    wait_for("window.found", page)
    assert page.evaluate("found") == "True"


def test_when_the_interpreter_is_there_nothing_of_the_loader_hears_of_the_pages_rejections(
    page: Page, site: Site
) -> None:
    page.add_init_script("""
      const listen = globalThis.addEventListener;
      globalThis.hearing = [];
      globalThis.addEventListener = function (type, heard, until) {
        if (type === "unhandledrejection") hearing.push(until);
        return listen.call(globalThis, type, heard, until);
      };
    """)
    show(page, site, OURS, CHAT, CORE, SCRIPT, script(*REPORT))
    wait_for("window.found", page)
    assert page.evaluate("hearing.length") == 1
    wait_for("hearing.every((until) => until?.signal?.aborted)", page)


def test_packages_of_the_configuration_are_there_without_a_network(page: Page, site: Site) -> None:
    packages = 'packages = ["jsonschema", "jsonpatch", "micropip"]\n'
    show(page, site, OURS + packages, SCRIPT, CORE, script("import jsonpatch, micropip", *REPORT))
    wait_for("window.found", page)


def test_a_page_with_a_published_pyodide_gets_agentic_too(page: Page, site: Site) -> None:
    show(page, site, PUBLISHED, CHAT, CORE, SCRIPT, script(*REPORT))
    wait_for("window.found", page)
    assert page.evaluate("found") == "True"
    assert site.paths(WASM) == ["/npm/pyodide/pyodide.asm.wasm"]


def test_a_page_without_a_configuration_gets_our_interpreter(page: Page, site: Site) -> None:
    show(page, site, "", CHAT, SCRIPT, CORE, python(*REPORT))
    wait_for("window.found", page)
    assert page.evaluate("found") == "True"
    assert site.paths(WASM) == ["/dist/runtime/pyodide.asm.wasm"]


def test_an_interpreter_named_from_the_wrong_folder_is_told_with_the_line_that_mends_it(
    page: Page, site: Site, trouble: Trouble
) -> None:
    trouble.expect("")
    show(page, site, 'interpreter = "./interpreter.mjs"\n', CHAT, SCRIPT, CORE, script(*REPORT))
    told = Chat(page).element.get_by_role("alert").filter(visible=True)
    expect(told).to_contain_text(f'interpreter = "{site.url("/dist/interpreter.mjs")}"')


def test_our_interpreter_that_fails_is_not_told_as_one_that_is_not_named(
    page: Page, site: Site, trouble: Trouble
) -> None:
    trouble.expect("")
    site.substitute(WASM, status=500)
    show(page, site, OURS, CHAT, SCRIPT, CORE, script(*REPORT))
    told = Chat(page).element.get_by_role("alert").filter(visible=True)
    expect(told).to_contain_text("pyodide.asm.wasm could not be loaded (status 500)")
    expect(told).not_to_contain_text("interpreter =")


def test_an_interpreter_that_does_not_come_is_told_in_the_panel(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    show(page, site, 'interpreter = "/nowhere/pyodide.mjs"\n', CHAT, SCRIPT, CORE, script(*REPORT))
    told = Chat(page).element.get_by_role("alert").filter(visible=True)
    expect(told).to_contain_text("/nowhere/pyodide.mjs")


def test_a_page_with_pyscript_and_no_python_of_its_own_gets_the_element(page: Page, site: Site) -> None:
    config = '<py-config src="/config.toml"></py-config>'
    show(page, site, OURS, CHAT, SCRIPT, CORE, config)
    wait_for("customElements.get('ag-ui-chat')", page)
    assert len(site.paths(WASM)) == 1


def test_a_worker_of_pyscript_gets_python_and_the_page_its_element(page: Page, site: Site) -> None:
    worker = script("import jsonschema, csv", "print('in the worker')").replace('type="py"', 'type="py" worker')
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    show(page, site, OURS, CHAT, SCRIPT, CORE, worker)
    wait_for("customElements.get('ag-ui-chat')", page)
    while "in the worker" not in said:
        page.wait_for_event("console", timeout=30_000)
