"""The bench command: gets the peer it is measured against, and runs tests/bench."""

import subprocess

from building.archives import files_in
from building.environment import install_lock, make_environment, pip
from building.paths import LOCKS, PYTHON, ROOT, WORK
from building.say import say, step
from building.site import build
from building.stamps import digest, is_fresh, seal
from building.testing import find_browser

BUNDLE = "ag-ui-web-component.bundle.js"
PEER = WORK / "peer"


def bench() -> int:
    make_environment()
    install_lock("dev", "get the packages for the tests")
    build()
    find_browser()
    _get_peer()
    say("\nMeasuring takes about a minute; a machine that does nothing else measures best.\n")
    return subprocess.run([PYTHON, "-m", "tests.bench", PEER], cwd=ROOT, check=False).returncode


def _get_peer() -> None:
    """The peer's bundle, out of the Python package that ships it; only ever for measuring."""
    lock = LOCKS / "peer.txt"
    key = digest([lock])
    if is_fresh("peer", key, [PEER / BUNDLE]):
        return
    platform = ["--platform", "any", "--python-version", "3.14", "--implementation", "py", "--abi", "none"]
    with step("get the peer to measure against"):
        pip("download", "--no-deps", "--require-hashes", *platform, "-r", lock, "-d", PEER, what="get the peer")
        wheel = next(PEER.glob("*.whl"))
        bundle = next(data for name, data in files_in(wheel).items() if name.endswith(BUNDLE))
        (PEER / BUNDLE).write_bytes(bundle)
    seal("peer", key)
