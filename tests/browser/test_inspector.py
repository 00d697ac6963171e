"""The inspector's live catalog, and the form by which a capability is tried, as a person meets them."""

import json
import re

from playwright.sync_api import expect

from tests.browser.inspecting import DELETE, LIST, LOGIN, SAVE, Inspector

# The catalog


def test_every_capability_is_listed_with_what_it_is(inspector: Inspector) -> None:
    inspector.registers(
        SAVE
        + DELETE
        + """
registry.register(Capability("panel.close", "", {"type": "object"}, "mutating", print, target=Target("left", "Left")))
registry.register(Capability("report", "", {"type": "object"}, "read", print, available=False))
delete.registration.suspend()
"""
    )
    inspector.mount(open="")
    expect(inspector.row("orders.save")).to_contain_text(re.compile("mutating.*available"))
    expect(inspector.row("orders.delete")).to_contain_text(re.compile("destructive.*suspended"))
    expect(inspector.row("panel.close")).to_contain_text("Left (left)")
    expect(inspector.row("report")).to_contain_text(re.compile("read.*unavailable"))
    inspector.expect_count("Catalog", 4)
    revision = inspector.ask("result = registry.find('orders.save')[0].revision")
    expect(inspector.row("orders.save").locator("span").last).to_have_text(str(revision))


def test_the_catalog_follows_every_change_at_once(inspector: Inspector) -> None:
    inspector.mount(open="")
    expect(inspector.panel).to_contain_text("Nothing is registered here yet.")
    inspector.registers(SAVE)
    expect(inspector.row("orders.save")).to_contain_text("available")
    inspector.registers("registry.find('orders.save')\nsave = registry\n" + DELETE)
    inspector.expect_count("Catalog", 2)
    inspector.registers("for each in registry.find('orders.delete'): registry.put(each, None)")
    inspector.expect_count("Catalog", 1)
    expect(inspector.row("orders.delete")).to_have_count(0)


def test_a_row_that_did_not_change_is_not_drawn_again(inspector: Inspector) -> None:
    inspector.registers(SAVE + DELETE)
    inspector.mount(open="")
    expect(inspector.row("orders.save")).to_be_visible()
    inspector.element.evaluate("""node => {
      window.touched = [];
      const seen = records => touched.push(...records.map(({ target }) => target.textContent));
      new MutationObserver(seen).observe(node.shadowRoot.querySelector('[data-part="catalog"] [role="listbox"]'),
        { subtree: true, childList: true, characterData: true, attributes: true });
    }""")
    inspector.registers(
        "entry = registry.find('orders.delete')[0]\nfrom dataclasses import replace\n"
        "registry.put(entry, replace(entry, suspended=True))"
    )
    expect(inspector.row("orders.delete")).to_contain_text("suspended")
    assert not any("orders.save" in text for text in inspector.page.evaluate("touched"))


def test_the_filter_looks_in_names_descriptions_targets_risks_and_states(inspector: Inspector) -> None:
    inspector.registers(SAVE + DELETE + LIST)
    inspector.mount(open="")
    written = inspector.field("Filter the catalog")
    written.fill("ORDERS del")
    expect(inspector.row("orders")).to_have_count(1)
    expect(inspector.panel).to_contain_text("1 of 3")
    written.fill("saved")
    expect(inspector.row("orders.list")).to_have_count(1)
    written.fill("nothing at all")
    expect(inspector.panel).to_contain_text("Nothing passes the filter.")
    inspector.press("Clear the filter")
    expect(inspector.row("orders")).to_have_count(3)
    inspector.field("Risk").select_option("destructive")
    expect(inspector.row("orders")).to_have_count(1)
    inspector.field("State").select_option("suspended")
    expect(inspector.row("orders")).to_have_count(0)


def test_the_details_have_the_schema_and_what_a_call_would_meet(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    inspector.mount(open="")
    inspector.choose("orders.save")
    expect(inspector.details.filter(visible=True)).to_contain_text("asks first")
    inspector.element.get_by_text("Input schema").click()
    shown = inspector.element.get_by_role("group", name="Input schema").inner_text()
    assert json.loads(shown) == inspector.ask("result = dict(registry.find('orders.save')[0].input_schema)")


def test_a_chosen_capability_that_goes_away_says_so(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    inspector.mount(open="")
    inspector.choose("orders.save")
    inspector.registers("registry.put(registry.find('orders.save')[0], None)")
    expect(inspector.panel).to_contain_text("orders.save is not registered any more.")


# The form


def test_a_capability_is_tried_with_every_kind_of_argument(inspector: Inspector) -> None:
    inspector.registers("""
    class Size(Enum):
        SMALL = "s"
        LARGE = "l"

    @registry.capability("things.add", risk="read")
    def add(name: str, count: int, size: Size, day: date, gift: bool = False, tags: list[str] = [],
            weight: float | None = None, kind: Literal[1, 2] | None = None):
        return ran(name=name, count=count, size=size.name, day=day.isoformat(), gift=gift, tags=tags,
                   weight=weight, kind=kind)
    """)
    inspector.mount(open="")
    inspector.choose("things.add")
    inspector.field("name").fill("two\nlines")
    inspector.field("count").fill("9007199254740991")
    inspector.field("size").select_option("l")
    inspector.field("day").fill("2026-03-01")
    inspector.field("gift").check()
    inspector.field("tags").fill('["a", "b"]')
    inspector.press("Run")
    inspector.expect_outcome("ok", '"size": "LARGE"')
    assert inspector.ran() == [
        {
            "name": "two\nlines",
            "count": 9007199254740991,
            "size": "LARGE",
            "day": "2026-03-01",
            "gift": True,
            "tags": ["a", "b"],
            "weight": None,
            "kind": None,
        }
    ]


def test_what_is_wrong_is_said_at_its_field_and_nothing_runs(inspector: Inspector) -> None:
    inspector.registers("""
    @registry.capability("things.add", risk="read")
    def add(count: Annotated[int, "how many"], kind: Literal["a", "b"], tags: list[int] = []):
        return ran(count=count)
    """)
    inspector.mount(open="")
    inspector.choose("things.add")
    inspector.field("count").fill("many")
    inspector.field("tags").fill('["x"]')
    inspector.press("Run")
    count = inspector.field("count")
    expect(count).to_be_focused()
    expect(count).to_have_attribute("aria-invalid", "true")
    expect(count).to_have_accessible_description(re.compile("^This is not a number."))
    expect(inspector.field("kind")).to_have_accessible_description(re.compile("^This is needed."))
    expect(inspector.field("tags")).to_have_accessible_description(re.compile("is not of type 'integer'"))
    assert inspector.ran() == []
    count.fill("3")
    inspector.field("kind").select_option("a")
    inspector.field("tags").fill("[1]")
    inspector.press("Run")
    inspector.expect_outcome("ok")
    expect(count).not_to_have_attribute("aria-invalid", "true")


def test_the_form_is_no_side_door(inspector: Inspector) -> None:
    inspector.registers(SAVE + "\nregistry.permission = lambda proposal: 'the shop is closed'")
    inspector.mount(open="")
    inspector.choose("orders.save")
    inspector.field("item").fill("lamp")
    inspector.press("Run")
    inspector.expect_outcome("denied", "the shop is closed")
    assert inspector.ran() == []


def test_arguments_can_be_written_as_json_and_the_pipeline_says_what_it_thinks(inspector: Inspector) -> None:
    inspector.registers(SAVE)
    inspector.mount(open="")
    inspector.choose("orders.save")
    inspector.field("item").fill("lamp")
    inspector.press("As JSON")
    written = inspector.field("Arguments as JSON")
    assert json.loads(written.input_value()) == {"item": "lamp"}
    written.fill('{"item": 1}')
    inspector.press("Run")
    inspector.expect_outcome("invalid", "item: 1 is not of type 'string'")
    written.fill("[1]")
    inspector.press("Run")
    inspector.expect_outcome("invalid", "must be one object")
    written.fill("{")
    inspector.press("Run")
    expect(written).to_have_accessible_description(re.compile("^This is not JSON"))


def test_a_secret_is_typed_unseen_and_shown_nowhere(inspector: Inspector) -> None:
    inspector.registers(LOGIN)
    inspector.mount(open="")
    inspector.choose("account.login")
    expect(inspector.button("As JSON")).to_have_count(0)
    secret = inspector.field("password")
    expect(secret).to_have_attribute("type", "password")
    inspector.field("user").fill("ada")
    secret.fill("hunter2-hunter2")
    inspector.press("Run")
    inspector.press("Review")
    expect(inspector.questions).to_contain_text("••••••")
    inspector.press("Edit")
    expect(inspector.field("password")).to_have_attribute("type", "password")
    expect(inspector.field("password")).to_have_value("••••••")
    inspector.field("user").fill("grace")
    inspector.press("Approve once")
    inspector.expect_count("Pending", 0)
    assert inspector.ran() == [{"length": len("hunter2-hunter2")}]
    inspector.turn_to("Catalog")
    inspector.expect_outcome("ok", "welcome, ••••••")
    inspector.turn_to("Timeline")
    for row in inspector.row("account.login").all():
        row.click()
        assert "hunter2" not in inspector.panel.inner_text()
    assert "hunter2" not in inspector.ask("result = registry.audit.to_lines()")


def test_a_running_call_can_be_stopped(inspector: Inspector) -> None:
    inspector.registers("""
    @registry.capability("slow", risk="read")
    async def slow():
        await asyncio.sleep(60)
    """)
    inspector.mount(open="")
    inspector.choose("slow")
    expect(inspector.details.filter(visible=True)).to_contain_text("It takes no arguments.")
    inspector.press("Run")
    inspector.expect_outcome("running")
    inspector.press("Stop the call")
    inspector.expect_outcome("cancelled", "stopped in the inspector")
    expect(inspector.button("Stop the call")).to_have_count(0)


def test_what_cannot_run_now_cannot_be_run(inspector: Inspector) -> None:
    inspector.registers(LIST + "\norders.registration.suspend()")
    inspector.mount(open="")
    inspector.choose("orders.list")
    expect(inspector.button("Run")).to_be_disabled()
    expect(inspector.details.filter(visible=True)).to_contain_text("It cannot run now.")


def test_a_new_schema_makes_a_new_form_and_a_new_wording_keeps_what_is_written(inspector: Inspector) -> None:
    inspector.registers(SAVE + "\ninspected.handle = save.registration")
    inspector.mount(open="")
    inspector.choose("orders.save")
    inspector.field("item").fill("lamp")
    inspector.registers("inspected.handle.update(description='Saves it.')")
    expect(inspector.details.filter(visible=True)).to_contain_text("Saves it.")
    expect(inspector.field("item")).to_have_value("lamp")
    inspector.registers(
        "inspected.handle.update(input_schema={'type': 'object', 'properties': {'other': {'type': 'string'}}})"
    )
    expect(inspector.field("other")).to_be_visible()
    expect(inspector.field("item")).to_have_count(0)


def test_an_untrusted_result_is_marked(inspector: Inspector) -> None:
    inspector.registers("""
    registry.register(Capability("read.page", "", {"type": "object"}, "read", lambda _: "words", untrusted=True))
    """)
    inspector.mount(open="")
    inspector.choose("read.page")
    inspector.press("Run")
    inspector.expect_outcome("ok", "untrusted result")


TEXTS = """inspector => [
  inspector.shadowRoot.textContent,
  ...[...inspector.shadowRoot.querySelectorAll("[aria-label]")].map(node => node.getAttribute("aria-label")),
]"""


def test_a_hostile_name_is_spelled_out_wherever_it_stands_and_makes_no_element(inspector: Inspector) -> None:
    inspector.registers(
        """
        name = "<img src=x onerror=alert(1)>\u202egpj"
        target, schema = Target(name, name), {"type": "object"}
        made = Capability(name, name, schema, "mutating", lambda values: name, target, summary=name)
        held = registry.register(made)
        asyncio.ensure_future(registry.execute(name))
        registry.approvals.remember("digest", Proposal(Call("x"), held.entry, {}, "0" * 64))
        """
    )
    inspector.mount(open="")
    inspector.choose("<img src=x")
    inspector.press("Run")
    expect(inspector.outcome).to_contain_text("waiting")
    for tab in ("Catalog", "Timeline", "Pending", "Approvals"):
        inspector.turn_to(tab)
        expect(inspector.panel).to_contain_text("<img src=x onerror=alert(1)>[U+202E]gpj")
        inspector.wait_until_still()
        assert "\u202e" not in "".join(inspector.element.evaluate(TEXTS))
        assert inspector.element.evaluate("inspector => inspector.shadowRoot.querySelector('img')") is None
