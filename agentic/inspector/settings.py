"""One line per attribute of <agentic-inspector>."""

from agentic.element.settings import Attributes, Flag, OneOf, Setting, Text


class Settings:
    """What a page says in attributes; every one is live."""

    open = Setting("open", Flag(), exported=True, doc="Shown. An embedded inspector always is.")
    html_for = Setting(
        "for", Text(), exported=True, doc="Id of the chat whose registry is inspected; without it, the page's."
    )
    dock = Setting(
        "dock",
        OneOf("bottom", "right", "left", "floating", "embedded"),
        exported=True,
        doc="Where the panel stands; `embedded` fills the box the page gives it.",
    )
    view = Setting(
        "view",
        OneOf("catalog", "timeline", "pending", "approvals"),
        exported=True,
        doc="The tab that is shown.",
    )
    data_strings = Setting("data-strings", Text(), doc="Words of the interface to replace, as a JSON object.")
    theme = Setting("theme", OneOf("auto", "light", "dark", "code"), doc="Colours; auto asks the system.")

    def __init__(self, host: Attributes) -> None:
        self.host = host
