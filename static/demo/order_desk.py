"""The order desk's agent: what can be done on the page, and a scripted agent that does it.

Everything an agent needs is in this one file. The four capabilities are what any agent may do here, a language model
too; the agent below them is a few patterns and no model, so that the page works with no key and no server.
"""

import asyncio
import re
from functools import wraps
from typing import Annotated, Literal

from js import document

from agentic import agent, registry
from agentic.driver import click_element, fill_field, select_option, toggle_control

Shipping = Literal["standard", "express", "pickup"]

# What can be done on the page. Each works the page as a person would, in sight, and reads back what came of it.


@registry.capability("order.fill", risk="mutating", confirm=False, summary="Fill in the order")
async def fill(
    item: str | None = None,
    quantity: int | None = None,
    shipping: Shipping | None = None,
    address: str | None = None,
    gift_wrap: bool | None = None,
) -> str:
    """Write into the order form; what is left out stays as it is. Nothing is saved yet, so nobody is asked."""
    if item is not None:
        await fill_field(field("item"), item, flash_ms=500)
    if quantity is not None:
        await fill_field(field("quantity"), str(quantity), flash_ms=500)
    if shipping is not None:
        await select_option(field("shipping"), shipping)
    if address is not None:
        await fill_field(field("address"), address, flash_ms=500)
    if gift_wrap is not None:
        await toggle_control(field("gift"), gift_wrap)
    return "filled in, not saved yet"


@registry.capability("order.save", risk="mutating", summary="Save the order")
async def save(item: str, quantity: int, shipping: Shipping, address: str = "", gift_wrap: bool = False) -> str:
    """Save the order in the form. The arguments say what it holds: the user is asked about that, and that is saved."""
    shown = {"item": item, "quantity": quantity, "shipping": shipping, "address": address, "gift_wrap": gift_wrap}
    if in_the_form() != shown:
        raise ValueError(f"the form holds something else: {in_the_form()}")
    before = len(orders())
    await click_element(field("save"))
    if len(orders()) == before:
        raise ValueError(field("problem").textContent or "the page did not save the order")
    return orders()[-1]


@registry.capability("order.delete", risk="destructive", summary="Delete an order")
async def delete(position: Annotated[int, "1 is the first in the list"], order: str) -> str:
    """Delete a saved order. `order` is its line in the list: the user is asked about that, and that is deleted."""
    if orders()[position - 1 : position] != [order]:
        raise ValueError(f"order {position} is not {order!r}; list the orders again")
    await click_element(document.querySelectorAll("#orders .delete")[position - 1])
    return order


@registry.capability("order.list", risk="read", summary="List the orders")
def orders() -> list[str]:
    """The saved orders, the oldest first."""
    rows = document.querySelectorAll("#orders li")
    return [", ".join(part.innerText for part in row.querySelectorAll("p")) for row in rows]


def in_the_form() -> dict:
    return {
        "item": field("item").value,
        "quantity": int(field("quantity").value or 0),
        "shipping": field("shipping").value,
        "address": field("address").value,
        "gift_wrap": field("gift").checked,
    }


def field(name: str):
    return document.getElementById(name)


# The agent: an async generator that yields what it says, and calls what it does.

HELP = """I am scripted, not a model: I know a few patterns, and these work.

- **New order, 3 lamps, express, deliver to Lovelace Street 12**
- **Set the quantity to 5**, or **Gift wrap, please**
- **Save it**
- **List the orders**
- **Delete the first order**
"""


def word_by_word(speak):
    """Say what `speak` yields at the pace of a model."""

    @wraps(speak)
    async def streamed(run):
        async for text in speak(run):
            for word in re.findall(r"\S+\s*", text):
                yield word
                await asyncio.sleep(0.03)

    return streamed


@agent("order-desk")
@word_by_word
async def order_desk(run):
    said = run.text
    if asks(said, r"\b(list|show|which)\b.*\borders?\b"):
        outcome = await run.call("order.list")
        yield listing(outcome.value) if outcome.ok else sorry(outcome)
    elif asks(said, r"\b(delete|remove)\b"):
        position = position_in(said, len(orders()))
        if not 1 <= position <= len(orders()):
            yield f"There is no such order. {listing(orders())}"
        else:
            yield "I will ask you first. "
            outcome = await run.call("order.delete", position=position, order=orders()[position - 1])
            yield f"Deleted: {outcome.value}." if outcome.ok else sorry(outcome)
    elif asks(said, r"\bsave\b"):
        if not in_the_form()["item"]:
            yield "There is nothing to save yet: the form has no item. Tell me the order first."
        else:
            yield "I will ask you first. "
            outcome = await run.call("order.save", **in_the_form())
            yield f"Saved: {outcome.value}." if outcome.ok else sorry(outcome)
    elif wanted := details_in(said):
        yield "Let me fill that in. "
        outcome = await run.call("order.fill", **wanted)
        yield "Filled in. Have a look, then say **save it**." if outcome.ok else sorry(outcome)
    else:
        yield HELP


def sorry(outcome) -> str:
    if outcome.status == "declined":
        return "You cancelled it, so I changed nothing."
    return f"That did not work: {outcome.hint}"


def listing(found: list[str]) -> str:
    lines = [f"{number}. {order}" for number, order in enumerate(found, 1)]
    return "\n".join(["The saved orders:", "", *lines]) if lines else "There are no saved orders yet."


# What a request says, by patterns.

ORDINALS = ["first", "second", "third", "fourth", "fifth"]
ADDRESS = r"(?:deliver(?:ed|y)?|ship(?:ped)?|send)(?: it| them)? to|\baddress(?: is| to|:)?"
ENDS_ADDRESS = r"(?:[.;]\s|,?\s+(?:and\s+)?(?:by\s+|with\s+|no\s+)?(?:express|standard|gift|save)\b|\s*$)"


def asks(said: str, pattern: str) -> bool:
    return re.search(pattern, said, re.IGNORECASE) is not None


def details_in(said: str) -> dict:
    """The fields of an order that a request names."""
    wanted = {}
    if found := re.search(rf"(?:{ADDRESS})\s+(.+?){ENDS_ADDRESS}", said, re.IGNORECASE | re.DOTALL):
        wanted["address"] = found[1].strip(" ,.")
        said = said[: found.start(1)] + said[found.end(1) :]
    if found := re.search(r"\bquantity\D{0,8}(\d+)", said, re.IGNORECASE):
        wanted["quantity"] = int(found[1])
    elif found := re.search(r"\b(\d+)\s+(?:x\s+)?([a-z][a-z -]*[a-z])", said, re.IGNORECASE):
        wanted["quantity"], wanted["item"] = int(found[1]), found[2]
    if found := re.search(r"\bitem(?: is| to|:)?\s+([^,.]+)", said, re.IGNORECASE):
        wanted["item"] = found[1].strip()
    if found := re.search(r"\b(standard|express|pick ?up)\b", said, re.IGNORECASE):
        wanted["shipping"] = found[1].lower().replace(" ", "")
    if asks(said, r"\bgift\b"):
        wanted["gift_wrap"] = not asks(said, r"\b(no|not|without)\b[^,.]*\bgift\b")
    return wanted


def position_in(said: str, count: int) -> int:
    """Which order a request means: by number, by word, or the first."""
    if asks(said, r"\blast\b"):
        return count
    if found := re.search(r"\d+", said):
        return int(found[0])
    return next((number for number, word in enumerate(ORDINALS, 1) if asks(said, rf"\b{word}\b")), 1)
