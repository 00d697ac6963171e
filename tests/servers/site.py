"""A web site on loopback for one test run: folders, scripted agents, and paths that can be broken on purpose."""

import fnmatch
import http.server
import mimetypes
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Protocol, Self
from urllib.parse import unquote, urlsplit

# The page's own MIME types, not the machine's: a wrong one for wasm or a module stops the boot.
TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".py": "text/x-python",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".zip": "application/zip",
}


class Responder(Protocol):
    """Whatever answers a POST in place of a file."""

    def answer(self, handler: http.server.BaseHTTPRequestHandler) -> None: ...


@dataclass(frozen=True, slots=True)
class Visit:
    """One request the site has seen."""

    method: str
    path: str
    query: str
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Substitute:
    """What a broken path answers with; a gate holds the answer back until the test opens it."""

    status: int = 200
    body: bytes | None = None
    gate: threading.Event | None = None


@dataclass(slots=True)
class Site:
    """Serves `folders` (prefix to folder) and `agents` (prefix to responder) until it is closed.

    Patterns are those of `fnmatch`, so a file named after its hash can be meant without knowing the hash.
    """

    folders: dict[str, Path]
    agents: dict[str, Responder] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    cors: bool = False
    visits: list[Visit] = field(default_factory=list)
    substitutes: dict[str, Substitute] = field(default_factory=dict)
    _server: "QuietServer | None" = None

    def __enter__(self) -> Self:
        handler = type("Handler", (SiteHandler,), {"site": self})
        self._server = QuietServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.mend()
        self._server.shutdown()
        self._server.server_close()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def url(self, path: str) -> str:
        return self.origin + path

    def substitute(self, pattern: str, status: int = 200, body: bytes | None = None) -> None:
        """Answer paths that match with this status and body; without a body, with the file as it is."""
        self.substitutes[pattern] = Substitute(status, body)

    def hold(self, pattern: str) -> threading.Event:
        """Keep answers for paths that match back until the returned event is set."""
        gate = threading.Event()
        self.substitutes[pattern] = Substitute(gate=gate)
        return gate

    def mend(self) -> None:
        """Take every substitute back, and let go of what is held."""
        held, self.substitutes = self.substitutes, {}
        for substitute in held.values():
            if substitute.gate:
                substitute.gate.set()

    def substitute_for(self, path: str) -> Substitute | None:
        return next((found for pattern, found in self.substitutes.items() if fnmatch.fnmatch(path, pattern)), None)

    def extra_headers(self, path: str) -> dict[str, str]:
        merged: dict[str, str] = {}
        for pattern, headers in self.headers.items():
            if fnmatch.fnmatch(path, pattern):
                merged |= headers
        return merged

    def file(self, path: str) -> Path | None:
        """The file behind a path: the longest prefix that fits decides the folder."""
        for prefix in sorted(self.folders, key=len, reverse=True):
            if path.startswith(prefix):
                rest = PurePosixPath(path[len(prefix) :] or "index.html")
                found = self.folders[prefix] / rest
                return found if ".." not in rest.parts and found.is_file() else None
        return None

    def agent(self, path: str) -> Responder | None:
        prefixes = sorted(self.agents, key=len, reverse=True)
        return next((self.agents[prefix] for prefix in prefixes if path.startswith(prefix)), None)

    def paths(self, pattern: str = "*") -> list[str]:
        """The paths asked for so far that match, in order."""
        return [visit.path for visit in self.visits if fnmatch.fnmatch(visit.path, pattern)]


class QuietServer(http.server.ThreadingHTTPServer):
    """A browser drops connections as it likes; that is no trouble worth a traceback."""

    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class SiteHandler(http.server.BaseHTTPRequestHandler):
    """One connection to a Site; it stays open between requests."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    site: Site

    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the site keeps its own record."""

    def note(self) -> str:
        parts = urlsplit(self.path)
        path = unquote(parts.path)
        self.site.visits.append(Visit(self.command, path, parts.query, dict(self.headers)))
        return path

    def do_GET(self) -> None:
        path = self.note()
        substitute = self.site.substitute_for(path) or Substitute()
        if substitute.gate:
            substitute.gate.wait()
        if substitute.body is not None or substitute.status != 200:
            return self.send(path, substitute.status, substitute.body or b"")
        file = self.site.file(path)
        if not file:
            return self.send(path, 404, b"not found")
        stat = file.stat()
        tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
        if self.headers.get("If-None-Match") == tag:
            return self.send(path, 304, b"", tag)
        self.send(path, 200, file.read_bytes(), tag)

    do_HEAD = do_GET

    def do_POST(self) -> None:
        path = self.note()
        agent = self.site.agent(path)
        if agent:
            agent.answer(self)
        else:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send(path, 404, b"not found")

    def do_OPTIONS(self) -> None:
        self.send(self.note(), 204 if self.site.cors else 405, b"")

    def send(self, path: str, status: int, body: bytes, tag: str = "") -> None:
        suffix = PurePosixPath(path).suffix or (".html" if path.endswith("/") else "")
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "text/plain")
        self.send_header("Cache-Control", "no-cache")
        if tag:
            self.send_header("ETag", tag)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        for name, value in self.site.extra_headers(path).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD" and status not in (204, 304):
            self.write(body)

    def write(self, body: bytes) -> None:
        try:
            self.wfile.write(body)
        except ConnectionError:
            self.close_connection = True

    def end_headers(self) -> None:
        """Every answer, an agent's too, may be read by a page of another origin where the site allows it."""
        if self.site.cors:
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Headers", "*, Authorization, Content-Type")
            self.send_header("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS")
        super().end_headers()
