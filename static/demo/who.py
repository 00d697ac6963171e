"""Who answers the chat: the demo, a server, a model, the browser's own model, or a recording.

Everything stays in this page's memory; only where the box for it is ticked, it is kept for the tab, the key included.
"""

import asyncio
import json

from js import document, sessionStorage
from pyodide.ffi import create_proxy

from agentic import AgenticError, Chat, HttpAgent, OpenAIAgent, PromptAgent, Recorder, ReplayAgent, agents
from agentic.browser.download import download
from agentic.core.words import load_words
from agentic.element.labels import notice_text
from agentic.protocol.conversation import Notice

KEPT = "order-desk:who"
FIELDS = ("server", "base", "key", "model", "pace")
MOST_NAMES = 12
INSTRUCTIONS = """You are the assistant of an order desk. Work the page with your tools: fill in the form, then save the
order with the very values that are in the form. List the orders before you delete one. Be brief."""

chat = document.querySelector("#desk-chat")
dialog = document.querySelector("#who")
recorders, replays, working = [], [], set()


def part(name):
    return document.querySelector(f"#who-{name}")


def text(name):
    return part(name).value.strip()


def kind():
    return document.querySelector("#who-form").elements.namedItem("kind").value


def say(sentence, trouble=False):
    part("says").textContent = sentence
    part("says").toggleAttribute("data-trouble", trouble)


# What can be chosen: an agent, and what it is called.


async def demo():
    return agents.catalog.get("order-desk"), "the scripted demo"


async def server():
    if not text("server"):
        raise ValueError("Give the address of the server first.")
    return HttpAgent(text("server")), text("server")


async def model():
    if not text("base"):
        raise ValueError("Give the address of the model first, such as http://localhost:11434/v1.")
    # The key is read at every request, out of the field it was typed into, and is nowhere else.
    agent = OpenAIAgent(text("base"), text("model"), api_key=lambda: text("key"), instructions=INSTRUCTIONS)
    return agent, f"{text('model')} at {text('base')}"


async def browser():
    return PromptAgent(instructions=INSTRUCTIONS), "the browser's own model"


async def recording():
    files = part("file").files
    if not files.length:
        raise ValueError("Choose the file of a recording first.")
    replay = ReplayAgent(await files.item(0).text(), part("pace").value)
    replay.waiting.subscribe(lambda waiting: setattr(part("next"), "disabled", not waiting))
    return replay, f"the recording {files.item(0).name}"


# What a test of the connection says.


async def test_demo(agent):
    return "The demo is part of this page: there is nothing to connect to."


async def test_server(agent):
    ending = await Chat(agent).send("Hello")
    if ending.is_notice:
        raise ValueError(notice_text(Notice("", ending.kind, "", ending.values), load_words()))
    return "It answers."


async def test_model(agent):
    names = await agent.models()
    part("models").replaceChildren(*map(option, names))
    some = ", ".join(names[:MOST_NAMES]) + ("…" if len(names) > MOST_NAMES else "")
    if not names:
        return "It answers, but has no models."
    if not text("model"):
        return f"It answers. Choose one of its models: {some}."
    if text("model") not in names:
        raise ValueError(f"It answers, but has no model “{text('model')}”. It has {some}.")
    return f"It answers, and has {text('model')}."


async def test_browser(agent):
    said = {
        "available": "It is there.",
        "downloadable": "The browser can download it; that begins with the first message.",
        "downloading": "The browser is downloading it.",
        "unavailable": "This browser's own model cannot run on this device.",
        "missing": "This browser has no model of its own.",
    }[await agent.availability()]
    return said


async def test_recording(agent):
    return "It can be played."


def option(name):
    made = document.createElement("option")
    made.value = name
    return made


# What the buttons do.


CHOICES = {
    "demo": (demo, test_demo),
    "server": (server, test_server),
    "model": (model, test_model),
    "browser": (browser, test_browser),
    "recording": (recording, test_recording),
}


async def use():
    agent, name = await CHOICES[kind()][0]()
    if kind() == "model" and not text("model"):
        raise ValueError("Name the model first; testing the connection lists those there are.")
    replays[:] = [agent] if kind() == "recording" else []
    if part("record").checked:
        recorders[:] = [Recorder(agent, title=name)]
        agent = recorders[0]
    agents.catalog.add("chosen", agent)
    chat.setAttribute("agent", "chosen")
    is_demo = kind() == "demo"
    chat.setAttribute("title-text", "Desk assistant" if is_demo else f"Desk assistant: {name}")
    part("now").textContent = f"I am {name}. {'These I understand' if is_demo else 'For instance'}:"
    part("steps").hidden = kind() != "recording" or part("pace").value != "step"
    keep()
    dialog.close()


async def test():
    say("Trying…")
    choose, try_it = CHOICES[kind()]
    agent, _ = await choose()
    say(await try_it(agent))


async def save_recording():
    download("recording.jsonl", recorders[0].recording.to_text(), "application/jsonl")


def keep():
    if part("keep").checked:
        kept = {"kind": kind(), **{name: part(name).value for name in FIELDS}}
        sessionStorage.setItem(KEPT, json.dumps(kept))
    else:
        sessionStorage.removeItem(KEPT)


async def restore():
    kept = json.loads(sessionStorage.getItem(KEPT) or "{}")
    if not kept:
        return
    for name in FIELDS:
        part(name).value = kept.get(name, "")
    document.querySelector(f"#who [value='{kept['kind']}']").checked = True
    part("keep").checked = True
    if kept["kind"] != "recording":
        await use()


def opened(_event):
    say("")
    part("save").disabled = not (recorders and recorders[0].recording.runs)
    dialog.showModal()


def on(name, event, work):
    """Do this when that happens, and say what goes wrong."""

    async def done():
        try:
            await work()
        except (AgenticError, ValueError) as error:
            say(str(error), trouble=True)

    def begin(event):
        event.preventDefault()
        working.add(task := asyncio.ensure_future(done()))
        task.add_done_callback(working.discard)

    part(name).addEventListener(event, create_proxy(begin))


async def step():
    for replay in replays:
        replay.step()


async def close():
    dialog.close()


on("form", "submit", use)
on("test", "click", test)
on("save", "click", save_recording)
on("next", "click", step)
on("close", "click", close)
part("open").addEventListener("click", create_proxy(opened))
await restore()  # noqa: F704
document.documentElement.dataset.who = "ready"
