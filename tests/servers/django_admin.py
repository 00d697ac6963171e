"""The Django admin over a small shop, in a process of its own: an application that nobody here wrote."""

import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]


@dataclass(slots=True)
class DjangoAdmin:
    """The server; `rows` reads its database beside it."""

    _folder: tempfile.TemporaryDirectory[str] = field(default_factory=tempfile.TemporaryDirectory)
    _process: subprocess.Popen[str] | None = None
    _port: int = 0

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.servers.shop", self._folder.name]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        self._port = int(self._process.stdout.readline())
        return self

    def __exit__(self, *_exception: object) -> None:
        self._process.terminate()
        self._process.communicate()
        self._folder.cleanup()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._port}/admin/{path}"

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(Path(self._folder.name) / "shop.db")) as database:
            return database.execute(query, values).fetchall()
