"""Where everything is, in one place."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ROOT / "building" / "locks"
INSIDE = ROOT / "building" / "inside"
STATIC = ROOT / "static"
PACKAGE = ROOT / "agentic"
NODE_MODULES = ROOT / "node_modules"
VENV = ROOT / ".venv"
DIST = ROOT / "dist"

WORK = ROOT / ".build"
STAMPS = WORK / "stamps"
WHEELS = WORK / "wheels"
RUNTIME = WORK / "runtime"

BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
EXE = ".exe" if sys.platform == "win32" else ""
