"""The registry of file formats, which help texts, messages and the documentation read."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cp_puzzles.base.named_values import loaded
from cp_puzzles.errors import MistakeError

Kind = Literal["model", "problem", "puzzle", "print", "cut", "solutions"]
"""What is written: the CP-SAT model with its symmetry breaking, the bare cover problem, the puzzle, its pieces
to print or to cut, or solutions."""


@dataclass(frozen=True)
class Format:
    """A file format, selected by its suffix.

    `description` describes the content. `place` is the writer, `module:name` in the package. By kind it is: `model`, a
    function from a request and an objective to text; `problem`, from a cover problem and a name to lines; `puzzle`,
    from a puzzle to lines; `print`, from parts and a name to bytes; `cut`, from sheets and a path to files;
    `solutions`, a `SolutionWriter`. `listed` is the writer of solutions without a board, None if the format cannot
    hold them. `companion` is the suffix of a second file written with it. `reads` is the reader of such files, if there
    is one: of solutions, a function from a path and a puzzle to each solution with its stated orbit size.
    `takes_objective`: the writer takes the objective last. `holds_overlap`: pieces of a solution may overlap.
    """

    suffix: str
    description: str
    kind: Kind
    place: str
    companion: str | None = None
    reads: str | None = None
    listed: str | None = None
    takes_objective: bool = False
    holds_overlap: bool = False

    def load(self, *, listed: bool = False) -> Any:
        """Import and return the writer."""
        return loaded((self.listed if listed else None) or self.place)

    def reader(self) -> Any:
        """Import and return the reader; None if there is none."""
        return loaded(self.reads) if self.reads else None


# fmt: off
FORMATS = (
    Format(".pbtxt", "the CP-SAT model as text, with symmetry breaking", "model",
           "engines.cp_sat.cp_sat_engine:model_text", takes_objective=True),
    Format(".dlx", "exact cover with multiplicities, for Knuth's programs", "problem",
           "output.formats.dlx:dlx_lines", reads="output.formats.dlx:read_dlx"),
    Format(".opb", "pseudo-Boolean constraints, for PB solvers", "problem",
           "output.formats.cnf:opb_lines", takes_objective=True),
    Format(".cnf", "clauses in DIMACS, for SAT solvers and model counters", "problem", "output.formats.cnf:cnf_lines"),
    Format(".wcnf", "hard and soft clauses, for MaxSAT solvers", "problem",
           "output.formats.cnf:wcnf_lines", takes_objective=True),
    Format(".mzn", "a MiniZinc model", "problem",
           "output.formats.cnf:minizinc_model", companion=".dzn", takes_objective=True),
    Format(".dzn", "the data of the MiniZinc model", "problem",
           "output.formats.cnf:minizinc_data", takes_objective=True),
    Format(".polyomino", "the puzzle for Knuth's POLYOMINO-DLX", "puzzle",
           "output.formats.polyomino:polyomino_lines", reads="output.formats.polyomino:load_polyomino"),
    Format(".polyiamond", "the puzzle for Knuth's POLYIAMOND-DLX", "puzzle",
           "output.formats.polyomino:polyiamond_lines", reads="output.formats.polyomino:load_polyomino"),
    Format(".xmpuzzle", "the puzzle for BurrTools", "puzzle",
           "output.burrtools.burr_writer:burr_lines", reads="output.burrtools.burr_to_spec:load_burr"),
    Format(".3mf", "printable pieces and a tray, with names and colors", "print",
           "output.make.print_plates:three_mf_bytes"),
    Format(".stl", "printable pieces and a tray, as one mesh", "print", "output.make.print_plates:stl_bytes"),
    Format(".svg", "outlines, a file for each sheet, to cut and to engrave in two layers", "cut",
           "output.make.laser:save_sheets"),
    Format(".dxf", "the same, with arcs, as mills read it", "cut", "output.make.laser:save_sheets"),
    Format(".pdf", "the same, a page for each sheet", "cut", "output.make.laser:save_sheets"),
    Format(".jsonl", "solutions, one JSON object per line", "solutions",
           "output.formats.text_solutions:JsonLinesWriter",
           reads="output.formats.solution_reader:read_lines", listed="output.formats.text_solutions:JsonOptionsWriter",
           holds_overlap=True),
    Format(".csv", "solutions, one row per cell", "solutions", "output.formats.text_solutions:PointCloudWriter",
           holds_overlap=True),
    Format(".txt", "solutions as layers of letters", "solutions",
           "output.formats.text_solutions:TextLayersWriter", listed="output.formats.text_solutions:OptionLinesWriter"),
    Format(".xmpuzzle", "the puzzle for BurrTools, with solutions", "solutions",
           "output.burrtools.burr_writer:BurrWriter", reads="output.burrtools.separations:read_assemblies"),
    Format(".html", "a page for browsing solutions and playing", "solutions", "output.web.solution_page:PageWriter"),
    Format(".svg", "a picture of solutions", "solutions", "output.draw.puzzle_picture:PictureWriter",
           holds_overlap=True),
    Format(".png", "a picture of solutions, as pixels", "solutions", "output.draw.puzzle_picture:PictureWriter",
           holds_overlap=True),
    Format(".pdf", "a picture of solutions, for printing", "solutions", "output.draw.puzzle_picture:PictureWriter",
           holds_overlap=True),
)
# fmt: on


SOLUTION_SUFFIXES = tuple(entry.suffix for entry in FORMATS if entry.kind == "solutions")
"""The suffixes of files of solutions."""


def suffixes(*kinds: Kind) -> tuple[str, ...]:
    """Return the suffixes of the formats of some kinds."""
    return tuple(entry.suffix for entry in FORMATS if entry.kind in kinds)


def format_of(path: str | os.PathLike[str], *kinds: Kind) -> Format:
    """Return the format of a file; raises `MistakeError` if no format of these kinds has its suffix.

    >>> format_of("soma.opb", "model", "problem").description
    'pseudo-Boolean constraints, for PB solvers'
    """
    suffix = Path(path).suffix
    for entry in FORMATS:
        if entry.suffix == suffix and entry.kind in kinds:
            return entry
    raise MistakeError(os.fspath(path), f"no format has the suffix {suffix!r}", "use " + ", ".join(suffixes(*kinds)))


def format_rows(*kinds: Kind) -> list[tuple[str, str]]:
    """Return the suffix and the description of the formats of some kinds, for a help text."""
    second = "; the data are written to a {} file next to it"
    more = ((entry, second.format(entry.companion) if entry.companion else "") for entry in FORMATS)
    return [(entry.suffix, entry.description + text) for entry, text in more if entry.kind in kinds]
