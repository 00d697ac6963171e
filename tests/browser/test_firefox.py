"""The main job in Firefox, which Playwright cannot drive as it comes from a distribution: over WebDriver BiDi."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from building.environment import node
from building.testing import FIREFOXES
from tests.servers.events import opened, run, started, text
from tests.servers.scripted import FOREVER, ScriptedAgent
from tests.servers.site import Site

STORY = Path(__file__).with_name("firefox.mjs")
PATIENCE_SECONDS = 120


@pytest.fixture
def firefox() -> str:
    """One's own machine may be without it; a CI machine may not, for nobody would notice."""
    found = next(filter(None, map(shutil.which, FIREFOXES)), None)
    if not found:
        leave = pytest.fail if os.environ.get("CI") else pytest.skip
        leave("there is no Firefox here: install firefox-esr")
    return found


def test_the_order_desk_and_a_streamed_answer_work_in_firefox(firefox: str, site: Site, agent: ScriptedAgent) -> None:
    agent.answers(
        run(*text("It is ", "**done**.")), lambda request: [started(request), *opened("m", "half of"), FOREVER]
    )
    seen = told_by(firefox, site.url("/dist/index.html"), site.url("/plain.html"))
    assert seen["desk"]["fields"] == ["lamps", "3", "express"]
    assert seen["desk"]["before"] == 0
    assert ["Lovelace Street 12" in order for order in seen["desk"]["after"]] == [True]
    assert [answer.strip() for answer in seen["plain"]["answers"]] == ["It is done.", "half of"]
    assert "Stopped" in seen["plain"]["notice"]
    assert agent.request(2).was_left()
    assert seen["trouble"] == []


def told_by(firefox: str, *urls: str) -> dict[str, Any]:
    command = [node(), STORY, firefox, *urls]
    told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)
