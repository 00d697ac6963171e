"""The command line of build.py, as a person meets it."""

import re
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from building.server import listen

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that someone listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def build(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "build.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_a_taken_port_is_told_with_one_that_is_free(taken: int) -> None:
    ended = build("serve", "--port", str(taken))
    assert ended.returncode == 1
    said = re.fullmatch(rf"Port {taken} cannot be used \(.*\); try --port (\d+), which is free.\n", ended.stderr)
    assert said
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", int(said[1])))


def test_a_port_that_can_not_be_is_told_in_a_sentence() -> None:
    ended = build("serve", "--port", "70000")
    assert ended.returncode == 1
    assert ended.stderr.startswith("Port 70000 cannot be used")
    assert "Traceback" not in ended.stderr


def test_without_a_command_the_commands_are_told() -> None:
    ended = build()
    assert ended.returncode == 2
    assert "usage: build.py" in ended.stderr


def test_the_served_files_have_the_types_a_browser_insists_on(tmp_path: Path) -> None:
    for name in ("a.mjs", "a.wasm", "a.toml"):
        (tmp_path / name).touch()
    served = listen(0, tmp_path)
    with served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{served.server_address[1]}"
        types = {
            name: urllib.request.urlopen(f"{address}/{name}").headers["Content-Type"]
            for name in ("a.mjs", "a.wasm", "a.toml")
        }
        served.shutdown()
    assert types == {
        "a.mjs": "text/javascript; charset=utf-8",
        "a.wasm": "application/wasm",
        "a.toml": "application/toml",
    }
