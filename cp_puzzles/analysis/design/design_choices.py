"""The choices of a design: those that a puzzle permits, and the tally of what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from cp_puzzles.analysis.design.rival_search import with_holes
from cp_puzzles.analysis.options import GRADES, Grade
from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.dlx_problem import verifier_of
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter, Text
from cp_puzzles.puzzle.geometry.cell_solid import value_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle


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


def refuse_holes(target: Solution, holes: Sequence[Cell]) -> None:
    """Raise `MistakeError` if a rule counts empty cells: it does not hold any more where they are holes."""
    if holes and verifier_of(with_holes(target.puzzle, frozenset(holes))).violation(target.placements) is not None:
        problem = "a rule counts empty cells, which would become holes"
        raise MistakeError(Parameter("choose", "holes"), problem, "omit the rule")


def other_choices(puzzle: Puzzle, choose: Collection[str]) -> tuple[str, ...]:
    """Return what a design of a puzzle could choose in addition."""
    are_alone = "conditions" in choose
    permitted = {
        "given": not are_alone,
        "holes": not are_alone and puzzle.required != set(puzzle.board.cells),
        "pieces": any(tile.minimum != tile.maximum for tile in puzzle.tiles),
    }
    return tuple(choice for choice, is_permitted in permitted.items() if is_permitted and choice not in choose)


Reason = Literal["several", "few", "many", "repeated", Grade]
"""Why a solution gave no challenge: another solution has all its features, it needs more given pieces than requested or
has fewer, its challenge was made before, or the grade of its challenges."""

_FEATURES = {"conditions": "conditions", "pieces": "pieces", "holes": "empty cells", "given": "given pieces"}


@dataclass
class DesignTally:
    """The numbers of solutions that a design tried and why they failed, with words for too few challenges.

    `fewest` and `most` are the least number of features that makes a solution unique, and the largest number of pieces
    to give; `highest` the highest level that was met.
    """

    puzzle: Puzzle
    choose: Sequence[str]
    clues: int | None
    level: int | None
    tried: int = 0
    is_all: bool = False
    has_given_up: bool = False
    failures: Counter[str] = field(default_factory=Counter)
    fewest: int | None = None
    most: int = 0
    highest: int = 0

    @property
    def grades(self) -> dict[str, int]:
        """The number of solutions whose challenges have a grade outside the requested range, by the grade."""
        return {reason: number for reason, number in self.failures.items() if reason in GRADES}

    def reason(self, attempts: int, status: str, phase: str) -> str | None:
        """Return why there are no more challenges."""
        if status == "time-limit" and not self.tried:
            return f"out of time while {phase}" if phase else None
        if not self.tried and self.level is not None:
            return f"no set of pieces reached level {self.level}; the highest level was {self.highest}"
        if not self.tried:
            reason = reason_by_size(self.puzzle)
            return "the puzzle has no solution" + ("" if reason is None else f": {reason}")
        tried = counted(self.tried, "solution")
        considered = f"all {tried}" if self.is_all and self.tried > 1 else tried
        sentence = self._sentence(considered)
        if self.has_given_up:
            ending = f"{attempts} attempts in a row led to no new challenge"
            return f"{sentence}; {ending}" if sentence else ending
        return sentence or f"{considered} did not lead to another challenge"

    def _sentence(self, considered: str) -> str:
        """Return what became of the solutions, which `considered` counts; empty if all gave challenges."""
        failures = self.failures
        if self.clues is not None and failures["many"] and not failures["few"]:
            amount = counted(self.clues, "given piece")
            return f"{amount} are too many: among {considered} none has more than {self.most} pieces to give"
        if self.clues is not None and failures["few"]:
            amount = counted(self.clues, "given piece")
            return f"{amount} are too few: among {considered} the smallest number is {self.fewest}"
        parts = []
        if failures["several"]:
            features = next(words for choice, words in _FEATURES.items() if choice in self.choose)
            parts.append(f"{integer(failures['several'])} have another solution with the same {features}")
        if self.grades:
            parts.append("graded " + ", ".join(f"{n} {grade}" for grade, n in self.grades.items()))
        if failures["repeated"]:
            parts.append(f"{integer(failures['repeated'])} gave a challenge that was made before")
        return f"of {considered} {' and '.join(parts)}" if parts else ""

    def remedy(self, status: str) -> Text:
        """Return a choice that would give challenges; empty if none is known."""
        if not self.tried:
            if status == "time-limit":
                return ("allow more time with ", Parameter("time_limit"))
            return ("use ", Parameter("level", self.highest)) if self.highest else _remedy_for_nothing(self.puzzle)
        if self.clues is not None and (self.failures["few"] or self.failures["many"]):
            number = self.fewest if self.failures["few"] else self.most
            return "" if number is None else ("use ", Parameter("clues", number))
        others = other_choices(self.puzzle, self.choose) if self.level is None else ()
        if self.failures["several"] and others:
            return ("use ", Parameter("choose", ",".join([*self.choose, others[0]])))
        if self.grades:
            seen = sorted(map(GRADES.index, self.grades))
            first, last = GRADES[seen[0]], GRADES[seen[-1]]
            return ("use ", Parameter("difficulty", first if first == last else f"{first}..{last}"))
        return ""


def _remedy_for_nothing(puzzle: Puzzle) -> str:
    """Return how cells may stay empty, if the tiles are too few for the board; else the command that explains it."""
    if puzzle.required and sum(tile.size * tile.maximum for tile in puzzle.tiles) < len(puzzle.required):
        return "write fill: false so that any cell may stay empty, or draw the cells that may as ?"
    return "explain says why"
