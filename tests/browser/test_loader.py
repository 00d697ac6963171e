"""The loader: one runtime a page however it is asked for, and what it does before and beside Python."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.stage import wait_for, wait_for_boot
from tests.browser.trouble import Trouble
from tests.servers.site import Site

HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>'
SCRIPT = '<script src="/dist/agentic.js"></script>'
CHAT = '<ag-ui-chat endpoint="/agent/" data-start-open></ag-ui-chat>'


def show(page: Page, site: Site, *body: str) -> Chat:
    """Open a page of this markup."""
    site.substitute("/made.html", body="\n".join((HEAD, *body)).encode())
    page.goto(site.url("/made.html"))
    return Chat(page)


def python(*lines: str) -> str:
    return "\n".join(('<script type="py">', *lines, "</script>"))


SAY_READY = "from js import document; document.documentElement.dataset.ready = ''"


# One runtime


def test_the_script_and_the_module_share_one_runtime(page: Page, site: Site) -> None:
    use = '<script type="module">import { AgUiChat } from "/dist/agentic.mjs"; window.imported = AgUiChat;</script>'
    show(page, site, CHAT, SCRIPT, use)
    wait_for("window.imported", page)
    assert page.evaluate("customElements.get('ag-ui-chat') === imported")
    assert len(site.paths("/dist/runtime/pyodide.asm.wasm")) == 1


def test_a_script_that_comes_after_the_module_defines_the_element(page: Page, site: Site) -> None:
    show(page, site, CHAT, '<script type="module">import "/dist/agentic.mjs"; window.imported = true;</script>')
    wait_for("window.imported", page)
    assert page.evaluate("customElements.get('ag-ui-chat')") is None
    page.add_script_tag(url="/dist/agentic.js")
    wait_for_boot(page)


def test_a_second_script_tag_does_nothing(page: Page, site: Site, trouble: Trouble) -> None:
    show(page, site, CHAT, SCRIPT, SCRIPT)
    wait_for_boot(page)
    assert len(site.paths("/dist/runtime/pyodide.asm.wasm")) == 1
    assert [line for line in trouble.console if line.startswith("warning")] == []


def test_a_script_of_another_version_says_so_and_leaves_the_page_alone(
    page: Page, site: Site, trouble: Trouble
) -> None:
    other = site.file("/dist/agentic.js").read_text("utf-8").replace('"version": "', '"version": "9.')
    site.substitute("/other.js", body=other.encode())
    show(page, site, CHAT, SCRIPT, '<script src="/other.js"></script>')
    wait_for_boot(page)
    assert [line for line in trouble.console if re.search(r"has version 0\S+ already.*version 9\.", line)]


def test_the_module_exports_every_name_of_the_api_and_no_other(page: Page, site: Site) -> None:
    show(page, site, SCRIPT)
    wait_for_boot(page)
    api, module = page.evaluate("""async () => [
      Object.keys(await globalThis[Symbol.for("agentic")].ready).sort(),
      Object.keys(await import("/dist/agentic.mjs")).sort(),
    ]""")
    assert module == api


def test_a_synchronous_function_throws_what_python_raised(page: Page, site: Site) -> None:
    show(page, site, SCRIPT)
    wait_for_boot(page)
    thrown = page.evaluate("""async () => {
      const { setNativeValue } = await import("/dist/agentic.mjs");
      try { setNativeValue(document.body, "x"); } catch (error) { return error instanceof Error; }
    }""")
    assert thrown is True


# Before Python


def test_the_title_of_the_page_is_there_before_python(page: Page, site: Site) -> None:
    site.hold("/dist/*.wasm")
    chat = show(page, site, '<ag-ui-chat data-start-open title-text="Order desk"></ag-ui-chat>', SCRIPT)
    expect(chat.part("title")).to_have_text("Order desk")
    assert page.evaluate("customElements.get('ag-ui-chat')") is None


def test_a_chat_in_a_corner_rests_at_its_launcher_before_python(page: Page, site: Site) -> None:
    site.hold("/dist/*.wasm")
    chat = show(page, site, "<ag-ui-chat></ag-ui-chat>", SCRIPT)
    expect(chat.part("launcher")).to_be_visible()
    expect(chat.field).to_be_hidden()


def test_what_the_reader_chose_last_wins_over_the_page(page: Page, site: Site) -> None:
    chat = show(page, site, CHAT, SCRIPT)
    wait_for_boot(page)
    chat.press("Collapse")
    site.hold("/dist/*.wasm")
    page.reload(wait_until="commit")
    expect(chat.part("launcher")).to_be_visible()
    expect(chat.field).to_be_hidden()


def test_a_chat_added_before_python_gets_its_shell(page: Page, site: Site) -> None:
    site.hold("/dist/*.wasm")
    chat = show(page, site, SCRIPT)
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", CHAT)
    expect(chat.field).to_be_visible()


def test_a_message_that_waits_for_python_is_in_sight_and_can_be_taken_back(page: Page, site: Site) -> None:
    site.hold("/dist/*.wasm")
    chat = show(page, site, CHAT, SCRIPT)
    chat.say("Hello there")
    waiting = chat.control("Take back: Hello there")
    expect(waiting).to_be_visible()
    waiting.click()
    expect(chat.field).to_have_value("Hello there")
    expect(waiting).to_have_count(0)


def test_an_enter_that_ends_a_composition_sends_nothing_before_python(page: Page, site: Site) -> None:
    site.hold("/dist/*.wasm")
    chat = show(page, site, CHAT, SCRIPT)
    chat.field.fill("日本")
    chat.field.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True})
    expect(chat.field).to_have_value("日本")


# A boot that fails


def test_a_boot_that_fails_gives_back_what_was_sent_early(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    gate = site.hold("/dist/*.wasm")
    chat = show(page, site, CHAT, SCRIPT)
    chat.say("Hello")
    expect(chat.field).to_have_value("")
    site.substitute("/dist/*.wasm", status=500)
    gate.set()
    page.reload()
    chat.field.fill("Again")
    expect(chat.element.get_by_role("alert").filter(visible=True)).to_contain_text("pyodide.asm.wasm")
    expect(chat.field).to_have_value("Again")


@pytest.mark.parametrize("how", ["Enter", "the button"])
def test_after_a_failed_boot_send_keeps_what_was_typed_and_points_at_the_failure(
    page: Page, site: Site, trouble: Trouble, how: str
) -> None:
    trouble.expect("")
    site.substitute("/dist/*.wasm", status=500)
    chat = show(page, site, CHAT, SCRIPT)
    failure = chat.element.locator('[data-ref="failure"]')
    expect(failure).to_contain_text("pyodide.asm.wasm")
    chat.field.fill("Hello")
    for _ in range(2):
        chat.field.press("Enter") if how == "Enter" else chat.button.click()
        expect(chat.element.locator('[data-ref="alert"]')).to_contain_text("pyodide.asm.wasm could not be loaded")
        assert failure.evaluate("place => place.getAnimations().length") > 0
        expect(chat.field).to_have_value("Hello")


@pytest.mark.parametrize("name", ["ag-ui-chat.js", "vendor/marked.esm.js", "runtime/pyodide.mjs"])
def test_a_file_that_is_not_there_is_named_in_the_panel(page: Page, site: Site, trouble: Trouble, name: str) -> None:
    trouble.expect("")
    site.substitute(f"/dist/{name}", status=404)
    chat = show(page, site, CHAT, SCRIPT)
    expect(chat.element.get_by_role("alert").filter(visible=True)).to_contain_text(name)


def test_a_web_page_in_place_of_the_runtime_is_told(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    html = site.file("/empty.html").read_bytes()
    site.substitute("/dist/agentic.js", body=site.file("/dist/agentic.js").read_bytes().replace(b".asm.wasm", b".html"))
    site.substitute("/dist/runtime/pyodide.html", body=html)
    chat = show(page, site, CHAT, SCRIPT)
    expect(chat.element.get_by_role("alert").filter(visible=True)).to_contain_text("a web page came instead")


def test_a_broken_runtime_is_told_in_the_panel(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    site.substitute("/dist/*.wasm", body=b"this is no WebAssembly")
    chat = show(page, site, CHAT, SCRIPT)
    expect(chat.element.get_by_role("alert").filter(visible=True)).to_contain_text(
        "pyodide.asm.wasm could not be loaded"
    )


def test_a_host_that_does_not_know_the_type_of_webassembly_serves_all_the_same(page: Page, site: Site) -> None:
    site.headers["*.wasm"] = {"Content-Type": "application/octet-stream"}
    try:
        show(page, site, CHAT, SCRIPT)
        wait_for_boot(page)
    finally:
        del site.headers["*.wasm"]


def test_a_page_whose_trusted_types_leave_us_out_gets_nothing_by_halves(
    page: Page, site: Site, trouble: Trouble
) -> None:
    trouble.expect("Policy")
    site.headers["/made.html"] = {"Content-Security-Policy": "require-trusted-types-for 'script'; trusted-types theirs"}
    try:
        chat = show(page, site, SCRIPT, CHAT)
    finally:
        del site.headers["/made.html"]
    assert "agentic" in page.evaluate("bootTrouble")
    assert chat.element.evaluate("chat => chat.shadowRoot") is None
    assert site.paths("/dist/runtime/*") == []


def test_retry_boots_again_and_keeps_what_was_typed(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    site.substitute("/dist/*.wasm", status=500)
    chat = show(page, site, CHAT, SCRIPT)
    retry = chat.control("Retry")
    expect(retry).to_be_visible()
    del site.substitutes["/dist/*.wasm"]
    chat.field.fill("Half a sentence")
    retry.click()
    page.wait_for_function("!!customElements.get('ag-ui-chat')")
    expect(chat.field).to_have_value("Half a sentence")
    page.reload()
    wait_for_boot(page)
    expect(chat.field).to_have_value("Half a sentence")  # a draft like any other


def test_a_chat_added_after_the_failure_tells_of_it_too(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("")
    site.substitute("/dist/*.wasm", status=500)
    chat = show(page, site, SCRIPT)
    page.wait_for_function("window.bootTrouble")
    page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", CHAT)
    expect(chat.element.get_by_role("alert").filter(visible=True)).to_contain_text("status 500")


# Python of the page, without PyScript


def test_the_standard_library_and_the_installer_are_there_for_the_page(page: Page, site: Site) -> None:
    script = python(
        "import csv",
        "import micropip",
        'await micropip.install(["jsonschema", "partial-json-parser"])',
        "import jsonschema, importlib.metadata",
        'assert importlib.metadata.version("jsonschema") == jsonschema.__version__',
        SAY_READY,
    )
    show(page, site, SCRIPT, script)
    wait_for("'ready' in document.documentElement.dataset", page)


def test_two_pages_do_not_draw_the_same_random_numbers(page: Page, site: Site) -> None:
    script = python("import random, js", "js.window.drawn = random.random()")
    drawn = set()
    for _ in range(2):
        show(page, site, SCRIPT, script)
        wait_for("window.drawn", page)
        drawn.add(page.evaluate("drawn"))
    assert len(drawn) == 2


def test_python_knows_the_time_zone_of_the_reader(page: Page, site: Site) -> None:
    zone = page.context.new_cdp_session(page)
    zone.send("Emulation.setTimezoneOverride", {"timezoneId": "Australia/Adelaide"})
    show(
        page,
        site,
        SCRIPT,
        python("import time, js", "js.window.zone = f'{time.timezone} {time.altzone} {time.tzname[0]}'"),
    )
    wait_for("window.zone", page)
    assert page.evaluate("zone") == "-34200 -37800 UTC+0930"


def test_scripts_share_their_names_and_start_in_the_order_of_the_page(page: Page, site: Site) -> None:
    site.substitute("/late.py", body=b"told.append('file')\n")
    show(
        page,
        site,
        SCRIPT,
        python("import asyncio", "told = ['first']", "await asyncio.sleep(0.01)", "told.append('end of the first')"),
        '<script type="py" src="/late.py"></script>',
        python(
            "import js",
            "told.append('last')",
            "while len(told) < 4: await asyncio.sleep(0.01)",
            "js.window.told = ' '.join(told)",
        ),
    )
    wait_for("window.told", page)
    assert page.evaluate("told").startswith("first")
    assert page.evaluate("told").index("file") < page.evaluate("told").index("last")


def test_a_script_added_later_runs_too(page: Page, site: Site) -> None:
    show(page, site, SCRIPT)
    wait_for_boot(page)
    page.evaluate(
        """code => {
      const script = document.createElement("script");
      script.type = "py";
      script.textContent = code;
      document.body.append(script);
    }""",
        SAY_READY,
    )
    wait_for("'ready' in document.documentElement.dataset", page)


def test_an_error_shows_the_line_of_the_script_and_none_of_pyodide(page: Page, site: Site, trouble: Trouble) -> None:
    trouble.expect("ZeroDivisionError")
    show(page, site, SCRIPT, python("def divide():", "    return 1 / 0", "", "divide()"))
    shown = page.locator("pre.agentic-error")
    expect(shown).to_contain_text("return 1 / 0")
    expect(shown).not_to_contain_text("_pyodide")
