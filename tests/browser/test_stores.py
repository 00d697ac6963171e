"""Conversations kept in a store of the page's own, and the classes that JavaScript has for stores and runs."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat import Chat
from tests.browser.trouble import Trouble
from tests.servers.events import echo
from tests.servers.scripted import ScriptedAgent

# A store as a page writes one: it answers later, and keeps everything in one object that a test can see.
OWN_STORE = """(kept = window.kept ??= {threads: {}, active: "first"}) => {
  class OwnStore {
    threadId() { return kept.active; }
    async loadMessages(id) { await new Promise(done => setTimeout(done, 20)); return kept.threads[id] ?? null; }
    saveMessages(id, messages) { kept.threads[id] = messages; }
    loadCheckpoint() { return null; }
    saveCheckpoint() {}
    clear(id) { delete kept.threads[id]; }
    async listThreads() {
      return Object.keys(kept.threads).map(threadId => ({threadId, title: threadId, updatedAt: 1, preview: ""}));
    }
    setActiveThread(id) { kept.active = id; }
    renameThread() {}
  }
  return new OwnStore();
}"""

API = "const api = await import('/dist/agentic.mjs');"


def in_module(page: Page, body: str) -> Any:
    return page.evaluate(f"async () => {{ {API} {body} }}")


def mounted(page: Page, **more: str) -> Chat:
    """A chat with the page's own store, given before it is on the page."""
    page.evaluate(
        """([store, attributes]) => {
          const chat = document.createElement("ag-ui-chat");
          for (const [name, value] of Object.entries(attributes)) chat.setAttribute(name, value);
          chat.conversationStore = new Function(`return (${store})()`)();
          document.body.append(chat);
        }""",
        [OWN_STORE, {"id": "own", "endpoint": "/agent/", "data-start-open": ""} | more],
    )
    return Chat(page, "#own")


def test_a_store_of_the_pages_own_keeps_the_messages_and_brings_them_back(stage: Page, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    chat = mounted(stage)
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    chat.wait_until_idle()
    kept = stage.evaluate("window.kept.threads.first")
    assert [(message["role"], message["content"]) for message in kept] == [
        ("user", "Hello"),
        ("assistant", "You said: Hello"),
    ]
    assert agent.requests[0].body["threadId"] == "first"
    assert stage.evaluate("Object.keys(sessionStorage).filter(each => each.includes('@own:messages'))") == []
    chat.element.evaluate("chat => chat.remove()")
    again = mounted(stage)
    expect(again.sayings).to_have_text(["Hello"])
    again.element.evaluate("chat => chat.newChat()")
    expect(again.sayings).to_have_count(0)
    assert stage.evaluate("window.kept.active") != "first"


def test_a_store_is_the_one_that_was_given_and_what_is_none_is_refused(stage: Page, chat: Chat) -> None:
    chat.element.evaluate(
        "(chat, store) => { window.mine = new Function(`return (${store})()`)(); chat.conversationStore = mine; }",
        OWN_STORE,
    )
    assert chat.element.evaluate("chat => chat.conversationStore === mine")
    with pytest.raises(Exception, match="conversationStore: it lacks the method threadId"):
        chat.element.evaluate("chat => { chat.conversationStore = {loadMessages() {}}; }")
    assert chat.element.evaluate("chat => { chat.conversationStore = null; return chat.conversationStore; }") is None


def test_session_storage_store_is_a_class_to_use_and_to_extend(stage: Page, agent: ScriptedAgent) -> None:
    found = in_module(
        stage,
        """
        class Mine extends api.SessionStorageStore {
          saveMessages(id, messages) { super.saveMessages(id, messages); this.saved = messages.length; }
        }
        const store = new Mine("desk");
        const id = store.threadId();
        store.saveMessages(id, [{id: "u", role: "user", content: "Hello"}]);
        store.renameThread(id, "Lamps");
        store.saveCheckpoint(id, {toolCallId: "k"});
        const again = new api.SessionStorageStore("desk");
        const found = {
          isSame: again.threadId() === id, saved: store.saved, kind: store instanceof api.SessionStorageStore,
          messages: await again.loadMessages(id), none: await again.loadMessages("x"),
          checkpoint: again.loadCheckpoint(id),
          titles: (await again.listThreads()).map(each => [each.threadId === id, each.title, each.preview]),
        };
        api.SessionStorageStore.purge("desk");
        return {...found, left: await again.loadMessages(id), threads: await again.listThreads()};
        """,
    )
    assert found == {
        "isSame": True,
        "saved": 1,
        "kind": True,
        "messages": [{"id": "u", "role": "user", "content": "Hello"}],
        "checkpoint": {"toolCallId": "k"},
        "none": None,
        "titles": [[True, "Lamps", "Hello"]],
        "left": None,
        "threads": [],
    }


def test_one_of_these_serves_a_chat_as_its_store(stage: Page, agent: ScriptedAgent) -> None:
    agent.answers(then=echo)
    in_module(
        stage,
        """
        const chat = document.createElement("ag-ui-chat");
        chat.id = "desk-chat";
        chat.setAttribute("endpoint", "/agent/");
        chat.setAttribute("data-start-open", "");
        chat.conversationStore = new api.SessionStorageStore("desk-2");
        document.body.append(chat);
        """,
    )
    chat = Chat(stage, "#desk-chat")
    chat.say("Hello")
    chat.wait_for_answer("You said: Hello")
    chat.wait_until_idle()
    kept = in_module(
        stage, "const store = new api.SessionStorageStore('desk-2'); return store.loadMessages(store.threadId());"
    )
    assert [message["role"] for message in kept] == ["user", "assistant"]


def test_a_run_index_reads_the_servers_runs_and_says_where_they_go_on(stage: Page, trouble: Trouble) -> None:
    trouble.expect("Failed to load resource")
    rows = [
        {"run_id": "r 1", "thread_id": "t", "parent_run_id": None, "started_at": None, "continuable": True},
        {"run_id": "r2", "thread_id": "t", "parent_run_id": None, "started_at": None, "continuable": False},
    ]
    asked: list[dict[str, str]] = []

    def answer(route: Any) -> None:
        asked.append(route.request.headers)
        route.fulfill(json={"runs": rows})

    stage.route("**/agent/runs/", answer)
    stage.route("**/gone/runs/", lambda route: route.fulfill(status=404, body="no"))
    found = in_module(
        stage,
        """
        const index = new api.RunIndex("/agent/runs/", () => ({"x-token": "t1"}));
        return {
          all: await index.list(), continuable: (await index.continuable()).map(each => each.run_id),
          resume: index.resumeUrl("r 1"), fork: index.forkUrl("r 1"),
          gone: await new api.RunIndex("/gone/runs/").list(),
        };
        """,
    )
    assert found == {
        "all": rows,
        "continuable": ["r 1"],
        "resume": "/agent/resume/r%201/",
        "fork": "/agent/fork/r%201/",
        "gone": [],
    }
    assert asked[0]["x-token"] == "t1"
    with pytest.raises(Exception, match="url is missing"):
        in_module(stage, "new api.RunIndex();")
    stage.unroute_all()


def test_the_references_of_a_message_are_read_in_javascript_too(stage: Page) -> None:
    file = {"id": "f", "name": "a.pdf", "mime": "application/pdf", "size": 3}
    read = "return [{metadata: {attachments: [file]}}, {attachments: [file]}, {}].map(each => "
    found = in_module(
        stage,
        "const file = {id: 'f', name: 'a.pdf', mime: 'application/pdf', size: 3};"
        + read
        + "api.messageAttachments({id: 'u', role: 'user', content: '', ...each}));",
    )
    assert found == [[file], [file], []]


def test_a_page_sends_references_and_parts_from_javascript(chat: Chat, agent: ScriptedAgent) -> None:
    agent.answers(then=lambda request: echo({**request, "messages": [{"role": "user", "content": "both"}]}))
    file = {"id": "f", "name": "a.pdf", "mime": "application/pdf", "size": 3}
    chat.element.evaluate("(chat, file) => chat.sendMessage('read this', [file])", file)
    chat.wait_for_answer("You said: both")
    chat.wait_until_idle()
    assert agent.request().messages[-1]["metadata"] == {"attachments": [file]}
    parts = [{"type": "text", "text": "and this"}, {"type": "image", "source": {"type": "url", "value": "https://x/y"}}]
    chat.listen("ag-ui-submit")
    chat.element.evaluate("(chat, parts) => chat.sendMessage(parts)", parts)
    assert agent.request(2).messages[-1]["content"] == parts
    assert chat.element.evaluate("chat => chat.heard['ag-ui-submit']") == [{"content": "and this"}]
