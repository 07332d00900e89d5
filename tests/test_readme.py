"""What README, help texts and examples say is what the program does: they are read, parsed and run."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from cp_puzzles.cli.app import COMMANDS, build_parser, run
from cp_puzzles.cli.app import EPILOG as PROGRAM_EPILOG
from cp_puzzles.engines.registry import NAMES
from cp_puzzles.errors import Parameter
from cp_puzzles.export.formats import FORMATS, suffixes
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.options import SearchOptions, declarations
from cp_puzzles.spec.catalogue import catalogue_file

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HELP = [PROGRAM_EPILOG, *(import_module(f"cp_puzzles.cli.{name}_command").EPILOG for name in COMMANDS)]


def blocks(language: str, text: str = README) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def table(first: str) -> list[list[str]]:
    """The rows of the table of README whose head begins so, the code of the first column and the rest."""
    lines = README.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        cells = re.split(r"(?<!\\)\|", line.strip("|"))
        rows.append([cell.replace("\\|", "|").strip() for cell in cells])
    return rows


def examples() -> list[str]:
    """Every command line that README and the help texts show."""
    shown = [line.split("#")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    shown += re.findall(r"`(cp-puzzles [^`]+)`", README)
    for text in HELP:
        shown += [re.split(r"\s{2,}", line.strip())[0] for line in text.splitlines() if line.startswith("  cp-puzzles")]
    commands = [line for line in shown if line.startswith("cp-puzzles ") and not re.search(r"\b[A-Z]{3,}\b", line)]
    return list(dict.fromkeys(commands))


def test_contributing_names_files_that_are_there() -> None:
    """Every path in CONTRIBUTING.md exists."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:cp_puzzles|tests|specs|pyproject|README|\.ci)[\w./]*)`", text)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_table_of_commands_is_the_programs() -> None:
    """Every command and no other, in the words of its arguments."""
    names = [re.sub(r"`(\w+).*", r"\1", row[0]) for row in table("command | does")]
    assert sorted(names) == sorted(COMMANDS)


def test_the_table_of_options_has_every_declared_option() -> None:
    """Every option of a search with all its values."""
    code = " ".join(row[0] for row in table("option of solve and count"))
    for declared, its in declarations(SearchOptions):
        name = Parameter("setting" if declared.name == "settings" else declared.name).typed
        assert re.search(rf"{name}\b", code), name
        for value in getattr(its.kind, "values", ()):
            assert value in code, (name, value)


def test_the_table_of_lattices_is_the_registrys() -> None:
    """README says of every lattice how its cells are written."""
    named = [name for row in table("`lattice` | a cell is written") for name in re.findall("`([a-z-]+)`", row[0])]
    assert sorted(named) == sorted(LATTICES)


def test_the_table_of_engines_is_the_registrys() -> None:
    """Every engine and no other."""
    assert [row[0].strip("`") for row in table("engine | is")] == [*NAMES]


def test_the_formats_are_those_that_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    """README and help name every suffix, and none that is refused: `export --help` promised .pb once."""
    known = {its.suffix for its in FORMATS}
    rows = [row for row in table("command | does") if row[0].startswith(("`render", "`export"))]
    rows += [row for row in table("option of solve and count") if row[0].startswith("`--out")]
    assert {suffix for row in rows for suffix in re.findall(r"`(\.\w+)`", row[1])} <= known
    for command in ("export", "render", "solve"):
        with pytest.raises(SystemExit):
            run([command, "--help"])
        told = {s for s in re.findall(r"(?<![\w./])\.[a-z]+\b", capsys.readouterr().out) if len(s) > 2}
        assert told <= known | {".yaml"}, command
        assert set(suffixes("solutions")) <= told


@pytest.mark.parametrize("command", examples())
def test_every_example_is_a_command_line(command: str) -> None:
    """What is shown can be typed: options, values and the puzzles that come along exist."""
    words = shlex.split(command, comments=True)[1:]
    words = words[: words.index(">")] if ">" in words else words
    if words[0] not in (*COMMANDS, "--version"):
        words.insert(0, "solve")
    if "--help" in words:
        return
    options = build_parser().parse_args(words)
    named = [*getattr(options, "specs", []), getattr(options, "spec", "")]
    for spec in named:
        assert "." in spec or not spec or catalogue_file(spec), command


@pytest.mark.parametrize("block", blocks("python"))
def test_python_examples_run(block: str) -> None:
    """What a `print` prints is what the comment beside it says."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block, "README.md", "exec"), {})
    for line in block.splitlines():
        code, _, said = line.partition("  # ")
        if code.startswith("print(") and re.fullmatch(r"[\d ]+", said):
            assert said in out.getvalue().splitlines()


def test_the_first_puzzle_of_the_readme_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The puzzle file, and the mistake that is answered with its place."""
    file = tmp_path / "my.yaml"
    file.write_text(blocks("yaml")[0])
    assert run(["check", str(file)]) == 0
    assert "60 cells, 12 tiles" in capsys.readouterr().out
    message = re.findall(r"^my\.yaml:.*$", README, re.MULTILINE)[0]
    place = message.split(": ")[0].removeprefix("my.yaml")
    file.write_text("name: my\nboard:\n  size: [6, 10]\ntiles:\n  - set: pentomino\n")
    assert run(["check", str(file)]) == 2
    told = capsys.readouterr().err.strip()
    assert told.split(": ", 1)[1] == message.split(": ", 1)[1]
    assert told.split(": ")[0].endswith(place)


HOURS = ("bedlam", "--cluster", "estimate", "--repeat", "--time-limit 60", "specs/*.yaml", "pentomino3x20 soma")


@pytest.mark.slow
@pytest.mark.parametrize("command", [c for c in examples() if not any(word in c for word in HOURS)])
def test_examples_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples end with status 0, in a folder with a puzzle of one's own and the files that they speak of."""
    monkeypatch.chdir(tmp_path)
    Path("specs").mkdir()
    for name in ("my.yaml", "my_puzzle.yaml", "specs/yours.yaml"):
        Path(name).write_text("{name: my, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}]}")
    Path("so_far.yaml").write_text("[{tile: I, cells: [[0, 0], [0, 1]]}]")
    Path("queens.dlx").write_text("a b\na\nb\na b\n")
    assert run(["solve", "soma", "--out", "soma.jsonl", "--show", "none"]) == 0
    words = shlex.split(command, comments=True)[1:]
    words = words[: words.index(">")] if ">" in words else words
    try:
        status = run(words)
    except SystemExit as end:
        status = int(end.code or 0)
    assert status == 0
