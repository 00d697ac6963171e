"""The inspector as a panel: when it is loaded, where it stands, where the focus goes, and its keys."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.inspecting import DELETE, LIST, SAVE, Inspector
from tests.browser.python import Python
from tests.browser.stage import wait_for, wait_for_page
from tests.servers.site import Site

LOADED = "import sys\nresult = [name for name in sys.modules if name.startswith('agentic.inspector')]"
DEFINED = "Boolean(customElements.get('agentic-inspector'))"
OPENER = """() => {
  const opener = document.createElement("button");
  opener.textContent = "Inspect";
  opener.onclick = () => document.querySelector("agentic-inspector").toggle();
  document.body.prepend(opener);
}"""
FOCUSED = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node?.getAttribute("aria-label") ?? node?.textContent.trim().slice(0, 40) ?? "";
}"""


# When it is loaded


def test_a_page_without_an_inspector_loads_nothing_of_it(visit: Callable[[str], Chat], page: Page) -> None:
    visit("/plain.html")
    python = Python(page)
    assert python(LOADED) == []
    page.evaluate("document.body.append(document.createElement('agentic-inspector'))")
    wait_for(DEFINED, page)
    assert python(LOADED) != []


def test_an_inspector_in_the_markup_is_there_by_itself_and_a_strict_page_needs_no_exception(
    page: Page, site: Site
) -> None:
    html = site.file("/strict.html").read_text().replace("<main>", "<agentic-inspector open></agentic-inspector><main>")
    site.substitute("/strict.html", body=html.encode())
    page.goto(site.url("/strict.html"))
    wait_for_page(page)
    inspector = Inspector(page, Python(page))
    expect(inspector.panel).to_be_visible()
    expect(inspector.panel).to_have_css("display", "flex")
    inspector.turn_to("Timeline")
    expect(inspector.panel).to_contain_text("No call was made yet.")
    assert page.evaluate("violations") == []


def test_the_module_defines_it_when_told(visit: Callable[[str], Chat], page: Page) -> None:
    visit("/module.html")
    wait_for_page(page)
    page.evaluate("document.body.append(document.createElement('agentic-inspector'))")
    assert page.evaluate(DEFINED) is False
    twice = "async () => { const { defineAgenticInspector: define } = await import('/dist/agentic.mjs'); "
    page.evaluate(twice + "await define(); await define(); }")
    assert page.evaluate(DEFINED) is True


def test_the_order_desk_opens_it_with_a_button(page: Page, site: Site) -> None:
    page.goto(site.url("/dist/index.html"))
    wait_for(DEFINED, page)
    inspector = Inspector(page, Python(page))
    opener = page.get_by_role("button", name="Inspector", exact=True)
    opener.click()
    expect(inspector.row("order.save")).to_be_visible()
    expect(opener).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(inspector.panel).to_be_hidden()
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")


# Open, closed, docked


def test_methods_property_and_attribute_open_and_close_it_and_the_page_is_told(inspector: Inspector) -> None:
    inspector.mount()
    inspector.element.evaluate("""node => {
      window.told = [];
      node.addEventListener("agentic-inspector-toggle", event => told.push(event.detail.open));
    }""")
    expect(inspector.panel).to_be_hidden()
    for change, is_open in (
        ("show()", True),
        ("show()", True),
        ("toggle()", False),
        ("open = true", True),
        ("removeAttribute('open')", False),
    ):
        inspector.element.evaluate(f"node => {{ node.{change}; }}")
        expect(inspector.panel).to_be_visible(visible=is_open)
    assert inspector.page.evaluate("told") == [True, False, True, False]


def test_opened_again_or_moved_it_shows_everything_once(inspector: Inspector) -> None:
    inspector.registers(SAVE + "\nasyncio.ensure_future(registry.execute('orders.save', {'item': 'lamp'}))")
    inspector.mount(open="")
    for change in ("close()", "show()", "parentNode.prepend(node)"):
        inspector.element.evaluate(f"node => {{ node.{change}; }}")
    for tab, rows in (("Catalog", 1), ("Timeline", 3)):
        inspector.turn_to(tab)
        expect(inspector.row("orders.save")).to_have_count(rows)
    inspector.turn_to("Pending")
    expect(inspector.questions).to_have_count(1)


def test_properties_are_the_attributes_and_refuse_what_means_nothing(inspector: Inspector) -> None:
    inspector.mount(open="")
    assert inspector.element.evaluate("""node => {
      node.view = "pending"; node.htmlFor = "x"; node.dock = "left";
      let said = "";
      try { node.dock = "top" } catch (error) { said = error.message }
      return [node.getAttribute("view"), node.getAttribute("for"), node.getAttribute("dock"), said];
    }""") == ["pending", "x", "left", "dock: it must be one of bottom, right, left, floating, embedded, not 'top'"]


@pytest.mark.parametrize(
    ("name", "edges"),
    [
        ("Dock to the left", (True, True, True, False)),
        ("Dock to the right", (True, False, True, True)),
        ("Dock to the bottom", (False, True, True, True)),
        ("Float", (False, False, False, False)),
    ],
)
def test_it_docks_where_a_person_wants_it(inspector: Inspector, name: str, edges: tuple[bool, ...]) -> None:
    """`edges` are the sides of the window that the panel touches: top, left, bottom, right."""
    inspector.mount(open="")
    inspector.press(name)
    expect(inspector.button(name)).to_have_attribute("aria-pressed", "true")
    inspector.wait_until_still()
    touched = inspector.element.evaluate("""node => {
      const box = node.getBoundingClientRect();
      return [box.top === 0, box.left === 0, box.bottom === innerHeight, box.right === innerWidth];
    }""")
    assert tuple(touched) == edges


def test_the_room_it_takes_stands_on_the_pages_root(inspector: Inspector) -> None:
    room = """name => getComputedStyle(document.documentElement).getPropertyValue(`--agentic-inspector-${name}`)"""
    inspector.mount(open="", style="--agentic-inspector-height: 300px; --agentic-inspector-width: 350px")
    inspector.page.wait_for_function(f"({room})('bottom') === '300px'")
    inspector.press("Dock to the right")
    inspector.page.wait_for_function(f"({room})('right') === '350px' && !({room})('bottom')")
    inspector.element.evaluate("node => node.remove()")
    inspector.page.wait_for_function(f"!({room})('right')")


def test_embedded_it_fills_the_box_it_is_given(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    inspector.mount(dock="embedded")
    inspector.element.evaluate("""node => {
      const box = document.createElement("div");
      box.style.cssText = "width: 500px; height: 400px";
      document.body.append(box);
      box.append(node);
    }""")
    expect(inspector.row("orders.save")).to_be_visible()
    box = inspector.element.bounding_box()
    assert (box["width"], box["height"]) == (500, 400)
    expect(inspector.button("Close the inspector")).to_have_count(0)
    inspector.field("Filter the catalog").press("Escape")
    expect(inspector.panel).to_be_visible()


def test_its_edge_is_moved_by_keys_and_dragged(inspector: Inspector) -> None:
    inspector.mount(open="")
    edge = inspector.element.get_by_role("separator", name="Size of the inspector")
    inspector.wait_until_still()
    height = inspector.element.bounding_box()["height"]
    edge.press("ArrowUp")
    expect(edge).to_have_attribute("aria-valuenow", str(round(height) + 24))
    box = edge.bounding_box()
    inspector.page.mouse.move(600, box["y"] + 3)
    inspector.page.mouse.down()
    inspector.page.mouse.move(600, box["y"] + 103)
    inspector.page.mouse.up()
    expect(edge).to_have_attribute("aria-valuenow", str(round(height) + 24 - 100))
    inspector.press("Dock to the left")
    width = inspector.element.bounding_box()["width"]
    edge.press("ArrowRight")
    expect(edge).to_have_attribute("aria-valuenow", str(round(width) + 24))
    expect(edge).to_have_attribute("aria-orientation", "vertical")


# Focus and keys


def test_the_focus_comes_in_and_goes_back(inspector: Inspector) -> None:
    inspector.mount()
    inspector.page.evaluate(OPENER)
    opener = inspector.page.get_by_role("button", name="Inspect", exact=True)
    opener.click()
    expect(inspector.panel).to_be_focused()
    inspector.page.keyboard.press("Escape")
    expect(inspector.panel).to_be_hidden()
    expect(opener).to_be_focused()


def test_escape_loses_nothing_that_is_written(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    inspector.mount(open="")
    inspector.field("Filter the catalog").fill("orders")
    inspector.field("Filter the catalog").press("Escape")
    expect(inspector.field("Filter the catalog")).to_have_value("")
    inspector.choose("orders.save")
    inspector.field("item").fill("lamp")
    inspector.field("item").press("Escape")
    expect(inspector.field("item")).to_have_value("lamp")
    inspector.page.keyboard.press("Escape")
    expect(inspector.panel).to_be_hidden()


def test_a_list_is_one_stop_and_the_arrows_go_through_it(inspector: Inspector) -> None:
    inspector.registers(SAVE + DELETE + LIST)
    inspector.mount(open="")
    expect(inspector.row("orders")).to_have_count(3)
    stops = inspector.capabilities.locator('[tabindex="0"]')
    expect(stops).to_have_count(1)
    stops.focus()
    keys = inspector.page.keyboard
    keys.press("ArrowDown")
    expect(inspector.row("orders.list")).to_be_focused()
    expect(inspector.row("orders.list")).to_have_attribute("aria-selected", "true")
    expect(inspector.details.filter(visible=True)).to_contain_text("The saved orders.")
    keys.press("End")
    expect(inspector.row("orders.save")).to_be_focused()
    keys.press("ArrowDown")
    expect(inspector.row("orders.save")).to_be_focused()
    keys.press("Home")
    expect(inspector.row("orders.delete")).to_be_focused()
    expect(stops).to_have_count(1)


def test_the_tabs_are_one_stop_and_the_arrows_turn_them(inspector: Inspector) -> None:
    inspector.mount(open="")
    inspector.tab("Catalog").focus()
    inspector.page.keyboard.press("ArrowRight")
    expect(inspector.tab("Timeline")).to_be_focused()
    expect(inspector.tab("Timeline")).to_have_attribute("aria-selected", "true")
    expect(inspector.records).to_be_attached()
    expect(inspector.element.get_by_role("tabpanel", name="Timeline")).to_be_visible()
    inspector.page.keyboard.press("End")
    expect(inspector.tab("Approvals")).to_be_focused()
    assert inspector.element.get_attribute("view") == "approvals"


def test_a_call_is_tried_and_approved_by_keyboard_alone(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    inspector.mount()
    inspector.page.evaluate(OPENER)
    keys = inspector.page.keyboard
    inspector.page.get_by_role("button", name="Inspect", exact=True).focus()
    keys.press("Enter")
    expect(inspector.row("orders.save")).to_be_visible()
    tab_to(inspector.page, "orders.save")
    keys.press("Enter")
    tab_to(inspector.page, "")  # a field is named by its label, which is not in it
    keys.type("lamp")
    keys.press("Control+Enter")
    inspector.expect_count("Pending", 1)
    tab_to(inspector.page, "Review", "Shift+Tab")
    keys.press("Enter")
    expect(inspector.panel).to_be_focused()
    tab_to(inspector.page, "Approve once")
    keys.press("Enter")
    inspector.expect_count("Pending", 0)
    expect(inspector.panel).to_be_focused()
    assert inspector.ran() == [{"item": "lamp", "count": 1}]


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press the key until what has the focus begins with this name; a keyboard trap ends in a failure."""
    seen = []
    for _ in range(30):
        page.keyboard.press(key)
        seen.append(page.evaluate(FOCUSED))
        if seen[-1] == name or (name and seen[-1].startswith(name)):
            return
    pytest.fail(f"{key} never reached {name}; it went {seen}")


def test_what_is_typed_is_no_shortcut_of_the_pages(inspector: Inspector) -> None:
    inspector.mount(open="")
    inspector.page.evaluate(
        "() => { const heard = window.heard = []; addEventListener('keydown', e => heard.push(e.key)); }"
    )
    inspector.field("Filter the catalog").press("k")
    assert inspector.page.evaluate("heard") == []


def test_an_agent_cannot_press_its_buttons(inspector: Inspector) -> None:
    inspector.registers(SAVE + "\nasyncio.ensure_future(registry.execute('orders.save', {'item': 'lamp'}))")
    inspector.mount(open="", view="pending")
    expect(inspector.button("Approve once")).to_be_visible()
    refusals = inspector.ask("""
    from js import document
    from agentic.driver import click_element
    host = document.querySelector("agentic-inspector")
    result = []
    for target in (host, host.shadowRoot.querySelector('[data-action="once"]')):
        try:
            await click_element(target)
        except Exception as error:
            result.append(str(error))
    """)
    assert refusals == ["this is a part of the inspector itself, and not for the agent to use"] * 2
    assert inspector.ran() == []
