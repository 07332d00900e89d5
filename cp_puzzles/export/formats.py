"""The file formats: each is declared here, and help texts, messages and the table in the README read it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from cp_puzzles.errors import MistakeError

Kind = Literal["model", "problem", "puzzle", "print", "solutions"]
"""What is written: the CP-SAT model with its symmetry breaking, the bare cover problem, the puzzle, its pieces
to print, or solutions."""


@dataclass(frozen=True)
class Format:
    """A format of files, chosen by their suffix.

    `what` a file holds, in words. `place` is the code that writes it, `module:name` in this room: of a model a function
    from a question and a goal to text, of a problem one from the problem and a name to lines, of a puzzle one from it
    to lines, of a print one from parts and a name to bytes, of solutions a class of `SolutionWriter`; `listed` is the
    class for solutions without a board, None if the format has no place for these. `beside` is the suffix of a format
    that is written along with it; `reads` tells whether commands take such a file in place of a puzzle, or of
    solutions; `aims` whether it says what is made largest or smallest, the goal, which then comes after the name.
    """

    suffix: str
    what: str
    kind: Kind
    place: str
    beside: str | None = None
    reads: bool = False
    listed: str | None = None
    aims: bool = False

    def load(self, *, listed: bool = False) -> Any:
        """The function or class that writes the format."""
        module, name = ((self.listed if listed else None) or self.place).split(":")
        return getattr(import_module(f"cp_puzzles.export.{module}"), name)


FORMATS = (
    Format(".pbtxt", "the CP-SAT model as text, symmetry broken", "model", "model:cp_sat_text", aims=True),
    Format(".dlx", "exact cover with multiplicities, for Knuth's programs", "problem", "dlx:dlx_lines", reads=True),
    Format(".opb", "pseudo-Boolean constraints, for PB solvers", "problem", "opb:opb_lines", aims=True),
    Format(".cnf", "clauses in DIMACS, for SAT solvers and model counters", "problem", "cnf:cnf_lines"),
    Format(".wcnf", "clauses, hard and soft, for MaxSAT solvers", "problem", "cnf:wcnf_lines", aims=True),
    Format(".mzn", "a MiniZinc model", "problem", "minizinc:minizinc_model", beside=".dzn", aims=True),
    Format(".dzn", "the data of the MiniZinc model", "problem", "minizinc:minizinc_data", aims=True),
    Format(".polyomino", "the puzzle for Knuth's POLYOMINO-DLX", "puzzle", "boxes:polyomino_lines", reads=True),
    Format(".polyiamond", "the puzzle for Knuth's POLYIAMOND-DLX", "puzzle", "boxes:polyiamond_lines", reads=True),
    Format(".xmpuzzle", "the puzzle for BurrTools", "puzzle", "burr:burr_lines", reads=True),
    Format(".3mf", "the pieces and a tray, to print, with names and colours", "print", "three_mf:three_mf_bytes"),
    Format(".stl", "the pieces and a tray, to print, in one mesh", "print", "stl:stl_bytes"),
    Format(
        ".jsonl",
        "solutions, a JSON object a line",
        "solutions",
        "jsonl:JsonLinesWriter",
        reads=True,
        listed="option_lists:JsonOptionsWriter",
    ),
    Format(".csv", "solutions, a row a cell", "solutions", "point_cloud:PointCloudWriter"),
    Format(
        ".txt",
        "solutions as layers of letters",
        "solutions",
        "text_layers:TextLayersWriter",
        listed="option_lists:OptionLinesWriter",
    ),
    Format(".xmpuzzle", "the puzzle for BurrTools, with solutions", "solutions", "burr_writer:BurrWriter", reads=True),
    Format(".html", "a page to browse solutions and turn boxes in", "solutions", "page:PageWriter"),
    Format(".svg", "a picture of solutions", "solutions", "picture_writer:PictureWriter"),
    Format(".png", "a picture of solutions, of pixels", "solutions", "picture_writer:PictureWriter"),
    Format(".pdf", "a picture of solutions, for print", "solutions", "picture_writer:PictureWriter"),
)


def suffixes(*kinds: Kind) -> tuple[str, ...]:
    """The suffixes of the formats of some kinds."""
    return tuple(its.suffix for its in FORMATS if its.kind in kinds)


def format_of(path: str | os.PathLike[str], *kinds: Kind) -> Format:
    """The format of a file; raises `MistakeError` if none of these kinds has its suffix.

    >>> format_of("soma.opb", "model", "problem").what
    'pseudo-Boolean constraints, for PB solvers'
    """
    suffix = Path(path).suffix
    for its in FORMATS:
        if its.suffix == suffix and its.kind in kinds:
            return its
    raise MistakeError(os.fspath(path), f"no format has the suffix {suffix!r}", "use " + ", ".join(suffixes(*kinds)))


def help_lines(*kinds: Kind) -> str:
    """The formats of some kinds for a help text, a line each."""
    chosen = [its for its in FORMATS if its.kind in kinds]
    return "\n".join(f"  {its.suffix:12}{its.what}{_more(its)}" for its in chosen)


def table() -> str:
    """The formats as a table in Markdown, as it stands in the README."""
    readers = {
        "problem": "`solve`, `count`, `estimate`, `experiment`, `verify`, `export`",
        "puzzle": "every command, as a SPEC",
        "solutions": "`verify`, `render`",
    }
    rows = [(f"`{its.suffix}`", its.what + _more(its), readers[its.kind] if its.reads else "") for its in FORMATS]
    head = [("suffix", "what is written", "read by"), ("---", "---", "---")]
    return "\n".join(f"| {' | '.join(row)} |" for row in [*head, *rows])


def _more(its: Format) -> str:
    return f"; its data goes to a file {its.beside} beside it" if its.beside else ""
