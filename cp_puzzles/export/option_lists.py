"""Solutions of a cover problem without a board: lists of options, each as it stands in the file."""

from __future__ import annotations

import json
from typing import Any

from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.solution import Solution
from cp_puzzles.export.text_file import TextFile
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle


class OptionLinesWriter(TextFile):
    """Writes the options of each solution, a line each, under a line `# solution N`."""

    def _head(self, puzzle: Puzzle) -> str:
        return f"# {puzzle.name}\n"

    def _text(self, solution: Solution, number: int) -> str:
        return f"\n# solution {number}\n" + "".join(f"{placement.tile}\n" for placement in solution.placements)


class JsonOptionsWriter(TextFile):
    """Writes a line for each solution: its number and its options, with their numbers in the file, from 1."""

    def _text(self, solution: Solution, number: int) -> str:
        options = [
            {"option": placement.cells[0][0] + 1, "items": placement.tile.split()} for placement in solution.placements
        ]
        return json.dumps({"solution": number, "options": options}) + "\n"


def read_option(value: Any, matrix: Matrix) -> Placement:
    """What `JsonOptionsWriter` wrote of an option; raises `ValueError` if it is none of the matrix."""
    option = value.get("option") if isinstance(value, dict) else None
    if type(option) is not int or not 1 <= option <= len(matrix.listed):
        raise ValueError(f"{json.dumps(value)[:40]} is no option of {len(matrix.listed)}")
    placement = matrix.placement(option - 1)
    if value.get("items", placement.tile.split()) != placement.tile.split():
        raise ValueError(f"option {option} has the items {placement.tile}")
    return placement
