"""Serves dist/ to this machine alone."""

import functools
import http.server
import socket
from pathlib import Path

from building.paths import DIST
from building.say import BuildError, say

HOST = "127.0.0.1"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".zip": "application/zip",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files with the types a browser insists on; what was built again is asked for again."""

    protocol_version = "HTTP/1.1"
    extensions_map = TYPES

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing for each file."""


def serve(port: int) -> None:
    """Serve until Ctrl-C."""
    with listen(port) as server:
        say(f"\nhttp://{HOST}:{port}/  (Ctrl-C ends it)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("\nStopped.")


def free_port_or_say(port: int) -> None:
    """Before the work of a build: a port that is taken is told with one that is free."""
    listen(port).server_close()


def listen(port: int, folder: Path = DIST) -> http.server.ThreadingHTTPServer:
    handler = functools.partial(Handler, directory=str(folder))
    try:
        return http.server.ThreadingHTTPServer((HOST, port), handler)
    except (OSError, OverflowError) as error:
        free = _free_port()
        raise BuildError(f"Port {port} cannot be used ({_why(error)}); try --port {free}, which is free.") from error


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or "it must be between 0 and 65535"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]
