"""The risk of a page tool's call is read from the control it is about."""

import pytest

from tests.browser.paging import Paging
from tests.browser.python import Python


@pytest.fixture
def paging(python: Python) -> Paging:
    return Paging(python)


def risk(paging: Paging, markup: str, call: str) -> str:
    """How dangerous a call is said to be, without doing it."""
    return paging(markup, f"result = (await call({call}, dry_run=True))['risk']")


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ('<a href="/orders">It</a>', "read"),
        ('<button role="tab">It</button>', "read"),
        ('<button aria-expanded="false">It</button>', "read"),
        ('<button aria-haspopup="menu">It</button>', "read"),
        ("<details><summary>It</summary>more</details>", "read"),
        ('<dialog open><form method="dialog"><button>It</button></form></dialog>', "read"),
        ("<button>It</button>", "mutating"),
        ("<form><button>It</button></form>", "mutating"),
        ('<form><input type="submit" value="It"></form>', "mutating"),
        ('<form id="f"></form><button form="f">It</button>', "mutating"),
        ('<label><input type="checkbox">It</label>', "mutating"),
        ('<a href="#" onclick="">It</a>', "mutating"),
        ('<div onclick="">It</div>', "mutating"),
        ('<button title="Delete order">It</button>', "destructive"),
        ('<button name="delete">It</button>', "destructive"),
        ('<a href="/orders/7/delete/">It</a>', "destructive"),
        ('<form action="/orders/7/delete/"><button>It</button></form>', "destructive"),
        ('<form><button formaction="/orders/remove">It</button></form>', "destructive"),
        ('<form><input type="hidden" name="_method" value="DELETE"><button>It</button></form>', "destructive"),
        ('<form><input type="hidden" name="_method" value="PUT"><button>It</button></form>', "mutating"),
        ('<form><select name="action"><option value="delete_all">x</select><button>It</button></form>', "destructive"),
        ('<form><select name="action"><option>x<option>delete</select><button>It</button></form>', "mutating"),
    ],
)
def test_of_a_click(paging: Paging, markup: str, expected: str) -> None:
    assert risk(paging, markup, '"click", target="It"') == expected


DELETE = (
    *("Delete", "Delete order 7", "DELETE", "Remove", "Löschen", "Konto löschen", "Supprimer", "Eliminar", "Elimina"),
    *("Excluir", "Verwijderen", "Ta bort", "Usuń", "Удалить", "Sil", "حذف", "削除", "删除订单", "삭제", "हटाएं"),
)


@pytest.mark.parametrize("name", DELETE)
def test_of_a_control_that_is_called_delete_in_any_language(paging: Paging, name: str) -> None:
    assert risk(paging, f"<button>{name}</button>", f'"click", target={name!r}') == "destructive"


@pytest.mark.parametrize("name", ["Undelete", "Deleted orders", "Removal dates", "Silence", "Empty.html", "Dropdown"])
def test_of_a_control_whose_name_only_looks_like_it(paging: Paging, name: str) -> None:
    expected = "destructive" if name == "Empty.html" else "mutating"
    assert risk(paging, f"<button>{name}</button>", f'"click", target={name!r}') == expected


def test_of_a_word_that_the_page_added(paging: Paging) -> None:
    assert paging(
        "<button>Abbestellen jetzt</button>",
        """
        before = (await call("click", target="Abbestellen jetzt", dry_run=True))["risk"]
        words = ("abbestellen",)
        result = [before, (await call("click", target="Abbestellen jetzt", dry_run=True))["risk"]]
        """,
    ) == ["mutating", "destructive"]


@pytest.mark.parametrize(
    ("markup", "keys", "expected"),
    [
        ("<input aria-label=It>", "ArrowDown", "read"),
        ("<input aria-label=It>", "Escape", "read"),
        ("<form><input aria-label=It></form>", "Enter", "mutating"),
        ("<button>It</button>", "Enter", "mutating"),
        *(("<button title=Delete>It</button>", key, "destructive") for key in ("Enter", "Return", "Space", " ")),
        *(("<input type=number aria-label=It>", key, "mutating") for key in ("ArrowUp", "down", "Home")),
        ("<input type=range aria-label=It>", "ArrowUp", "mutating"),
        ("<input type=number aria-label=It>", "Tab", "read"),
        ("<select aria-label=It><option>a<option>b</select>", "ArrowDown", "mutating"),
        ("<ul role=listbox aria-label=It tabindex=0><li role=option>a</ul>", "ArrowDown", "mutating"),
        ("<button role=tab>It</button>", "Space", "read"),
        ("<input aria-label=It>", "Control+s", "mutating"),
    ],
)
def test_of_a_key(paging: Paging, markup: str, keys: str, expected: str) -> None:
    assert risk(paging, markup, f'"press", target="It", keys="{keys}"') == expected


MENU = "<button id=b aria-haspopup=menu>It</button><ul role=menu aria-label=Row tabindex=0>{}</ul>".format(
    "".join(f"<li role=menuitem tabindex=-1>{name}</li>" for name in ("Rename", "Delete project"))
)


@pytest.mark.parametrize(("option", "expected"), [("Rename", "mutating"), ("Delete project", "destructive")])
def test_of_what_is_chosen_from_a_menu_which_presses_it(paging: Paging, option: str, expected: str) -> None:
    assert risk(paging, MENU, f'"select", target="Row", option="{option}"') == expected


@pytest.mark.parametrize(("place", "expected"), [("Done", "mutating"), ("Trash", "destructive")])
def test_of_what_is_let_go_somewhere(paging: Paging, place: str, expected: str) -> None:
    markup = f'<button draggable="true">Task</button><section aria-label="{place}">x</section>'
    assert risk(paging, markup, f'"drag", target="Task", to="{place}"') == expected


def test_a_form_or_link_that_leaves_the_site_says_so(paging: Paging) -> None:
    markup = """<form action="https://other.example/x"><button>Send</button></form><a href="https://third.example/">Go</a>
        <form action="/here"><button>Stay</button></form>"""
    assert paging(
        markup,
        'result = [(await call("click", target=it, dry_run=True))["would"] for it in ("Send", "Go", "Stay")]',
    ) == [
        "Click button “Send”? It sends what is filled in to another site, other.example.",
        "Click link “Go”? It leads to another site, third.example.",
        "Click button “Stay”?",
    ]


def test_a_form_in_a_frame_that_no_address_is_relative_to_leads_nowhere(paging: Paging) -> None:
    assert (
        paging(
            "<iframe></iframe>",
            """
        from agentic.browser.ffi import to_browser

        made = to_browser(["<form action='/orders/7/delete/'><button>It</button></form>"])
        frame = find("iframe")
        frame.src = js.URL.createObjectURL(js.Blob.new(made, to_browser({"type": "text/html"})))
        while not frame.contentDocument.querySelector("button"):
            await asyncio.sleep(0.01)
        result = (await call("click", target="It", dry_run=True))["risk"]
        """,
        )
        == "mutating"
    )


def test_of_several_controls_those_are_ringed_that_are_still_there(paging: Paging) -> None:
    assert paging(
        "<button>Here</button><iframe srcdoc='<button>Gone</button>'></iframe>",
        """
        from agentic.browser.page.hands import ringing

        while not find("iframe").contentDocument.querySelector("button"):
            await asyncio.sleep(0.01)
        before = len(js.document.documentElement.querySelectorAll("[data-agentic]"))
        rings = lambda: len(js.document.documentElement.querySelectorAll("[data-agentic]")) - before
        here, gone = find("button"), find("iframe").contentDocument.querySelector("button")
        show = ringing([here, gone])
        find("iframe").remove()
        close = show()
        shown = rings()
        close()
        result = [gone.isConnected, shown, rings()]
        """,
    ) == [True, 1, 0]


def test_looking_is_not_asked_about_and_a_yes_for_the_session_does_not_cover_delete(paging: Paging) -> None:
    assert paging(
        '<button role="tab">Tab</button><button>Save</button><button>Delete</button>',
        """
        answer = lambda proposal: "session"
        for name in ("Tab", "Save", "Save", "Delete", "Delete"):
            await call("click", target=name)
        result = [[each.input["target"], each.risk, each.offers_session] for each in asked]
        """,
    ) == [["Save", "mutating", True], ["Delete", "destructive", False], ["Delete", "destructive", False]]


LEAVES = '<form><input aria-label=It><button formaction="https://shop.example/buy">Go</button></form>'


@pytest.mark.parametrize(
    ("markup", "expected", "says"),
    [
        ("<form><input aria-label=It><button>Delete account</button></form>", "destructive", ""),
        ('<form><input aria-label=It><input type=submit value="Delete account"></form>', "destructive", ""),
        ('<form action="/posts/7/delete"><input aria-label=It></form>', "destructive", ""),
        ("<form><input aria-label=It><button type=button>Delete</button><button>Save</button></form>", "mutating", ""),
        (LEAVES, "mutating", "shop.example"),
        ("<form><textarea aria-label=It></textarea><button>Delete account</button></form>", "mutating", ""),
    ],
)
def test_enter_in_a_field_is_as_dangerous_as_the_button_that_it_presses(
    paging: Paging, markup: str, expected: str, says: str
) -> None:
    risk, would = paging(
        markup,
        """
        done = await call("press", target="It", keys="Enter", dry_run=True)
        result = [done["risk"], done["would"]]
        """,
    )
    assert risk == expected
    assert says in would


def test_the_key_that_takes_things_away_is_destructive_outside_of_a_text(paging: Paging) -> None:
    assert paging(
        '<ul role="menu"><li role="menuitem" tabindex="0">Draft</li></ul><input aria-label="Name">',
        """
        result = [(await call("press", target=each, keys="Delete", dry_run=True))["risk"] for each in ("Draft", "Name")]
        result.append((await call("press", target="Draft", keys="del", dry_run=True))["risk"])
        """,
    ) == ["destructive", "mutating", "destructive"]
