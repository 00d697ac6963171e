"""Runs in the environment of the build: one conversation with a server, recorded."""

import argparse
import asyncio
import logging
import os
import runpy
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from agentic import Registry, registry
from agentic.agents.agent import Agent
from agentic.agents.anthropic import AnthropicAgent
from agentic.agents.openai import OpenAIAgent
from agentic.agents.recorder import Recorder
from agentic.agents.remote import HttpAgent
from agentic.agents.sockets import SocketTransport
from agentic.chat import Chat
from agentic.errors import UsageError
from agentic.protocol.ending import Ending
from building.record import add_arguments

Options = argparse.Namespace


def main() -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    options = parser.parse_args()
    logging.getLogger("agentic").setLevel(logging.CRITICAL)  # what goes wrong is said below, once
    if options.tools:
        runpy.run_path(options.tools)
    try:
        return asyncio.run(talk(options))
    except UsageError as error:
        print(error, file=sys.stderr)
        return 1


async def talk(options: Options) -> int:
    recorder = Recorder(AGENTS[options.speaks](options), title=f"{options.model or 'agent'} at {options.url}")
    # Nobody is there to be asked: whoever gives tools to a recording lets them run.
    chat = Chat(recorder, Registry(registry, confirm=lambda proposal: True))
    for text in options.say:
        print(f"> {text}")
        ending = await chat.send(text)
        print(chat.messages[-1].text if ending.kind == "finished" else "", end="\n\n")
        if ending.kind != "finished":
            print(f"Nothing was recorded: {words(ending)}", file=sys.stderr)
            return 1
    text = recorder.recording.to_text()
    Path(options.out).write_text(text, "utf-8")
    print(f"{options.out}: {len(recorder.recording.runs)} runs, {len(text) / 1024:.1f} KB")
    return 0


def words(ending: Ending) -> str:
    """What went wrong, in a sentence."""
    told = ", ".join(str(value) for value in ending.values.values() if value)
    return f"{ENDINGS.get(ending.kind, ending.kind)}{f': {told}' if told else ''}"


ENDINGS = {
    "error": "the agent failed",
    "http": "the server refused",
    "lost": "the connection broke off",
    "not-a-stream": "this is no AG-UI server",
    "protocol": "the server broke the protocol",
    "rounds": "the agent called tools without end",
    "unknown-tools": "the agent calls tools that are not there; give them with --tools",
    "unreachable": "no answer came; is the server running?",
}


def key(options: Options) -> str | None:
    return os.environ.get(options.key_from)


AGENTS: Mapping[str, Callable[[Options], Agent]] = {
    "ag-ui": lambda options: HttpAgent(options.url, SocketTransport(), headers=bearer(key(options))),
    "openai": lambda options: OpenAIAgent(options.url, options.model, api_key=key(options)),
    "anthropic": lambda options: AnthropicAgent(options.url, options.model, api_key=key(options)),
}


def bearer(key: str | None) -> Mapping[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


if __name__ == "__main__":
    raise SystemExit(main())
