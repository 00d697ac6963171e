"""`python build.py record` makes a recording from a real server, or says in a sentence why it cannot."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentic.agents.recording import Recording
from tests.servers.chat_completions import ChatCompletionsServer, answer, error, says, whole
from tests.servers.events import run, text
from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site

ROOT = Path(__file__).resolve().parents[2]
TOOLS = """
from agentic import registry

@registry.capability("note", risk="destructive")
def note(text: str) -> str:
    "Write a note."
    return f"noted {text}"
"""


@pytest.fixture
def completions() -> ChatCompletionsServer:
    return ChatCompletionsServer()


@pytest.fixture
def agent() -> ScriptedAgent:
    return ScriptedAgent()


@pytest.fixture
def site(tmp_path: Path, completions: ChatCompletionsServer, agent: ScriptedAgent) -> Iterator[Site]:
    with Site({"/": tmp_path}, agents={"/v1/": completions, "/agent/": agent}) as site:
        yield site


def record(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "build.py"), "record", *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)


def test_an_ag_ui_server_is_recorded(site: Site, agent: ScriptedAgent, tmp_path: Path) -> None:
    agent.answers(run(*text("Hello")), run(*text("Bye")))
    ended = record(tmp_path, site.url("/agent/"), "--say", "hi", "--say", "bye", "--out", "talk.jsonl")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "talk.jsonl: 2 runs" in ended.stdout
    recording = Recording.from_text((tmp_path / "talk.jsonl").read_text())
    assert [each.said for each in recording.runs] == ["hi", "bye"]


def test_a_model_is_recorded_with_its_tools_and_without_its_key(
    site: Site, completions: ChatCompletionsServer, tmp_path: Path
) -> None:
    (tmp_path / "tools.py").write_text(TOOLS)
    completions.answers(answer(whole("note", {"text": "x"})), answer(says("Noted.")))
    options = ["--as", "openai", "--model", "m", "--key-from", "MY_KEY", "--tools", "tools.py"]
    ended = record(tmp_path, site.url("/v1"), "--say", "note x", *options, MY_KEY="sk-secret-1")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert completions.request().headers["authorization"] == "Bearer sk-secret-1"
    assert completions.request(2).result() == "noted x"
    written = (tmp_path / "recording.jsonl").read_text()
    assert '"toolCallName": "note"' in written
    assert "sk-secret-1" not in written + ended.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--as", "openai"], "Say which model to ask: --as openai needs --model NAME."),
        (["--key-from", "NO_SUCH_KEY"], "There is no environment variable NO_SUCH_KEY"),
    ],
)
def test_what_is_missing_is_told(tmp_path: Path, options: list[str], words: str) -> None:
    ended = record(tmp_path, "http://127.0.0.1:1/v1", "--say", "hi", *options)
    assert ended.returncode == 1
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_failure_is_told_and_nothing_is_written(
    site: Site, completions: ChatCompletionsServer, tmp_path: Path
) -> None:
    completions.answers(error(401, "who are you?"))
    ended = record(tmp_path, site.url("/v1"), "--say", "hi", "--as", "openai", "--model", "m")
    assert ended.returncode == 1
    assert "Nothing was recorded: the agent failed" in ended.stderr
    assert "wants an API key" in ended.stderr
    assert not (tmp_path / "recording.jsonl").exists()
