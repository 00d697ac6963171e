"""Run another program: quietly, with a sign of life, and with its failure in one sentence."""

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from building.paths import ROOT
from building.say import BuildError, say

SIGN_OF_LIFE = 10  # seconds
LONGEST_LINE = 1000
NO_NETWORK = (
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ENOTFOUND",
    "ETIMEDOUT",
    "Failed to establish a new connection",
    "Name or service not known",
    "NameResolutionError",
    "Network is unreachable",
    "Temporary failure in name resolution",
    "Temporary failure resolving",
    "getaddrinfo failed",
)
NO_SPACE = ("ENOSPC", "No space left on device", "not enough space")
BAD_HASH = ("DO NOT MATCH THE HASHES", "EINTEGRITY")


def run(command: Sequence[str | Path], what: str, env: Mapping[str, str] | None = None) -> str:
    """What the program printed; `what` names its work in the sentence that tells of a failure."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        try:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=ROOT,
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            raise BuildError(f"Could not {what}: {command[0]} does not start ({error.strerror}).") from error
        try:
            code = _wait(process, what)
        except BaseException:
            process.kill()
            process.wait()
            raise
        output.seek(0)
        text = output.read()
    if code:
        raise BuildError(explain(what, text))
    return text


def explain(what: str, text: str) -> str:
    """The sentence for a program that failed, from what it printed."""
    # Node shows the line of code that threw, which in a bundle is a megabyte and names every error there is.
    lines = [line.strip() for line in text.splitlines() if line.strip() and len(line) < LONGEST_LINE]
    text = "\n".join(lines)
    if any(sign in text for sign in NO_SPACE):
        return f"Could not {what}: the disk is full; free about 3 GB and run this again."
    if any(sign in text for sign in NO_NETWORK):
        return f"Could not {what}: the package index cannot be reached; connect to the network and run this again."
    if any(sign in text for sign in BAD_HASH):
        return f"Could not {what}: a file differs from the one that was locked; do not use it, and try again later."
    said = " / ".join(lines[-4:]) or "it said nothing"
    return f"Could not {what}: {said}"


def _wait(process: subprocess.Popen, what: str) -> int:
    waited = 0
    while True:
        try:
            return process.wait(SIGN_OF_LIFE)
        except subprocess.TimeoutExpired:
            waited += SIGN_OF_LIFE
            say(f"  still at it after {waited} s: {what}")
