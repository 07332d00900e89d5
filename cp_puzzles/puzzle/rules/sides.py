"""The colors of sides: where two tiles meet they match, and on the boundary of the board they are given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, WithJsonSchema

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.board_and_tiles import side_letters
from cp_puzzles.puzzle.fields import Path, mistake
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, side_colors, unsupported_sides
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.rule import Reference, Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, CellSide, Tiling


class _SideRule(Rule):
    def unsupported_reason(self, lattice: Lattice) -> str | None:
        return unsupported_sides(lattice)


@dataclass(frozen=True)
class SidesMatch(_SideRule):
    """The rule that the colors of two sides that meet are equal, or else a pair of `mates`.

    A color with a mate meets its mate alone. A side without a color meets every side.
    """

    mates: tuple[tuple[str, str], ...] = ()
    key: str = "match"

    @property
    def statement(self) -> str:
        """The condition as a clause.

        >>> SidesMatch((("A", "a"), ("a", "A"))).statement
        'colors of sides that meet are equal, or A and a'
        """
        pairs = "".join(f", or {a} and {b}" for a, b in self.mates if a <= b)
        return f"colors of sides that meet are equal{pairs}"

    def mate(self, color: str) -> str:
        """Return the color that a color meets."""
        return self._mate.get(color, color)

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        """Return whether a placement matches itself; on a wrapped board it may meet itself."""
        return not board.lattice.periods or self._clash(board, placement.sides_at()) is None

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add an item for each direction across each inner side, and each color.

        It counts the placements that show the color here, and those that show another color than its mate there. If
        both cells are covered and their sides colored, exactly one of them is chosen: as many placements show the color
        here as show its mate there. Otherwise at most one is chosen.
        """
        showing: dict[CellSide, dict[str, set[Reference]]] = defaultdict(lambda: defaultdict(set))
        for reference in compiler.references:
            for side, color in compiler.placement(reference).sides_at().items():
                showing[side][color].add(reference)
        written = compiler.board.lattice.written
        for a, b in compiler.board.inner_sides:
            colored = {side: set[Reference]().union(*showing[side].values()) for side in (a, b)}
            across = compiler.both(a[0], b[0]) - colored[a] - colored[b]
            is_exact = all(
                compiler.is_covered(side[0]) and compiler.covering[side[0]] == colored[side] | across for side in (a, b)
            )
            seen: set[frozenset[Reference]] = set()
            for side, there in ((a, b), (b, a)):
                for color in sorted({*showing[side], *map(self.mate, showing[there])}):
                    here = showing[side].get(color, set())
                    others = colored[there] - showing[there].get(self.mate(color), set())
                    members = frozenset().union(here, others, across if is_exact else ())
                    if members in seen or not (is_exact or (here and others)):
                        continue
                    seen.add(members)
                    name = f"{color} on side {side[1]} of {written(side[0])} meets a color that matches"
                    compiler.add(name, members, minimum=int(is_exact), maximum=1)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        shown = {side: color for placement in tiling.placements for side, color in placement.sides_at().items()}
        clash = self._clash(tiling.board, shown)
        if clash is None:
            return None
        (a, b), written = clash, tiling.board.lattice.coordinates
        return f"{shown[a]} on {list(written(a[0]))} meets {shown[b]} on {list(written(b[0]))}"

    def _clash(self, board: BoardGeometry, shown: Mapping[CellSide, str]) -> tuple[CellSide, CellSide] | None:
        """Return the first two sides that meet with colors that do not match."""
        for a, b in board.inner_sides:
            if a in shown and b in shown and self.mate(shown[a]) != shown[b]:
                return a, b
        return None

    @cached_property
    def _mate(self) -> dict[str, str]:
        return dict(self.mates)


@dataclass(frozen=True)
class BoundaryColors(_SideRule):
    """The rule that colored sides on the boundary of the board, holes included, have one of some colors.

    `shown`: the most sides of these colors that pieces show, if each is a cell with colors on all its sides. If the
    boundary has as many sides, and no cell stays empty, no other side has one of these colors: so it is in a frame.
    """

    colors: str
    shown: int | None = None
    key: str = "boundary"
    concerns_placements = True

    @property
    def statement(self) -> str:
        return f"sides on the boundary of the board are {' or '.join(self.colors)}"

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        boundary = board.boundary_sides
        is_used_up = self.shown == len(boundary) and len(board.required) == len(board.cells)
        return all(
            color in self.colors if side in boundary else not (is_used_up and color in self.colors)
            for side, color in placement.sides_at().items()
        )

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add nothing: `admits` is equivalent to the rule."""
        return True

    def violation(self, tiling: Tiling) -> str | None:
        for placement in tiling.placements:
            for side, color in placement.sides_at().items():
                if side in tiling.board.boundary_sides and color not in self.colors:
                    written = list(tiling.board.lattice.coordinates(side[0]))
                    return f"the side of {written} on the boundary is {color}, not {' or '.join(self.colors)}"
        return None


def _matching(value: Any) -> Any:
    if value == "equal":
        return value
    remedy = "write equal, or pairs of colors that meet, as in {a: A, b: B}"
    if not isinstance(value, dict) or not value:
        raise mistake(f"{echo(value)} does not say which colors match", remedy)
    mates: dict[str, str] = {}
    for pair in value.items():
        for a, b in (pair, pair[::-1]):
            if not is_color(a):
                raise mistake(f"{echo(a)} is not a color of sides", "write one letter or a digit in quotes")
            if mates.setdefault(a, b) != b:
                raise mistake(f"{a!r} matches both {mates[a]!r} and {b!r}", "write each color once")
    return mates


def is_color(value: Any) -> bool:
    """Return whether a value is the color of a side: an English letter or a digit."""
    return isinstance(value, str) and len(value) == 1 and value.isascii() and value.isalnum()


def _boundary(value: Any) -> Any:
    if isinstance(value, str) and value and all(map(is_color, value)):
        return value
    problem = f"{echo(value)} does not name colors of sides"
    raise mistake(problem, "write their letters, as in r or rg; digits in quotes")


def _match_rule(value: dict[str, str] | Literal["equal"], path: Path, context: RuleContext) -> Iterator[Rule]:
    mates = {} if value == "equal" else value
    require_colors(mates, path, context)
    yield SidesMatch(tuple(sorted(mates.items())))


def _boundary_rule(value: str, path: Path, context: RuleContext) -> Iterator[Rule]:
    require_colors(value, path, context)
    tiles, class_of = context.tiles.values(), context.lattice.class_of
    texts = [side_colors(tile.shown[0]) if len(tile.shown) == 1 else "" for tile in tiles]
    most = sum(tile.maximum * sum(map(text.count, {*value})) for tile, text in zip(tiles, texts, strict=True))
    classes = {class_of(cell) for tile in tiles for way in tile.orientations for cell in way.cells}
    is_colored = all(text and NO_COLOR not in text for text in texts) and classes >= {*map(class_of, context.cells)}
    yield BoundaryColors(value, most if is_colored else None)


def require_colors(colors: Iterable[str], path: Path, context: RuleContext) -> None:
    """Raise `SpecError` for colors that no tile shows."""
    shown = side_letters(context.tiles.values())
    if not shown:
        remedy = "write sides: under tiles, or take a set such as macmahon-squares"
        raise context.error(path, "no tile has colors on its sides", remedy)
    for color in colors:
        if color not in shown:
            remedy = "colors of sides: " + " ".join(shown)
            raise context.error(path, f"no side of a tile has the color {color!r}", remedy)


_PAIRS = {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string", "pattern": "^[A-Za-z0-9]$"}}

_SCHEMA = WithJsonSchema({"anyOf": [{"type": "string", "enum": ["equal"]}, _PAIRS]})

MATCH = RuleField("match", Annotated[Any, BeforeValidator(_matching), _SCHEMA], _match_rule)
BOUNDARY = RuleField("boundary", Annotated[str, BeforeValidator(_boundary)], _boundary_rule)
