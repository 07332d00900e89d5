"""The rule that pieces form one closed loop: through sides of one color, or each touches two others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, WithJsonSchema

from cp_puzzles.base.text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import Path, mistake
from cp_puzzles.puzzle.geometry.cell_class import connected_parts
from cp_puzzles.puzzle.geometry.cell_solid import unsupported_sides
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, Reference, Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.sides import is_color, require_colors
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, CellSide, Tiling, adjacent
from cp_puzzles.puzzle.rules.touching import touch_another

MAX_SHORT_LOOP = 6
"""The most cells of a loop that an item forbids; on hexagons six surround a cell, and there are few shorter loops."""


@dataclass(frozen=True)
class ColorLoop(Rule):
    """The rule that the sides of one color join all pieces that show it to one closed line.

    Such a piece shows the color on two sides, across each of which another side of the color lies. `tiles` are the
    names of the tiles that show it.
    """

    color: str
    tiles: frozenset[str]
    key: str = "loop"

    @property
    def statement(self) -> str:
        return f"the sides of color {self.color} form one closed line"

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        return unsupported_sides(lattice)

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        return board.boundary_sides.isdisjoint(self._ends(placement))

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add items by which a line goes on across each side, and items against loops of few pieces.

        Across each inner side the color is shown on both sides, or on neither: this is an auxiliary. Along a cycle of
        few cells not each cell has a piece whose line goes to the cells before and after it.
        """
        showing = compiler.grouped(self._ends)
        joining: dict[frozenset[CellSide], set[Reference]] = defaultdict(set)
        numbers = {side: number for number, side in enumerate(chain.from_iterable(compiler.board.inner_sides))}
        joined, uncrossed, first = [], [], len(compiler.items)
        for reference in sorted(compiler.of_tiles(self.tiles)):
            ends = self._ends(compiler.placement(reference))
            if ends[0][0] == ends[1][0]:
                joining[frozenset(ends)].add(reference)
            if numbers.keys() >= {*ends}:
                joined.append((reference, numbers[ends[0]], numbers[ends[1]]))
        for sides, is_named in _named_sides(compiler.board):
            for here, there in (sides, sides[::-1]):
                members, ending = showing[here], compiler.covering[there[0]] - showing[there]
                name = f"{self.color} on side {here[1]} of {compiler.board.lattice.written(here[0])}"
                if not showing[there]:
                    compiler.add(f"{name} goes on", members, maximum=0)
                elif is_named:
                    none = AuxiliaryOption(f"no {self.color} across", tuple(sorted(((here[0],), (there[0],)))))
                    either = f"{name} goes on across it, or is on neither side"
                    compiler.add(either, members, auxiliaries=[none], minimum=1, maximum=1)
                    uncrossed.append((none, numbers[here]))
                elif here[0] == there[0]:
                    compiler.add(f"{name} goes on", members & ending, maximum=0)
                elif members:
                    compiler.add(f"{name} goes on", members | ending, maximum=1)
        compiler.add(f"{self.color} is shown", compiler.of_tiles(self.tiles), minimum=1)
        pieces = sum(compiler.copies[tile][0] for tile in self.tiles)
        longest = max(2, min(MAX_SHORT_LOOP, pieces - 1))
        for cycle in short_cycles(compiler.board, longest):
            members = frozenset[Reference]().union(*(joining.get(ends, ()) for ends in cycle))
            if all(joining.get(ends) for ends in cycle):
                cell, side = min(min(cycle))
                name = f"no loop of {len(cycle)} runs across side {side} of {compiler.board.lattice.written(cell)}"
                compiler.add(name, members, maximum=len(cycle) - 1)
        shortest = 1 if compiler.board.lattice.periods else longest + 1
        compiler.circuits.append((tuple(joined), tuple(uncrossed), range(first, len(compiler.items)), shortest))
        return False

    def violation(self, tiling: Tiling) -> str | None:
        ends = [self._ends(placement) for placement in tiling.placements]
        piece_at = {side: number for number, sides in enumerate(ends) for side in sides}
        if not piece_at:
            return f"no piece shows {self.color}"
        across = tiling.board.across
        for side in sorted(piece_at):
            if across.get(side) not in piece_at:
                written = list(tiling.board.lattice.coordinates(side[0]))
                return f"the line of color {self.color} ends at {written}"
        near = adjacent((piece, piece_at[across[side]]) for side, piece in piece_at.items())
        parts = connected_parts(near, near.get)
        length = next(len(part) for part in parts if piece_at[min(piece_at)] in part)
        return None if len(parts) == 1 else f"the line of color {self.color} has {length} of {len(near)} pieces"

    def _ends(self, placement: Placement) -> tuple[CellSide, ...]:
        """Return the sides of a placement that have the color."""
        return tuple(side for side, color in placement.sides_at().items() if color == self.color)


def _named_sides(board: BoardGeometry) -> Iterator[tuple[tuple[CellSide, CellSide], bool]]:
    """Yield the inner sides, each with whether its cells name it: on a wrapped board two cells may share several."""
    common = Counter(frozenset({a, b}) for (a, _), (b, _) in board.inner_sides)
    for sides in board.inner_sides:
        cells = frozenset(cell for cell, _ in sides)
        yield sides, common[cells] == 1 and len(cells) == 2


def short_cycles(board: BoardGeometry, longest: int) -> Iterator[list[frozenset[CellSide]]]:
    """Yield the cycles of 3 to `longest` neighboring cells: the two sides of each cell that the cycle crosses."""
    steps: dict[Cell, list[tuple[int, CellSide]]] = defaultdict(list)
    for (a, i), (b, j) in board.inner_sides:
        steps[a].append((i, (b, j)))
        steps[b].append((j, (a, i)))

    def extended(path: list[tuple[Cell, int, int]], cell: Cell, entry: int) -> Iterator[list[tuple[Cell, int, int]]]:
        """Yield the cycles that go on from a cell, which a path enters by a side; its first cell is the least."""
        start = path[0][0]
        seen = {cell, *(each for each, _, _ in path)}
        for leaving, (neighbor, side) in steps[cell]:
            if neighbor == start and len(path) >= 2 and path[0][2] < side:
                yield [(start, side, path[0][2]), *path[1:], (cell, entry, leaving)]
            elif neighbor > start and len(path) + 1 < longest and neighbor not in seen:
                yield from extended([*path, (cell, entry, leaving)], neighbor, side)

    for start in board.cells if longest > 2 else ():
        for leaving, (neighbor, side) in steps[start]:
            if neighbor > start:
                for cycle in extended([(start, -1, leaving)], neighbor, side):
                    yield [frozenset({(cell, entry), (cell, exit_)}) for cell, entry, exit_ in cycle]


@dataclass(frozen=True)
class PieceLoop(Rule):
    """The rule that at least three pieces form one closed loop: each shares sides with exactly two others."""

    key: str = "loop"
    statement = "each piece shares sides with exactly two others, and all are connected"

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add items by which each piece touches two others."""
        touch_another(compiler, frozenset(compiler.references), compiler.board.sides, "piece of the loop", times=2)
        return False

    def violation(self, tiling: Tiling) -> str | None:
        number = len(tiling.placements)
        if number < 3:
            return f"{counted(number, 'piece')} cannot form a loop"
        near = adjacent(tiling.touching)
        for piece, placement in enumerate(tiling.placements):
            if len(others := near.get(piece, ())) != 2:
                return f"{placement.tile!r} shares sides with {counted(len(others), 'piece')}, not with two"
        parts = len(connected_parts(range(number), near.get))
        return f"the pieces form {parts} loops" if parts > 1 else None


def _loop_value(value: Any) -> Any:
    if value is True or value is False or is_color(value):
        return value
    problem = f"{echo(value)} is neither true nor the color of a side"
    raise mistake(problem, "write true, or a letter, a digit in quotes")


def _loop(value: Literal[True] | str, path: Path, context: RuleContext) -> Iterator[Rule]:
    if value is True:
        yield PieceLoop()
        return
    reason = unsupported_sides(context.lattice)
    if reason is not None:
        problem = f"on a {context.lattice.name} lattice {reason}"
        raise context.error(path, problem, "write loop: true, or remove the rule")
    require_colors(value, path, context)
    numbers = {name: [*tile.shape.sides_at().values()].count(value) for name, tile in context.tiles.items()}
    for name, number in numbers.items():
        if number not in (0, 2):
            problem = f"{name!r} shows {value} on {number} sides, a line has two ends"
            raise context.error(path, problem, "choose another color")
    yield ColorLoop(value, frozenset(name for name, number in numbers.items() if number))


_SCHEMA = WithJsonSchema({"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": "^[A-Za-z0-9]$"}]})

LOOP = RuleField("loop", Annotated[Any, BeforeValidator(_loop_value), _SCHEMA], _loop, False)
