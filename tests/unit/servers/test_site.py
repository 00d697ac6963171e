"""The site the browser tests run on serves what it says, breaks what it is told to, and keeps a record."""

import http.client
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.scripted import ScriptedAgent
from tests.servers.site import Site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    (tmp_path / "pages").mkdir()
    (tmp_path / "built").mkdir()
    (tmp_path / "pages" / "plain.html").write_text("<p>plain</p>")
    (tmp_path / "built" / "pyodide.wasm").write_bytes(b"\0asm")
    (tmp_path / "secret.txt").write_text("secret")
    with Site({"/": tmp_path / "pages", "/dist/": tmp_path / "built"}) as site:
        yield site


def get(site: Site, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection(site.origin.removeprefix("http://"), timeout=5)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    try:
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def test_the_longest_prefix_decides_the_folder(site: Site) -> None:
    assert get(site, "/plain.html")[2] == b"<p>plain</p>"
    assert get(site, "/dist/pyodide.wasm")[1]["Content-Type"] == "application/wasm"


def test_a_path_never_leaves_its_folder(site: Site) -> None:
    assert get(site, "/../secret.txt")[0] == 404
    assert get(site, "/%2e%2e/secret.txt")[0] == 404


def test_a_connection_serves_many_requests(site: Site) -> None:
    connection = http.client.HTTPConnection(site.origin.removeprefix("http://"), timeout=5)
    for _ in range(3):
        connection.request("GET", "/plain.html")
        assert connection.getresponse().read() == b"<p>plain</p>"
    connection.close()


def test_a_file_that_did_not_change_is_not_sent_twice(site: Site) -> None:
    tag = get(site, "/plain.html")[1]["ETag"]
    status, _, body = get(site, "/plain.html", **{"If-None-Match": tag})
    assert (status, body) == (304, b"")


def test_a_substitute_answers_until_it_is_mended(site: Site) -> None:
    site.substitute("/dist/*.wasm", body=b"corrupt")
    assert get(site, "/dist/pyodide.wasm")[2] == b"corrupt"
    site.substitute("/dist/*.wasm", status=404)
    assert get(site, "/dist/pyodide.wasm")[0] == 404
    site.mend()
    assert get(site, "/dist/pyodide.wasm")[2] == b"\0asm"


def test_a_held_path_answers_when_it_is_let_go(site: Site) -> None:
    gate = site.hold("/plain.html")
    answers: list[bytes] = []
    reader = threading.Thread(target=lambda: answers.append(get(site, "/plain.html")[2]))
    reader.start()
    reader.join(0.1)
    assert answers == []
    gate.set()
    reader.join(5)
    assert answers == [b"<p>plain</p>"]


def test_extra_headers_reach_only_their_path(site: Site) -> None:
    site.headers["/plain.html"] = {"Content-Security-Policy": "script-src 'self'"}
    assert get(site, "/plain.html")[1]["Content-Security-Policy"] == "script-src 'self'"
    assert get(site, "/dist/pyodide.wasm")[1]["Content-Security-Policy"] is None


def test_only_a_site_with_cors_lets_other_origins_read(site: Site) -> None:
    assert get(site, "/plain.html")[1]["Access-Control-Allow-Origin"] is None
    with Site(site.folders, cors=True) as other:
        assert get(other, "/plain.html")[1]["Access-Control-Allow-Origin"] == "*"


def test_a_post_goes_to_the_agent_under_its_prefix(site: Site) -> None:
    agent = ScriptedAgent()
    site.agents["/agent/"] = agent
    agent.answers([{"type": "RUN_ERROR", "message": "no"}])
    connection = http.client.HTTPConnection(site.origin.removeprefix("http://"), timeout=5)
    connection.request("POST", "/agent/", '{"messages": []}')
    assert b"RUN_ERROR" in connection.getresponse().read()
    connection.request("POST", "/elsewhere", "{}")
    assert connection.getresponse().status == 404
    connection.close()


def test_every_request_is_on_record(site: Site) -> None:
    get(site, "/plain.html?theme=dark")
    get(site, "/missing")
    assert site.paths() == ["/plain.html", "/missing"]
    assert site.visits[0].query == "theme=dark"
