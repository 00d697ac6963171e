"""The replaying command: a recorded stream in, what it makes out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agentic.protocol.replay import main
from tests.unit.protocol.replaying import NAMES, STREAMS, expected
from tests.unit.protocol.test_streams import check

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def held(tmp_path: Path) -> Path:
    return tmp_path / "initial.json"


@pytest.mark.parametrize("split", [None, 1, 7])
@pytest.mark.parametrize("name", NAMES)
def test_a_stream_is_printed_in_the_form_of_its_expectation(
    name: str, split: int | None, held: Path, capsys: Capture
) -> None:
    given = expected(name)
    held.write_text(json.dumps(given.get("initial", {})), "utf-8")
    arguments = [str(STREAMS / f"{name}.sse"), "--initial", str(held)]
    assert main([*arguments, "--split", str(split)] if split else arguments) == 0
    check(json.loads(capsys.readouterr().out), given["expect"])


@pytest.mark.parametrize("initial", [[], {"messages": []}, {}])
def test_what_was_held_before_may_be_the_bare_list_of_messages(initial: Any, held: Path, capsys: Capture) -> None:
    held.write_text(json.dumps(initial), "utf-8")
    assert main([str(STREAMS / "text_plain.sse"), "--initial", str(held)]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "accepted"


def test_messages_of_an_older_client_are_read_in_todays_shape(held: Path, capsys: Capture) -> None:
    part = {"type": "binary", "mimeType": "image/png", "data": "aGk="}
    held.write_text(json.dumps([{"id": "u", "role": "user", "content": [part]}]), "utf-8")
    assert main([str(STREAMS / "text_plain.sse"), "--initial", str(held)]) == 0
    assert json.loads(capsys.readouterr().out)["messages"][0]["content"][0]["type"] == "image"


def test_it_runs_as_a_module_where_there_is_no_page() -> None:
    command = [sys.executable, "-m", "agentic.protocol.replay", STREAMS / "utf8_splits.sse"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert json.loads(done.stdout)["verdict"] == "accepted"


@pytest.mark.parametrize(
    ("initial", "why"),
    [("no JSON", "Expecting value"), ("7", "holds no AG-UI messages"), ('[{"role": 7}]', "holds no AG-UI messages")],
)
def test_a_file_that_holds_no_messages_is_named_in_one_sentence(
    initial: str, why: str, held: Path, capsys: Capture
) -> None:
    held.write_text(initial, "utf-8")
    assert main([str(STREAMS / "text_plain.sse"), "--initial", str(held)]) == 2
    printed = capsys.readouterr()
    assert why in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_stream_that_is_not_there_is_said(capsys: Capture, tmp_path: Path) -> None:
    assert main([str(tmp_path / "nowhere.sse")]) == 2
    assert "nowhere.sse" in capsys.readouterr().err


def test_a_split_of_nothing_is_refused(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["x.sse", "--split", "0"])
    assert "1 or more" in capsys.readouterr().err
