"""The driver as a page's JavaScript has it: from the ES module, under a strict policy, with promises and errors."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.chat import Chat

Visit = Callable[[str], Chat]
Script = Callable[[str], Any]


@pytest.fixture
def script(visit: Visit, page: Page) -> Script:
    """Run the body of an async function on the strict page, with the module's names as `driver`."""
    visit("/strict.html")
    return lambda body: page.evaluate(
        "async () => { const driver = await import('/dist/agentic.mjs');"
        f" const at = id => document.getElementById(id); {body} }}"
    )


def test_a_strict_policy_is_no_obstacle(script: Script) -> None:
    assert script("""
        const remove = driver.showHighlightOverlay(at("save"), { scrim: true, gradient: true });
        const ring = document.querySelector("[data-agentic=overlay]").shadowRoot.firstElementChild;
        const box = at("save").getBoundingClientRect(), own = ring.getBoundingClientRect();
        const ringed = Math.abs(own.left - box.left) < 5 && own.width > box.width;
        remove();
        return [
            ringed,
            document.querySelector("[data-agentic]"),
            await driver.fillField(at("name"), "Ada", { charDelayMs: 1, flashMs: 20 }),
            await driver.fillField(at("quantity"), 3, { charDelayMs: 1 }),
            await driver.selectControl(at("shipping"), "express"),
            await driver.toggleCheckbox(at("gift"), true),
            await driver.clickElement(at("save"), { highlightMs: 20 }),
            violations,
        ];
        """) == [True, None, "Ada", "3", "express", True, True, []]


def test_an_asynchronous_primitive_begins_at_once_and_gives_a_real_promise(script: Script) -> None:
    assert script("""
        const promise = driver.typeInto(at("name"), "Ada", { charDelayMs: 0 });
        const begun = at("name").value;
        return [promise instanceof Promise, begun, await promise];
        """) == [True, "Ada", "Ada"]


def test_a_refusal_rejects_with_its_reason_and_its_kind(script: Script) -> None:
    assert script("""
        at("name").disabled = true;
        const refusal = async (promise) => promise.then(() => "done", (e) => [e instanceof Error, e.name, e.message]);
        return [
            await refusal(driver.fillField(at("name"), "x")),
            await refusal(driver.fillField(null, "x")),
            await refusal(driver.clickElement(document.querySelector("ag-ui-chat"))),
        ];
        """) == [
        [True, "NotWritable", 'text input "Name" is disabled'],
        [True, "TypeError", "the target is not an element of the page; was it found?"],
        [True, "NotWritable", "this is a part of the chat itself, and not for the agent to use"],
    ]


def test_a_synchronous_primitive_throws(script: Script) -> None:
    assert script("""
        try { driver.showHighlightOverlay(null) } catch (error) { return [error instanceof TypeError, error.message] }
        """) == [True, "the target is not an element of the page; was it found?"]


def test_a_signal_stops_typing_in_the_middle(script: Script) -> None:
    assert script("""
        const stop = new AbortController();
        const typing = driver.fillField(at("name"), "a long name", { charDelayMs: 30, signal: stop.signal });
        at("name").addEventListener("input", () => { if (at("name").value.length === 4) stop.abort() });
        const error = await typing.catch((e) => e.name);
        const held = at("name").value;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return [error, held, at("name").value];
        """) == ["AbortError", "a lo", "a lo"]


SPECIFIED = [
    "clickElement",
    "fillField",
    "flash",
    "focusWithFlash",
    "highlightThenClick",
    "prefersReducedMotion",
    "pressButton",
    "pressThenClick",
    "scrollIntoCenterView",
    "selectControl",
    "selectOption",
    "setControlValue",
    "setNativeChecked",
    "setNativeValue",
    "showHighlightOverlay",
    "toggleCheckbox",
    "toggleControl",
    "typeInto",
    "dragAndDrop",
    "pressKey",
    "suggestions",
]


def test_every_primitive_is_exported_under_its_name(script: Script) -> None:
    assert script(f"return {SPECIFIED}.filter(name => typeof driver[name] !== 'function')") == []


def test_options_have_the_names_of_the_specification(script: Script) -> None:
    assert script("""
        const rings = () => document.querySelectorAll("[data-agentic=overlay]").length;
        const timed = async (work) => { const start = performance.now(); await work; return performance.now() - start };
        const shown = async (work) => { const during = rings(); await work; return [during, rings()] };
        const removed = driver.showHighlightOverlay(at("save"), { ringWidth: 7, flowMs: 100, padding: 20, radius: 4,
          color: "rgb(1, 2, 3)" });
        const ring = document.querySelector("[data-agentic=overlay]").shadowRoot.firstElementChild;
        const style = getComputedStyle(ring);
        const look = [style.outlineWidth, style.outlineColor, style.borderTopLeftRadius,
          Math.round(at("save").getBoundingClientRect().left - ring.getBoundingClientRect().left)];
        removed();
        const before = document.activeElement;
        const flashes = [
          await shown(driver.flash(at("save"), { flashMs: 50, color: "red", scrim: true })),
          await shown(driver.focusWithFlash(at("save"), { flashMs: 50, focus: false })),
          document.activeElement === before,
        ];
        await driver.focusWithFlash(at("name"), { flashMs: 0 });
        const focused = document.activeElement.id;
        at("name").blur();
        await driver.scrollIntoCenterView(at("save"), { settleMs: 50 });
        return [look, flashes, focused,
          await timed(driver.highlightThenClick(at("save"), { highlightMs: 0 })) < 500,
          await timed(driver.typeInto(at("name"), "abc", { charDelayMs: 60 })) > 100,
          await driver.selectOption(at("shipping"), "express", { holdMs: 0 }),
          await driver.setControlValue(at("gift"), true),
          await driver.pressKey(at("name"), "x"),
        ];
        """) == [
        ["7px", "rgb(1, 2, 3)", "4px", 20],
        [[1, 0], [1, 0], True],
        "name",
        *(True, True, "express", True, True),
    ]
