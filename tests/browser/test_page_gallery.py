"""Components people use, filled in and sent by the names a person reads; what the page sends is what counts."""

from typing import Any

import pytest

from tests.browser.gallery import MOUNT, Gallery
from tests.browser.paging import PRELUDE
from tests.browser.python import Python

FILL_AND_SEND = """
done = await outcome("fill_form", fields=given)
assert done.ok, done.hint
await call("click", target="Send")
for _ in range(100):
    if hasattr(js, "sent"):
        break
    await asyncio.sleep(0.01)
result = js.sent.to_py()
"""
ORDER = {
    "name": "Ada",
    "quantity": "3",
    "shipping": "express",
    "extras": ["Card", "Box"],
    "L": True,
    "Gift": True,
    "note": "two\nlines",
}


@pytest.fixture
def worked(gallery: Gallery) -> Python:
    """The stage, with the components at hand."""
    return gallery.python


def send(python: Python, component: str, fields: dict[str, Any]) -> dict[str, Any]:
    """What a component sends after it was filled in by name."""
    python.page.evaluate(MOUNT, [component, []])
    return python(f"{PRELUDE}\ngiven = {fields!r}\n{FILL_AND_SEND}")


def test_react(worked: Python) -> None:
    sent = send(worked, "react_form", {**ORDER, "due": "2026-01-31"})
    expected = {"name": "Ada", "quantity": "3", "due": "2026-01-31", "shipping": "express", "extras": ["card", "box"]}
    assert sent == {**sent, **expected, "size": "l", "gift": True, "note": "two\nlines"}


def test_vue(worked: Python) -> None:
    sent = send(worked, "vue_form", {**ORDER, "city": "Rome", "level": "70"})
    expected = {"name": "Ada", "city": "Rome", "quantity": 3, "level": 70, "shipping": "express"}
    assert sent == {**sent, **expected, "extras": ["card", "box"], "size": "l", "gift": True, "note": "two\nlines"}


def test_shoelace(worked: Python) -> None:
    fields = {"Name": "Ada", "Quantity": "3", "Shipping": "Express", "Gift": True, "Dark": True, "Small": True}
    sent = send(worked, "shoelace", {**fields, "Level": "70", "Note": "hi"})
    expected = {"name": "Ada", "quantity": "3", "shipping": "express", "gift": "yes", "dark": "yes", "size": "s"}
    assert sent == {**sent, **expected, "level": "70", "note": "hi"}


def test_mui(worked: Python) -> None:
    sent = send(worked, "mui", {"City": "Paris", "Late city": "London", "Shipping": "Express", "Level": "50"})
    assert sent == {**sent, "city": "Paris", "late": "London", "shipping": "express", "level": 50}


def test_radix(worked: Python) -> None:
    sent = send(worked, "radix", {"Shipping": "Express", "Level": "50", "Gift": True, "Dark": True})
    assert sent == {**sent, "shipping": "express", "level": [50], "gift": True, "dark": True}


@pytest.mark.parametrize("editor", ["lexical", "prosemirror", "quill", "codemirror"])
def test_an_editor_that_owns_its_document(worked: Python, editor: str) -> None:
    assert send(worked, editor, {"Body": "new\nlines"})["lines"] == ["new", "lines"]


def test_flatpickr(worked: Python) -> None:
    assert send(worked, "flatpickr", {"Due": "2026-03-14"})["due"] == "2026-03-14"


def test_a_mask(worked: Python) -> None:
    sent = send(worked, "imask", {"Phone": "2025550123", "Amount": "1234.5"})
    assert sent == {**sent, "phone": "(202) 555-0123", "amount": "1,234.5"}


@pytest.mark.parametrize(("component", "options"), [("sortable", {}), ("sortable", {"forceFallback": True})])
def test_a_sortable_list_is_sorted_by_what_its_items_say(
    worked: Python, component: str, options: dict[str, Any]
) -> None:
    worked.page.evaluate(MOUNT, [component, [options]])
    order = worked(f"""{PRELUDE}
await call("drag", target="One", to="Three")
result = [item.textContent for item in js.document.querySelectorAll("#list li")]
""")
    assert order.index("One") > order.index("Two")


def test_a_dialog_and_a_frame_are_filled_and_sent_by_name(worked: Python) -> None:
    script = """() => {
      document.body.innerHTML = `<main></main><dialog aria-label="Order"><form method="dialog">
        <label>City <input name="city"></label><button>Send</button></form></dialog><iframe title="More"></iframe>`;
      delete globalThis.sent;
      document.querySelector("form").onsubmit = ({target}) => {
        globalThis.sent = Object.fromEntries(new FormData(target));
      };
      document.querySelector("dialog").showModal();
    }"""
    worked.page.evaluate(script)
    assert worked(f"{PRELUDE}\ngiven = {{'City': 'Rome'}}\n{FILL_AND_SEND}") == {"city": "Rome"}
    worked.page.evaluate("""() => {
      document.querySelector("dialog").close();
      delete globalThis.sent;
      const inner = document.querySelector("iframe").contentDocument;
      inner.body.innerHTML = '<form><label>Town <input name="town"></label><button>Send</button></form>';
      document.querySelector("dialog").remove();
      inner.querySelector("form").onsubmit = event => {
        event.preventDefault();
        globalThis.sent = Object.fromEntries(new FormData(event.target));
      };
    }""")
    assert worked(f"{PRELUDE}\ngiven = {{'Town': 'Bern'}}\n{FILL_AND_SEND}") == {"town": "Bern"}
