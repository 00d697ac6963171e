"""The inspector to the eye and the ear: names, colours, a phone, motion, words; and what drawing it costs."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.inspecting import DELETE, LIST, LOGIN, SAVE, Inspector

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
FIND = """async inspector => {
  const { violations } = await axe.run(inspector, { resultTypes: ["violations"] });
  const told = (id, node) => `${id}: ${node.html} ${node.failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map(node => told(id, node)));
}"""
MANY = """
for n in range(1000):
    registry.register(Capability(f"thing.{n:04}", "", {"type": "object"}, "read", lambda _: "ok"), owner="many")
"""
# How many rows came with each frame, and how many changes there were at all.
WATCH_ROWS = """inspector => {
  window.came = [];
  const list = inspector.shadowRoot.querySelector("[role=listbox]");
  new MutationObserver(records => came.push(records.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0)))
    .observe(list, { childList: true });
}"""


# Names, colours, motion, a phone


def furnish(inspector: Inspector) -> None:
    inspector.registers(
        SAVE
        + DELETE
        + LOGIN
        + LIST
        + "orders.registration.suspend()\n"
        + "asyncio.ensure_future(registry.execute('orders.delete', {'position': 1}))\n"
        + "login_entry = registry.find('account.login')[0]\n"
        + "registry.approvals.remember('session', Proposal(Call('account.login'), login_entry, {}, ''))\n"
    )


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_tab(inspector: Inspector, theme: str, width: int) -> None:
    page = inspector.page
    page.set_viewport_size({"width": width, "height": 800})
    furnish(inspector)
    inspector.mount(open="", theme=theme)
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    inspector.choose("account.login")
    inspector.press("Run")
    found = []
    for tab in ("Catalog", "Timeline", "Pending", "Approvals"):
        inspector.turn_to(tab)
        if tab == "Timeline":
            inspector.choose("orders.delete")
        inspector.wait_until_still()
        found += [f"{tab}: {each}" for each in inspector.element.evaluate(FIND)]
    page.set_viewport_size({"width": 1280, "height": 800})
    assert found == []


def test_axe_finds_nothing_where_nothing_is(inspector: Inspector) -> None:
    inspector.mount(open="", theme="light")
    expect(inspector.panel).to_contain_text("Nothing is registered here yet.")
    if not inspector.page.evaluate("'axe' in window"):
        inspector.page.add_script_tag(path=AXE)
    for tab in ("Catalog", "Timeline", "Pending", "Approvals"):
        inspector.turn_to(tab)
        inspector.wait_until_still()
        assert inspector.element.evaluate(FIND) == []


def test_on_a_phone_the_details_take_the_lists_place_and_nothing_is_wider_than_the_screen(inspector: Inspector) -> None:
    inspector.page.set_viewport_size({"width": 390, "height": 800})
    furnish(inspector)
    inspector.mount(open="", dock="right")
    inspector.choose("account.login")
    expect(inspector.row("account.login")).to_have_count(0)
    expect(inspector.field("user")).to_be_visible()
    inspector.press("Back to the list")
    expect(inspector.row("account.login")).to_be_visible()
    wide = """node => [...node.shadowRoot.querySelectorAll("*")]
      .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > 391).map(each => each.outerHTML)"""
    for tab in ("Catalog", "Timeline", "Pending", "Approvals"):
        inspector.turn_to(tab)
        assert inspector.element.evaluate(wide) == []
    inspector.page.set_viewport_size({"width": 1280, "height": 800})


def test_with_less_motion_nothing_moves(inspector: Inspector) -> None:
    inspector.page.emulate_media(reduced_motion="reduce")
    inspector.mount(open="")
    expect(inspector.panel).to_be_visible()
    durations = "node => node.shadowRoot.getAnimations().map(each => each.effect.getComputedTiming().duration)"
    assert [each for each in inspector.element.evaluate(durations) if each > 1] == []
    inspector.page.emulate_media(reduced_motion="no-preference")


def test_words_are_replaced_live(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    inspector.mount(open="", data_strings='{"catalog": "Katalog", "riskMutates": "ändert"}')
    expect(inspector.tab("Katalog")).to_be_visible()
    expect(inspector.row("orders.save")).to_contain_text("ändert")
    inspector.element.evaluate("node => node.removeAttribute('data-strings')")
    expect(inspector.row("orders.save")).to_contain_text("mutating")


# What it costs


def test_a_thousand_rows_come_a_few_a_frame_and_scroll_without_python(inspector: Inspector) -> None:
    inspector.mount(open="")
    expect(inspector.panel).to_be_visible()
    inspector.element.evaluate(WATCH_ROWS)
    inspector.registers(MANY)
    expect(inspector.row("thing.")).to_have_count(1000)
    assert max(inspector.page.evaluate("came")) <= 25
    scrolled = inspector.capabilities.evaluate("""async list => {
      const frame = () => new Promise(requestAnimationFrame);
      await frame(); await frame();
      let changes = 0;
      const watch = new MutationObserver(records => changes += records.length);
      watch.observe(list.getRootNode(), { subtree: true, childList: true, attributes: true, characterData: true });
      for (let step = 0; step < 20; step++) { list.parentElement.scrollTop += 700; await frame(); }
      return [changes, list.parentElement.scrollTop > 10000, getComputedStyle(list.firstChild).contentVisibility];
    }""")
    assert scrolled == [0, True, "auto"]


def test_a_thousand_records_are_all_there_and_the_newest_is_in_sight(inspector: Inspector) -> None:
    inspector.registers(LIST + "for _ in range(260): await registry.execute('orders.list')")
    inspector.mount(open="", view="timeline")
    expect(inspector.row("orders.list")).to_have_count(1000)
    expect(inspector.row("executed").last).to_be_in_viewport()


def test_many_changes_in_one_turn_are_one_draw(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    inspector.mount(open="")
    expect(inspector.row("orders.save")).to_be_visible()
    inspector.element.evaluate("""node => {
      window.drawn = [];
      const revision = node.shadowRoot.querySelector('[data-ref="revision"]');
      new MutationObserver(() => drawn.push(revision.textContent)).observe(revision, { childList: true });
    }""")
    inspector.registers("entry = registry.find('orders.save')[0]\nfor _ in range(50): registry.put(entry, entry)")
    revision = inspector.ask("result = registry.revision")
    expect(inspector.panel).to_contain_text(f"revision {revision}")
    assert inspector.page.evaluate("drawn") == [f"revision {revision}"]


def test_closed_it_draws_nothing_and_removed_it_leaves_nothing(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    proxies = "import gc\nfrom agentic.browser.ffi import live_proxies\nresult = live_proxies()"
    inspector.mount(open="")
    inspector.choose("orders.save")
    inspector.element.evaluate("node => { node.close(); window.inspectors = [new WeakRef(node)]; }")
    inspector.element.evaluate("node => node.remove()")
    before = inspector.ask(proxies)
    for _ in range(3):
        inspector.mount(open="")
        inspector.choose("orders.save")
        for tab in ("Timeline", "Pending", "Approvals"):
            inspector.turn_to(tab)
        inspector.element.evaluate("node => { inspectors.push(new WeakRef(node)); node.remove(); }")
    inspector.page.wait_for_function("() => { gc(); return inspectors.every(each => each.deref() === undefined); }")
    assert inspector.ask(proxies) <= before
