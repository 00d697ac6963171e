"""What the build makes: archives, wheels, the lock, the snapshot's parts, and dist/ itself."""

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentic.core import assets
from building import wheels
from building.archives import files_in, wheel_of, zip_of
from building.extents import PAGE, extents, without_gaps
from building.pyodide_lock import pyodide_lock
from building.site import write_site

PUBLISHED = json.dumps({"info": {"abi_version": "2026_0", "python": "3.14.2"}, "packages": {"numpy": {}}})


def wheel(folder: Path, name: str, requires: str = "") -> Path:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    path.write_bytes(wheel_of(name, "1.0", {f"{name}.py": b"x = 1\n"}, requires))
    return path


def test_an_archive_is_the_same_whatever_the_order_it_was_filled_in() -> None:
    assert zip_of({"b": b"2", "a": b"1"}) == zip_of({"a": b"1", "b": b"2"})


def test_an_archive_holds_no_date() -> None:
    with zipfile.ZipFile(io.BytesIO(zip_of({"a": b"1"}))) as archive:
        assert archive.getinfo("a").date_time == (1980, 1, 1, 0, 0, 0)


def test_a_wheel_records_every_file_but_its_record(tmp_path: Path) -> None:
    files = files_in(wheel(tmp_path, "tiny"))
    rows = [row.split(",")[0] for row in files["tiny-1.0.dist-info/RECORD"].decode().splitlines()]
    assert sorted(rows) == sorted(files)


def test_a_new_version_of_ours_takes_the_place_of_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels, "WHEELS", tmp_path)
    monkeypatch.setattr(wheels, "_download", lambda: None)
    for old in ("agentic-0.0.9", "rpds_py-0.0.9", "agentic_else-1.0"):
        (tmp_path / f"{old}-py3-none-any.whl").touch()
    names = [path.name.split("-py3")[0] for path in wheels.get_wheels()]
    assert names == [f"agentic-{wheels.version()}", "agentic_else-1.0", f"rpds_py-{wheels.RPDS_VERSION}"]


def test_the_package_holds_every_folder_that_it_reads() -> None:
    held = {name.split("/")[2] for name in wheels.agentic_files() if name.startswith("agentic/static/")}
    assert held == set(assets.FOLDERS)
    assert "agentic/static/code/languages.json" in wheels.agentic_files()


def test_the_lock_names_each_wheel_with_its_hash_and_its_modules(tmp_path: Path) -> None:
    path = wheel(tmp_path, "tiny_thing")
    entry = json.loads(pyodide_lock(PUBLISHED, [path]))["packages"]["tiny-thing"]
    assert entry["file_name"] == path.name
    assert entry["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert entry["imports"] == ["tiny_thing"]


def test_the_lock_keeps_what_is_needed_always_and_is_there(tmp_path: Path) -> None:
    needs = (
        "Requires-Dist: other_thing>=1.0\n"
        "Requires-Dist: idna; extra == 'format'\n"
        "Requires-Dist: typing-extensions>=4; python_version < '3.13'\n"
        "Requires-Dist: elsewhere\n"
    )
    paths = [wheel(tmp_path, "tiny", needs), wheel(tmp_path, "other_thing")]
    assert json.loads(pyodide_lock(PUBLISHED, paths))["packages"]["tiny"]["depends"] == ["other-thing"]


def test_the_lock_is_for_the_published_pyodide_and_has_only_our_packages(tmp_path: Path) -> None:
    lock = json.loads(pyodide_lock(PUBLISHED, [wheel(tmp_path, "tiny")]))
    assert lock["info"] == {"abi_version": "2026_0", "python": "3.14.2"}
    assert list(lock["packages"]) == ["tiny"]


def test_empty_pages_of_the_memory_are_left_out() -> None:
    memory = b"head" + bytes(3 * PAGE) + b"tail"
    assert extents(memory) == [(0, PAGE), (3 * PAGE, 8)]
    assert len(without_gaps(memory)) == PAGE + 8


@given(st.lists(st.sampled_from([bytes(PAGE), b"x" * PAGE, bytes(PAGE - 1) + b"y"]), max_size=8), st.binary(max_size=9))
def test_the_parts_give_the_memory_back(pages: list[bytes], end: bytes) -> None:
    memory = b"".join(pages) + end
    restored, sent = bytearray(len(memory)), memoryview(without_gaps(memory))
    for start, length in extents(memory):
        restored[start : start + length], sent = sent[:length], sent[length:]
    assert restored == memory


def test_dist_holds_what_was_made_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("gone from the sources")
    assert write_site({"page.html": b"new", "deep/file": b"too"}, tmp_path) == 3
    assert (tmp_path / "page.html").read_bytes() == b"new"
    assert not (tmp_path / "old").exists()


def test_a_second_build_touches_nothing(tmp_path: Path) -> None:
    write_site({"page.html": b"same"}, tmp_path)
    before = (tmp_path / "page.html").stat().st_mtime_ns
    assert write_site({"page.html": b"same"}, tmp_path) == 0
    assert (tmp_path / "page.html").stat().st_mtime_ns == before
