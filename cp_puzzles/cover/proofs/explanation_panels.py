"""Panels of an explanation: boards with pieces and marked cells, for terminals and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.proofs.explanation import READABLE, BoardConflict, Explanation
from cp_puzzles.cover.proofs.forced_moves import ForcedProof, Line
from cp_puzzles.cover.proofs.weight_proof import WeightProof
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import AMBER, RED, weight_colors
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights

MAX_PANELS = 12
"""The largest number of panels of one proof."""

DEAD = ("!", RED)
"""The text and the color of a cell that cannot be covered."""

DEMANDED = ("", AMBER)
"""The text and the color of a cell of a conflict."""


@dataclass(frozen=True)
class Panel:
    """A board with placements, with a text and a color for each marked cell, and with `highlights`."""

    placements: tuple[Placement, ...] = ()
    marks: Mapping[Cell, tuple[str, str]] = field(default_factory=dict)
    caption: str = ""
    highlights: Highlights = NO_HIGHLIGHTS


def panels(explanation: Explanation) -> tuple[Panel, ...]:
    """Return the boards to draw, if any; of many forced lines the first `MAX_PANELS`."""
    given = explanation.puzzle.given
    match explanation.proof:
        case WeightProof() as proof:
            drawn = [Panel(given, _weights(proof.cells))] if proof.cells else []
            cover = build_cover(explanation.puzzle)
            of_parity = [weighed for weighed in proof.rule_items if weighed.marked is not None]
            if proof.rule_items and not of_parity:
                everything = cover.highlights_of(weighed.item for weighed in proof.rule_items)
                drawn += [Panel(given, highlights=everything)] if everything != NO_HIGHLIGHTS else []
            for weighed in of_parity[:1]:
                marks = _weights(tuple((cell, 1) for cell in weighed.marked or ()))
                drawn.append(Panel(given, marks, weighed.name, cover.highlights_of([weighed.item])))
            return tuple(drawn)
        case ForcedProof() as proof:
            return tuple(_forced_panels(proof, given))
        case BoardConflict() as proof if proof.given:
            return (Panel(proof.given, highlights=proof.highlights),)
        case BoardConflict() as proof if 0 < len(proof.cells) < max(READABLE, len(explanation.puzzle.required)):
            return (Panel(given, dict.fromkeys(proof.cells, DEMANDED), highlights=proof.highlights),)
        case BoardConflict() as proof if proof.highlights != NO_HIGHLIGHTS:
            return (Panel(given, highlights=proof.highlights),)
    return ()


def _weights(cells: tuple[tuple[Cell, int], ...]) -> dict[Cell, tuple[str, str]]:
    colors = weight_colors({weight for _, weight in cells})
    return {cell: (str(weight), colors[weight]) for cell, weight in cells}


def _forced_panels(proof: ForcedProof, given: tuple[Placement, ...]) -> Iterator[Panel]:
    """Yield a panel for each line that rules out a placement, then for each line of the proof; at most `MAX_PANELS`."""
    number = min(len(proof.ruled_out), max(MAX_PANELS - len(proof.lines), MAX_PANELS // 2))
    for line in proof.ruled_out[:number]:
        panel = _line_panel(proof, line, given)
        yield replace(panel, caption=f"ruled out: {panel.caption}")
    for line in proof.lines[: MAX_PANELS - number]:
        yield _line_panel(proof, line, given)


def _line_panel(proof: ForcedProof, line: Line, given: tuple[Placement, ...]) -> Panel:
    """Return the pieces of a line, in the order of the caption, and the cell that cannot be covered."""
    cover = proof.cover
    placed = tuple(cover.placements[option] for option in line.options if option < len(cover.placements))
    tiles = [placement.tile for placement in placed]
    names = f"{len(tiles)} x {tiles[0]}" if len(tiles) > 1 and len(set(tiles)) == 1 else " ".join(tiles)
    dead = cover.problem.items[line.dead]
    if dead.kind == "cell":
        return Panel((*given, *placed), {cover.cells[line.dead]: DEAD}, names)
    fails = "no place for" if dead.kind == "tile" else "it cannot be that"
    return Panel((*given, *placed), {}, f"{names}; {fails} {dead.name}", cover.highlights_of([line.dead]))
