"""One tab in which pages come and go: what the tests of keeping share."""

from agentic.protocol.messages import Message
from tests.unit.element.conftest import Page


def began(page: Page) -> Page:
    """As an element does that comes into its page, on a server."""
    page.host.attributes.pop("agent", None)
    page.host.attributes.setdefault("endpoint", "/agent/")
    page.session.keeping.begin()
    return page


async def again(page: Page, **attributes: str) -> Page:
    """The page loaded anew, in the same tab."""
    page.session.keeping.keep()
    come = Page(storage=page.storage)
    come.host.attributes = {**page.host.attributes, **attributes}
    come.session.keeping.begin()
    await come.settle()
    return come


async def again_untouched(page: Page) -> Page:
    """The page loaded anew without a last word of the old one."""
    come = Page(storage=page.storage)
    come.host.attributes = dict(page.host.attributes)
    come.session.keeping.begin()
    await come.settle()
    return come


def notices(page: Page) -> list[str]:
    return [notice.kind for notice in page.session.chat.conversation.get().notices]


def results(page: Page) -> list[Message]:
    return [message for message in page.session.chat.conversation.get().messages if message.role == "tool"]


def keys(page: Page, kind: str) -> list[str]:
    return [key for key in page.storage.names() if f":{kind}" in key]
