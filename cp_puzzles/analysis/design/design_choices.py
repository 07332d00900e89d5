"""The choices of a design, and those that a puzzle permits."""

from __future__ import annotations

from collections.abc import Collection

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import value_of

CHOICES = ("given", "holes", "pieces", "conditions")
"""What a design can choose: given pieces, empty cells (holes), the set of pieces, conditions on values in regions."""


def refuse_idle_choices(
    puzzle: Puzzle, choose: Collection[str], *, clues: int | None, grades: tuple[str, str] | None, level: int | None
) -> None:
    """Raise `MistakeError` for a choice that has no effect on a puzzle, and for a request that fits no choice."""
    if puzzle.objective is not None:
        raise MistakeError(puzzle.name, "the puzzle has an objective", "omit maximize and minimize")
    if level is not None and tuple(choose) != ("pieces",):
        raise MistakeError(
            Parameter("level", level),
            "a level belongs to a set of pieces",
            ("choose nothing else: ", Parameter("choose", "pieces")),
        )
    if clues is not None and "given" not in choose:
        raise MistakeError(
            Parameter("clues", clues),
            "the design does not choose given pieces",
            ("add ", Parameter("choose", "given")),
        )
    if grades is not None and not {"given", "conditions"} & {*choose}:
        raise MistakeError(
            Parameter("difficulty", "..".join(dict.fromkeys(grades))),
            "only a puzzle with one solution, in one position, has a grade",
            ("add ", Parameter("choose", "given")),
        )
    if "pieces" in choose and all(tile.minimum == tile.maximum for tile in puzzle.tiles):
        raise MistakeError(
            Parameter("choose", "pieces"),
            "every tile has a fixed multiplicity",
            "let the numbers of some tiles vary, such as multiplicity: {min: 0, max: 1}",
        )
    if "conditions" in choose:
        _refuse_idle_conditions(puzzle, choose)
    if "holes" in choose and puzzle.required == set(puzzle.board.cells):
        raise MistakeError(
            Parameter("choose", "holes"), "no cell may stay empty", "write fill: false or optional cells"
        )


def _refuse_idle_conditions(puzzle: Puzzle, choose: Collection[str]) -> None:
    problem = None
    if {*choose} & {"given", "holes"}:
        problem, remedy = "conditions alone leave one solution", "choose conditions, or pieces,conditions"
    elif not any(value_of(text) is not None for tile in puzzle.tiles for text in tile.cell_colors.values()):
        problem, remedy = "no tile has a value", "use a set such as dominoes-0-6, or draw cells as digits"
    if problem is not None:
        raise MistakeError(Parameter("choose", ",".join(choose)), problem, remedy)


def other_choices(puzzle: Puzzle, choose: Collection[str]) -> tuple[str, ...]:
    """Return what a design of a puzzle could choose in addition."""
    are_alone = "conditions" in choose
    permitted = {
        "given": not are_alone,
        "holes": not are_alone and puzzle.required != set(puzzle.board.cells),
        "pieces": any(tile.minimum != tile.maximum for tile in puzzle.tiles),
    }
    return tuple(choice for choice, is_permitted in permitted.items() if is_permitted and choice not in choose)
