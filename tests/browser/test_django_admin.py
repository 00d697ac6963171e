"""The Django admin, worked by the names a person reads: a whole application that nobody here wrote."""

from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.paging import PRELUDE
from tests.browser.python import Python
from tests.browser.stage import wait_for_boot
from tests.servers.django_admin import DjangoAdmin


class Admin:
    """Pages of the admin, opened by path, worked by the page tools."""

    def __init__(self, page: Page, server: DjangoAdmin) -> None:
        self.page = page
        self.rows = server.rows
        self._server = server
        self._python = Python(page)

    def open(self, path: str) -> None:
        self.page.goto(self._server.url(path))
        wait_for_boot(self.page)

    def __call__(self, source: str) -> Any:
        """The `result` of calls on the page as it is."""
        return self._python(PRELUDE + dedent(source))

    def leave(self, target: str) -> None:
        """Click, and wait for the page that this leads to."""
        # It ends the interpreter of this one: nobody waits for an answer.
        with self.page.expect_navigation():
            self(f"asyncio.ensure_future(call('click', target={target!r}))\nresult = None")
        wait_for_boot(self.page)


@pytest.fixture(scope="module")
def server() -> Iterator[DjangoAdmin]:
    with DjangoAdmin() as server:
        yield server


@pytest.fixture
def admin(page: Page, server: DjangoAdmin) -> Admin:
    admin = Admin(page, server)
    admin.open("")
    admin(LOG_IN)
    admin.leave("Log in")
    return admin


LOG_IN = """
done = await outcome("fill_form", fields={"Username": "ada", "Password": "of a test"})
assert done.ok, done.hint
"""
ORDER = {
    "Number": "B-7",
    "Customer": "Ada Stern",
    "Shipping": "Express",
    "Due": "2026-01-31",
    "Date": "2026-02-01",
    "Time": "08:30:00",
    "Paid": True,
    "High": True,
    "Note": "two\nlines",
    "Article": "Lamp",
    "Pieces": "3",
}


def test_an_order_with_lines_is_added_by_name(admin: Admin) -> None:
    admin.open("shop/order/add/")
    admin(f"""
        await call("fill_form", fields={ORDER!r})
        await call("select", target=await ref('listbox "Available tags'), option=["Gift", "Heavy"])
        await call("click", target="Choose selected tags")
        await call("click", target="Add another Line")
        text = await read(budget=50000)
        second = [re.findall(rf'"{{name}}" \\[(e\\d+)\\]', text)[1] for name in ("Article", "Pieces")]
        await call("fill_form", fields=dict(zip(second, ("Chair", "2"))))
        """)
    admin.leave("Save")
    assert "was added successfully" in admin('result = await call("find", words="added successfully")')
    columns = "number, name, shipping, due, packed, paid, priority, note"
    joined = f"select {columns} from shop_order join shop_customer on shop_customer.id = customer_id"
    packed = "2026-02-01 08:30:00"
    expected = ("B-7", "Ada Stern", "express", "2026-01-31", packed, 1, "high", "two\r\nlines")
    assert admin.rows(f"{joined} where number = 'B-7'") == [expected]
    lines = "select article, pieces from shop_line join shop_order on shop_order.id = order_id where number = 'B-7'"
    assert sorted(admin.rows(lines)) == [("Chair", 2), ("Lamp", 3)]
    tags = "select name from shop_tag join shop_order_tags on shop_tag.id = tag_id order by name"
    assert admin.rows(tags) == [("Gift",), ("Heavy",)]


def test_an_order_is_found_in_the_list_and_changed(admin: Admin) -> None:
    admin.open("shop/order/")
    admin.leave("A-1")
    admin("""
        await call("fill_form", fields={"Customer": "Bob Marsh", "Shipping": "Express"})
        await call("undo")
        await call("fill", target="Note", value="call first")
        """)
    admin.leave("Save")
    changed = "select name, shipping, note from shop_order join shop_customer on shop_customer.id = customer_id"
    assert admin.rows(f"{changed} where number = 'A-1'") == [("Ada Stern", "standard", "call first")]


def test_a_line_is_deleted_where_it_stands(admin: Admin) -> None:
    (order,) = admin.rows("select id from shop_order where number = 'A-2'")
    admin.open(f"shop/order/{order[0]}/change/")
    admin('await call("fill_form", fields={"Article": "Desk", "Pieces": "1"})')
    admin.leave("Save and continue editing")
    assert admin.rows("select pieces from shop_line where article = 'Desk'") == [(1,)]
    admin('await call("check", target="Delete?", within="Desk")')
    admin.leave("Save")
    assert admin.rows("select * from shop_line where article = 'Desk'") == []


def test_a_box_of_the_list_is_set_in_its_row_and_another_order_deleted(admin: Admin) -> None:
    admin.open("shop/order/")
    admin('await call("check", target="Paid", within="A-2")')
    admin.leave("Save")
    risks = "result = [(await call('click', target=each, dry_run=True))['risk'] for each in {!r}]"
    assert admin(risks.format(["Save", "Go"])) == ["mutating", "mutating"]
    admin("""
        await call("check", target="Select this object for an action - Order A-3")
        await call("select", target="Action", option="Delete selected orders")
        """)
    assert admin(risks.format(["Go"])) == ["destructive"]
    admin.leave("Go")
    assert admin(risks.format(["Yes, I’m sure"])) == ["destructive"]
    admin.leave("Yes, I’m sure")
    rows = admin.rows("select number, paid from shop_order where number like 'A-%' order by number")
    assert rows == [("A-1", 0), ("A-2", 1)]


def test_what_the_admin_does_not_take_is_read_back(admin: Admin) -> None:
    admin.open("shop/order/add/")
    admin('await call("fill_form", fields={"Number": "A-1", "Due": "soon", "Shipping": "Express"})')
    admin.page.evaluate("document.querySelector('#order_form').noValidate = true")
    admin.leave("Save")
    told, found = admin('result = [await read(budget=50000), await call("find", words="required")]')
    assert "Order with this Number already exists." in told
    assert "Enter a valid date." in told
    assert "This field is required." in found


def test_the_password_that_opened_it_is_told_nowhere(page: Page, server: DjangoAdmin) -> None:
    admin = Admin(page, server)
    admin.open("")
    told = admin(f"{LOG_IN}\nresult = [done.value, await read(), registry.audit.to_lines()]")
    assert "9 characters" in str(told)
    assert "of a test" not in str(told)
