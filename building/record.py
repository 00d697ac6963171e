"""The record command: talks to a real server, and writes what its agent did to a file for ReplayAgent."""

import os
import subprocess
from argparse import ArgumentParser, Namespace

from building.environment import install_lock, make_environment
from building.paths import PYTHON, ROOT
from building.say import BuildError

SPEAKS = ("ag-ui", "openai", "anthropic")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("url", help="address of the server, such as http://localhost:11434/v1")
    parser.add_argument("--say", action="append", required=True, metavar="TEXT", help="what to say; once for each turn")
    parser.add_argument("--out", default="recording.jsonl", metavar="FILE", help="where to (default: %(default)s)")
    parser.add_argument("--as", dest="speaks", choices=SPEAKS, default="ag-ui", help="what it speaks (default: ag-ui)")
    parser.add_argument("--model", default="", help="the model, where it is asked for one")
    parser.add_argument("--key-from", default="", metavar="NAME", help="environment variable that holds the key")
    parser.add_argument("--tools", default="", metavar="FILE.py", help="registers capabilities; they run unasked")


def record(options: Namespace) -> int:
    """Zero when the whole conversation was recorded."""
    if options.speaks != "ag-ui" and not options.model:
        raise BuildError(f"Say which model to ask: --as {options.speaks} needs --model NAME.")
    if options.key_from and options.key_from not in os.environ:
        raise BuildError(f"There is no environment variable {options.key_from}; set it to the key.")
    make_environment()
    install_lock("dev", "get the packages for the tests")
    said = [part for text in options.say for part in ("--say", text)]
    rest = ["--as", options.speaks, "--model", options.model, "--key-from", options.key_from, "--tools", options.tools]
    command = [PYTHON, "-m", "building.inside.record", options.url, "--out", options.out, *said, *rest]
    here = os.getcwd()
    return subprocess.run(command, cwd=here, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False).returncode
