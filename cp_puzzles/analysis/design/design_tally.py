"""The tally of the solutions that a design tried, with the reason for too few challenges and a choice that works."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from cp_puzzles.analysis.design.difficulty import GRADES
from cp_puzzles.base.number_text import counted, integer
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.errors import Parameter, Text
from cp_puzzles.puzzle.puzzle import Puzzle

_FEATURES = {"conditions": "conditions", "pieces": "pieces", "holes": "empty cells", "given": "given pieces"}


@dataclass
class DesignTally:
    """The number of solutions by what became of them.

    Attributes
    ----------
    several
        Solutions that no choice makes unique: another solution has all their features.
    few, many
        Solutions that would need more given pieces than requested, and those with fewer pieces to give.
    grades
        Solutions whose challenges have a grade outside the requested range, by the grade.
    repeated
        Solutions whose challenge was made before.
    fewest, most
        The least number of features that makes a solution unique, and the largest number of pieces to give.
    """

    several: int = 0
    few: int = 0
    many: int = 0
    repeated: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    fewest: int | None = None
    most: int = 0

    def sentence(self, considered: str, choose: Sequence[str], clues: int | None) -> str:
        """Return what became of the solutions, which `considered` counts; empty if all gave challenges."""
        if clues is not None and self.many and not self.few:
            amount = counted(clues, "given piece")
            return f"{amount} are too many: among {considered} none has more than {self.most} pieces to give"
        if clues is not None and self.few and self.fewest is not None:
            amount = counted(clues, "given piece")
            return f"{amount} are too few: among {considered} the smallest number is {self.fewest}"
        parts = []
        if self.several:
            features = next(words for choice, words in _FEATURES.items() if choice in choose)
            parts.append(f"{integer(self.several)} have another solution with the same {features}")
        if self.grades:
            parts.append("graded " + ", ".join(f"{n} {grade}" for grade, n in self.grades.items()))
        if self.repeated:
            parts.append(f"{integer(self.repeated)} gave a challenge that was made before")
        return f"of {considered} {' and '.join(parts)}" if parts else ""

    def remedy(self, choose: Sequence[str], others: Sequence[str], clues: int | None) -> Text:
        """Return the choice that would give challenges, or one of the `others` in addition; empty if none is known."""
        if clues is not None and (self.few or self.many):
            number = self.fewest if self.few else self.most
            return "" if number is None else ("use ", Parameter("clues", number))
        if self.several and others:
            return ("use ", Parameter("choose", ",".join([*choose, others[0]])))
        if self.grades:
            seen = sorted(GRADES.index(grade) for grade in self.grades)
            first, last = GRADES[seen[0]], GRADES[seen[-1]]
            return ("use ", Parameter("difficulty", first if first == last else f"{first}..{last}"))
        return ""


def reason_for_nothing(puzzle: Puzzle) -> str:
    """Return why a puzzle gives no challenge: it has no solution, and the reason if the numbers of cells tell it."""
    reason = reason_by_size(puzzle)
    return "the puzzle has no solution" + ("" if reason is None else f": {reason}")


def remedy_for_nothing(puzzle: Puzzle) -> str:
    """Return how cells may stay empty, if the tiles are too few for the board; else the command that explains it."""
    if puzzle.required and sum(tile.size * tile.maximum for tile in puzzle.tiles) < len(puzzle.required):
        return "write fill: false so that any cell may stay empty, or draw the cells that may as ?"
    return "explain says why"
