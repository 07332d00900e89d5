"""What is to be seen of an explanation: boards with pieces and marked cells, for terminals and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cp_puzzles.cover.problem import build_cover
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import weight_colors
from cp_puzzles.proofs.explanation import READABLE, BoardConflict, Explanation
from cp_puzzles.proofs.forced import ForcedProof, Line
from cp_puzzles.proofs.weights import WeightProof
from cp_puzzles.rules.sight import NOTHING, Sight

MOST = 12
"""Panels of one proof, at most."""

DEAD = ("!", "#d64545")
DEMANDED = ("", "#e0a030")


@dataclass(frozen=True)
class Panel:
    """A board with placements, with marks, a text and a colour for a cell, and with lines and points of `sight`."""

    placements: tuple[Placement, ...] = ()
    marks: Mapping[Cell, tuple[str, str]] = field(default_factory=dict)
    caption: str = ""
    sight: Sight = NOTHING


def panels(explanation: Explanation) -> tuple[Panel, ...]:
    """The boards to draw; none where there is nothing to be seen. Of many forced lines the first `MOST` are drawn."""
    given = explanation.puzzle.given
    match explanation.proof:
        case WeightProof() as proof:
            drawn = [Panel(given, _weights(proof.cells))] if proof.cells else []
            cover = build_cover(explanation.puzzle)
            known = [(demand, demand.remainder) for demand in proof.demands if demand.remainder is not None]
            if proof.demands and not known:
                everything = cover.sight_of(demand.item for demand in proof.demands)
                drawn += [Panel(given, sight=everything)] if everything != NOTHING else []
            for demand, remainder in known[:1]:
                drawn.append(Panel(given, _weights(remainder.cells), demand.name, cover.sight_of([demand.item])))
            return tuple(drawn)
        case ForcedProof() as proof:
            return tuple(_line(proof, line, given) for line in proof.lines[:MOST])
        case BoardConflict() as proof if proof.given:
            return (Panel(proof.given, sight=proof.sight),)
        case BoardConflict() as proof if 0 < len(proof.cells) < max(READABLE, len(explanation.puzzle.required)):
            return (Panel(given, dict.fromkeys(proof.cells, DEMANDED), sight=proof.sight),)
        case BoardConflict() as proof if proof.sight != NOTHING:
            return (Panel(given, sight=proof.sight),)
    return ()


def _weights(cells: tuple[tuple[Cell, int], ...]) -> dict[Cell, tuple[str, str]]:
    colors = weight_colors({weight for _, weight in cells})
    return {cell: (str(weight), colors[weight]) for cell, weight in cells}


def _line(proof: ForcedProof, line: Line, given: tuple[Placement, ...]) -> Panel:
    """The pieces of a line, numbered by their order in the caption, and the cell that is dead."""
    cover = proof.cover
    placed = tuple(cover.placements[option] for option in line.options if option < len(cover.placements))
    tiles = [placement.tile for placement in placed]
    names = f"{len(tiles)} x {tiles[0]}" if len(tiles) > 1 and len(set(tiles)) == 1 else " ".join(tiles)
    dead = cover.problem.items[line.dead]
    if dead.kind == "cell":
        return Panel((*given, *placed), {cover.cells[line.dead]: DEAD}, names)
    fails = "no place for" if dead.kind == "tile" else "it cannot be that"
    return Panel((*given, *placed), {}, f"{names}; {fails} {dead.name}", cover.sight_of([line.dead]))
