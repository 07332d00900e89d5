"""Files are written beside their place: an error, an interrupt or a full disk leaves the earlier file."""

from __future__ import annotations

import os
import re
import resource
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

import cp_puzzles
from cp_puzzles import MistakeError, Puzzle, Solution, build_puzzle, load_spec, solve, write_solutions
from cp_puzzles.analysis.analysis_options import PrintOptions
from cp_puzzles.base import file_access
from cp_puzzles.base.file_access import StreamedFile, atomic_file, write_file, write_new, write_table
from cp_puzzles.cli.console import say
from cp_puzzles.output.draw.picture import save_picture
from cp_puzzles.output.draw.puzzle_picture import puzzle_picture
from cp_puzzles.output.formats.formats import suffixes
from cp_puzzles.output.formats.solution_reader import SafeWriter
from cp_puzzles.output.make.laser import save_sheets
from cp_puzzles.output.make.print_plates import save_parts
from cp_puzzles.output.problem_export import export_model
from cp_puzzles.output.web.symmetry_lab import save_lab
from tests.cli.program import Program
from tests.examples import sampled

EARLIER = "what was written before\n"
FULL_BYTES = 8
"""The size at which files of a full disk end."""


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A small puzzle."""
    return build_puzzle(load_spec("dominoes4x4"))


@contextmanager
def full_disk() -> Iterator[None]:
    """Files cannot grow beyond some bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_BYTES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


Write = Callable[[Path, Puzzle], object]


def _write_solutions(path: Path, puzzle: Puzzle) -> None:
    write_solutions(path, puzzle, solve(puzzle, jobs=1).solutions)


def _export(path: Path, puzzle: Puzzle) -> None:
    export_model(puzzle, path)


def _print(path: Path, puzzle: Puzzle) -> None:
    save_parts(puzzle, path, PrintOptions())


WRITERS: dict[str, Write] = {
    **{f"solutions{suffix}": _write_solutions for suffix in suffixes("solutions")},
    **{f"model{suffix}": _export for suffix in suffixes("model", "problem", "puzzle")},
    **{f"pieces{suffix}": _print for suffix in suffixes("print")},
    "picture.svg": lambda path, puzzle: save_picture(puzzle_picture(puzzle), path),
    "sheets.svg": lambda path, puzzle: save_sheets([puzzle_picture(puzzle)], path),
    "sheets.pdf": lambda path, puzzle: save_sheets([puzzle_picture(puzzle)], path),
    "lab.html": lambda path, puzzle: save_lab(build_puzzle(load_spec("corners3x3")), path),
    "table.csv": lambda path, puzzle: write_table(path, ("cell", "number"), [(f"cell {n}", n) for n in range(20)]),
}
del WRITERS["model.polyiamond"]  # no triangles


@pytest.mark.parametrize("name", sampled(WRITERS, every=3))
def test_full_disk_keeps_the_earlier_file(name: str, tmp_path: Path, puzzle: Puzzle) -> None:
    """A disk that is full leaves the earlier file and nothing beside it; with more space the file is replaced."""
    path = tmp_path / name
    path.write_text(EARLIER)
    with pytest.raises(MistakeError, match="cannot be written: file too large"), full_disk():
        WRITERS[name](path, puzzle)
    assert path.read_text() == EARLIER
    assert [*tmp_path.iterdir()] == [path]
    WRITERS[name](path, puzzle)
    assert path.read_bytes()[:20] != EARLIER.encode()[:20]
    assert {file.stem for file in tmp_path.iterdir()} == {path.stem}


def test_full_disk_leaves_whole_pieces(tmp_path: Path) -> None:
    """A stream of solutions that does not fit ends with its last whole line; more space lets it go on."""
    stream = StreamedFile(tmp_path / "found.jsonl")
    stream.write("abc\n")
    with full_disk(), pytest.raises(OSError, match="File too large"):
        stream.write("defghij\n")
    assert (tmp_path / "found.jsonl").read_text() == "abc\n"
    stream.write("defghij\n")
    stream.close()
    assert (tmp_path / "found.jsonl").read_text() == "abc\ndefghij\n"


ALLOWED = {
    "analysis/certificate/statement.py": "a statement for the checker, in a temporary folder",
    "base/file_access.py": "writes all files",
    "cli/app.py": "the null device, and a line at the end of the settings of a shell",
    "output/web/program_questions.py": "the output of a process, in a temporary folder",
}
"""Modules that write files in another way, with the file that they write."""


def test_only_one_module_writes_files() -> None:
    """Every other module writes through `atomic_file`: no file is emptied before its new content is whole."""
    root = Path(cp_puzzles.__file__).parent
    writes = re.compile(r"(?<!formatter)(?<!super\(\))\.write_(text|bytes)\(|(?<!new\.)\bopen\(.*\"[wxa]b?\"|mode, enc")
    found = {
        str(file.relative_to(root))
        for file in root.rglob("*.py")
        if any(map(writes.search, file.read_text("utf-8").splitlines()))
    }
    assert found == {*ALLOWED}


def test_atomic_file_keeps_links_and_permissions(tmp_path: Path) -> None:
    """The file that a link names is replaced, with its permissions; the link stays."""
    place, link = tmp_path / "place.txt", tmp_path / "link.txt"
    place.write_text(EARLIER)
    place.chmod(0o640)
    link.symlink_to(place)
    write_file(link, "new")
    assert (link.is_symlink(), place.read_text(), place.stat().st_mode & 0o777) == (True, "new", 0o640)


def test_atomic_file_copies_where_no_file_may_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that allows no new file, a file that may be written is written."""
    place = tmp_path / "place.txt"
    place.write_text(EARLIER)
    touch = Path.touch

    def deny(path: Path, *, exist_ok: bool = True) -> None:
        if path.parent == tmp_path:
            raise PermissionError(13, "permission denied")
        touch(path, exist_ok=exist_ok)

    monkeypatch.setattr(Path, "touch", deny)
    monkeypatch.setattr(Path, "replace", lambda path, target: path.rename(tmp_path / "nowhere" / "x"))
    monkeypatch.setattr(Path, "rename", lambda path, target: (_ for _ in ()).throw(OSError(18, "another device")))
    write_file(place, "new")
    assert place.read_text() == "new"
    with pytest.raises(MistakeError, match="permission denied"):
        write_file(tmp_path / "other.txt", "new")


def _fail_halfway(place: Path, error: type[BaseException]) -> NoReturn:
    with atomic_file(place) as new:
        new.write_text("half")
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_error_while_writing_keeps_the_earlier_file(error: type[BaseException], tmp_path: Path) -> None:
    """An interrupt in the middle of a file leaves the earlier one, and a new file only when it is whole."""
    place = tmp_path / "place.txt"
    for earlier in ("", EARLIER):
        if earlier:
            place.write_text(earlier)
        with pytest.raises(error):
            _fail_halfway(place, error)
        assert [file.read_text() for file in tmp_path.iterdir()] == [earlier] * bool(earlier)


def test_device_is_written_directly(tmp_path: Path) -> None:
    """A device stays a device."""
    for path in ("/dev/null", tmp_path / "null"):
        if path != "/dev/null":
            Path(path).symlink_to("/dev/null")
        write_file(path, "x")
        stream = StreamedFile(path)
        stream.write("x\n")
        stream.close()
        assert Path(path).is_char_device()


def test_write_new_refuses_a_file(tmp_path: Path) -> None:
    """A file that must be new is not replaced; its folder is made."""
    write_new(tmp_path / "a" / "b.txt", "x")
    with pytest.raises(MistakeError, match="exists already"):
        write_new(tmp_path / "a" / "b.txt", "y")
    assert (tmp_path / "a" / "b.txt").read_text() == "x"


def _interrupt(path: Path, puzzle: Puzzle, found: Iterable[Solution]) -> NoReturn:
    with SafeWriter(path, puzzle) as writer:
        for solution in found:
            writer.write(solution)
            if path.suffix in (".jsonl", ".csv", ".txt"):
                assert EARLIER not in path.read_text()
        raise KeyboardInterrupt


@pytest.mark.parametrize("suffix", suffixes("solutions"))
def test_search_without_solutions_keeps_the_file(suffix: str, tmp_path: Path, puzzle: Puzzle) -> None:
    """A search that ends early before its first solution keeps an earlier file; a complete one replaces it."""
    path = tmp_path / f"found{suffix}"
    path.write_text(EARLIER)
    with SafeWriter(path, puzzle) as writer:
        writer.conclude("full", is_complete=False)
    assert not writer.is_written
    with pytest.raises(KeyboardInterrupt):
        _interrupt(path, puzzle, [])
    assert [file.read_text() for file in tmp_path.iterdir()] == [EARLIER]
    with SafeWriter(path, puzzle) as writer:
        writer.conclude("full", is_complete=True)
    assert EARLIER.encode() not in path.read_bytes()
    assert writer.is_written


@pytest.mark.parametrize("suffix", suffixes("solutions"))
def test_interrupted_search_keeps_its_solutions(suffix: str, tmp_path: Path, puzzle: Puzzle) -> None:
    """Solutions found before an interrupt replace the earlier file; formats that stream do it at once."""
    path, whole = tmp_path / f"found{suffix}", tmp_path / f"whole{suffix}"
    path.write_text(EARLIER)
    found = solve(puzzle, jobs=1).solutions[:2]
    with pytest.raises(KeyboardInterrupt):
        _interrupt(path, puzzle, found)
    write_solutions(whole, puzzle, found)
    if suffix not in (".png", ".pdf"):
        assert path.read_bytes() == whole.read_bytes()
    assert len([*tmp_path.iterdir()]) == 2


def test_solve_says_that_nothing_is_written(run: Program, tmp_path: Path) -> None:
    """`solve --out` that finds nothing in time leaves the earlier file, which it emptied, and tells why."""
    path = tmp_path / "found.jsonl"
    path.write_text(EARLIER)
    done = run("solve", "bedlam", "--time-limit", "0.001", "--out", str(path), "--json")
    assert (done.returncode, path.read_text()) == (3, EARLIER)
    assert done.stderr.endswith("found.jsonl: not written, because no solution was found\n")


def test_pipe_without_a_writer_is_given_up(run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe into which nothing is written is refused after some seconds, where `verify` waited without end."""
    monkeypatch.setattr(file_access, "PIPE_SECONDS", 0.05)
    for command, name in (
        ("verify dominoes4x4", "x.jsonl"),
        ("verify dominoes4x4", "x.xmpuzzle"),
        ("apart dominoes4x4", "y.jsonl"),
    ):
        pipe = tmp_path / name
        os.mkfifo(pipe)
        done = run(*command.split(), str(pipe))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "nothing was written to the pipe for 0.05 seconds" in done.stderr
    done = run("export", str(pipe), str(tmp_path / "x.dlx"))
    assert done.returncode == 2


def test_messages_show_no_control_characters(run: Program, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Words and paths of the user are escaped: a terminal would obey U+202E, which reverses the line."""
    say("\u202eamos\x1b[31m: no included puzzle matches")
    assert capfd.readouterr().err == "\\u202eamos\\x1b[31m: no included puzzle matches\n"


def test_edit_writes_only_pages(run: Program, tmp_path: Path) -> None:
    """`edit SPEC --out FILE` refuses the name of a puzzle file, over which it wrote the page."""
    path = tmp_path / "important.yaml"
    path.write_text(EARLIER)
    done = run("edit", "soma", "--out", str(path))
    assert (done.returncode, path.read_text()) == (2, EARLIER)
    assert done.stderr.endswith("the editor is an HTML page; write a name that ends in .html\n")
