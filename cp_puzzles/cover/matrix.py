"""A puzzle without a board: the options of a cover problem, as somebody has listed them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from cp_puzzles.cover.placements import Placements
from cp_puzzles.cover.problem import Cover, CoverProblem
from cp_puzzles.cover.ragged import Ragged, starts_of
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Board, Puzzle


@dataclass(frozen=True)
class Matrix(Puzzle):
    """A puzzle that is known by its options alone: its board is empty, it has no tiles, and nothing moves it.

    `text` is the file that lists it. `bounds` has the name of each item and how often it is covered, at least and at
    most; `listed` what each option covers, in the order of the file, `X:c` where it gives the item X the colour c. The
    placement of an option lies on its number alone, and its tile is its text. `problem` says the same with items alone;
    its options after those listed are no placements.
    """

    bounds: tuple[tuple[str, int, int], ...] = ()
    listed: tuple[tuple[str, ...], ...] = ()
    problem: CoverProblem = field(default=CoverProblem((), ()), repr=False)
    text: str = field(default="", repr=False, compare=False)

    def placement(self, option: int) -> Placement:
        """What stands for an option in a solution."""
        return Placement(((option,),), " ".join(self.listed[option]))

    @cached_property
    def coloured(self) -> frozenset[str]:
        """The names of the items that some option gives a colour."""
        return frozenset(word.partition(":")[0] for words in self.listed for word in words if ":" in word)


def matrix_of(
    name: str,
    text: str,
    bounds: Iterable[tuple[str, int, int]],
    listed: Iterable[tuple[str, ...]],
    problem: CoverProblem,
) -> Matrix:
    """The puzzle of a listed cover problem."""
    return Matrix(
        name, LATTICES["square"], Board(()), (), bounds=(*bounds,), listed=(*listed,), problem=problem, text=text
    )


def matrix_cover(matrix: Matrix) -> Cover:
    """The cover problem of a matrix: option o is its placement o."""
    numbers = np.arange(len(matrix.listed), dtype=np.int32)
    rows = tuple((option,) for option in numbers.tolist())
    names = tuple(map(" ".join, matrix.listed))
    alone = Ragged(numbers, starts_of(np.ones_like(numbers)))
    return Cover(matrix, matrix.problem, (), Placements(rows, names, alone, numbers))


class MatrixVerifier:
    """Checks sets of options against what the file says, without the problem that engines see; see `Verifier`."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix
        self._number = {name: number for number, (name, _, _) in enumerate(matrix.bounds)}
        self.has_rules = bool(matrix.coloured)
        self.widest = max(map(len, matrix.listed), default=0)

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """How often each item is covered; of those with colours `rule_fault` tells more."""
        most = len(self._matrix.listed)
        return [(low, most if name in self._matrix.coloured else high) for name, low, high in self._matrix.bounds]

    def uses(self, placement: Placement) -> list[int]:
        """The numbers of the items that an option covers."""
        return [self._number[word.partition(":")[0]] for word in placement.tile.split()]

    def fault(self, placements: Iterable[Placement]) -> str | None:
        """What is wrong with the options as a solution; None if they are one."""
        placements = tuple(placements)
        for placement in placements:
            fault = self.placement_fault(placement)
            if fault is not None:
                return fault
        if len(set(placements)) < len(placements):
            return "an option is chosen twice"
        covered = Counter(item for placement in placements for item in self.uses(placement))
        for (name, low, high), (_, most) in zip(self._matrix.bounds, self.bounds, strict=True):
            times = covered[self._number[name]]
            if not low <= times <= most:
                return f"the item {name!r} is covered {times} times, not {low} to {high}"
        return self.rule_fault(placements)

    def rule_fault(self, placements: Iterable[Placement]) -> str | None:
        """Which item options share that do not give it one colour; None if there is none."""
        given: dict[str, list[str]] = defaultdict(list)
        for placement in placements:
            for word in placement.tile.split():
                name, _, colour = word.partition(":")
                if name in self._matrix.coloured:
                    given[name].append(colour)
        for name, colours in given.items():
            if len(colours) > 1 and (len(set(colours)) > 1 or not colours[0]):
                return f"options that share the item {name!r} do not give it one colour"
        return None

    def placement_fault(self, placement: Placement) -> str | None:
        """What is wrong with an option by itself; None if it is one of the file."""
        numbers = [number for cell in placement.cells for number in cell]
        if len(numbers) == 1 and 0 <= numbers[0] < len(self._matrix.listed):
            return None if placement == self._matrix.placement(numbers[0]) else f"option {numbers[0] + 1} is another"
        return f"there is no option {' '.join(str(number + 1) for number in numbers)}"
