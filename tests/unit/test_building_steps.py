"""What the build decides: whether a step must run again, and what a person reads when it cannot."""

from pathlib import Path

import pytest

from building import environment
from building.commands import explain, run
from building.say import BuildError
from building.stamps import digest, files_under, is_fresh, seal


def test_a_step_is_fresh_until_what_it_reads_changes(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_text("one")
    seal("step", digest([source]), tmp_path / "stamps")
    assert is_fresh("step", digest([source]), [], tmp_path / "stamps")
    source.write_text("two")
    assert not is_fresh("step", digest([source]), [], tmp_path / "stamps")


def test_a_step_runs_again_when_what_it_wrote_is_gone(tmp_path: Path) -> None:
    output = tmp_path / "output"
    output.touch()
    seal("step", "key", tmp_path / "stamps")
    assert is_fresh("step", "key", [output], tmp_path / "stamps")
    output.unlink()
    assert not is_fresh("step", "key", [output], tmp_path / "stamps")


def test_a_step_that_never_ran_is_not_fresh(tmp_path: Path) -> None:
    assert not is_fresh("step", "key", [], tmp_path / "stamps")


def test_what_moves_from_one_input_to_the_next_changes_the_digest() -> None:
    assert digest(["ab", "c"]) != digest(["a", "bc"])


def test_a_renamed_file_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("same")
    (tmp_path / "b").write_text("same")
    assert digest([tmp_path / "a"]) != digest([tmp_path / "b"])


def test_compiled_leftovers_are_no_input(tmp_path: Path) -> None:
    (tmp_path / "package" / "__pycache__").mkdir(parents=True)
    (tmp_path / "package" / "__pycache__" / "module.pyc").touch()
    (tmp_path / "package" / "module.py").touch()
    assert files_under(tmp_path) == [tmp_path / "package" / "module.py"]


@pytest.mark.parametrize(
    ("printed", "cure"),
    [
        ("npm error code ENOTFOUND", "connect to the network"),
        ("NewConnectionError: Failed to establish a new connection: [Errno 111]", "connect to the network"),
        ("OSError: [Errno 28] No space left on device", "free about 3 GB"),
        ("npm error code EINTEGRITY", "differs from the one that was locked"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "differs from the one"),
    ],
)
def test_a_failure_is_one_sentence_that_names_the_cure(printed: str, cure: str) -> None:
    sentence = explain("get the packages", f"noise\n{printed}\nmore noise")
    assert sentence.startswith("Could not get the packages: ")
    assert cure in sentence
    assert "\n" not in sentence


def test_a_line_of_a_bundle_is_not_taken_for_an_error() -> None:
    assert "disk" not in explain("compile", "x" * 100_000 + "ENOSPC\nTypeError: no")


def test_a_program_that_fails_is_told_by_its_last_lines() -> None:
    with pytest.raises(BuildError, match=r"Could not try it: .*told you"):
        run(["python3", "-c", "import sys; print('told you'); sys.exit(3)"], "try it")


def test_a_program_that_is_not_there_is_told_too() -> None:
    with pytest.raises(BuildError, match="Could not try it: no-such-program does not start"):
        run(["no-such-program"], "try it")


def test_pages_do_without_the_packages_that_only_the_tests_need(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed: dict[str, str] = {}
    left_out: list[bool] = []
    monkeypatch.setattr(environment, "seal", sealed.__setitem__)
    monkeypatch.setattr(environment, "is_fresh", lambda name, key, outputs: sealed.get(name) == key)
    monkeypatch.setattr(environment, "node", lambda: Path("node"))
    monkeypatch.setattr(environment, "run", lambda command, *rest, **more: left_out.append("--omit=dev" in command))
    for with_tests in (False, False, True, True, False):
        environment.install_npm_packages(with_tests=with_tests)
    assert left_out == [True, False]
