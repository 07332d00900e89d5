"""The recipes of CONTRIBUTING.md, followed in a copy of the package.

A recipe of another kind needs its `Addition`: the text of each new file, the edit of each existing one, a command that
uses it, and the number that the command must print.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import comb
from pathlib import Path

import pytest

from tests.processes import finished

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Addition:
    """An addition that follows a recipe: edits by path, a puzzle, a command line and the number that it prints.

    An edit takes the text of a file, "" for a new one, and returns the text with the addition. `pattern` finds the
    number in the file `output`, or in the standard output.
    """

    recipe: str
    name: str
    edits: Mapping[str, Callable[[str], str]]
    puzzle: str
    command: str
    number: int
    pattern: str = r'"solutions": (\d+)'
    output: str = ""


def recipe_text(addition: Addition) -> str:
    """Return the recipe of an addition, with its name for NAME."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = re.search(rf"^\*\*{addition.recipe}\.\*\*(.*?)(?=^\*\*|^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert recipe is not None, f"CONTRIBUTING.md has no recipe {addition.recipe!r}"
    return recipe[1].replace("NAME", addition.name)


def follow(addition: Addition, folder: Path) -> None:
    """Make the edits of an addition in a folder, all of files that its recipe names."""
    assert set(addition.edits) <= {*re.findall(r"[\w./]+/[\w.]+\.\w+", recipe_text(addition))}
    for path, edit in addition.edits.items():
        file = folder / path
        source = next((each for each in (file, ROOT / path) if each.exists()), None)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(edit(source.read_text(encoding="utf-8") if source else ""), encoding="utf-8")


def after(*insertions: tuple[str, str]) -> Callable[[str], str]:
    """Return the edit that inserts each second text after the first occurrence of the first one."""

    def edit(text: str) -> str:
        for anchor, added in insertions:
            assert anchor in text
            text = text.replace(anchor, anchor + added, 1)
        return text

    return edit


def new(text: str) -> Callable[[str], str]:
    """Return the edit that writes a new file."""
    return lambda _: text


RULE_FILE = """
from dataclasses import dataclass

from cp_puzzles.puzzle.fields import Name
from cp_puzzles.puzzle.rules.rule import Rule, RuleField


@dataclass(frozen=True)
class FirstCell(Rule):
    tile: str
    key: str = "first_cell"

    def compile(self, compiler):
        members = compiler.covering[compiler.board.cells[0]] & compiler.of_tile[self.tile]
        compiler.add(self.key, members, minimum=1)
        return True

    def violation(self, tiling):
        number = tiling.owner.get(tiling.board.cells[0])
        is_kept = number is not None and tiling.placements[number].tile == self.tile
        return None if is_kept else f"{self.tile!r} does not cover the first cell"


def build(tile, path, context):
    context.require_tiles([tile], path)
    yield FirstCell(tile)


FIRST_CELL = RuleField("first_cell", Name, build)
"""

MEASURE_FILE = """
from dataclasses import dataclass

from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure


def is_upright(placement):
    return len({cell[0] for cell in placement.cells}) > 1


@dataclass(frozen=True)
class Upright(Measure):
    name: str = "upright"
    is_symmetric = False

    def of(self, tiling):
        return sum(map(is_upright, tiling.placements))

    def expression(self, compiler):
        return LinearExpression(tuple(r for r in compiler.references if is_upright(compiler.placement(r))))


UPRIGHT = Upright()
"""

UPRIGHT_CHECK = """

def upright(picture):
    return sum(len({row for row, _ in cells}) > 1 for cells in assembly(picture))
"""

LATTICE_FILE = """
noun: octagon or square
rule: "write [x, y, z], z is 0 for octagon x, y, 1 for the square to its lower right"
axes: [x, y, z]
is_numbered: true
translations: [[2, 0], [0, 2]]
shapes:
- cell: [0, 0]
  steps: [[2, 0], [-2, 0], [0, 2], [0, -2], [1, 1], [1, -1], [-1, -1], [-1, 1]]
  corners: [[5, 2], [2, 5], [-2, 5], [-5, 2], [-5, -2], [-2, -5], [2, -5], [5, -2]]
- cell: [1, 1]
  steps: [[1, 1], [1, -1], [-1, -1], [-1, 1]]
  corners: [[3, 0], [0, 3], [-3, 0], [0, -3]]
origins: [[0, 0], [1, 1]]
embedding: [[0.5, 0.0], [0.0, 0.5]]
unit: 5
"""

ENGINE_FILE = """
from itertools import product

import numpy as np

from cp_puzzles.engines.engine import PartTally


class SubsetsEngine:
    counts_without_solutions = resumes = False

    def run(self, task):
        tally, problem, part = PartTally(task), task.request.problem, task.part
        for bits in product((0, 1), repeat=len(problem.options)):
            chosen = {option for option, bit in enumerate(bits) if bit}
            if not set(part.chosen) <= chosen or chosen & set(part.excluded):
                continue
            counts = [sum(i in problem.options[option] for option in chosen) for i in range(len(problem.items))]
            is_cover = all(item.minimum <= n <= item.maximum for item, n in zip(problem.items, counts))
            if is_cover and task.request.leader.is_leader(sorted(chosen)):
                tally.add(np.array(sorted(chosen), dtype=np.int32))
        tally.flush()
        return tally.result(statistics={})
"""

FORMAT_FILE = """
def sizes_lines(problem, name):
    yield f"{len(problem.options)} options"
"""

COMMAND_FILE = """
from cp_puzzles.cli.command import SPEC, command, options_of
from cp_puzzles.cli.console import run_command
from cp_puzzles.search.puzzle_options import PuzzleOptions


@command(SPEC, *options_of(PuzzleOptions))
def area_command(asked):
    \"\"\"Print the number of cells of the board.

    Examples
    --------
    cp-puzzles area soma  27
    \"\"\"
    run_command(asked, PuzzleOptions, lambda puzzle, options: print(len(puzzle.board.cells)))
    return 0
"""

COUNT = "count puzzle.yaml --symmetry off --json --jobs 1 --engine "
RULES = "cp_puzzles/puzzle/rules"
LATTICES = "cp_puzzles/puzzle/geometry/lattices"
DOMINOES = "{name: x, board: {size: [2, 4]}, tiles: [{set: domino, multiplicity: 4}]}"
LADDER = "{name: x, board: {size: [2, 4]}, tiles: [{set: domino, multiplicity: 4}], expected: {off: 5}}"

OCTAGON_CELLS = [[x, y, 0] for x in range(3) for y in range(3)] + [[x, y, 1] for x in range(2) for y in range(2)]
"""Nine octagons and the four squares between them."""

CORNERS = [[(x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)] for x in range(2) for y in range(2)]
"""The four octagons at each of the squares."""

ADDITIONS = [
    # dominoes and single cells on 2x2 are the matchings of a 4-cycle (7), less those of a path of 3 cells (3)
    Addition(
        "a rule",
        "first_cell",
        {
            f"{RULES}/first_cell.py": new(RULE_FILE),
            f"{RULES}/rule_registry.py": after(
                (
                    'RULES: Registry[RuleField] = Registry(\n    "rule",\n',
                    '    Named("first_cell", "The tile that covers the first cell.", '
                    '"puzzle.rules.first_cell:FIRST_CELL"),\n',
                ),
            ),
            "docs/generate.py": after(("RULE_EXAMPLES = (\n", '    ("first_cell", _PENTOMINOES, "first_cell: I"),\n')),
            "docs/reference/rules.md": after(("# Rules", " and `first_cell`")),
            "tests/puzzle/rules/test_rules.py": after(
                (
                    "RULES: dict[str, Check] = {\n",
                    '    "first_cell: I": lambda p, s: p[0, 0] is not None and s.placements[p[0, 0]].tile == "I",\n',
                ),
                (
                    'isometry that a rule names, and moves that differ."""\n',
                    '    if rule == "first_cell: I" and board in ("mixed", "hole"):\n        return False\n',
                ),
            ),
        },
        "{name: x, board: {size: [2, 2]}, rules: {first_cell: I},"
        " tiles: [{set: domino, multiplicity: any}, {set: monomino, multiplicity: any}]}",
        COUNT + "cp-sat",
        7 - 3,
    ),
    # dominoes on 2x9 with three upright ones: a sequence of three upright ones and three pairs of flat ones
    Addition(
        "a measure",
        "upright",
        {
            f"{RULES}/upright.py": new(MEASURE_FILE),
            f"{RULES}/rule_registry.py": after(
                (
                    'MEASURES: Registry[Measure] = Registry(\n    "rule",\n',
                    '    Named("upright", "The number of pieces that lie in several rows.", '
                    '"puzzle.rules.upright:UPRIGHT"),\n',
                ),
            ),
            "docs/reference/rules.md": after(("# Rules", " and `upright`")),
            "tests/puzzle/rules/picture.py": lambda text: text + UPRIGHT_CHECK,
            "tests/puzzle/rules/test_rules.py": after(
                ("RULES: dict[str, Check] = {\n", '    "upright: {max: 2}": lambda p, s: picture.upright(p) <= 2,\n'),
            ),
        },
        "{name: x, board: {size: [2, 9]}, tiles: [{set: domino, multiplicity: any}], rules: {upright: 3}}",
        COUNT + "cp-sat",
        comb(6, 3),
    ),
    # pieces of an octagon and a square: each square takes one of its four octagons, all of them different
    Addition(
        "a lattice",
        "octagons",
        {
            f"{LATTICES}/octagons.yaml": new(LATTICE_FILE),
            f"{LATTICES}/__init__.py": after((" kites snub-square", " octagons")),
            "cp_puzzles/analysis/certificate/check.py": after(
                (
                    "LATTICES = {\n",
                    '    "octagons": (SQUARE, [[2, 0], [0, 2]], {(0, 0): [[2, 0], [1, 1]], (1, 1): [[1, 1]]}),\n',
                ),
            ),
            "docs/reference/lattices.md": lambda text: text + "\n`octagons`\n",
        },
        f"{{name: x, lattice: octagons, board: {{cells: {OCTAGON_CELLS}}}, tiles: ["
        "{name: P, cells: [[0, 0, 0], [0, 0, 1]], multiplicity: 4}, {name: O, cells: [[0, 0, 0]], multiplicity: 5}]}",
        COUNT + "cp-sat",
        sum(len(set(octagons)) == 4 for octagons in product(*CORNERS)),
    ),
    # the tilings of 2xn by dominoes are Fibonacci numbers
    Addition(
        "an engine",
        "subsets",
        {
            "cp_puzzles/engines/subsets/__init__.py": new('"""Toy engine."""'),
            "cp_puzzles/engines/subsets/subsets_engine.py": new(ENGINE_FILE),
            "cp_puzzles/engines/registry.py": after(
                (
                    "    for entry in (\n",
                    '        Entry("subsets", "subsets", "engines.subsets.subsets_engine:SubsetsEngine"),\n',
                ),
            ),
        },
        DOMINOES,
        COUNT + "subsets",
        5,
    ),
    # a domino has 2 * 3 horizontal and 4 vertical placements on 2x4
    Addition(
        "a file format",
        "sizes",
        {
            "cp_puzzles/output/formats/sizes.py": new(FORMAT_FILE),
            "cp_puzzles/output/formats/formats.py": after(
                (
                    "FORMATS = (\n",
                    '    Format(".sizes", "the number of options", "problem", "output.formats.sizes:sizes_lines"),\n',
                ),
            ),
        },
        DOMINOES,
        "export puzzle.yaml puzzle.sizes",
        2 * 3 + 4,
        r"(\d+) options",
        "puzzle.sizes",
    ),
    Addition(
        "a command",
        "area",
        {
            "cp_puzzles/cli/area_command.py": new(COMMAND_FILE),
            "cp_puzzles/cli/commands.py": after(
                (
                    '    "command",\n',
                    '    Named("area", "print cells", "cli.area_command:area_command"),\n',
                )
            ),
        },
        DOMINOES,
        "area puzzle.yaml",
        2 * 4,
        r"^(\d+)$",
    ),
    Addition(
        "an option of a search",
        "at_most",
        {
            "cp_puzzles/search/search_options.py": after(
                (
                    '1: find any one with several engines)"\n    )\n',
                    '    at_most: int | None = option(values.POSITIVE_INT, "stop after N solutions, too")\n',
                ),
            ),
            "cp_puzzles/search/search.py": after(
                ("from contextlib import closing, suppress\n", "from dataclasses import replace\n"),
                (
                    "**efforts: Any,\n    ) -> None:\n",
                    "        options = replace(options, limit=options.at_most or options.limit)\n",
                ),
            ),
        },
        DOMINOES,
        COUNT + "cp-sat --at-most 3",
        3,
    ),
    # L trominoes fill 2x9 as three rectangles of 2x3, each in two ways
    Addition(
        "a tile set",
        "corners",
        {
            "cp_puzzles/puzzle/geometry/tile_names.ini": after(("[square 1]\nO = X\n", "\n[corners]\nC = X./XX\n")),
            "cp_puzzles/puzzle/geometry/tile_sets.py": after(('for name in ("kanoodle", ', '"corners", ')),
        },
        "{name: x, board: {size: [2, 9]}, tiles: [{set: corners, multiplicity: any}]}",
        COUNT + "cp-sat",
        2**3,
    ),
    Addition(
        "a puzzle",
        "ladder",
        {"specs/ladder.yaml": new(LADDER)},
        LADDER,
        "check --solve --json specs/ladder.yaml",
        5,
        r'"expected": (\d+), "counted": \1, ',
    ),
]


COMPILED = [
    pytest.param([replace(addition, command=COUNT + "exact-cover")], marks=pytest.mark.slow)
    for addition in ADDITIONS
    if addition.recipe in ("a rule", "a measure")
]
"""Additions with the compiled engine, whose compilation takes half a minute."""


RUN_ALL = """
import sys
from cp_puzzles.cli.app import run
for arguments in sys.argv[1:]:
    print("\\f", end="", flush=True)
    if status := run(arguments.split()):
        sys.exit(status)
"""
"""Run command lines in one process, because a start costs more than a command; their outputs follow form feeds."""


@pytest.mark.parametrize("additions", [ADDITIONS, *COMPILED], ids=lambda each: each[0].recipe)
def test_recipes_are_complete(additions: list[Addition], tmp_path: Path) -> None:
    """A recipe names every file of the package that an addition touches; the program then supports the addition."""
    shutil.copytree(ROOT / "cp_puzzles", tmp_path / "cp_puzzles", ignore=shutil.ignore_patterns("*.nb?", "scripts"))
    commands = []
    for addition in additions:
        follow(addition, tmp_path)
        (tmp_path / f"{addition.name}.yaml").write_text(addition.puzzle, encoding="utf-8")
        commands.append(addition.command.replace("puzzle.yaml", f"{addition.name}.yaml"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = finished([sys.executable, "-c", RUN_ALL, *commands], status=0, cwd=tmp_path, env=environment)
    for addition, output in zip(additions, done.stdout.split("\f")[1:], strict=True):
        text = (tmp_path / addition.output).read_text(encoding="utf-8") if addition.output else output
        match = re.search(addition.pattern, text)
        assert match is not None, text
        assert int(match[1]) == addition.number


@pytest.mark.slow
@pytest.mark.parametrize(
    "addition", [each for each in ADDITIONS if "python -m pytest" in recipe_text(each)], ids=lambda each: each.name
)
def test_commands_of_recipes_succeed(addition: Addition, tmp_path: Path) -> None:
    """The commands of a recipe write every stored file that depends on the addition, and their tests accept it."""
    for name in ("cp_puzzles", "docs", "schema", "specs", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.nb?", "node_modules"))
    for name in ("CONTRIBUTING.md", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    follow(addition, tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    commands = re.findall(r"\bpython (-m [^`\n]+)", recipe_text(addition))
    for command in commands:
        finished(["sh", "-c", f"{sys.executable} {command}"], timeout=600, status=0, cwd=tmp_path, env=environment)
    is_stored = addition.name in (tmp_path / "schema" / "puzzle.schema.json").read_text(encoding="utf-8")
    assert is_stored == any("schema" in command for command in commands)


def test_every_recipe_has_an_addition() -> None:
    """Every recipe of CONTRIBUTING.md has a test."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\*\*(.+)\.\*\*$", text, re.MULTILINE)) == {addition.recipe for addition in ADDITIONS}
