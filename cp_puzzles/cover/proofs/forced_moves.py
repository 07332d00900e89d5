"""Positions with chosen, active and forced options, and proofs by forced moves.

If there is no such cell or tile, placements that lead to a dead end are ruled out one after another until there is one.
The checker `check_forced` repeats every line, move by move, and counts the options that remain for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cp_puzzles.cover.cover_problem import Cover, CoverProblem
from cp_puzzles.cover.proofs.weight_proof import InvalidProofError
from cp_puzzles.puzzle.geometry.isometry import Cell


class Propagation(NamedTuple):
    """Forced options in order, the item that forced each, and the item that can no longer be met, if there is one."""

    options: list[int]
    items: list[int]
    dead: int | None


@dataclass(frozen=True, eq=False)
class Position:
    """The chosen options, the active ones as the bits of one number, and how often each item is covered.

    `items`: the items of each option. `rows`: for each item the options that cover it, as bits, and its bounds.
    Choosing an option takes one AND for each of its items; counting options means counting bits. The masks take as many
    bits as options times items. Where this is too much, other code is used:
    `engines/exact_cover/subproblems.py` lists the options that a choice excludes among 10^6 options, and
    `analysis/design/difficulty.py` keeps thousands of positions in arrays.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> cells = tuple(Item("cell", name, 1, 1) for name in "abcd")
    >>> position = Position.of(CoverProblem(cells, ((0, 1), (1, 2), (2, 3), (0,))))
    >>> position.propagate()
    Propagation(options=[2, 0], items=[3, 1], dead=None)
    >>> position = position.choose(3)
    >>> position.remaining(1), position.propagate().dead
    (1, 3)
    """

    items: Sequence[tuple[int, ...]]
    rows: Sequence[tuple[int, int, int]]
    active: int
    covered: Sequence[int]
    chosen: tuple[int, ...] = ()

    @classmethod
    def of(cls, problem: CoverProblem) -> Position:
        """Return the position in which nothing is chosen."""
        masks = [sum(1 << option for option in options) for options in problem.covering]
        rows = [(mask, item.minimum, item.maximum) for mask, item in zip(masks, problem.items, strict=True)]
        active = (1 << len(problem.options)) - 1
        for mask, _, maximum in rows:
            if maximum <= 0:
                active &= ~mask
        return cls(tuple(problem.options), rows, active, [0] * len(rows))

    @property
    def options(self) -> list[int]:
        """The active options, ascending."""
        return bits_of(self.active)

    def is_active(self, option: int) -> bool:
        """Return whether an option can still be chosen."""
        return bool(self.active >> option & 1)

    def choose(self, *options: int) -> Position:
        """Return the position after some options are chosen; those that conflict with them are excluded."""
        covered, active = [*self.covered], self.active
        for option in options:
            active &= ~(1 << option)
            for item in self.items[option]:
                covered[item] += 1
                mask, _, maximum = self.rows[item]
                if covered[item] >= maximum:
                    active &= ~mask
        return Position(self.items, self.rows, active, covered, (*self.chosen, *options))

    def exclude(self, options: Iterable[int]) -> Position:
        """Return the position without some options."""
        active = self.active
        for option in options:
            active &= ~(1 << option)
        return Position(self.items, self.rows, active, self.covered, self.chosen)

    def needed(self, item: int) -> int:
        """Return how often an item must still be covered, 0 or less if it need not be."""
        return self.rows[item][1] - self.covered[item]

    def remaining(self, item: int) -> int:
        """Return the number of active options of an item."""
        return (self.active & self.rows[item][0]).bit_count()

    def forced(self) -> tuple[dict[int, int], int | None]:
        """Return the forced options, each with the first item that needs it; and the first item that cannot be met.

        Forced options that conflict are all returned; if all are chosen, an item is covered too often and not met.
        """
        forced: dict[int, int] = {}
        active, covered = self.active, self.covered
        for item, (mask, minimum, maximum) in enumerate(self.rows):
            needed = minimum - covered[item]
            if needed > 0:
                options = active & mask
                remaining = options.bit_count()
                if remaining < needed:
                    return {}, item
                if remaining == needed:
                    for option in bits_of(options):
                        forced.setdefault(option, item)
            elif covered[item] > maximum:
                return {}, item
        return forced, None

    def propagate(self) -> Propagation:
        """Choose forced options one after the other until there are none, or an item can no longer be met."""
        options, items, position = list[int](), list[int](), self
        while True:
            forced, dead = position.forced()
            if not forced:
                return Propagation(options, items, dead)
            option, item = next(iter(forced.items()))
            options.append(option)
            items.append(item)
            position = position.choose(option)


def bits_of(number: int) -> list[int]:
    """Return the places of the bits of a number, ascending."""
    bits = []
    while number:
        lowest = number & -number
        bits.append(lowest.bit_length() - 1)
        number ^= lowest
    return bits


MAX_STEPS = 3_000_000
"""The number of examined items after which no more choices are tried: some seconds."""


@dataclass(frozen=True)
class Line:
    """A choice and the moves it forces: options in order, and the item `dead` that can no longer be met.

    `reasons[i]` is the item that forces `options[i]`; `reasons[0]` is the item for which the choice is made.
    """

    options: tuple[int, ...]
    reasons: tuple[int, ...]
    dead: int


@dataclass(frozen=True)
class ForcedProof:
    """An item, and a line for each of its remaining options: all of them end in a dead end.

    `ruled_out` are the lines of options that were ruled out before, in order; each line assumes that the options before
    it are excluded. If `item` is None, the moves that are forced at the start already end in a dead end; they are the
    only line.
    """

    cover: Cover
    ruled_out: tuple[Line, ...]
    item: int | None
    lines: tuple[Line, ...]

    @property
    def moves(self) -> int:
        """The number of pieces placed in all lines."""
        return sum(len(line.options) for line in (*self.ruled_out, *self.lines))

    def data(self) -> dict[str, Any]:
        """Return the proof as plain data: placements, and facts of rules, in the order in which they follow."""
        return {
            "proof": "forced",
            "ruled_out": [self._line(line) for line in self.ruled_out],
            "tried": None if self.item is None else self.item_data(self.item),
            "lines": [self._line(line) for line in self.lines],
        }

    def item_data(self, item: int) -> dict[str, Any]:
        """Return an item as plain data: its kind and its name."""
        problem = self.cover.problem
        bounds = problem.items[item]
        if bounds.kind == "rule":
            return {"rule": self.cover.rule_of(item), "item": bounds.name}
        return {bounds.kind: list(self._written(self.cover.cells[item])) if bounds.kind == "cell" else bounds.name}

    def _line(self, line: Line) -> dict[str, Any]:
        return {"moves": [self._move(option) for option in line.options], "dead": self.item_data(line.dead)}

    def _move(self, option: int) -> dict[str, Any]:
        """Return a placement, or a fact of a rule: a cell that stays empty, a fault line."""
        if option >= len(self.cover.placements):
            fact = self.cover.auxiliaries[option - len(self.cover.placements)]
            return {"fact": fact.kind, "places": [[list(self._written(c)) for c in place] for place in fact.places]}
        return self.cover.placements[option].data(self.cover.puzzle.lattice)

    def _written(self, cell: Cell) -> Cell:
        return self.cover.puzzle.lattice.coordinates(cell)


class _Search:
    """The search for lines that end in a dead end, within a number of steps."""

    def __init__(self, problem: CoverProblem) -> None:
        self._problem = problem
        self.start = Position.of(problem)
        self.steps = 0

    def line(self, root: Position, option: int, item: int) -> Line | None:
        """Return the line of an option, chosen for an item; None if it does not end in a dead end."""
        options, reasons, dead = root.choose(option).propagate()
        self.steps += (len(options) + 1) * len(self._problem.items)
        return None if dead is None else Line((option, *options), (item, *reasons), dead)

    def proof(self, cover: Cover, ruled_out: tuple[Line, ...]) -> ForcedProof | None:
        """Return the shortest proof by the options of one item, after some were ruled out."""
        root = self.start.exclude(line.options[0] for line in ruled_out)
        options, reasons, dead = root.propagate()
        if dead is not None:
            return ForcedProof(cover, ruled_out, None, (Line(tuple(options), tuple(reasons), dead),))
        best: ForcedProof | None = None
        lines_of_options: dict[int, Line | None] = {}
        needed_once = [item for item, bounds in enumerate(self._problem.items) if bounds.minimum == 1]
        for item in sorted(needed_once, key=root.remaining):
            if self.steps > MAX_STEPS or (best is not None and root.remaining(item) >= best.moves - len(ruled_out)):
                break
            lines = []
            for option in self._problem.covering[item]:
                if root.is_active(option):
                    if option not in lines_of_options:
                        lines_of_options[option] = self.line(root, option, item)
                    line = lines_of_options[option]
                    if line is None:
                        break
                    lines.append(Line(line.options, (item, *line.reasons[1:]), line.dead))
            else:
                proof = ForcedProof(cover, ruled_out, item, tuple(lines))
                if best is None or proof.moves < best.moves:
                    best = proof
        return best

    def rule_out(self, ruled_out: tuple[Line, ...]) -> tuple[Line, ...]:
        """Return the lines so far, and a line for each remaining option that leads to a dead end, in one round."""
        root = self.start.exclude(line.options[0] for line in ruled_out)
        new_lines: list[Line] = []
        for item in sorted(range(len(self._problem.items)), key=lambda item: (root.remaining(item), item)):
            if self._problem.items[item].minimum == 0:
                continue
            for option in self._problem.covering[item]:
                if root.is_active(option) and self.steps <= MAX_STEPS:
                    line = self.line(root, option, item)
                    if line is not None:
                        new_lines.append(line)
                        root = root.exclude([option])
        return (*ruled_out, *new_lines)


def forced_proof(cover: Cover) -> ForcedProof | None:
    """Return a short proof by forced moves that a puzzle has no solution; None if none is found within `MAX_STEPS`.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> text = "{name: u, board: {size: [3, 5]}, tiles: [{set: pentominoes, only: [U], multiplicity: 3}]}"
    >>> forced_proof(cover_and_request(parse_spec(text))[0]).moves
    4
    """
    search = _Search(cover.problem)
    ruled_out: tuple[Line, ...] = ()
    while True:
        proof = search.proof(cover, ruled_out)
        if proof is not None:
            return _shortened(search, proof)
        more = search.rule_out(ruled_out)
        if len(more) == len(ruled_out) or search.steps > MAX_STEPS:
            return None
        ruled_out = more


def _shortened(search: _Search, proof: ForcedProof) -> ForcedProof:
    """Return the proof without the lines that it does not need; lines are tried from the last, while steps remain."""
    search.steps = 0
    for line in reversed(proof.ruled_out):
        if search.steps > MAX_STEPS:
            break
        kept = _replayed(search, [other for other in proof.ruled_out if other.options[0] != line.options[0]])
        shorter = None if kept is None else search.proof(proof.cover, kept)
        if shorter is not None and shorter.moves < proof.moves:
            proof = shorter
    return proof


def _replayed(search: _Search, lines: list[Line]) -> tuple[Line, ...] | None:
    """Return the lines of the same choices, computed again in order; None if one no longer ends in a dead end."""
    root = search.start
    replayed = []
    for line in lines:
        new_line = search.line(root, line.options[0], line.reasons[0])
        if new_line is None:
            return None
        replayed.append(new_line)
        root = root.exclude(line.options[:1])
    return tuple(replayed)


def check_forced(proof: ForcedProof) -> None:
    """Raise `InvalidProofError` if a move is not forced, a line does not end dead, or an option was not tried."""
    root = Position.of(proof.cover.problem)
    for line in proof.ruled_out:
        _check_line(root, line, begins_with_choice=True)
        root = root.exclude(line.options[:1])
    if proof.item is not None:
        possible = {option for option in proof.cover.problem.covering[proof.item] if root.is_active(option)}
        if root.needed(proof.item) < 1 or {line.options[0] for line in proof.lines} != possible:
            raise InvalidProofError("not every option of what must be covered was tried")
    elif len(proof.lines) != 1:
        raise InvalidProofError("without a choice there is one line")
    for line in proof.lines:
        _check_line(root, line, begins_with_choice=proof.item is not None)


def _check_line(position: Position, line: Line, *, begins_with_choice: bool) -> None:
    """Raise `InvalidProofError` unless every move after the choice is forced and the line ends dead."""
    for number, (option, reason) in enumerate(zip(line.options, line.reasons, strict=True)):
        is_forced = position.remaining(reason) == position.needed(reason) or (begins_with_choice and number == 0)
        if not is_forced or reason not in position.items[option] or not position.is_active(option):
            raise InvalidProofError(f"move {number + 1} of a line is not forced")
        position = position.choose(option)
    if position.remaining(line.dead) >= position.needed(line.dead):
        raise InvalidProofError("a line does not end dead")
