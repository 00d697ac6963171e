"""One line per attribute: its Python and JavaScript property, default, check and documentation come from it."""

from types import MappingProxyType
from typing import Any, Protocol

from agentic.errors import UsageError

PAGE_ACTIONS = MappingProxyType(
    {
        "scroll": ("scroll_to",),
        "drag": ("drag_and_drop",),
        "chat": ("read_chat_surface", "move_chat", "minimise_chat", "restore_chat"),
    }
)
"""What `data-page-actions` may name, and the tools that each brings."""


class Attributes(Protocol):
    """The attributes of a host element, as text; None where there is none."""

    def attribute(self, name: str) -> str | None: ...
    def set_attribute(self, name: str, value: str | None) -> None: ...
    def warn(self, sentence: str) -> None: ...
    def error(self, sentence: str) -> None: ...


class Kind(Protocol):
    """What an attribute's text means, and how a value is written; both raise ValueError with what would be right."""

    def parse(self, written: str | None) -> Any: ...
    def write(self, value: Any) -> str | None: ...


class Text:
    """Any text; `default` where the attribute is absent."""

    def __init__(self, default: str = "") -> None:
        self.default = default

    def parse(self, written: str | None) -> str:
        return self.default if written is None else written

    def write(self, value: Any) -> str | None:
        if value is None or isinstance(value, str):
            return value
        raise ValueError("a text")


class Flag:
    """On when the attribute is there, whatever it says except "false"."""

    default = False

    def parse(self, written: str | None) -> bool:
        return written is not None and written != "false"

    def write(self, value: Any) -> str | None:
        return "" if value else None


class OneOf:
    """One of a few words; the first is the default."""

    def __init__(self, *values: str) -> None:
        self.values = values
        self.default = values[0]

    def parse(self, written: str | None) -> str:
        if written is None or written == "":
            return self.default
        return self._checked(written)

    def write(self, value: Any) -> str | None:
        return None if value is None else self._checked(value)

    def _checked(self, value: Any) -> str:
        if value in self.values:
            return value
        raise ValueError(f"one of {', '.join(self.values)}")


class Some:
    """Some of a few words, with commas between them; "false" is none of them. `default` where the attribute is bare."""

    def __init__(self, *values: str, default: tuple[str, ...]) -> None:
        self.values = values
        self.default = default

    def parse(self, written: str | None) -> tuple[str, ...]:
        if written is None or not written.strip():
            return self.default
        return () if written == "false" else self._checked([each.strip() for each in written.split(",")])

    def write(self, value: Any) -> str | None:
        return None if value is None else ",".join(self._checked(value)) or "false"

    def _checked(self, words: Any) -> tuple[str, ...]:
        if all(word in self.values for word in words):
            return tuple(words)
        raise ValueError(f"some of {', '.join(self.values)} with commas between them, or false")


class Switch:
    """On, except where the attribute says "false"."""

    default = True

    def parse(self, written: str | None) -> bool:
        return written != "false"

    def write(self, value: Any) -> str | None:
        return None if value else "false"


class Count:
    """A whole number, 1 or more."""

    def __init__(self, default: int) -> None:
        self.default = default

    def parse(self, written: str | None) -> int:
        if written is None:
            return self.default
        if not written.strip().isdecimal():
            raise ValueError("a whole number")
        return self._checked(int(written))

    def write(self, value: Any) -> str | None:
        return None if value is None else str(self._checked(value))

    def _checked(self, value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
            return value
        raise ValueError("a whole number of 1 or more")


class Seconds:
    """A number of seconds, 0 or more."""

    def __init__(self, default: float) -> None:
        self.default = default

    def parse(self, written: str | None) -> float:
        try:
            return self._checked(self.default if written is None else float(written))
        except ValueError:
            raise ValueError("a number of seconds, 0 or more") from None

    def write(self, value: Any) -> str | None:
        return None if value is None else f"{self._checked(value):g}"

    def _checked(self, value: Any) -> float:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < float("inf"):
            return value
        raise ValueError("a number of seconds, 0 or more")


class Names:
    """Names, with commas or spaces between them; none by default."""

    default: tuple[str, ...] = ()

    def parse(self, written: str | None) -> tuple[str, ...]:
        return tuple((written or "").replace(",", " ").split())

    def write(self, value: Any) -> str | None:
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
            return ", ".join(value)
        raise ValueError("a text, or a list of texts")


class Phrases(Names):
    """The same with several words each, so with commas alone between them."""

    def parse(self, written: str | None) -> tuple[str, ...]:
        return tuple(phrase for part in (written or "").split(",") if (phrase := part.strip()))


class Setting:
    """An attribute of the host as a property of `Settings`.

    `exported` makes it a JavaScript property too. Text in markup that means nothing is warned of and counts as the
    default, for the style sheet too; a bad value in code raises.
    """

    def __init__(self, attribute: str, kind: Kind, *, doc: str, exported: bool = False) -> None:
        self.attribute = attribute
        self.kind = kind
        self.doc = doc
        self.exported = exported

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, settings: "Settings | None", owner: type) -> Any:
        if settings is None:
            return self
        written = settings.host.attribute(self.attribute)
        try:
            return self.kind.parse(written)
        except ValueError as error:
            settings.host.warn(f"{self.attribute}={written!r} is ignored; it must be {error}")
            return self.kind.parse(None)

    def __set__(self, settings: "Settings", value: Any) -> None:
        try:
            written = self.kind.write(value)
        except ValueError as error:
            raise UsageError(f"{self.name}: it must be {error}, not {value!r}") from None
        settings.host.set_attribute(self.attribute, written)


class Settings:
    """What a page says in attributes; every one is live."""

    endpoint = Setting("endpoint", Text(), exported=True, doc="Address of an AG-UI server.")
    agent = Setting("agent", Text(), exported=True, doc="Name of an agent in this page, instead of an endpoint.")
    credentials = Setting(
        "credentials",
        OneOf("same-origin", "include", "omit"),
        exported=True,
        doc="Whether requests carry cookies, as `fetch` says it.",
    )
    user_key = Setting(
        "user-key", Text(), exported=True, doc="Who uses the chat: nobody else finds what was said; live."
    )
    title_text = Setting("title-text", Text(), doc='Header label; "Assistant" without it.')
    tool_display = Setting(
        "data-tool-display",
        OneOf("full", "compact", "minimal", "inline"),
        exported=True,
        doc="How much a tool card shows.",
    )
    max_tool_rounds = Setting("data-max-tool-rounds", Count(10), doc="Most rounds of tool calls within one send.")
    patience = Setting(
        "data-patience", Seconds(30), doc="Seconds without a byte until the person is told; 0 never tells."
    )
    provisional_results = Setting(
        "data-provisional-results", Flag(), doc="Run the page's own tools though the server says it has a result."
    )
    tools_url = Setting("data-tools-url", Text(), doc="Address of the server's catalog of tools, for their labels.")
    skills_url = Setting("data-skills-url", Text(), doc="Address of the server's list of skills.")
    data_skills = Setting("data-skills", Text(), doc="Skills, as a JSON list.")
    prompt_chips = Setting("data-prompt-chips", Flag(), doc="Show skills as chips over the composer.")
    slash_commands = Setting("data-slash-commands", Flag(), doc="Offer the skills when a message begins with `/`.")
    runs_url = Setting("data-runs-url", Text(), doc='Address of the server\'s index of runs, for "Continue a run".')
    threads_url = Setting("data-threads-url", Text(), doc="Address of the server's index of threads, which it keeps.")
    threads_cache = Setting(
        "data-threads-cache", Switch(), doc="`false` keeps no copy of the server's threads in the tab."
    )
    data_strings = Setting("data-strings", Text(), doc="Words of the interface to replace, as a JSON object.")
    page_tools = Setting("page-tools", Names(), doc="Tools that work any page: `auto`, or names such as `read fill`.")
    destructive_words = Setting(
        "data-destructive-words", Phrases(), doc="More words, between commas, that page tools take for deleting."
    )
    page_actions = Setting("data-page-actions", Names(), doc="Small page tools to offer: `scroll`, `drag`, `chat`.")
    collapsed = Setting("collapsed", Flag(), exported=True, doc="Collapsed to the launcher; kept for the tab.")
    start_open = Setting("data-start-open", Flag(), doc="Start open, where nothing else was chosen in this tab.")
    placement = Setting(
        "placement",
        OneOf("floating", "sidebar", "page", "embedded", "bottom-left", "side", "full"),
        doc="Where the panel stands.",
    )
    theme = Setting("theme", OneOf("light", "dark", "auto", "code"), doc="Colours; auto asks the system.")
    density = Setting("density", OneOf("comfortable", "compact"), doc="Space between things.")
    side = Setting("data-side", OneOf("right", "left"), doc="Edge a sidebar docks to.")
    answer_well = Setting("data-answer-well", Flag(), doc="Draw a box around each answer.")
    user_name = Setting("user-name", Text(), exported=True, doc="The person's name, for the greeting; never sent.")
    greeting = Setting("data-greeting", Text(), doc="Greet on an empty `page` unless `off`, on an `embedded` if there.")
    starters = Setting("data-starters", Text(), doc="Prompts of an empty conversation, as a JSON list of at most four.")
    text_animation = Setting(
        "data-text-animation", OneOf("none", "fade", "word"), doc="How an answer appears while it comes."
    )
    message_actions = Setting(
        "data-message-actions",
        Some("copy", "retry", "feedback", default=("copy", "retry")),
        doc="What a finished answer offers, of copy, retry, feedback; `false` offers none.",
    )
    quote_selection = Setting("data-quote-selection", Switch(), doc="`false`: selected text offers no quoting.")
    unread_badge = Setting("data-unread-badge", Switch(), doc="`false`: the launcher shows no count of answers.")
    small_viewport = Setting("data-small-viewport", OneOf("on", "off"), doc="`off` keeps the layout on a phone.")

    def __init__(self, host: Attributes) -> None:
        self.host = host

    @property
    def is_put_away(self) -> bool:
        """Whether the conversation is out of sight; under some placements it never is."""
        return self.collapsed and self.placement not in ("page", "full")

    @property
    def identity(self) -> str:
        """Which chat of the page this is; the loader tells them apart by the same."""
        return self.host.attribute("id") or self.endpoint or self.agent

    def check(self, attribute: str) -> None:
        """Read the attribute, which warns of a text that means nothing; the style sheet falls back without a word."""
        for setting in settings():
            if setting.attribute == attribute:
                getattr(self, setting.name)


def settings(of: type = Settings) -> tuple[Setting, ...]:
    """Every setting of the class, in the order of its line; the element hears of a change of each."""
    return tuple(each for each in vars(of).values() if isinstance(each, Setting))
