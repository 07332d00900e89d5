"""What is to be seen of an explanation: boards with pieces and marked cells, for terminals and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import weight_colors
from cp_puzzles.proofs.explanation import READABLE, BoardConflict, Explanation
from cp_puzzles.proofs.forced import ForcedProof, Line
from cp_puzzles.proofs.weights import WeightProof

MOST = 12
"""Panels of one proof, at most."""

DEAD = ("!", "#d64545")
DEMANDED = ("", "#e0a030")


@dataclass(frozen=True)
class Panel:
    """A board with placements, and with marks: a text and a colour for a cell."""

    placements: tuple[Placement, ...] = ()
    marks: Mapping[Cell, tuple[str, str]] = field(default_factory=dict)
    caption: str = ""


def panels(explanation: Explanation) -> tuple[Panel, ...]:
    """The boards to draw; none where there is nothing to be seen. Of many forced lines the first `MOST` are drawn."""
    given = explanation.puzzle.given
    match explanation.proof:
        case WeightProof() as proof:
            drawn = [Panel(given, _weights(proof.cells))] if proof.cells else []
            known = [(demand.name, demand.remainder) for demand in proof.demands if demand.remainder is not None]
            drawn += [Panel(given, _weights(remainder.cells), name) for name, remainder in known[:1]]
            return tuple(drawn)
        case ForcedProof() as proof:
            return tuple(_line(proof, line, given) for line in proof.lines[:MOST])
        case BoardConflict() as proof if proof.given:
            return (Panel(proof.given),)
        case BoardConflict() as proof if 0 < len(proof.cells) < max(READABLE, len(explanation.puzzle.required)):
            return (Panel(given, dict.fromkeys(proof.cells, DEMANDED)),)
    return ()


def _weights(cells: tuple[tuple[Cell, int], ...]) -> dict[Cell, tuple[str, str]]:
    colors = weight_colors({weight for _, weight in cells})
    return {cell: (str(weight), colors[weight]) for cell, weight in cells}


def _line(proof: ForcedProof, line: Line, given: tuple[Placement, ...]) -> Panel:
    """The pieces of a line, numbered by their order in the caption, and the cell that is dead."""
    cover = proof.cover
    placed = tuple(cover.placements[option] for option in line.options if option < len(cover.placements))
    names = " ".join(placement.tile for placement in placed)
    dead = cover.problem.items[line.dead]
    if dead.kind == "cell":
        return Panel((*given, *placed), {cover.cells[line.dead]: DEAD}, names)
    return Panel((*given, *placed), {}, f"{names}; no place for {dead.name}")
