"""Puzzles without a board: cover problems of DLX files; and puzzles of both kinds from names, paths and texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import numpy as np

from cp_puzzles.base.named_values import loaded
from cp_puzzles.base.text import counted
from cp_puzzles.cover.cover_problem import Cover, CoverProblem, compile_cover
from cp_puzzles.cover.placement_table import Placements
from cp_puzzles.cover.ragged_rows import Ragged, starts_of
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, spec_from
from cp_puzzles.puzzle.spec.loader import parse_spec
from cp_puzzles.puzzle.spec.yaml_reader import spec_text


@dataclass(frozen=True)
class DlxProblem(Puzzle):
    """A puzzle that consists of listed options: the board is empty, and there are no tiles and no symmetries.

    `text` is the text of the file. `bounds` has the name of each item with its lower and upper bound; `listed` has the
    items of each option in the order of the file, `X:c` for an item X with the color c. The placement of an option has
    the number of the option as its only cell and the text of the option as its tile. `problem` states the same without
    colors; its options after those listed are no placements.
    """

    bounds: tuple[tuple[str, int, int], ...] = ()
    listed: tuple[tuple[str, ...], ...] = ()
    problem: CoverProblem = field(default=CoverProblem((), ()), repr=False)
    text: str = field(default="", repr=False, compare=False)

    has_board = False

    def __repr__(self) -> str:
        return f"DlxProblem({self.name!r}, {counted(len(self.bounds), 'item')}, {counted(len(self.listed), 'option')})"

    def placement(self, option: int) -> Placement:
        """Return the placement that represents an option in a solution."""
        return Placement(((option,),), " ".join(self.listed[option]))

    @cached_property
    def colored(self) -> frozenset[str]:
        """The names of the items to which some option gives a color."""
        return frozenset(word.partition(":")[0] for words in self.listed for word in words if ":" in word)


@compile_cover.register
def _dlx_cover(puzzle: DlxProblem, drop: bool) -> Cover:
    """Return the cover problem of a DLX file: option o is placement o, on the single cell (o,)."""
    numbers = np.arange(len(puzzle.listed), dtype=np.int32)
    cells = tuple((option,) for option in numbers.tolist())
    names = tuple(map(" ".join, puzzle.listed))
    covered = Ragged(numbers, starts_of(np.ones_like(numbers)))
    return Cover(puzzle, puzzle.problem, (), Placements(cells, names, covered, numbers))


class DlxVerifier:
    """The verifier of solutions of a DLX file: it reads the file's options, not the problem that engines see."""

    def __init__(self, puzzle: DlxProblem) -> None:
        self._puzzle = puzzle
        self._number = {name: number for number, (name, _, _) in enumerate(puzzle.bounds)}
        self.has_rules = bool(puzzle.colored)
        self.widest = max(map(len, puzzle.listed), default=0)

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """The bounds of each item; `rule_violation` checks items with colors."""
        most = len(self._puzzle.listed)
        return [(low, most if name in self._puzzle.colored else high) for name, low, high in self._puzzle.bounds]

    def uses(self, placement: Placement) -> list[int]:
        """Return the numbers of the items that an option covers."""
        return [self._number[word.partition(":")[0]] for word in placement.tile.split()]

    def violation(self, placements: Iterable[Placement]) -> str | None:
        """Return why the options are not a solution; None if they are."""
        placements = tuple(placements)
        for placement in placements:
            violation = self.placement_violation(placement)
            if violation is not None:
                return violation
        if len(set(placements)) < len(placements):
            return "an option is chosen twice"
        covered = Counter(item for placement in placements for item in self.uses(placement))
        for (name, low, high), (_, most) in zip(self._puzzle.bounds, self.bounds, strict=True):
            times = covered[self._number[name]]
            if not low <= times <= most:
                return f"the item {name!r} is covered {times} times, not {low} to {high}"
        return self.rule_violation(placements)

    def rule_violation(self, placements: Iterable[Placement]) -> str | None:
        """Return which item is shared by options that give it different colors; None if there is none."""
        given: dict[str, list[str]] = defaultdict(list)
        for placement in placements:
            for word in placement.tile.split():
                name, _, color = word.partition(":")
                if name in self._puzzle.colored:
                    given[name].append(color)
        for name, colors in given.items():
            if len(colors) > 1 and (len(set(colors)) > 1 or not colors[0]):
                return f"options that share the item {name!r} do not give it one color"
        return None

    def placement_violation(self, placement: Placement) -> str | None:
        """Return why a placement is not an option of the file; None if it is."""
        numbers = [number for cell in placement.cells for number in cell]
        if len(numbers) == 1 and 0 <= numbers[0] < len(self._puzzle.listed):
            return None if placement == self._puzzle.placement(numbers[0]) else f"option {numbers[0] + 1} is another"
        return f"there is no option {' '.join(str(number + 1) for number in numbers)}"


def is_dlx(text: str) -> bool:
    """Return whether a text is a DLX file; a puzzle file never begins with a bar."""
    return text.startswith("|")


def dlx_text(puzzle: Puzzle) -> str:
    """Return the text of a puzzle's file, which `puzzle_of_text` reads; raises `MistakeError` if there is none."""
    return puzzle.text if isinstance(puzzle, DlxProblem) else spec_text(spec_from(puzzle))


def puzzle_of_text(text: str, name: str, leave: Iterable[str] = ()) -> Puzzle:
    """Return the puzzle of a text, with some labeled cells left empty."""
    if is_dlx(text):
        return cast(DlxProblem, loaded("output.formats.dlx:parse_dlx")(text, name, name))
    return build_puzzle(parse_spec(text, name), leave=leave)
