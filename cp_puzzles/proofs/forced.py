"""Forced moves: a cell or a tile every choice for which ends, move by forced move, in a dead end.

Where no single one is enough, placements that end dead are ruled out one after another until one is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cp_puzzles.cover.problem import Cover, CoverProblem
from cp_puzzles.geometry.isometry import Cell

MAX_STEPS = 3_000_000
"""Looks at an item, all together, after which no more choices are tried."""


@dataclass(frozen=True)
class Line:
    """A choice and what it forces: options in order, and the item that nothing can meet any more.

    `reasons[i]` is the item for which `options[i]` was the only one left; for the choice itself the item chosen for.
    """

    options: tuple[int, ...]
    reasons: tuple[int, ...]
    dead: int


@dataclass(frozen=True)
class ForcedProof:
    """An item, and the line of each option that it has left: all end dead.

    `ruled_out` are lines of options that were ruled out before, in order: what comes later counts on it. Without an
    item what is forced at the start ends dead, and is the only line.
    """

    cover: Cover
    ruled_out: tuple[Line, ...]
    item: int | None
    lines: tuple[Line, ...]

    @property
    def moves(self) -> int:
        """The number of pieces laid down in all lines."""
        return sum(len(line.options) for line in (*self.ruled_out, *self.lines))

    def data(self) -> dict[str, Any]:
        """The proof as plain data: placements, and facts that rules count along, in the order in which they follow."""
        return {
            "proof": "forced",
            "ruled_out": [self._line(line) for line in self.ruled_out],
            "tried": None if self.item is None else self.demand(self.item),
            "lines": [self._line(line) for line in self.lines],
        }

    def demand(self, item: int) -> dict[str, Any]:
        """An item as plain data: its kind, and which it is."""
        problem = self.cover.problem
        bounds = problem.items[item]
        if bounds.kind == "rule":
            return {"rule": self.cover.rule_of(item), "demand": bounds.name}
        return {bounds.kind: list(self._written(self.cover.cells[item])) if bounds.kind == "cell" else bounds.name}

    def _line(self, line: Line) -> dict[str, Any]:
        return {"moves": [self._move(option) for option in line.options], "dead": self.demand(line.dead)}

    def _move(self, option: int) -> dict[str, Any]:
        """A placement, or a fact that a rule counts along: a cell that stays empty, a fault line."""
        if option >= len(self.cover.placements):
            mark = self.cover.marks[option - len(self.cover.placements)]
            return {"fact": mark.kind, "places": [[list(self._written(c)) for c in place] for place in mark.places]}
        return self.cover.placements[option].data(self.cover.puzzle.lattice)

    def _written(self, cell: Cell) -> Cell:
        return self.cover.puzzle.lattice.written(cell)


class _Position:
    """The options that are still possible, as bits, and how often each item is covered."""

    def __init__(self, problem: CoverProblem, masks: list[int], alive: int, used: list[int] | None = None) -> None:
        self._problem, self._masks, self.alive = problem, masks, alive
        self.used = used or [0] * len(masks)

    def copy(self) -> _Position:
        """The same position, to go on from."""
        return _Position(self._problem, self._masks, self.alive, self.used.copy())

    def choose(self, option: int) -> None:
        """Lay down a piece."""
        self.alive &= ~(1 << option)
        for item in self._problem.options[option]:
            self.used[item] += 1
            if self.used[item] == self._problem.items[item].maximum:
                self.alive &= ~self._masks[item]

    def left(self, item: int) -> int:
        """The number of options that an item has left."""
        return (self.alive & self._masks[item]).bit_count()

    def forced(self) -> tuple[list[int], list[int], int | None]:
        """Make all forced moves: the options, the item that forced each, and the item that died, if one did."""
        options: list[int] = []
        reasons: list[int] = []
        items = self._problem.items
        while True:
            forcing = None
            for item, bounds in enumerate(items):
                wanted = bounds.minimum - self.used[item]
                if wanted > 0:
                    left = self.left(item)
                    if left < wanted:
                        return options, reasons, item
                    if left == wanted and forcing is None:
                        forcing = item
            if forcing is None:
                return options, reasons, None
            possible = self.alive & self._masks[forcing]
            option = (possible & -possible).bit_length() - 1
            options.append(option)
            reasons.append(forcing)
            self.choose(option)


class _Search:
    """Looks for lines that end dead, within a number of steps."""

    def __init__(self, problem: CoverProblem) -> None:
        self._problem = problem
        self._masks = [sum(1 << option for option in options) for options in problem.covering]
        self._alive = (1 << len(problem.options)) - 1
        for item, bounds in enumerate(problem.items):
            if bounds.maximum == 0:
                self._alive &= ~self._masks[item]
        self.steps = 0

    def position(self, ruled_out: Iterable[int] = ()) -> _Position:
        """The empty board, without some options."""
        return _Position(self._problem, self._masks, self._alive & ~sum(1 << option for option in ruled_out))

    def line(self, root: _Position, option: int, item: int) -> Line | None:
        """The line of an option, chosen for an item; None if it does not end dead."""
        position = root.copy()
        position.choose(option)
        options, why, end = position.forced()
        self.steps += (len(options) + 1) * len(self._masks)
        return None if end is None else Line((option, *options), (item, *why), end)

    def proof(self, cover: Cover, ruled_out: tuple[Line, ...]) -> ForcedProof | None:
        """The shortest proof by the options of one item, after some were ruled out."""
        root = self.position(line.options[0] for line in ruled_out)
        options, why, dead = root.copy().forced()
        if dead is not None:
            return ForcedProof(cover, ruled_out, None, (Line(tuple(options), tuple(why), dead),))
        best: ForcedProof | None = None
        known: dict[int, Line | None] = {}
        wanting = [item for item, bounds in enumerate(self._problem.items) if bounds.minimum == 1]
        for item in sorted(wanting, key=root.left):
            if self.steps > MAX_STEPS or (best is not None and root.left(item) >= best.moves - len(ruled_out)):
                break
            lines = []
            for option in self._problem.covering[item]:
                if root.alive >> option & 1:
                    if option not in known:
                        known[option] = self.line(root, option, item)
                    line = known[option]
                    if line is None:
                        break
                    lines.append(Line(line.options, (item, *line.reasons[1:]), line.dead))
            else:
                proof = ForcedProof(cover, ruled_out, item, tuple(lines))
                if best is None or proof.moves < best.moves:
                    best = proof
        return best

    def rule_out(self, ruled_out: tuple[Line, ...]) -> tuple[Line, ...]:
        """More options that end dead, given those ruled out before; a round over all that are left."""
        root = self.position(line.options[0] for line in ruled_out)
        found: list[Line] = []
        for item in sorted(range(len(self._masks)), key=lambda item: (root.left(item), item)):
            if self._problem.items[item].minimum == 0:
                continue
            for option in self._problem.covering[item]:
                if root.alive >> option & 1 and self.steps <= MAX_STEPS:
                    line = self.line(root, option, item)
                    if line is not None:
                        found.append(line)
                        root.alive &= ~(1 << option)
        return (*ruled_out, *found)


def forced_proof(cover: Cover) -> ForcedProof | None:
    """A short proof by forced moves that a puzzle has no solution; None if there is none, or it takes too long.

    >>> from cp_puzzles.api import ask
    >>> from cp_puzzles.spec.load import parse_spec
    >>> text = "{name: u, board: {size: [3, 5]}, tiles: [{set: pentominoes, only: [U], multiplicity: 3}]}"
    >>> forced_proof(ask(parse_spec(text))[0]).moves
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
    """The proof without what it need not rule out: the last first, as long as there are steps left."""
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
    """The lines once more, each after those before it; None if one does not end dead any more."""
    root = search.position()
    replayed = []
    for line in lines:
        again = search.line(root, line.options[0], line.reasons[0])
        if again is None:
            return None
        replayed.append(again)
        root.alive &= ~(1 << line.options[0])
    return tuple(replayed)
