"""The registry of the readers that `import` knows: of other programs' files, and of texts that people write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cp_puzzles.base.registry import loaded
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.spec.loader import read_source


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


_NUMBERS = r"\A(?=[^a-zA-Z]*[2-9])(?:#.*\n|\s)*(?:\d+[ \t,;]*){1,5}(?:#.*)?$"
_STRINGS = r'"[.|#a-zA-Z]*(?:\{[^"]*\}[.|#a-zA-Z]*)*\|[^"]*"|"x+"'

# fmt: off
READERS = (
    Reader("pips", "a day of Pips, dominoes and regions", (".json",), r'"dominoes"',
           "puzzle.spec.pips_file:read_pips"),
    Reader("studio", "Mechanical Puzzle Studio", (".json", ".puzzle"), r'"shapeTree"',
           "output.importing.puzzle_studio:read_studio"),
    Reader("puzzlecad", "piece strings of puzzlecad", (".scad", ".txt", ".json"), _STRINGS,
           "output.importing.puzzlecad:read_puzzlecad"),
    Reader("pentominoes", "data of MiniZinc's pentominoes", (".dzn",), r"\bdfa\s*=",
           "output.importing.minizinc_data:read_pentominoes"),
    Reader("puz", "assemblies of High-LevelPuzzle", (".puz",), r"\A\s*(?:#.*\s+)*\d+ +\d+ +\d+\s",
           "output.importing.puz_file:read_puz"),
    Reader("edges", "edge matching, four numbers a line", (".txt", ".csv", ".dat"), _NUMBERS,
           "output.importing.edge_matching:read_edges"),
    Reader("regions", "regions of Advent of Code 2025, day 12", (".txt",), r"^\s*(?:\d+:|\d+x\d+:)",
           "output.importing.regions:read_family"),
    Reader("drawings", "drawings of pieces", (".txt", ".poly", ".pieces"), r"",
           "output.importing.drawings:read_drawings"),
)
# fmt: on

_KNOWN = {
    ".xmpuzzle": "a BurrTools file",
    ".polyomino": "a board of Knuth's",
    ".polyiamond": "a board of Knuth's",
    ".dlx": "a cover problem, which solve, count and explain read without an import",
    ".npy": "a matrix, which solve, count and explain read without an import",
    ".yaml": "a puzzle file, which every command reads",
    ".yml": "a puzzle file, which every command reads",
}


def read_foreign(path: str) -> Mapping[str, Any]:
    """Return the data of each puzzle file that a file stands for, by the end of its name.

    Raises `SpecError` with the line or the key of a mistake, or with what the file looks like if it is not read.
    """
    text, source = read_source(path)
    suffix, stem = Path(path).suffix.lower(), Path(path).stem
    if suffix == ".json":
        _require_json(text, source)
    for reader in READERS:
        if reader.fits(suffix, text):
            read: Callable[[str, str, str], Any] = loaded(reader.place)
            data = read(text, source, stem)
            return data if "name" not in data else {"": data}
    read_suffixes = ", ".join(dict.fromkeys((*(each for reader in READERS for each in reader.suffixes), *_KNOWN)))
    raise SpecError(source, f"this looks like {likeness(text, suffix)}, which is not read", f"import {read_suffixes}")


def _require_json(text: str, source: str) -> None:
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise SpecError(f"{source}:{line}:{column}", "this is not JSON", "check that the file is whole") from None


def likeness(text: str, suffix: str) -> str:
    """Return what a text looks like, in a few words.

    >>> likeness("1,0,1", ".csv"), likeness("name: x", ".foo"), likeness('{"a": 1}', ".json")
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
