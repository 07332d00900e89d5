"""Import puzzles: the registry of readers of other programs' files and of texts that people write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cp_puzzles.base.file_access import file_stem, write_new
from cp_puzzles.base.named_values import loaded
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.importing.texts import card_puzzles, json_of, with_board
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.loader import READERS as SPEC_READERS
from cp_puzzles.puzzle.spec.loader import load_spec, read_source
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


class Reader(NamedTuple):
    """A reader: its name, a sentence about what it reads, the suffixes, a sign in the text, and its place.

    The place is `module:function` in the package: a function from a text, its name in messages and a title to the data
    of a puzzle file, or to those of several by the ends of their names. The first reader whose suffix and sign fit is
    used; the sign is a regular expression, "" for any text.
    """

    name: str
    about: str
    suffixes: tuple[str, ...]
    sign: str
    place: str

    def fits(self, suffix: str, text: str) -> bool:
        """Return whether a file with a suffix and a text is read by this reader."""
        return suffix in self.suffixes and re.search(self.sign, text, re.MULTILINE) is not None


_NUMBERS = r"\A(?=(?:#.*\n|[^a-zA-Z#])*[2-9])(?:#.*\n|\s)*(?:\d+[ \t\r,;]*){1,5}(?:#.*)?$"
_STRINGS = r'"[.|#a-zA-Z]*(?:\{[^"]*\}[.|#a-zA-Z]*)*\|[^"]*"|\A(?!\s*\{)[\s\S]*"x+"'

# fmt: off
READERS = (
    Reader("pips", "a day of Pips, dominoes and regions", (".json",), r'"dominoes"',
           "output.importing.foreign_pieces:read_pips"),
    Reader("studio", "Mechanical Puzzle Studio", (".json", ".puzzle"), r'"shapeTree"',
           "output.importing.foreign_pieces:read_studio"),
    Reader("puzzlecad", "piece strings of puzzlecad", (".scad", ".txt", ".json"), _STRINGS,
           "output.importing.foreign_pieces:read_puzzlecad"),
    Reader("pentominoes", "data of MiniZinc's pentominoes", (".dzn",), r"\bdfa\s*=",
           "output.importing.foreign_pieces:read_pentominoes"),
    Reader("puz", "assemblies of High-LevelPuzzle", (".puz",), r"\A\s*(?:#.*\s+)*\d+ +\d+ +\d+\s",
           "output.importing.foreign_pieces:read_puz"),
    Reader("edges", "edge matching, four numbers a line", (".txt", ".csv", ".dat"), _NUMBERS,
           "output.importing.texts:read_edges"),
    Reader("regions", "regions of Advent of Code 2025, day 12", (".txt",), r"^\s*(?:\d+:|\d+x\d+:)",
           "output.importing.texts:read_family"),
    Reader("drawings", "drawings of pieces", (".txt", ".poly", ".pieces"), r"",
           "output.importing.texts:read_drawings"),
)
# fmt: on

_OTHER_SUFFIXES = (".xmpuzzle", ".polyomino", ".polyiamond", ".dlx", ".npy", ".yaml", ".yml")
"""Those of files that are imported, or need no import, without one of these readers."""


def read_foreign(path: str) -> Mapping[str, Any]:
    """Return the data of each puzzle file that a file stands for, by the end of its name.

    Raises `SpecError` with the line or the key of a mistake, or with what the file looks like if it is not read.
    """
    text, source = read_source(path)
    suffix, stem = Path(path).suffix.lower(), Path(path).stem
    if suffix == ".json":
        json_of(text, source)
    for reader in READERS:
        if reader.fits(suffix, text):
            data: Mapping[str, Any] = loaded(reader.place)(text, source, stem)
            return data if "name" not in data else {"": data}
    looks, expected = appearance(text, suffix), [reader.about for reader in READERS if suffix in reader.suffixes]
    if expected and looks == f"a {suffix} file":
        raise SpecError(source, f"this has no sign of {' or '.join(expected)}", "check that the file is whole")
    read = dict.fromkeys((*(each for reader in READERS for each in reader.suffixes), *_OTHER_SUFFIXES))
    raise SpecError(source, f"this looks like {looks}, which is not read", f"import {', '.join(read)}")


def appearance(text: str, suffix: str) -> str:
    """Return what a text looks like, in a few words.

    >>> appearance("1,0,1", ".csv"), appearance("name: x", ".foo"), appearance('{"a": 1}', ".json")
    ('a matrix of 0 and 1', 'YAML', 'JSON of another program')
    """
    signs = {
        r"\A\s*[{[]": "JSON of another program" if suffix == ".json" else "JSON",
        r"\A\s*<": "XML",
        r"\A(?:[01][ ,;\t]*)+$": "a matrix of 0 and 1",
        _STRINGS: "pieces of puzzlecad",
        r"\bdfa\s*=": "data of MiniZinc's pentominoes",
        r"^\s*\w+ *= *[^;]+;": "data of MiniZinc",
        _NUMBERS: "a table of numbers",
        r"\A\s*\w+: ": "YAML",
        r"\A[xX#. \n]+\Z": "drawings of pieces",
    }
    return next((name for sign, name in signs.items() if re.search(sign, text, re.MULTILINE)), f"a {suffix} file")


_DRAWING = re.compile(r"(?:[\w -]+:?\n)?[xX#. ]*[xX#][xX#. ]*(?:\n|$)")
"""The first row of a drawing, maybe with a name above it."""


def recognized(text: str, suffix: str) -> str:
    r"""Return what a file is that `import` reads, by its sign; nothing for another file.

    >>> recognized("XX\nX.\n", ".txt"), recognized("board: {}", ".txt")
    ('drawings of pieces', '')
    """
    signed = (reader.about for reader in READERS if reader.sign and reader.fits(suffix.lower(), text))
    return next(signed, "drawings of pieces" if _DRAWING.match(text) else "")


_DEFAULTS = {"given": [], "rules": {}, "fill": True, "colors": None, "labeled": False}
"""The values of keys that a puzzle file may lack."""


def imported_family(puzzles: Mapping[str, Any], source: str) -> dict[str, Any]:
    """Return the data of the first puzzle, and a case for each: its name, and the keys that differ from the first."""
    if not puzzles:
        raise SpecError(source, "there is no puzzle in the folder", "write files with cards, boards or pieces into it")
    first = next(iter(puzzles.values()))
    cases = []
    for name, data in puzzles.items():
        keys = [key for key in {**first, **data} if key not in ("name", "expected", "description", "source")]
        changes = {key: data.get(key, _DEFAULTS.get(key)) for key in keys if data.get(key) != first.get(key)}
        cases.append({"name": name, **changes})
    return {"": first, "cases": cases}


class Imported(NamedTuple):
    """The data of puzzle files by the ends of their names, and sentences about what is missing in them."""

    puzzles: Mapping[str, Any]
    lost: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def import_puzzles(path: str, boxed: Puzzle | None = None, board: str | None = None) -> Imported:
    """Return the puzzles of a file, or the family of the files in a folder; raise `SpecError` for a mistake.

    Parameters
    ----------
    path
        A file of another program, a text with drawings, or a folder of such files.
    boxed
        The puzzle whose cards a text draws.
    board
        A file with a drawing of the board.
    """
    if Path(path).is_dir():
        files = sorted(each for each in Path(path).iterdir() if each.is_file() and not each.name.startswith("."))
        puzzles = {
            "-".join(filter(None, (file.stem, end))): data
            for file in files
            for end, data in _puzzles(str(file), boxed, board).items()
        }
        return Imported(imported_family(puzzles, path))
    if boxed is None and Path(path).suffix == ".xmpuzzle":
        return _burr_puzzles(path)
    return Imported(_puzzles(path, boxed, board))


def _puzzles(path: str, boxed: Puzzle | None, board: str | None) -> Mapping[str, Any]:
    """Return the data of the puzzles of a file by the ends of their names; those without parameters are built."""
    if boxed is not None:
        puzzles: Mapping[str, Any] = card_puzzles(*read_source(path), boxed)
    elif Path(path).suffix in SPEC_READERS:
        puzzles = {"": load_spec(path).to_dict()}
    else:
        puzzles = read_foreign(path)
    if board is not None:
        puzzles = {end: with_board(data, *read_source(board)) for end, data in puzzles.items()}
    for data in puzzles.values():
        if isinstance(data, Mapping) and "parameters" not in data:
            build_puzzle(dict(data))
    return puzzles


def _burr_puzzles(path: str) -> Imported:
    """Return the problems of a BurrTools file that can be built; the others are refused."""
    from cp_puzzles.output.burrtools.burr_file import read_burr
    from cp_puzzles.output.burrtools.burr_to_spec import burr_puzzle

    file = read_burr(path)
    puzzles, lost, refused = {}, dict[str, None](), []
    for problem in file.problems:
        try:
            puzzle = burr_puzzle(file, problem)
            build_puzzle(puzzle.spec)
        except MistakeError as error:
            refused.append(f"not imported: {error.typed}")
            continue
        lost |= dict.fromkeys(f"not carried over: {text}" for text in puzzle.lost)
        puzzles[str(problem.number + 1) if len(file.problems) > 1 else ""] = puzzle.spec.to_dict()
    return Imported(puzzles, (*lost,), (*refused,))


def write_puzzles(puzzles: Mapping[str, Any], source: str, folder: str) -> Iterator[Path]:
    """Write a new file for each puzzle, named after the imported file and the end of its name; yield the files."""
    import yaml

    stem = file_stem(Path(source).stem)
    for key, data in puzzles.items():
        out = Path(folder) / ("-".join(filter(None, (stem, key))) + ".yaml")
        is_puzzle = isinstance(data, Mapping) and "parameters" not in data
        text = PuzzleSpec.from_dict(data).to_yaml() if is_puzzle else yaml.safe_dump(data, sort_keys=False, width=110)
        write_new(out, text)
        yield out
