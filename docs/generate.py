"""Write the generated pages and pictures of the documentation into `docs/generated`."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from generate_python import python_pages

from cp_puzzles import build_puzzle, iter_solutions, load_spec, parse_spec
from cp_puzzles.base.text import counted
from cp_puzzles.cli.app import run
from cp_puzzles.cli.commands import COMMANDS
from cp_puzzles.cli.file_commands import run_group
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.picture import Picture, stacked, svg
from cp_puzzles.output.draw.puzzle_picture import puzzle_picture, rows_of, solution_picture, tile_pictures
from cp_puzzles.output.formats.formats import FORMATS, format_rows
from cp_puzzles.output.web.edit_page import edit_page
from cp_puzzles.puzzle.board_and_tiles import Board, Tile
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.tile_sets import ONE_SIDED, SETS, Tiles, TileSet, tile_set
from cp_puzzles.puzzle.puzzle import Puzzle

HELP_COLUMNS = 96
"""Width of the help texts, which fits the page."""

SHOWN_CELLS = 6
"""Cells of a lattice that its picture shows at least."""

TILES_WIDTH = 20.0
"""Width of the pictures of sets, in cells."""

MAX_PICTURED_TILES = 40
"""Tiles of the largest set that is drawn."""

FORMAT_READERS = {
    "problem": "`solve`, `count`, `estimate`, `experiment`, `verify`, `export`",
    "puzzle": "every command, as a SPEC",
    "solutions": "`verify`, `render`",
}
"""The commands that read the formats of a kind, where the formats can be read."""

_SQUARE = "board: {size: [4, 5]}, tiles: [{set: domino, multiplicity: 10}]"
_PENTOMINOES = "board: {size: [5, 5]}, tiles: [{set: pentominoes, multiplicity: {min: 0, max: 1}}]"
_CUT = "board: {size: [4, 5]}, tiles: [{family: rectangles, multiplicity: any, cells: [2, 6]}]"
_LOOSE = "board: {size: [4, 5]}, fill: false, tiles: [{set: domino, multiplicity: {min: 6, max: 9}}]"

_FEW = "board: {size: [4, 5]}, fill: false, tiles: [{set: domino, multiplicity: 4}]"

_MARKED = (
    "board: {size: [4, 4]}, fill: false, "
    "tiles: [{set: monomino, multiplicity: 4}, {set: pentominoes, only: [L], multiplicity: 0}]"
)

_SIDES = "board: {size: [2, 3]}, tiles: [{set: macmahon-squares, multiplicity: 0-1}]"

_PIPES = (
    "board: {size: [3, 3]}, tiles: [{name: C, cells: [[0, 0]], sides: aa.., multiplicity: any}, "
    "{name: S, cells: [[0, 0]], sides: a.a., multiplicity: any}, {set: monomino, multiplicity: any}]"
)

_VALUES = r'board: {size: [2, 3], regions: "AAB\nCCB"}, tiles: [{set: dominoes-0-6, only: [0-1, 2-3, 4-5]}]'
RULE_EXAMPLES = (
    ("faults", "board: {size: [5, 6]}, tiles: [{set: domino, multiplicity: 15}]", "faults: 0"),
    ("crossroads", _SQUARE, "crossroads: 0"),
    ("border", _PENTOMINOES, "border: all"),
    ("touch", _PENTOMINOES, "touch: [[L, Y]]"),
    ("separate", _PENTOMINOES, "separate: [[L, P]]"),
    ("choose", _PENTOMINOES, "choose: [{of: [I, V, W], copies: 2}]"),
    ("empty", _LOOSE, "empty: {max: 2}"),
    ("connected", _LOOSE, "connected: empty"),
    ("loop", _PIPES, "loop: a"),
    ("isolated", _LOOSE, "isolated: empty"),
    ("symmetric", _SQUARE, "symmetric: half-turn"),
    ("colorable", _PENTOMINOES, "colorable: {with: 3}"),
    ("maximal", _LOOSE, "maximal: true"),
    ("blocked", _MARKED, "blocked: [L]"),
    ("clues", _CUT, "clues: [[0, 0, 4], [0, 4, 6], [3, 0, 6], [3, 4, 4]]"),
    ("distinct", _CUT, "distinct: shapes"),
    ("rows", _LOOSE, "rows: {max: 4}"),
    ("columns", _LOOSE, "columns: [4, 2, {min: 2}, 3, {min: 3}]"),
    ("corners", _FEW, "corners: {touch: true}"),
    ("match", _SIDES, "match: equal"),
    ("boundary", _SIDES, "match: equal, boundary: a"),
    ("regions", _VALUES, "regions: {A: {sum: {max: 6}}, B: {sum: {min: 4}}, C: different}"),
)
"""Name of a rule, the puzzle of its pictures, and the rule as a puzzle file has it."""


def generate(docs: Path) -> None:
    """Write every generated page and section, and remove old ones; a file whose text is unchanged keeps its time."""
    out = docs / "generated"
    out.mkdir(exist_ok=True)
    root = docs.parent
    for notebook in sorted((root / "notebooks").glob("*.ipynb")):
        text = notebook.read_text("utf-8").replace("](../docs/", "](../../")  # links to pages, as they are from here
        _write(out / "notebooks" / notebook.name, text)
    for picture in sorted((root / "pictures").glob("*.svg")):
        _copy(picture, out / "pictures" / picture.name)
    pages = {
        "commands.md": commands(),
        "puzzle-file.md": puzzle_file(json.loads((root / "schema" / "puzzle.schema.json").read_text("utf-8"))),
        "lattices.md": lattices(out),
        "tile-sets.md": tile_sets(out),
        "rules.md": rules(out),
        "formats.md": formats(),
        "pages/edit.html": edit_page(),
        "changelog.md": (root / "CHANGELOG.md").read_text("utf-8"),
    }
    asked((docs / "how-to" / "asked.md").read_text("utf-8"), out)
    pages |= {f"python/{name}": text for name, text in python_pages().items()}
    for old in out.rglob("*.md"):
        if str(old.relative_to(out)) not in pages:
            old.unlink()
    for name, text in pages.items():
        _write(out / name, text)


def commands() -> str:
    """Return the section about the help texts of the commands."""
    parts = ["Every command prints its text with `--help`.\n"]
    for name in ("", *COMMANDS, *(f"run {each}" for each in run_group.commands)):
        parts.append(f"### cp-puzzles {name}\n".replace(" \n", "\n"))
        parts.append(f"```text\n{_help(name)}\n```\n")
    return "\n".join(parts)


def _help(command: str) -> str:
    """Return what a command prints with `--help`, in this process: to start one for each takes most of a minute."""
    out = io.StringIO()
    with patch.dict(os.environ, {"COLUMNS": str(HELP_COLUMNS), "NO_COLOR": "1"}), contextlib.redirect_stdout(out):
        status = run([*command.split(), "--help"])
    if status:
        raise RuntimeError(f"cp-puzzles {command} --help ended with status {status}")
    return out.getvalue().strip()


def puzzle_file(schema: dict[str, Any]) -> str:
    """Return the section about the puzzle file: every key of the JSON Schema with its description."""
    parts = [""]
    parts += _section("The file", schema)
    for name, definition in schema["$defs"].items():
        if "properties" in definition:
            parts += _section(_title(name), definition)
    return "\n".join(parts)


def _title(name: str) -> str:
    """Return the title of a part of the file for readers who do not program.

    >>> _title("TileSetEntry"), _title("RulesSpec"), _title("Bounds")
    ('Tile set', 'Rules', 'Bounds')
    """
    words = re.findall("[A-Z][a-z]*", name.removesuffix("Spec").removesuffix("Entry"))
    return " ".join(words).capitalize()


def _section(title: str, definition: dict[str, Any]) -> Iterator[str]:
    yield f"### {title}\n"
    if title != "The file" and definition.get("description"):
        yield definition["description"] + "\n"
    yield "| key | value | meaning |\n|---|---|---|"
    for key, value in definition["properties"].items():
        yield f"| `{key}` | {_type(value)} | {_cell(value.get('description', ''))} |"
    yield ""


def _type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        return _title(str(value["$ref"]).rpartition("/")[2])
    if "anyOf" in value or "oneOf" in value:
        options = [_type(option) for option in value.get("anyOf", value.get("oneOf", ()))]
        return " or ".join(dict.fromkeys(option for option in options if option not in ("null", "Expression")))
    if "enum" in value:
        return ", ".join(f"`{word}`" for word in value["enum"])
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if value.get("type") == "array":
        items = value.get("items") or {}
        return f"list of {_type(items)}" if items else "list"
    return str(value.get("type", ""))


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def formats() -> str:
    """Return the table of file formats, in the order of the registry."""
    parts = ["| suffix | contents | read by |\n| --- | --- | --- |"]
    for entry in FORMATS:
        description = dict(format_rows(entry.kind))[entry.suffix]
        parts.append(f"| `{entry.suffix}` | {description} | {FORMAT_READERS[entry.kind] if entry.reads else ''} |")
    return "\n".join(parts) + "\n"


def lattices(out: Path) -> str:
    """Return the section about the lattices: some cells of each with their coordinates."""
    parts = ["Each picture shows some cells and their coordinates, layer by layer.\n"]
    for name, lattice in LATTICES.items():
        _write(out / "pictures" / f"lattice-{name}.svg", svg(puzzle_picture(_labeled(lattice))))
        parts.append(
            f"### {name}\n\n![cells of the lattice {name}](../generated/pictures/lattice-{name}.svg){{width=640px}}\n"
        )
    return "\n".join(parts)


def _labeled(lattice: Lattice) -> Puzzle:
    """Return a puzzle on some cells of a lattice, each labeled with its coordinates."""
    cells = {lattice.cell_classes[0].origin}
    while len(cells) < SHOWN_CELLS:
        cells |= {near for cell in cells for near in lattice.neighbors(cell)}
    labels = tuple((",".join(map(str, lattice.coordinates(cell))), cell) for cell in sorted(cells))
    return Puzzle.of(name=lattice.name, lattice=lattice, board=Board(tuple(sorted(cells)), labels=labels), tiles=())


def tile_sets(out: Path) -> str:
    """Return the section about the tile sets: a picture of the tiles of each."""
    parts = ["Use a set by its name, as in `- set: pentominoes`.\n"]
    for name, entry in SETS.items():
        if entry.is_one_sided:
            continue
        tiles = tile_set(name)
        one_sided = ONE_SIDED + name
        more = f" `{one_sided}` has {len(tile_set(one_sided))}." if one_sided in SETS else ""
        parts.append(f"### {name}\n\n{counted(len(tiles), 'tile')} on the lattice `{entry.lattice}`.{more}\n")
        if len(tiles) <= MAX_PICTURED_TILES:
            _write(out / "pictures" / f"set-{name}.svg", svg(_tiles_picture(entry, tiles)))
            parts.append(f"![the tiles of {name}](../generated/pictures/set-{name}.svg)\n")
    return "\n".join(parts)


def _tiles_picture(entry: TileSet, tiles: Tiles) -> Picture:
    lattice = LATTICES[entry.lattice]
    drawn = []
    for name, cells in tiles.items():
        drawn.append(Tile(name, cells, shown=tuple(entry.shown(name))))
    puzzle = Puzzle.of(name="tiles", lattice=lattice, board=Board(next(iter(tiles.values()))), tiles=tuple(drawn))
    return stacked(rows_of(tile_pictures(puzzle), TILES_WIDTH), gap=0.7, title="tiles")


def rules(out: Path) -> str:
    """Return the section about the rules: for each a tiling that meets it and one that does not."""
    parts = ["Left: a tiling that meets the rule. Right: one that does not.\n"]
    for title, board, rule in RULE_EXAMPLES:
        parts.append(f"### {title}\n\n`{rule}`\n\n```{{div}} pictures")
        for number, solution in enumerate(with_and_without(board, rule)):
            file = f"pictures/rule-{title}-{number}.svg"
            _write(out / file, svg(solution_picture(solution.puzzle, solution.placements)))
            parts.append(f"![{'meets' if number == 0 else 'breaks'} the rule {title}](../generated/{file})")
        parts.append("```\n")
    return "\n".join(parts)


def with_and_without(board: str, rule: str) -> tuple[Solution, Solution]:
    """Return a solution of a puzzle that meets a rule and one that breaks it; raises `MistakeError` without both."""
    plain = build_puzzle(parse_spec(f"{{name: example, {board}}}"))
    ruled = build_puzzle(parse_spec(f"{{name: example, {board}, rules: {{{rule}}}}}"))
    verifier = Verifier(ruled)
    every = iter_solutions(plain, symmetry="off", engine="cp-sat", jobs=1)
    meets = next(iter_solutions(ruled, symmetry="off", engine="cp-sat", jobs=1), None)
    breaks = next((solution for solution in every if verifier.violation(solution.placements)), None)
    if meets is None or breaks is None:
        problem = f"no tiling {'meets' if meets is None else 'breaks'} the rule"
        remedy = "choose a puzzle with a tiling that meets the rule and one that breaks it"
        raise MistakeError(f"RULE_EXAMPLES, {rule}", problem, remedy)
    return meets, breaks


def asked(page: str, out: Path) -> None:
    """Draw a solution for each picture that the page of questions names: of a file on the page, or of the catalog."""
    files = {
        name: text for text, name in re.findall(r"```yaml\n([^`]*)```[^`]*```sh\ncp-puzzles \w+ (\w+)\.yaml", page)
    }
    for name in re.findall(r"pictures/asked-(\w+)\.svg", page):
        puzzle = build_puzzle(parse_spec(files[name]) if name in files else load_spec(name))
        solution = next(iter_solutions(puzzle, symmetry="off", engine="exact-cover", jobs=1))
        _write(out / "pictures" / f"asked-{name}.svg", svg(solution_picture(puzzle, solution.placements)))


def _copy(source: Path, target: Path) -> None:
    if not target.exists() or target.read_bytes() != source.read_bytes():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
