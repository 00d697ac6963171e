"""A server of models that is somebody else's code: `aimock`, which speaks for several providers at once."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]
CLI = ROOT / "node_modules" / "@copilotkit" / "aimock" / "dist" / "cli.js"


class Aimock:
    """Answers by its fixtures, on a port of its own, until it is closed. `keys` are those it accepts, if any."""

    def __init__(self, folder: Path, *fixtures: dict[str, Any], keys: str = "") -> None:
        self.origin = ""
        self._fixtures = folder / "fixtures.json"
        self._fixtures.write_text(json.dumps({"fixtures": list(fixtures)}), "utf-8")
        self._keys = keys

    def __enter__(self) -> Self:
        node = shutil.which("node") or str(Path(sys.executable).with_name("node"))
        command = [node, str(CLI), "-p", "0", "-f", str(self._fixtures), "--strict"]
        env = {**os.environ, "AIMOCK_API_KEYS": self._keys} if self._keys else None
        self._process = subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        said = []
        for line in self._process.stdout:
            said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                self.origin = found[0]
                return self
        raise RuntimeError(f"aimock does not start: {''.join(said)}")

    def __exit__(self, *_exception: object) -> None:
        self._process.terminate()
        self._process.communicate(timeout=10)


def reply(
    said: str, content: str = "", *calls: tuple[str, dict[str, Any]], after_result: bool = False
) -> dict[str, Any]:
    """What is answered when the person says this, before or after the results of calls."""
    made = [{"name": name, "arguments": json.dumps(arguments)} for name, arguments in calls]
    response = {"content": content, **({"toolCalls": made} if made else {})}
    return {"match": {"userMessage": said, "hasToolResult": after_result}, "response": response}


def refusal(said: str, status: int, message: str) -> dict[str, Any]:
    return {"match": {"userMessage": said}, "response": {"error": {"message": message}, "status": status}}
