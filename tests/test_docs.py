"""The documentation, README and help texts: examples are parsed and run, tables are complete."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import shlex
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import cp_puzzles
from cp_puzzles import parse_spec
from cp_puzzles.analysis.hint import Hint
from cp_puzzles.cli.app import EXAMPLES, run
from cp_puzzles.cli.command import example_rows
from cp_puzzles.cli.commands import COMMANDS
from cp_puzzles.engines.registry import NAMES
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.formats import FORMATS, suffixes
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.tile_sets import ONE_SIDED, SETS
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, rule_keys
from cp_puzzles.puzzle.spec.loader import catalog_file
from cp_puzzles.search import search_work
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import SearchOptions
from tests.cli.program import parsed, typed

ROOT = Path(__file__).parents[1]
GENERATE = ROOT / "docs" / "generate.py"
PATHS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if not {"_build", "generated"} & set(path.parts)),
]
PAGES = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in PATHS}
HELP = [EXAMPLES, *(getattr(each, "examples", "") for each in COMMANDS.values())]


def blocks(language: str) -> list[tuple[str, str]]:
    """Return the code blocks of a language with their pages."""
    return [
        (page, textwrap.dedent(block))
        for page, text in PAGES.items()
        for block in re.findall(rf"^ *```{language}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    ]


def table(page: str, head: str) -> list[list[str]]:
    """Return the rows of the table of a reference page that begins with a column of this name."""
    lines = PAGES[f"docs/reference/{page}.md"].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {head} |"))
    end = next(number for number in range(start, len(lines) + 1) if not "".join(lines[number : number + 1]).strip())
    rows = [re.split(r"(?<!\\)\|", line.strip("|")) for line in lines[start + 2 : end]]
    return [[cell.replace("\\|", "|").strip() for cell in row] for row in rows]


def commands(scripts: list[tuple[str, str]]) -> list[str]:
    """Return every concrete command line of scripts, sentences and help texts, without capital placeholders."""
    shown = [line.split("#")[0].strip() for _, block in scripts for line in block.splitlines()]
    shown = [re.sub(r"^(?:\S*python3?) -m cp_puzzles ", "cp-puzzles ", line) for line in shown]
    shown += [code for text in PAGES.values() for code in re.findall(r"`(cp-puzzles [^`]+)`", text)]
    shown += [command for text in HELP for command, _ in example_rows(text)]
    concrete = [line for line in shown if line.startswith("cp-puzzles ") and not re.search(r"\b[A-Z]{3,}\b", line)]
    return list(dict.fromkeys(concrete))


def words(command: str) -> list[str]:
    """Return the arguments of a command line, without comment and redirection."""
    arguments = shlex.split(re.sub(r"(?<=\s)#\s.*", "", command))[1:]
    return arguments[: arguments.index(">")] if ">" in arguments else arguments


@pytest.mark.parametrize("command", commands(blocks("sh")))
def test_docs_commands_parse(command: str) -> None:
    """Every command line is accepted by the parser, and its catalog names exist."""
    arguments = words(command)
    if {"--help", "--version", "--install-completion"} & {*arguments}:
        return
    values = parsed(*([] if arguments[0] in COMMANDS else ["solve"]), *arguments)
    for spec in filter(None, (*values.get("specs", ()), values.get("spec"))):
        assert "." in spec or catalog_file(spec), spec


@pytest.mark.parametrize(("page", "block"), blocks("python"))
def test_docs_python_examples_print_their_comments(page: str, block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python examples run and print the numbers in their comments, in one process and by the fastest engine.

    Starting other processes takes longer, and so does CP-SAT, which `auto` chooses for searches of seconds.
    """
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    monkeypatch.setattr(search_work, "MODEL_SIZE", 0)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block, page, "exec"), {})
    said = [line.partition("  # ")[2] for line in block.splitlines() if line.startswith("print(")]
    numbers = [comment for comment in said if re.fullmatch(r"[\d ]+", comment)]
    printed = out.getvalue().splitlines()
    assert numbers
    assert [line for line in printed if line in numbers] == numbers


def test_examples_and_notebooks_import_only_public_names() -> None:
    """Python in the documentation and in notebooks imports the package, or names that have a page in its reference."""
    cells = [
        (file.name, "".join(line for line in cell["source"] if line[0] not in "%!"))
        for file in sorted(ROOT.glob("notebooks/*.ipynb"))
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    internal = []
    for place, text in [*blocks("python"), *cells]:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                internal += [(place, each.name) for each in node.names if each.name.startswith("cp_puzzles.")]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cp_puzzles"):
                public = {*cp_puzzles.__all__, "__version__"} if node.module == "cp_puzzles" else set()
                internal += [(place, f"{node.module}: {each.name}") for each in node.names if each.name not in public]
    assert len(cells) > 100
    assert internal == []


@pytest.mark.parametrize(("page", "block"), [pair for pair in blocks("yaml") if "name:" in pair[1]])
def test_docs_puzzle_files_are_valid(page: str, block: str) -> None:
    """Puzzle files in the documentation are read and built."""
    assert build_puzzle(parse_spec(block, page)).board.cells


def test_docs_table_of_commands_is_complete() -> None:
    """The reference has every command and no other."""
    names = [re.sub(r"`(\w+).*", r"\1", row[0]) for row in table("commands", "command")]
    assert sorted({*names}) == sorted(COMMANDS)


def test_docs_table_of_options_is_complete() -> None:
    """The reference has every option of a search with all its values, and no other."""
    code = " ".join(row[0] for row in table("options", "option"))
    extra = {"--show", "--out", "--certificate", "--cross-check", "--verbose", "--json"}
    declared = {}
    for entry in filter(lambda each: each.help, (*PuzzleOptions.declared(), *SearchOptions.declared())):
        declared[Parameter(entry.name).typed] = entry.kind.names
    assert {*re.findall(r"--[a-z-]+", code)} == {*declared} | extra
    assert [value for values in declared.values() for value in values if value not in code] == []


@pytest.mark.parametrize(
    ("page", "head", "names"),
    [("lattices", "`lattice`", LATTICES), ("engines", "engine", NAMES)],
)
def test_docs_tables_name_every_entry_and_no_other(page: str, head: str, names: list[str]) -> None:
    """The reference has every lattice and every engine, and no other."""
    assert sorted(re.findall("`([a-z-]+)`", " ".join(row[0] for row in table(page, head)))) == sorted(names)


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("tile-sets", [name for name in SETS if not name.startswith(ONE_SIDED)]),
        ("rules", [*rule_keys()]),
        ("rules", [*MEASURES]),
    ],
)
def test_docs_reference_names_every_entry(page: str, names: list[str]) -> None:
    """Reference pages name every tile set, rule and measure."""
    named = set(re.findall(r"[\w-]+", PAGES[f"docs/reference/{page}.md"]))
    assert [name for name in names if name not in named] == []


def test_docs_refuse_a_public_name_without_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every public name has a page; one without page, docstring, or description of a field ends the build."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    reference = import_module("generate_python")
    text = "".join(reference.python_pages().values())
    assert [name for name in cp_puzzles.__all__ if f":: cp_puzzles.{name}\n" not in text] == []
    with monkeypatch.context() as patch:
        patch.setattr(Hint, "__doc__", "Hint.")
        with pytest.raises(reference.UndocumentedError, match="Hint: no documentation of puzzle, status"):
            reference.python_pages()
    monkeypatch.setattr(cp_puzzles, "__all__", [*cp_puzzles.__all__, "unknown"])
    with pytest.raises(reference.UndocumentedError, match="TASKS has no page of unknown"):
        reference.python_pages()


@pytest.fixture(scope="module")
def generate() -> Iterator[ModuleType]:
    """The module that writes the generated pages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(GENERATE.parent))
        yield import_module(GENERATE.stem)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule", re.findall(r'^    \("(\w+)", .*, "\1: ', GENERATE.read_text(encoding="utf-8"), re.MULTILINE)
)
def test_docs_rule_example_has_both_tilings(generate: ModuleType, rule: str) -> None:
    """The example of a rule has a tiling that meets the rule and one that breaks it."""
    board, example = next((board, example) for title, board, example in generate.RULE_EXAMPLES if title == rule)
    meets, breaks = generate.with_and_without(board, example)
    assert meets.placements != breaks.placements


@pytest.mark.parametrize(("rule", "fate"), [("empty: 1", "meets"), ("empty: 0", "breaks")])
def test_docs_refuse_a_rule_example_without_both(generate: ModuleType, rule: str, fate: str) -> None:
    """An example where every tiling or none meets the rule ends the build with its name; it was a StopIteration."""
    with pytest.raises(MistakeError, match=f"{rule}: no tiling {fate} the rule; .* one that breaks it"):
        generate.with_and_without(generate.RULE_EXAMPLES[1][1], rule)


def test_docs_and_help_name_existing_formats(capsys: pytest.CaptureFixture[str]) -> None:
    """Reference and help texts name only suffixes that can be written; help names all formats of solutions."""
    supported = {entry.suffix for entry in FORMATS} | {".dxf", ".yaml"}
    rows = [*table("commands", "command"), *table("options", "option")]
    assert {suffix for row in rows for suffix in re.findall(r"`(\.\w+)`", row[1])} <= supported
    for command in ("export", "render", "solve"):
        assert run([command, "--help"]) == 0
        named = {s for s in re.findall(r"(?<![\w./])\.[a-z]+\b", capsys.readouterr().out) if len(s) > 2}
        assert set(suffixes("solutions")) <= named <= supported, command


def test_docs_links_point_to_files() -> None:
    """Links between pages point to files, except links to generated pages."""
    for page, text in PAGES.items():
        for target in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", text):
            if "generated" not in target:
                assert (ROOT / page).parent.joinpath(target).exists(), (page, target)


LONG = (
    *(
        "bedlam",
        "--cluster",
        "estimate",
        "--repeat",
        "--time-limit",
        "specs/*.yaml",
        "pentomino3x20 soma",
        "check --solve",
    ),
    *("gallery site", "burr.xmpuzzle#2", "--count 500", "--browser"),
)
"""Parts of commands that take too long, or need a file that only an earlier run has."""


def serves(command: str) -> bool:
    """Return whether a command serves a page until it is interrupted, as `tests/output/web/editor` does."""
    return command.startswith("cp-puzzles edit") and "--out" not in command


EARLIER = {
    "soma.jsonl": "cp-puzzles solve soma --out soma.jsonl --show none",
    "burr.xmpuzzle": "cp-puzzles solve soma --out burr.xmpuzzle --show none --limit 3",
    "proof": "cp-puzzles count soma --certificate proof",
    "best5x5": "cp-puzzles solve most_t_tetrominoes5x5 --certificate best5x5",
    "moves.jsonl": "cp-puzzles apart soma --limit 1 --out moves.jsonl",
    "why": "cp-puzzles explain mutilated_chessboard --certificate why",
    "proof6x10": "cp-puzzles count pentomino6x10 --certificate proof6x10",
    "proof3x20": "cp-puzzles count pentomino3x20 --certificate proof3x20",
    "shares/17.run": "cp-puzzles run split soma soma.run shares --into 20",
    "long.run": "cp-puzzles count soma --store long.run",
}
"""The command that makes a file or folder that other commands name."""

MY = "{name: my, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}]}"
FAMILY = 'name: my {n} x {m}\nparameters: {n: 3, m: 4}\nboard: {size: ["{n}", "{m}"]}\ntiles: [TILE]\n'
FILES = {
    **dict.fromkeys(("my.yaml", "my_puzzle.yaml", "weekday.yaml", "specs/yours.yaml", "my-puzzles/my.yaml"), MY),
    "dominoes.yaml": FAMILY.replace("TILE", '{set: domino, multiplicity: "{n*m//2}"}'),
    "t_tetrominoes.yaml": FAMILY.replace("TILE", '{set: tetrominoes, only: [T], multiplicity: "{n*m//4}"}'),
    "pentomino5x6.yaml": "{name: my, board: {size: [5, 6]}, tiles: [{set: pentominoes, only: [F, I, L, N, P, V, Y]}]}",
    "dice.yaml": "[[A1, C1], [B2], [C3], [E1], [D6], [E4], [F1, A6]]",
    "figures.txt": "3x3x3\n",
    "values.yaml": "{name: my, board: {size: [2, 3]}, tiles: [{set: dominoes-0-6, multiplicity: {min: 0, max: 1}}]}",
    "pieces.txt": "3x2\n\nXX\n\nXXX\n.X.\n",
    "cards.txt": "\n".join((".......LLLL", *("." * 11,) * 4)),
    "input.txt": "0:\n###\n##.\n\n3x2: 1\n",
    **dict.fromkeys(
        ("2026-11-23.json", "pips/2026-11-23.json"),
        '{"easy": {"dominoes": [[1, 2]], "regions": [{"type": "unequal", "indices": [[0, 0], [0, 1]]}]}}',
    ),
    "so_far.yaml": "[{tile: I, cells: [[0, 0], [0, 1]]}]",
    **dict.fromkeys(("queens.dlx", "my.dlx"), "a b\na\nb\na b\n"),
}
"""Files that a reader has and that commands name, with small contents."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [line for line in commands([]) if not any(p in line for p in LONG) and not serves(line)]
)
def test_docs_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands in sentences and help texts end with status 0 (or 1: the answer is no), in a folder with their files."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    for name, earlier in EARLIER.items():
        if name in words(command) and not earlier.startswith(command):
            assert typed(words(earlier)) in statuses(earlier)
    assert typed(words(command)) in statuses(command)


def statuses(command: str) -> tuple[int, ...]:
    """Return the exit statuses that a command may have."""
    return (0, 1) if "explain" in command or "--clues 0" in command else (0,)


@pytest.mark.parametrize(
    ("code", "cause"), [(-9, "was ended by SIGKILL: the machine has too little memory"), (1, "failed")]
)
def test_docs_name_the_cause_when_the_gallery_dies(monkeypatch: pytest.MonkeyPatch, code: int, cause: str) -> None:
    """A build whose second process dies says why, and how to go on or to do without."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    gallery = import_module("generate_gallery")
    process = SimpleNamespace(join=lambda: None, exitcode=code)
    with pytest.raises(RuntimeError, match=f"{cause}.*; build again to go on, or add -t without_gallery"):
        gallery.wait_for_site(process)
    process.exitcode = 0
    gallery.wait_for_site(process)
