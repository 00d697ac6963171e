"""Models asked straight from the page: over its own fetch, with its origin in the words, and quick to act."""

import json
from collections.abc import Callable, Iterator
from statistics import median
from textwrap import dedent
from typing import Any

import pytest

from tests.browser.chat import Chat
from tests.browser.python import Python
from tests.browser.trouble import Trouble
from tests.servers.anthropic_messages import MessagesServer, tool_use
from tests.servers.anthropic_messages import answer as message
from tests.servers.anthropic_messages import text as message_text
from tests.servers.chat_completions import ChatCompletionsServer, answer, calls, error, fragment, says, whole
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

NETWORK = "Failed to load resource|Fetch API cannot load|blocked by CORS"
MOST_MILLISECONDS = 5

PRELUDE = """
import asyncio, js, time
from agentic import AnthropicAgent, Chat, OpenAIAgent, PromptAgent, Registry, SSEAgent
from agentic.browser.fetch import FetchTransport

notes = []
registry = Registry()

@registry.capability("note", risk="read")
def note(text: str = "") -> str:
    "Write a note."
    notes.append(text)
    return f"noted {text}"

def told(chat):
    return [(message.role, message.text) for message in chat.conversation.get().messages]
"""

InPage = Callable[..., Any]


@pytest.fixture
def in_page(python: Python) -> InPage:
    """Run Python in the page with agents and a tool at hand."""
    return lambda source, given=None: python(PRELUDE + dedent(source), given)


@pytest.fixture
def completions(abroad: Site, home: Site) -> Iterator[ChatCompletionsServer]:
    server = ChatCompletionsServer()
    abroad.agents["/v1/"] = home.agents["/v1/"] = server
    yield server
    del abroad.agents["/v1/"], home.agents["/v1/"]


@pytest.fixture
def messages(abroad: Site) -> Iterator[MessagesServer]:
    abroad.agents["/anthropic/"] = server = MessagesServer()
    yield server
    del abroad.agents["/anthropic/"]


def test_a_chat_completions_server_of_another_origin_answers_and_calls(
    in_page: InPage, completions: ChatCompletionsServer, other_site: Site
) -> None:
    completions.answers(answer(says("Noting. "), whole("note", {"text": "x"})), answer(says("Noted.")))
    other_site.substitute("/v1/models", body=b'{"data": [{"id": "m"}]}')
    assert in_page(
        """
        agent = OpenAIAgent(given, "m", api_key="sk-1")
        chat = Chat(agent, registry)
        ending = await chat.send("note x")
        result = [ending.kind, notes, told(chat)[-1][1], list(await agent.models())]
        """,
        other_site.url("/v1"),
    ) == ["finished", ["x"], "Noted.", ["m"]]
    sent = {name.lower() for name in completions.request().headers}
    assert not {name for name in sent if name.startswith(("x-", "cookie"))}


def test_a_messages_server_of_another_origin_answers_and_calls(
    in_page: InPage, messages: MessagesServer, other_site: Site
) -> None:
    other_site.headers["/anthropic/*"] = {}
    messages.answers(message(tool_use(0, "note", {"text": "y"})), message(message_text(0, "Noted.")))
    assert in_page(
        """
        chat = Chat(AnthropicAgent(given, "claude-x", api_key="sk-1"), registry)
        ending = await chat.send("note y")
        result = [ending.kind, notes, told(chat)[-1][1]]
        """,
        other_site.url("/anthropic"),
    ) == ["finished", ["y"], "Noted."]


def test_a_server_that_allows_no_pages_is_told_with_the_origin_to_allow(
    in_page: InPage, completions: ChatCompletionsServer, other_site: Site, site: Site, trouble: Trouble
) -> None:
    trouble.expect(NETWORK)
    other_site.cors = False
    try:
        said = in_page(
            'result = (await Chat(OpenAIAgent(given, "m")).send("hi")).values["message"]', other_site.url("/v1")
        )
    finally:
        other_site.cors = True
    assert f"it may not allow pages of {site.origin}" in said
    assert f"OLLAMA_ORIGINS={site.origin}" in said


def test_a_retry_after_that_the_browser_hides_is_still_told_in_the_servers_words(
    in_page: InPage, completions: ChatCompletionsServer, other_site: Site, trouble: Trouble
) -> None:
    trouble.expect(NETWORK)
    completions.answers(error(429, "Please try again in 20s.", retry_after="20"))
    said = in_page('result = (await Chat(OpenAIAgent(given, "m")).send("hi")).values["message"]', other_site.url("/v1"))
    assert "Please try again in 20s." in said


def test_a_backend_of_ones_own_is_a_path_of_the_page(in_page: InPage, agents: dict[str, ScriptedAgent]) -> None:
    agents["/backend/"].answers([{"say": "Hello "}, {"say": "there."}])
    assert (
        in_page("""
        chat = Chat(SSEAgent("/backend/", lambda data: json.loads(data)["say"]))
        await chat.send("hi")
        result = told(chat)[-1][1]
        """)
        == "Hello there."
    )


def test_an_element_talks_to_a_model_by_its_name(
    in_page: InPage, mount: Callable[..., Chat], completions: ChatCompletionsServer, other_site: Site
) -> None:
    completions.answers(answer(says("I am a model.")))
    in_page(
        """
        from agentic import agents
        agents.catalog.add("model", OpenAIAgent(given, "m"))
        result = None
        """,
        other_site.url("/v1"),
    )
    chat = mount(agent="model", data_start_open="")
    chat.say("Who are you?")
    chat.wait_for_answer("I am a model.")


TIMED = """
class Timed:
    async def open(self, request):
        return Watched(await FetchTransport().open(request))

class Watched:
    def __init__(self, response):
        self._response = response
        self.status, self.media_type, self.url = response.status, response.media_type, response.url
        self.header, self.text, self.close = response.header, response.text, response.close

    @property
    async def chunks(self):
        async for chunk in self._response.chunks:
            if b'note\\\\"}' in chunk:
                arrived.append(time.perf_counter())
            yield chunk

arrived, started, registry = [], [], Registry()

@registry.capability("note", risk="read")
def timed_note(text: str) -> str:
    "Write a note."
    started.append(time.perf_counter())
    return "ok"

agent = OpenAIAgent(given, "m", transport=Timed())
for _ in range(60):
    await Chat(agent, registry).send("note it")
result = [(after - before) * 1000 for before, after in zip(arrived, started, strict=True)]
"""


def test_a_handler_starts_within_milliseconds_of_the_last_byte_of_its_arguments(
    in_page: InPage, completions: ChatCompletionsServer, other_site: Site
) -> None:
    streamed = [
        calls(fragment("note", "", index=0, id="a")),
        *[calls(fragment("", piece, index=0)) for piece in ('{"te', 'xt": "a lon', "g enough ", 'note"}')],
    ]
    rounds = [each for _ in range(60) for each in (answer(*streamed, reason="tool_calls"), answer(says("ok")))]
    completions.answers(*rounds)
    took = in_page(TIMED, other_site.url("/v1"))
    assert len(took) == 60
    # Another program on the machine may take a part of the time; it does not take all of it.
    medians = [median(took[start : start + 20]) for start in (0, 20, 40)]
    assert min(medians) < MOST_MILLISECONDS, medians


FAKE_MODEL = """
globalThis.LanguageModel = {
  log: [],
  async availability(options) { this.log.push(["availability", options]); return "downloadable"; },
  async create(options) {
    const { monitor, signal, ...rest } = options;
    this.log.push(["create", rest]);
    const download = new EventTarget();
    monitor(download);
    for (const loaded of [0.5, 1]) {
      await new Promise((done) => setTimeout(done));
      download.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded, total: 1 }));
    }
    if (rest.initialPrompts.some((prompt) => prompt.content.includes("overflow"))) {
      throw new DOMException("too much", "QuotaExceededError");
    }
    return {
      promptStreaming: (input, { responseConstraint }) => {
        this.log.push(["prompt", input, responseConstraint ?? null]);
        const answer = !responseConstraint ? "Hello." : JSON.stringify(
          input.startsWith("The results") ? { say: "Noted.", calls: [] }
            : { say: "Noting. ", calls: [{ name: "note", arguments: { text: "x" } }] });
        return new ReadableStream({
          start(stream) {
            for (const character of answer) stream.enqueue(character);
            if (input === "hang") return;
            stream.close();
          },
          cancel: () => this.log.push(["cancelled"]),
        });
      },
      destroy: () => this.log.push(["destroyed"]),
    };
  },
};
"""


@pytest.fixture
def own_model(python: Python) -> Iterator[Callable[[], list[Any]]]:
    """The browser's own model, as its interface is documented; gives what it was asked."""
    python.page.evaluate(FAKE_MODEL)
    yield lambda: json.loads(python.page.evaluate("JSON.stringify(LanguageModel.log)"))
    python.page.evaluate("delete globalThis.LanguageModel")


def test_the_browsers_own_model_is_downloaded_talks_and_calls(in_page: InPage, own_model: Any) -> None:
    said = in_page("""
        agent = PromptAgent(instructions="Be brief.")
        chat, told_of = Chat(agent, registry), []
        agent.download.subscribe(told_of.append)
        ending = await chat.send("note x")
        result = [ending.kind, notes, told(chat), told_of[:3]]
        """)
    assert said[:2] == ["finished", ["x"]]
    assert said[2][1] == ["reasoning", said[2][1][1]]
    assert said[2][1][1].endswith("50% 100%")
    assert [text for role, text in said[2] if role == "assistant"] == ["Noting. ", "Noted."]
    assert said[3] == [0.5, 1, None]
    log = own_model()
    first = next(entry[1] for entry in log if entry[0] == "create")
    assert first["initialPrompts"][0]["role"] == "system"
    assert first["expectedInputs"] == [{"type": "text", "languages": ["en"]}]
    assert [entry[0] for entry in log].count("destroyed") == 2


def test_stop_ends_the_browsers_own_model(in_page: InPage, own_model: Any) -> None:
    assert (
        in_page("""
        chat = Chat(PromptAgent())
        sending = asyncio.ensure_future(chat.send("hang"))
        while not any(role == "assistant" and text == "Hello." for role, text in told(chat)):
            await asyncio.sleep(0.01)
        chat.stop()
        result = (await sending).kind
        """)
        == "stopped"
    )
    assert own_model()[-1] == ["destroyed"]


def test_its_failures_are_told_in_words(in_page: InPage, own_model: Any) -> None:
    said = in_page("""
        chat = Chat(PromptAgent(instructions="overflow"))
        result = (await chat.send("hi")).values["message"]
        """)
    assert said == "The conversation is too long for the browser's own model: begin a new chat."


def test_a_browser_without_a_model_of_its_own_says_so_in_a_sentence(python: Python, in_page: InPage) -> None:
    python.page.evaluate("delete globalThis.LanguageModel")
    said = in_page("""
        agent = PromptAgent()
        result = [await agent.availability(), (await Chat(agent).send("hi")).values["message"]]
        """)
    assert said[0] == "missing"
    assert "This browser has no model of its own" in said[1]
