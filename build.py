#!/usr/bin/env python3
"""The one command: `python build.py serve | build | test | bench`. Needs Python 3.11 and nothing else."""

import sys

# An older Python reads this file too, and is to say so in a sentence.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("build.py needs Python 3.11 or newer: run it with one, for example as python3.11 build.py.")

from building.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
