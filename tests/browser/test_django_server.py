"""Against a server with a memory that nobody here wrote: django-ag-ui, its threads, runs, attachments and guard."""

import http.client
import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.python import Python
from tests.browser.trouble import Trouble
from tests.servers.django_agent import DjangoAgent


@pytest.fixture(scope="session")
def django() -> Iterator[DjangoAgent]:
    with DjangoAgent() as server:
        yield server


@pytest.fixture
def person() -> str:
    """A person whom the server has not met."""
    return uuid4().hex


@pytest.fixture
def chat(mount: Callable[..., Chat], django: DjangoAgent, person: str) -> Chat:
    chat = mount(endpoint=django.url, data_runs_url=f"{django.url}runs/", data_start_open="")
    chat.element.evaluate("(chat, person) => { chat.headers = {Authorization: `Bearer ${person}`} }", person)
    return chat


@pytest.fixture
def ask(django: DjangoAgent, person: str) -> Callable[..., Any]:
    """Ask the server itself, as that person, what it keeps."""

    def request(path: str, body: bytes | None = None, content_type: str = "") -> Any:
        connection = http.client.HTTPConnection(django.origin.removeprefix("http://"), timeout=10)
        headers = {"Authorization": f"Bearer {person}", "Content-Type": content_type, "Connection": "close"}
        connection.request("POST" if body else "GET", f"/agent/{path}", body, headers)
        return json.loads(connection.getresponse().read())

    return request


def say(chat: Chat, words: str, answer: str) -> None:
    chat.say(words)
    chat.wait_for_answer(answer)
    chat.wait_until_idle()


def pick(chat: Chat, verb: str, preview: str, turn: str) -> None:
    """Open the panel, write the next turn, and choose the run of this preview."""
    chat.press("Continue a run")
    chat.field.fill(turn)
    row = chat.part("checkpoint-row").filter(has=chat.page.get_by_text(preview, exact=True))
    row.get_by_role("button", name=verb, exact=True).click()


def test_a_conversation_is_one_thread_of_the_servers(chat: Chat, ask: Callable[..., Any]) -> None:
    say(chat, "I like tea", "You said: I like tea")
    say(chat, "recall", "You said: I like tea; recall.")
    (thread,) = ask("threads/")["threads"]
    assert thread["title"] == "I like tea"
    kept = ask(f"threads/{thread['thread_id']}/")["messages"]
    assert [message["role"] for message in kept] == ["user", "assistant"] * 2
    chat.press("New chat")
    say(chat, "Another", "You said: Another")
    assert len(ask("threads/")["threads"]) == 2
    expect(chat.notices).to_have_count(0)


def test_a_stranger_is_asked_to_sign_in(chat: Chat, trouble: Trouble) -> None:
    trouble.expect("401")
    chat.element.evaluate("chat => { chat.headers = {} }")
    chat.say("Hello")
    chat.wait_for_notice("asks for a sign-in")
    chat.press("Continue a run")
    expect(chat.part("checkpoints-empty")).to_have_text("There is no run to continue.")


def test_a_tool_of_the_page_and_one_of_the_servers_at_once(chat: Chat) -> None:
    chat.tool("look", "return 'blue'")
    chat.field.fill('call look {}\ncall book {"day": "Friday"}')
    chat.field.press("Enter")
    chat.press("Approve")
    chat.wait_for_answer("book answered: booked Friday")
    expect(chat.answers.last).to_contain_text("look answered: blue")
    assert len(chat.calls()) == 1


def test_its_guard_asks_in_its_own_words_and_the_result_is_in_the_same_card(chat: Chat) -> None:
    chat.listen("ag-ui-invalidate")
    chat.listen("ag-ui-run-finished")
    chat.say('call book {"day": "Friday"}')
    expect(chat.part("approval")).to_contain_text("Shall I book it?")
    expect(chat.card("Book")).to_have_attribute("data-status", "deferred")
    chat.press("Approve")
    chat.wait_for_answer("book answered: booked Friday")
    expect(chat.cards).to_have_count(1)
    expect(chat.card("Book")).to_have_attribute("data-status", "done")
    expect(chat.part("tool-card-result")).to_have_text("booked Friday")
    assert chat.heard("ag-ui-invalidate") == [{"keys": ["bookings"], "reason": "Friday was booked"}]
    chat.wait_until_idle()
    (report,) = chat.heard("ag-ui-run-finished")
    assert report == {"tools": [{"name": "book", "side": "server"}], "invalidated": ["bookings"]}


def test_a_denied_call_is_not_run_and_the_talk_goes_on(chat: Chat) -> None:
    chat.listen("ag-ui-invalidate")
    chat.say('call book {"day": "Friday"}')
    chat.press("Deny")
    chat.wait_until_idle()
    expect(chat.card("Book")).to_have_attribute("data-status", "declined")
    assert chat.heard("ag-ui-invalidate") == []
    say(chat, "never mind", "You said: never mind")
    expect(chat.notices).to_have_count(0)


def test_edited_arguments_are_those_that_run(chat: Chat) -> None:
    chat.element.evaluate("chat => { chat.approveWithEdits = true }")
    chat.say('call book {"day": "Friday"}')
    chat.cards.locator("textarea").fill('{"day": "Monday"}')
    chat.press("Approve")
    chat.wait_for_answer("book answered: booked Monday")
    expect(chat.card("Book")).to_have_attribute("data-status", "done")


def test_a_question_left_by_stop_does_not_keep_the_talk_from_going_on(chat: Chat) -> None:
    chat.say('call book {"day": "Friday"}')
    expect(chat.part("approval")).to_be_visible()
    chat.stop()
    chat.wait_until_idle()
    say(chat, "never mind", "You said: never mind")
    expect(chat.card("Book")).to_have_attribute("data-status", "declined")


@pytest.mark.parametrize("verb", ["Resume", "Fork"])
def test_a_run_goes_on_in_a_new_chat_with_what_the_server_remembers(
    chat: Chat, ask: Callable[..., Any], verb: str
) -> None:
    say(chat, "I like tea", "You said: I like tea")
    chat.press("New chat")
    pick(chat, verb, "I like tea", "recall")
    chat.wait_for_answer("You said: I like tea; recall.")
    expect(chat.sayings).to_have_text(["recall"])
    chat.wait_until_idle()
    first, branch = reversed(ask("runs/")["runs"])
    assert branch["parent_run_id"] == first["run_id"]
    # The next message goes to the agent again, with what this conversation holds.
    say(chat, "recall", "You said: recall; recall.")
    chat.press("Continue a run")
    expect(chat.part("checkpoint-branch").filter(visible=True)).to_have_count(1)
    expect(chat.notices).to_have_count(0)


def test_a_continuation_has_tools_of_the_page_and_approvals(chat: Chat) -> None:
    say(chat, "I like tea", "You said: I like tea")
    say(chat, "I like cake", "You said: I like cake")
    chat.tool("look", "return 'blue'")
    pick(chat, "Resume", "I like tea", 'call look {}\ncall book {"day": "Friday"}')
    chat.press("Approve")
    chat.wait_for_answer("look answered: blue")
    expect(chat.answers.last).to_contain_text("book answered: booked Friday")
    expect(chat.card("Book")).to_have_attribute("data-status", "done")
    chat.wait_until_idle()
    say(chat, "thank you", "You said: thank you")
    expect(chat.notices).to_have_count(0)


def test_stop_reaches_a_continuation(chat: Chat, django: DjangoAgent) -> None:
    say(chat, "I like tea", "You said: I like tea")
    chat.press("New chat")
    django.gone.clear()
    pick(chat, "Resume", "I like tea", "talk")
    chat.wait_for_answer("and so on and so on")
    chat.stop()
    assert django.gone.wait(10)
    chat.wait_until_idle()
    say(chat, "good night", "You said: good night")


def test_a_run_of_another_thread_would_overwrite_this_one_and_is_refused_in_words(
    chat: Chat, ask: Callable[..., Any], trouble: Trouble
) -> None:
    trouble.expect("409")
    say(chat, "I like tea", "You said: I like tea")
    chat.press("New chat")
    say(chat, "I like coffee", "You said: I like coffee")
    pick(chat, "Resume", "I like tea", "recall")
    chat.wait_for_notice("resuming that run would overwrite this thread")
    expect(chat.sayings.last).to_have_text("recall")
    say(chat, "recall", "You said: I like coffee; recall; recall.")
    assert [thread["title"] for thread in ask("threads/")["threads"]] == ["I like coffee", "I like tea"]


def test_a_file_that_the_server_took_in_goes_along_as_a_reference(
    chat: Chat, python: Python, django: DjangoAgent, person: str, ask: Callable[..., Any]
) -> None:
    lines = ["--edge", 'Content-Disposition: form-data; name="file"; filename="a.txt"', "Content-Type: text/plain"]
    upload = "\r\n".join([*lines, "", "It is about tea.", "--edge--", ""]).encode()
    file = ask("attachments/", upload, "multipart/form-data; boundary=edge")
    source = """
    from agentic import Chat, HttpAgent
    from agentic.browser.fetch import FetchTransport

    url, person, file = given
    chat = Chat(HttpAgent(url, FetchTransport(), {"Authorization": f"Bearer {person}"}))
    await chat.send("attached", metadata={"attachments": [file]})
    await chat.send(f"call read_attachment {json.dumps({'attachment_id': file['id']})}")
    result = [message.text for message in chat.conversation.get().messages if message.role == "assistant"]
    """
    listed, _, read = python(source, [django.url, person, file])
    assert f"a.txt (id: {file['id']}, text/plain, 16 bytes)" in listed
    assert "read_attachment answered: It is about tea." in read
    (thread,) = ask("threads/")["threads"]
    kept = ask(f"threads/{thread['thread_id']}/")["messages"]
    assert kept[0]["metadata"] == {"attachments": [file]}


AGAIN = """([id, endpoint, person]) => {
  const chat = document.createElement("ag-ui-chat");
  const attributes = {id, endpoint, "data-start-open": "", "data-threads-url": `${endpoint}threads/`};
  for (const [name, value] of Object.entries(attributes)) chat.setAttribute(name, value);
  document.body.append(chat);
  chat.headers = {Authorization: `Bearer ${person}`};
}"""

THREADS = """async ([url, person]) => {
  const {RemoteConversationStore, SessionStorageStore} = await import("/dist/agentic.mjs");
  const headers = () => ({Authorization: `Bearer ${person}`});
  const tab = new SessionStorageStore("remote");
  const store = new RemoteConversationStore(url, headers, tab, () => "same-origin", false);
  const until = async claim => { while (!claim(await store.listThreads())) await new Promise(requestAnimationFrame); };
  const [{threadId}] = await store.listThreads();
  const messages = await store.loadMessages(threadId);
  store.renameThread(threadId, "First");
  await until(threads => threads[0].title === "First");
  store.clear(threadId);
  await until(threads => threads.length === 0);
  return messages.map(each => each.content);
}"""


def test_its_thread_is_shown_again_from_what_it_keeps(chat: Chat, django: DjangoAgent, person: str) -> None:
    chat.set("data-threads-url", f"{django.url}threads/")
    chat.set("data-threads-cache", "false")
    say(chat, "one", "You said: one")
    assert "You said: one" not in chat.page.evaluate("JSON.stringify({...sessionStorage})")
    name = chat.element.evaluate("chat => { chat.remove(); return chat.id; }")
    chat.page.evaluate(AGAIN, [name, django.url, person])
    again = Chat(chat.page, f"#{name}")
    again.wait_for_answer("You said: one")
    say(again, "recall", "You said: one; recall")


def test_its_threads_are_listed_renamed_and_deleted_by_a_store_in_javascript(
    chat: Chat, django: DjangoAgent, person: str, ask: Callable[..., Any]
) -> None:
    say(chat, "one", "You said: one")
    assert chat.page.evaluate(THREADS, [f"{django.url}threads/", person]) == ["one", "You said: one "]
    assert ask("threads/") == {"threads": []}
