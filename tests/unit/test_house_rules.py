"""The limits and borders of STYLE, checked in every file there is."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = {".venv", "node_modules", "dist", "__pycache__"}
LAYERS = ("core", "protocol", "agents", "browser", "element", "inspector", "boot")
PURE_ELEMENT_MODULES = ("ag_ui_chat", "settings", "surface", "events")
BROWSER_ONLY = {"js", "pyodide", "pyodide_js", "pyscript"}
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_SHIM = 400, 40, 60
LARGEST_FILE = 1024 * 1024

# AG-UI's own spellings. Elsewhere a record's snake_case names do; where the JavaScript side is spelled, a file says so.
WIRE_WORDS = {
    *("threadId", "runId", "parentRunId", "messageId", "parentMessageId", "toolCallId", "toolCallName", "toolCalls"),
    *("forwardedProps", "rawEvent", "stepName", "activityType", "encryptedValue", "encryptedContent", "mimeType"),
}
SPELLS_THE_WIRE = {"agentic/protocol/wire.py"}
SPELLS_JAVASCRIPT = ("agentic/browser/", "agentic/element/events.py", "agentic/element/surface.py")

# A registry's host or a path of the machine this was written on; written in halves, as this file is searched too.
LEAKS = [
    *("registry." + "npmjs", "files." + "pythonhosted", "pypi.org" + "/simple", "deb." + "debian"),
    *("/" + "work/", "/" + "root/", "/" + "farm/"),
]


def python_files(*tops: str) -> list[Path]:
    found = []
    for top in tops:
        path = ROOT / top
        files = [path] if path.suffix == ".py" else sorted(path.rglob("*.py"))
        assert files and all(each.exists() for each in files), f"{top} is not there, so nothing in it would be checked"
        found += files
    return [path for path in found if not SKIPPED & set(path.relative_to(ROOT).parts)]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, `from agentic import core` as agentic.core too."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}: a relative import hides which layer it reaches into"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rank(room: str) -> int:
    """The layer of a room of the package, by number; the errors below all, the public faces above all, with boot."""
    if room == "errors":
        return -1
    return LAYERS.index(room if room in LAYERS else "boot")


def dataclass_marks(path: Path) -> Iterator[tuple[str, str]]:
    """Every dataclass with what its decorator says."""
    for node in ast.walk(tree(path)):
        marks = map(ast.unparse, node.decorator_list) if isinstance(node, ast.ClassDef) else ()
        yield from ((f"{name(path)} {node.name}", mark) for mark in marks if "dataclass" in mark)


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / each for each in listed.split("\0") if each and (ROOT / each).is_file()]


def test_no_file_is_too_long() -> None:
    lengths = {
        name(path): len(path.read_text("utf-8").splitlines())
        for path in python_files("agentic", "building", "build.py", "tests")
    }
    assert [each for each in lengths.items() if each[1] > LONGEST_FILE] == []


def test_no_function_is_too_long() -> None:
    too_long = [
        f"{name(path)}:{function.lineno} {function.name} has {length} lines"
        for path in python_files("agentic", "building", "build.py", "tests")
        for function in functions(path)
        if (length := (function.end_lineno or 0) - function.lineno + 1) > LONGEST_FUNCTION
    ]
    assert too_long == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        name(path)
        for path in python_files("agentic", "building", "build.py", "tests")
        if tree(path).body and not ast.get_docstring(tree(path))
    ]
    assert silent == []


def test_layers_import_leftward_only() -> None:
    wrong = []
    for path in python_files("agentic"):
        own = rank(path.relative_to(ROOT / "agentic").with_suffix("").parts[0])
        for module in imports(path):
            package, _, rest = module.partition(".")
            # `from agentic import Registry` in a layer reaches into the whole package, which stands above it.
            if package == "agentic" and rank(rest.partition(".")[0]) > own:
                wrong.append(f"{name(path)} imports {module}")
    assert wrong == []


def test_only_the_browser_package_imports_javascript() -> None:
    wrong = [
        f"{name(path)} imports {module}"
        for path in python_files("agentic")
        for module in imports(path)
        if module.split(".")[0] in BROWSER_ONLY and not name(path).startswith("agentic/browser/")
    ]
    assert wrong == []


def test_the_package_imports_the_standard_library_and_its_listed_packages_only() -> None:
    newer = {"annotationlib"}  # in the standard library since Python 3.14, which is the page's
    listed = {"jsonschema", "referencing", "jsonschema_specifications", "rfc8785", "jsonpatch", "partial_json_parser"}
    allowed = {*sys.stdlib_module_names, *newer, "agentic"} | listed | BROWSER_ONLY
    foreign = [
        f"{name(path)} imports {module}"
        for path in python_files("agentic")
        for module in imports(path)
        if module.split(".")[0] not in allowed
    ]
    assert foreign == []


def test_every_function_is_annotated() -> None:
    bare = []
    for path in python_files("agentic"):
        for function in functions(path):
            arguments = function.args
            named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
            missing = [each.arg for each in named if each and not each.annotation and each.arg not in ("self", "cls")]
            if missing or not function.returns:
                bare.append(
                    f"{name(path)}:{function.lineno} {function.name}: {', '.join(missing) or 'what it returns'}"
                )
    assert bare == []


def test_records_are_frozen() -> None:
    marks = [mark for path in python_files("agentic") for mark in dataclass_marks(path)]
    assert [each for each in marks if not {"frozen=True", "slots=True"} <= set(re.findall(r"\w+=\w+", each[1]))] == []
    assert marks != []


def test_no_function_changes_what_a_module_holds() -> None:
    nodes = [(path, node) for path in python_files("agentic") for node in ast.walk(tree(path))]
    assert [name(path) for path, node in nodes if isinstance(node, ast.Global)] == []


def test_no_module_and_no_class_holds_a_container_that_can_change() -> None:
    makers = {"dict", "list", "set", "deque", "defaultdict", "OrderedDict", "Counter", "WeakKeyDictionary", "WeakSet"}
    literals = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
    found = []
    for path in python_files("agentic"):
        classes = [node for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
        for node in [statement for holder in (tree(path), *classes) for statement in holder.body]:
            if not isinstance(node, ast.Assign | ast.AnnAssign) or ast.unparse(node).startswith("__all__"):
                continue
            value = node.value
            made = isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] in makers
            if made or isinstance(value, literals):
                found.append(f"{name(path)}:{node.lineno}")
    assert found == []


def test_markup_becomes_nodes_in_one_place() -> None:
    makers = {"innerHTML", "outerHTML", "insertAdjacentHTML", "setHTML", "setHTMLUnsafe", "createContextualFragment"}
    users = {
        name(path)
        for path in python_files("agentic")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr in makers
        # Reading the markup of nodes makes none.
        if isinstance(node.ctx, ast.Store) or node.attr not in ("innerHTML", "outerHTML")
    }
    assert users <= {"agentic/browser/dom.py"}


def test_no_javascript_is_run_from_a_python_string() -> None:
    assert [name(path) for path in python_files("agentic") if "run_js" in path.read_text("utf-8")] == []


def test_the_shim_stays_small() -> None:
    assert len((ROOT / "static" / "ag-ui-chat.js").read_text("utf-8").splitlines()) <= LONGEST_SHIM


def test_no_script_sheet_or_template_is_too_long() -> None:
    files = [path for path in (ROOT / "static").rglob("*") if path.suffix in (".js", ".mjs", ".css", ".html")]
    assert files != []
    assert [name(path) for path in files if len(path.read_text("utf-8").splitlines()) > LONGEST_FILE] == []


def test_wire_spellings_stay_in_the_wire_module() -> None:
    found = [
        f"{name(path)}:{node.lineno} {node.value}"
        for path in python_files("agentic")
        if name(path) not in SPELLS_THE_WIRE and not name(path).startswith(SPELLS_JAVASCRIPT)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in WIRE_WORDS
    ]
    assert found == []


def test_nothing_tracked_names_a_registry_or_a_path_of_a_machine() -> None:
    leak = re.compile("|".join(map(re.escape, LEAKS)))
    leaking = []
    for path in tracked_files():
        text = path.read_bytes().decode("utf-8", "replace")
        leaking += [f"{name(path)}: {match[0]}" for match in leak.finditer(text)]
    assert leaking == []


def test_no_tracked_file_is_large() -> None:
    assert [name(path) for path in tracked_files() if path.stat().st_size > LARGEST_FILE] == []


# What the build machine has of a page when the snapshot is made: nothing. Calling anything is an error there.
WITHOUT_A_PAGE = """
import importlib, pkgutil, sys, types

class Absent(Exception):
    def __init__(self, *args, **kwargs):
        raise AssertionError("a JavaScript object was made while a module was imported")

class Package(types.ModuleType):
    __path__ = []
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (Absent,), {})

for name in ("pyodide", "pyodide.ffi", "pyodide.http", "pyodide.code", "pyodide.webloop"):
    sys.modules[name] = Package(name)
sys.modules["js"] = types.ModuleType("js")
sys.modules["js"].globalThis = object()

import agentic
for found in pkgutil.walk_packages(agentic.__path__, "agentic."):
    importlib.import_module(found.name)
"""


def run_python(code: str) -> str:
    """What a fresh interpreter says to some code; empty if all is well."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr


def test_every_module_can_be_imported_where_there_is_no_page() -> None:
    assert run_python(WITHOUT_A_PAGE) == ""


def test_the_public_names_can_be_imported_on_cpython() -> None:
    assert run_python("from agentic import *; import agentic.testing") == ""


def test_the_elements_public_face_can_be_imported_on_cpython() -> None:
    assert run_python("\n".join(f"import agentic.element.{each}" for each in PURE_ELEMENT_MODULES)) == ""


def test_a_capability_registered_on_cpython_needs_no_browser_module() -> None:
    assert run_python("import sys, agentic; assert not {'js', 'pyodide', 'pyscript'} & set(sys.modules)") == ""
