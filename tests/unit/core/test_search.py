"""Searching a catalog: names before descriptions, and of use on a thousand capabilities."""

import re
from typing import Any

import pytest

from agentic import Capability, Registry, Target
from agentic.core.search import Index

VERBS = {
    "add": "Create a new {0} with the values given.",
    "delete": "Remove a {0} for good; this cannot be undone.",
    "update": "Change the values of a {0}.",
    "find": "Search the list of {1} by text.",
    "list": "Show all {1} of the current page.",
    "open": "Go to the page of one {0}.",
    "export": "Save the {1} as a file, for a spreadsheet.",
    "print": "Print a {0}, or send it to the printer of the office.",
    "share": "Send somebody a link to a {0} by email.",
    "archive": "Put a {0} away; it stays in reports.",
    "restore": "Bring a {0} back out of the archive.",
    "copy": "Make another {0} like this one.",
    "assign": "Make a person responsible for a {0}.",
    "comment": "Write a remark to a {0}.",
    "approve": "Sign a {0} off.",
    "reject": "Send a {0} back to whoever wrote it.",
    "tag": "Mark a {0} with a word.",
    "merge": "Make one {0} of two.",
    "count": "How many {1} there are.",
    "setOwner": "Hand a {0} over to another team.",
}
NOUNS = re.findall(
    r"\w+",
    "invoice order customer product ticket project task contract payment shipment supplier employee vacancy meeting "
    "room vehicle campaign lead quote refund return warehouse batch recipe course student exam grade library book "
    "author article comment photo album playlist song device sensor alarm report dashboard budget expense receipt "
    "timesheet holiday shift branch asset licence",
)
THOUSAND = [
    Capability(f"{noun}s.{verb}", text.format(noun, f"{noun}s"), {"type": "object"}, "read", dict)
    for noun in NOUNS[:50]
    for verb, text in VERBS.items()
]


def index_of(*described: tuple[str, str] | Capability) -> Index:
    registry = Registry()
    for each in described:
        made = each if isinstance(each, Capability) else Capability(*each, {"type": "object"}, "read", dict)
        registry.register(made)
    return Index(registry.offered())


def found(index: Index, query: str) -> list[str]:
    return [entry.name for entry in index.find(query)]


@pytest.fixture(scope="module")
def thousand() -> Index:
    assert len(THOUSAND) == 1000
    return index_of(*THOUSAND)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("delete invoice", "invoices.delete"),
        ("invoices.delete", "invoices.delete"),
        ("invoices_delete", "invoices.delete"),
        ("remove a customer for good", "customers.delete"),
        ("please add a new supplier", "suppliers.add"),
        ("how many tickets are there", "tickets.count"),
        ("save the expenses for a spreadsheet", "expenses.export"),
        ("send a link to this recipe by email", "recipes.share"),
        ("make somebody responsible for the task", "tasks.assign"),
        ("set owner vehicle", "vehicles.setOwner"),
        ("Bring the contract back", "contracts.restore"),
        ("PRINT THE RECEIPT", "receipts.print"),
    ],
)
def test_of_a_thousand_the_one_that_is_meant_comes_first(thousand: Index, query: str, wanted: str) -> None:
    assert found(thousand, query)[0] == wanted


def test_every_one_of_a_thousand_is_found_first_by_its_own_name(thousand: Index) -> None:
    assert [each.name for each in THOUSAND if found(thousand, each.name)[0] != each.name] == []


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("invoice.open", "invoice"),
        ("my.invoicebook", "invoice"),
        ("preinvoice", "invoice"),
        ("openInvoice", "invoices"),
    ],
)
def test_a_word_in_a_name_outranks_the_same_word_anywhere_else(name: str, query: str) -> None:
    said = Capability(
        "report.print", "Invoice, invoices, invoice!", {"type": "object", "properties": {"invoice": {}}}, "read", dict
    )
    assert found(index_of(said, (name, "")), query) == [name, "report.print"]


def test_words_of_parameters_targets_and_summaries_are_searched_too() -> None:
    index = index_of(
        Capability("a", "", {"type": "object", "properties": {"postcode": {}}}, "read", dict),
        Capability("b", "", {"type": "object"}, "read", dict, Target("left", "Billing address")),
        Capability("c", "", {"type": "object"}, "read", dict, summary="Send the parcel"),
    )
    assert [found(index, query) for query in ("postcode", "billing", "parcel")] == [["a"], ["b"], ["c"]]


def test_several_targets_are_one_hit() -> None:
    targets = [Capability("form.save", "", {"type": "object"}, "read", dict, Target(each)) for each in "lr"]
    assert found(index_of(*targets), "save") == ["form.save"]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("todo", ["todos.add"]),
        ("boxes", ["box.open"]),
        ("entry", ["entries.list"]),
        ("保存", ["文書.保存"]),
        ("größe", ["GRÖSSE.setzen"]),
        ("to", []),
        ("?!", ["todos.add", "box.open", "entries.list", "文書.保存", "GRÖSSE.setzen"]),
        ("", ["todos.add", "box.open", "entries.list", "文書.保存", "GRÖSSE.setzen"]),
    ],
)
def test_words_are_found_in_the_plural_in_other_scripts_and_never_by_two_letters(query: str, wanted: list[str]) -> None:
    names = ("todos.add", "box.open", "entries.list", "文書.保存", "GRÖSSE.setzen")
    assert found(index_of(*((name, "") for name in names)), query) == wanted


def test_groups_and_close_words_help_where_nothing_is_found(thousand: Index) -> None:
    assert thousand.groups()[0] == ("invoices", 20) and len(thousand.groups()) == 50
    assert thousand.close_to("invioce delet") == ["invoice", "delete"]
    assert thousand.close_to("zzz") == []


def test_a_catalog_with_nothing_in_it_finds_nothing() -> None:
    empty: Any = index_of()
    assert (len(empty), empty.find("x"), empty.find(""), empty.groups(), empty.close_to("x")) == (0, [], [], [], [])
