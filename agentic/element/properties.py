"""The properties of one <ag-ui-chat> that no attribute has: what a page's code gives a chat, and reads of it."""

from collections.abc import Mapping
from typing import Any

from agentic.element.activities import Activities
from agentic.element.declared import Declared
from agentic.element.delegate import Delegate
from agentic.element.given import as_it_is, flag, function_or_none, mapping, or_empty, texts
from agentic.element.rounds import Rounds
from agentic.element.routes import Routes
from agentic.element.session import Session
from agentic.element.settings import Settings


class Properties(Settings):
    """Each is one of its chat's collaborators', which checks what it is set to."""

    session: Session
    _activities: Activities
    _declared: Declared
    _routes: Routes
    _rounds: Rounds

    @property
    def unread(self) -> int:
        """The answers that came while the panel was collapsed."""
        return self.session.reader.unread

    @property
    def unhandled_activity_types(self) -> list[str]:
        """The types of the activities in this conversation that nobody draws."""
        return self._activities.unhandled(self.session.chat.conversation.get().messages)

    headers = Delegate("_answering.headers", mapping, "Headers of every request the element makes.")

    get_headers = Delegate(
        "_answering.get_headers",
        function_or_none,
        "A function asked for headers right before every request; its headers win.",
    )

    trusted_origins = Delegate(
        "_answering.trusted_origins",
        texts,
        "Origins that requests with the page's headers go to on purpose; of others the console tells, once each.",
    )

    agent_factory = Delegate(
        "_answering.factory",
        function_or_none,
        "A function that makes the agent: one of JavaScript's, with the interface of AG-UI's official client.",
    )

    conversation_store = Delegate(
        "session.keeping.page_store", as_it_is, "Where conversations are kept: a store of the page's own, or the tab's."
    )

    navigation_result = Delegate(
        "session.landing.navigation_result",
        function_or_none,
        "A function of the checkpoint `{toolCallId}` that says what is found on the page to which a call has led.",
    )

    shared_state = Delegate(
        "session.chat.state", or_empty, "The state that agent and page share, as it stands. A new chat keeps it."
    )

    forwarded_props = Delegate(
        "session.chat.forwarded_props",
        or_empty,
        "JSON that goes along with every request as it is; what it means is the server's affair.",
    )

    approval_renderer = Delegate(
        "session.approving.renderer",
        function_or_none,
        "A function of request and `{signal}` that asks a server's question instead of the card; true approves.",
    )

    get_tools = Delegate(
        "_rounds.get_tools",
        function_or_none,
        "A function that gives the tools, or their names, of which alone a round is told and may call.",
    )

    get_context = Delegate(
        "_rounds.get_context",
        function_or_none,
        "A function that gives what every round is told about the page, a list of `{description, value}`.",
    )

    format_relative_time = Delegate(
        "session.runs.format_time",
        function_or_none,
        "A function of a time, in milliseconds since the epoch, that says how long ago it was.",
    )

    @property
    def agent_capabilities(self) -> Mapping[str, Any] | None:
        """What the agent declares that it can do, as AG-UI spells it; a malformed declaration is not used."""
        return self._declared.given

    @agent_capabilities.setter
    def agent_capabilities(self, declaration: Mapping[str, Any] | None) -> None:
        self._declared.use(declaration)

    @property
    def approve_with_edits(self) -> bool:
        """True: the server takes edited arguments, so its questions offer to change them; else as it declares."""
        return self.session.approving.offers_edits

    @approve_with_edits.setter
    def approve_with_edits(self, offers: bool) -> None:
        self.session.approving.wants_edits = bool(offers)

    ask_user = Delegate(
        "session.asking.is_offered", flag, "True: a server's agent may ask the user, by the tool `ask_user`."
    )

    ask_user_renderer = Delegate(
        "session.asking.renderer",
        function_or_none,
        "A function of request and `{signal}` that asks the agent's question instead of the card; gives the answer.",
    )

    skill_context = Delegate(
        "session.skills.get_context",
        function_or_none,
        "A function that gives the values of the placeholders in skills' prompts.",
    )

    @property
    def tool_summaries(self) -> Mapping[str, str]:
        """Labels by the names of tools, for those that bring none themselves, such as a server's."""
        return self.session.cards.labels.summaries

    @tool_summaries.setter
    def tool_summaries(self, summaries: Mapping[str, str] | None) -> None:
        self.session.cards.labels.summaries = mapping("toolSummaries", summaries)
        self.session.cards.renew()

    format_tool_payload = Delegate(
        "session.cards.formatter",
        function_or_none,
        "A function of `{kind, toolName, args}` or `{kind, toolName, status, text}`: a node, a text or null.",
    )

    allow_images = Delegate("session.reader.sees_images", flag, "True: images in answers are loaded and shown.")

    @property
    def route_map(self) -> list[Mapping[str, Any]]:
        """Places of the site, `{id, path, title?, group?, description?}`, that the agent may go to by their ids."""
        return self._routes.map

    @route_map.setter
    def route_map(self, routes: Any) -> None:
        self._routes.map = routes

    navigate = Delegate(
        "_routes.navigate",
        function_or_none,
        "A function of a path that leads there without loading the page anew; without it, the page is loaded.",
    )

    auto_confirm = Delegate("_gate.never_asks", flag, "True: no call asks first.")

    confirm_predicate = Delegate(
        "_gate.predicate",
        function_or_none,
        "A function of name and arguments that says whether this call asks first.",
    )

    get_page_map = Delegate(
        "_page_seam.get_page_map",
        function_or_none,
        "A function that gives what can be done on the page now; sent with every round, and read by `read_page`.",
    )

    auto_inject_page_map = Delegate(
        "_page_seam.auto_inject", flag, "False: the map is not sent by itself, and only `read_page` gives it."
    )

    resolve_page_target = Delegate(
        "_resolve_page_target",
        function_or_none,
        "A function from what an agent calls a thing of the page to its element; without it, a CSS selector.",
    )

    @property
    def strings(self) -> Mapping[str, str]:
        """Words of the interface to replace; they win over `data-strings`."""
        return self.session.strings

    @strings.setter
    def strings(self, strings: Mapping[str, str] | None) -> None:
        self.session.use_strings(mapping("strings", strings))
