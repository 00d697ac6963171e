"""The ring round a target: above everything, in nobody's way, and leaving nothing on the page."""

from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from tests.browser.python import Python

PRELUDE = """
import asyncio, js
from agentic.browser import driver, ffi
from agentic.browser.driver.pace import frame

def find(selector):
    return js.document.querySelector(selector)

def layer():
    return find("[data-agentic=overlay]")

def ring():
    return layer().shadowRoot.firstElementChild

def gap(target):
    # How far the ring is from standing 2 px round the target, at the worst of its sides.
    box, own = target.getBoundingClientRect(), ring().getBoundingClientRect()
    return max(abs(own.left - box.left + 2), abs(own.top - box.top + 2),
               abs(own.right - box.right - 2), abs(own.bottom - box.bottom - 2))

result = None
"""

Look = Callable[..., Any]


@pytest.fixture
def look(python: Python) -> Look:
    """Put markup on the stage and run Python that highlights something on it."""

    def run(markup: str, source: str) -> Any:
        python.page.evaluate("markup => { document.body.innerHTML = markup; scrollTo(0, 0) }", markup)
        return python(PRELUDE + dedent(source))

    return run


def test_the_ring_stands_round_its_target_and_takes_no_pointer(look: Look) -> None:
    assert look(
        '<button id="b" style="margin: 40px">Save</button>',
        """
        remove = driver.show_highlight_overlay(find("#b"), scrim=True)
        box = find("#b").getBoundingClientRect()
        met = js.document.elementFromPoint(box.left + 5, box.top + 5)
        result = [gap(find("#b")) < 1, met == find("#b"), ring().computedStyleMap().get("pointer-events").toString()]
        remove()
        remove()
        result.append(bool(layer()))
        """,
    ) == [True, True, "none", False]


def test_a_real_click_and_the_drivers_own_go_through_the_ring(look: Look, python: Python) -> None:
    look(
        '<button id="b" style="margin: 40px">Save</button>',
        """
        js.clicks = 0
        from pyodide.code import run_js
        run_js("document.querySelector('#b').onclick = () => { clicks += 1 }")
        driver.show_highlight_overlay(find("#b"), scrim=True, gradient=True)
        await driver.click_element(find("#b"), highlight_ms=10)
        """,
    )
    python.page.click("#b")
    assert python.page.evaluate("clicks") == 2


def test_it_is_seen_above_a_modal_dialog(look: Look, python: Python) -> None:
    look(
        "<dialog><button id='b' style='margin: 40px'>Save</button></dialog>",
        """
        find("dialog").showModal()
        driver.show_highlight_overlay(find("#b"), color="rgb(255, 0, 0)", ring_width=10, padding=10)
        await frame()
        await frame()
        """,
    )
    shown = python.page.evaluate(
        "() => { const ring = document.querySelector('[data-agentic]').shadowRoot.firstElementChild;"
        " const {left, top} = ring.getBoundingClientRect(); return [left - 5, top + 20] }"
    )
    assert colour_at(python, *shown) == (255, 0, 0)


def test_it_stays_above_what_opens_while_it_is_shown_and_closes_none_of_it(look: Look) -> None:
    assert look(
        """<dialog><button id="b">Save</button></dialog><div id="p" popover>Hint <button id="c">c</button></div>""",
        """
        find("dialog").showModal()
        driver.show_highlight_overlay(find("#b"))
        find("#p").showPopover()
        await frame()
        await frame()
        remove = driver.show_highlight_overlay(find("#c"))
        await frame()
        result = [find("#p").matches(":popover-open"), find("dialog").open]
        remove()
        layers = js.document.querySelectorAll("[data-agentic]")
        result += [len(layers), layers[0].matches(":popover-open")]
        """,
    ) == [True, True, 1, True]


def test_a_dialog_that_opens_over_a_ring_does_not_hide_it(look: Look, python: Python) -> None:
    look(
        '<button id="b" style="margin: 40px">Save</button><dialog style="width: 600px">Sure?</dialog>',
        """
        driver.show_highlight_overlay(find("#b"), color="rgb(255, 0, 0)", ring_width=10)
        find("dialog").showModal()
        await frame()
        await frame()
        await frame()
        """,
    )
    left, top = python.page.evaluate(
        "() => { const {left, top} = document.querySelector('#b').getBoundingClientRect(); return [left, top] }"
    )
    assert colour_at(python, left - 7, top + 5) == (255, 0, 0)


def test_the_scrim_dims_everything_but_the_target(look: Look, python: Python) -> None:
    look(
        '<div id="b" style="margin: 60px; width: 100px; height: 100px; background: rgb(0, 255, 0)"></div>',
        """
        driver.show_highlight_overlay(find("#b"), scrim="rgb(0, 0, 200)")
        await frame()
        await frame()
        """,
    )
    left, top = python.page.evaluate(
        "() => { const {left, top} = document.querySelector('#b').getBoundingClientRect(); return [left, top] }"
    )
    assert colour_at(python, left + 50, top + 50) == (0, 255, 0)
    assert colour_at(python, left + 160, top + 50) == (0, 0, 200)
    assert colour_at(python, 2, 2) == (0, 0, 200)


def test_it_follows_when_the_window_is_made_smaller(look: Look, python: Python) -> None:
    look(
        '<div style="text-align: right"><button id="b">Save</button></div>',
        'driver.show_highlight_overlay(find("#b"))',
    )
    size = python.page.viewport_size
    python.page.set_viewport_size({"width": 700, "height": 500})
    try:
        assert python(PRELUDE + "await frame()\nawait frame()\nresult = gap(find('#b')) < 1")
    finally:
        python.page.set_viewport_size(size)


def test_an_ancestor_that_clips_does_not_clip_the_ring(look: Look, python: Python) -> None:
    look(
        '<div style="overflow: hidden; display: inline-block; margin: 60px; position: relative; z-index: 1">'
        '<button id="b" style="display: block">Save</button></div>',
        """
        driver.show_highlight_overlay(find("#b"), color="rgb(255, 0, 0)", ring_width=8, padding=8, radius=0)
        await frame()
        await frame()
        """,
    )
    left, top = python.page.evaluate(
        "() => { const {left, top} = document.querySelector('#b').getBoundingClientRect(); return [left, top] }"
    )
    assert colour_at(python, left - 12, top + 5) == (255, 0, 0)


def test_it_follows_its_target_in_a_box_that_scrolls_and_hides_when_that_is_scrolled_out(look: Look) -> None:
    assert look(
        '<div id="box" style="overflow: auto; height: 200px; margin: 30px"><div style="height: 150px"></div>'
        '<button id="b">Save</button><div style="height: 900px"></div></div>',
        """
        driver.show_highlight_overlay(find("#b"))
        result = []
        for offset in (0, 120, 600, 60):
            find("#box").scrollTop = offset
            await frame()
            await frame()
            result.append([gap(find("#b")) < 1, ring().style.visibility])
        """,
    ) == [[True, "visible"], [True, "visible"], [True, "hidden"], [True, "visible"]]


def test_it_follows_a_target_that_changes_its_size(look: Look) -> None:
    assert look(
        '<button id="b">Save</button>',
        """
        driver.show_highlight_overlay(find("#b"))
        find("#b").textContent = "Save everything that is on this page"
        await frame()
        await frame()
        result = gap(find("#b")) < 1
        """,
    )


@pytest.mark.parametrize("goes", ["find('#b').remove()", "find('#b').hidden = True", "find('#p').remove()"])
def test_it_goes_when_its_target_goes_and_frees_its_proxies(look: Look, goes: str) -> None:
    assert look(
        '<p id="p"><button id="b">Save</button></p>',
        f"""
        await frame()  # rings of other tests, whose targets are gone
        await frame()
        before = ffi.live_proxies()
        driver.show_highlight_overlay(find("#b"))
        {goes}
        await frame()
        await frame()
        result = [bool(layer()), ffi.live_proxies() - before]
        """,
    ) == [False, 0]


def test_the_pages_own_nodes_are_never_written_to(look: Look) -> None:
    assert look(
        '<div style="overflow: hidden"><button id="b" class="x">Save</button></div><input id="field">',
        """
        def own_page():
            copy = js.document.documentElement.cloneNode(True)
            for node in copy.querySelectorAll("[data-agentic]"):
                node.remove()
            return copy.outerHTML

        before = own_page()
        remove = driver.show_highlight_overlay(find("#b"), scrim=True, gradient=True)
        await frame()
        during = own_page()
        remove()
        flashing = asyncio.ensure_future(driver.flash(find("#field"), flash_ms=60))
        await frame()
        flashed = [own_page() == before, bool(layer())]
        await flashing
        await driver.click_element(find("#b"), highlight_ms=20)
        await driver.fill_field(find("#field"), "text", flash_ms=20, char_delay_ms=0)
        result = [during == before, *flashed, own_page() == before, bool(layer())]
        """,
    ) == [True, True, True, True, False]


def test_its_look_is_read_from_the_target(look: Look) -> None:
    assert look(
        '<div style="--ag-ui-accent: rgb(1, 2, 3); --ag-ui-highlight-ring-width: 7; --ag-ui-highlight-z-index: 5;'
        ' --ag-ui-highlight-scrim: rgba(4, 5, 6, 0.5)"><button id="b">Save</button></div>',
        """
        remove = driver.show_highlight_overlay(find("#b"), scrim=True)
        style = js.getComputedStyle(ring())
        result = [style.outlineColor, style.outlineWidth, layer().style.zIndex, style.boxShadow[:18]]
        remove()
        driver.show_highlight_overlay(find("#b"), color="rgb(9, 9, 9)", ring_width=1, radius=4)
        style = js.getComputedStyle(ring())
        result += [style.outlineColor, style.outlineWidth, style.borderTopLeftRadius]
        """,
    ) == ["rgb(1, 2, 3)", "7px", "5", "rgba(4, 5, 6, 0.5)", "rgb(9, 9, 9)", "1px", "4px"]


def test_the_gradient_and_its_pace_are_read_from_the_target_too(look: Look) -> None:
    source = """
        def drawn(**options):
            remove = driver.show_highlight_overlay(find("#b"), gradient=True, scrim=True, **options)
            band = ring().firstElementChild
            (flow,) = band.getAnimations()
            image = js.getComputedStyle(band).backgroundImage
            told = [image, flow.effect.getTiming().duration, js.getComputedStyle(ring()).boxShadow[:22]]
            remove()
            return told
        result = [drawn(), drawn(flow_ms=700)[1]]
    """
    themed = "linear-gradient(90deg, rgb(1, 2, 3), rgb(4, 5, 6))"
    tokens = f"--ag-ui-highlight-gradient: {themed}; --ag-ui-highlight-flow-ms: 900"
    (image, pace, _), given = look(f'<div style="{tokens}"><button id="b">Save</button></div>', source)
    assert (image, pace, given) == (themed, 900, 700)
    (image, pace, shade), _ = look('<button id="b">Save</button>', source)
    assert "linear-gradient(115deg" in image
    assert (pace, shade) == (2400, "rgba(15, 15, 25, 0.45)")


def test_the_gradient_flows_unless_a_person_asked_for_no_motion(look: Look, python: Python) -> None:
    source = """
        remove = driver.show_highlight_overlay(find("#b"), gradient=True, flow_ms=500)
        band = ring().firstElementChild
        result = ["linear-gradient" in js.getComputedStyle(band).backgroundImage, len(band.getAnimations())]
        remove()
    """
    assert look('<button id="b">Save</button>', source) == [True, 1]
    python.page.emulate_media(reduced_motion="reduce")
    try:
        assert look('<button id="b">Save</button>', source) == [True, 0]
    finally:
        python.page.emulate_media(reduced_motion="no-preference")


def test_a_flash_holds_its_ring_and_leaves_the_focus_where_it_is(look: Look) -> None:
    assert look(
        '<input id="a"><input id="b">',
        """
        find("#a").focus()
        flashing = asyncio.ensure_future(driver.flash(find("#b"), flash_ms=120))
        await asyncio.sleep(0.06)
        result = [gap(find("#b")) < 1, js.document.activeElement.id]
        await flashing
        result.append(bool(layer()))
        await driver.focus_with_flash(find("#b"), flash_ms=0)
        result.append(js.document.activeElement.id)
        await driver.focus_with_flash(find("#a"), flash_ms=0, focus=False)
        result.append(js.document.activeElement.id)
        """,
    ) == [True, "a", False, "b", "b"]


TIMING = """
    flashing = asyncio.ensure_future(driver.flash(find("#b"), flash_ms=FLASH))
    await frame()
    timings = [each.effect.getTiming() for each in layer().getAnimations()]
    start = asyncio.get_running_loop().time()
    await flashing
    held = asyncio.get_running_loop().time() - start
    result = [[[round(each.delay), each.duration] for each in timings], held > FLASH / 1000 * 0.7, bool(layer())]
"""


def test_a_flash_fades_in_its_last_third_and_with_no_motion_it_only_holds(look: Look, python: Python) -> None:
    source = TIMING.replace("FLASH", "300")
    assert look('<button id="b">Save</button>', source) == [[[200, 100]], True, False]
    python.page.emulate_media(reduced_motion="reduce")
    try:
        assert look('<button id="b">Save</button>', source) == [[], True, False]
    finally:
        python.page.emulate_media(reduced_motion="no-preference")


def test_a_flash_lasts_a_second_and_a_fifth_unless_told_otherwise(look: Look) -> None:
    assert look(
        '<button id="b">Save</button>',
        """
        flashing = asyncio.ensure_future(driver.flash(find("#b")))
        await frame()
        timing = layer().getAnimations()[0].effect.getTiming()
        result = [round(timing.delay), timing.duration]
        flashing.cancel()
        await asyncio.wait({flashing})
        result.append(bool(layer()))
        """,
    ) == [800, 400, False]


def test_tab_reaches_the_field_that_is_highlighted(look: Look, python: Python) -> None:
    look(
        '<input id="a"><input id="b">',
        'find("#a").focus()\ndriver.show_highlight_overlay(find("#b"), scrim=True)',
    )
    python.page.keyboard.press("Tab")
    assert python.page.evaluate("document.activeElement.id") == "b"


def test_rules_of_the_page_do_not_reach_it(look: Look) -> None:
    assert look(
        "<style>div { display: none !important; margin: 50px !important; opacity: 0.1 !important }</style>"
        '<button id="b">Save</button>',
        """
        driver.show_highlight_overlay(find("#b"))
        style = js.getComputedStyle(layer())
        result = [gap(find("#b")) < 1, style.display, style.opacity]
        """,
    ) == [True, "block", "1"]


def colour_at(python: Python, x: float, y: float) -> tuple[int, int, int]:
    """The colour that is painted at a point of the window."""
    picture = python.page.screenshot(clip={"x": x, "y": y, "width": 1, "height": 1})
    data = python.page.evaluate(
        """async bytes => {
             const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: "image/png"}));
             const canvas = new OffscreenCanvas(1, 1).getContext("2d");
             canvas.drawImage(image, 0, 0);
             return [...canvas.getImageData(0, 0, 1, 1).data] }""",
        list(picture),
    )
    return tuple(data[:3])
