"""The command line of build.py: which command, and how it ends."""

import argparse
import errno
import sys
from collections.abc import Sequence

from building.record import add_arguments, record
from building.say import BuildError, say


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print("The disk is full; free about 3 GB and run this again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py", description="Build, serve, test and measure agentic.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="build, then serve dist/ on this machine")
    serve.add_argument("--port", type=int, default=8000, help="where to listen (default: %(default)s)")
    serve.set_defaults(run=_serve)
    commands.add_parser("build", help="write dist/: static files for any host").set_defaults(run=_build)
    test = commands.add_parser("test", help="build, then lint, unit tests and browser tests")
    test.add_argument("rest", nargs="*", metavar="-- ...", help="arguments for pytest, such as -k name")
    test.set_defaults(run=_test)
    commands.add_parser("bench", help="build, then measure side by side").set_defaults(run=_bench)
    recorded = commands.add_parser("record", help="talk to a server, and write a recording for ReplayAgent")
    add_arguments(recorded)
    recorded.set_defaults(run=record)
    return parser


def _build(_options: argparse.Namespace) -> int:
    from building.site import build

    build()
    return 0


def _serve(options: argparse.Namespace) -> int:
    from building.server import free_port_or_say, serve
    from building.site import build

    free_port_or_say(options.port)
    build()
    serve(options.port)
    return 0


def _test(options: argparse.Namespace) -> int:
    from building.testing import test

    return test(options.rest)


def _bench(_options: argparse.Namespace) -> int:
    from building.bench import bench

    return bench()
