"""Why a puzzle has no solution: the explanation that is shown, and the proofs that it may give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.display import Displayed
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.memory import ENOUGH
from cp_puzzles.number import counted
from cp_puzzles.proofs.forced import ForcedProof
from cp_puzzles.proofs.weights import WeightProof
from cp_puzzles.proofs.words import LISTED, names_of, the_rules, weight_steps
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.rules.sight import NOTHING, Sight
from cp_puzzles.spec.schema import GivenPlacement

READABLE = 12
"""So many cells, tiles and rules can be taken in on a picture."""


@dataclass(frozen=True)
class BoardConflict:
    """What cannot all be met: cells to cover, tiles to use as often as they may be, rules, and given pieces.

    Everything else is left open: other cells may stay empty, of other tiles there may be any number. `is_minimal` says
    whether that holds of nothing less. `reason` says it in plain words where these are few; `searched` is the search
    that found that no tiling keeps the rules, where that is all that is known: then cells and tiles are all there are.
    Of the `rules` no more may be needed than some `demands`, by their names, which speak of what is in `sight`.
    """

    cells: tuple[Cell, ...] = ()
    tiles: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    given: tuple[Placement, ...] = ()
    is_minimal: bool = True
    reason: str | None = None
    searched: SearchedAll | None = None
    demands: tuple[str, ...] = ()
    sight: Sight = NOTHING

    @property
    def size(self) -> int:
        """The number of things that conflict."""
        return len(self.cells) + len(self.tiles) + max(len(self.rules), len(self.demands)) + len(self.given)


@dataclass(frozen=True)
class PlainReason:
    """A sentence about areas that anybody can check, and the same as weights if it can be said so."""

    reason: str
    weights: WeightProof | None = None


@dataclass(frozen=True)
class SearchedAll:
    """Nothing shorter is known: an engine searched everything, with these figures."""

    engine: str
    seconds: float
    figures: Mapping[str, Any]


Proof = WeightProof | ForcedProof | BoardConflict | PlainReason | SearchedAll


@dataclass(frozen=True)
class Explanation(Displayed):
    """Whether a puzzle has solutions (`none`, `some`, `unknown`), and if it has none the best proof of that.

    Where given pieces conflict, `because` explains why the puzzle with these alone has no solution. `puzzle` is the one
    that is explained: without the given pieces and the rules that do not matter.
    """

    puzzle: Puzzle
    answer: Literal["none", "some", "unknown"]
    proof: Proof | None = None
    because: Explanation | None = field(default=None, repr=False)

    def data(self) -> dict[str, Any]:
        """The explanation as plain data that a program can check; cells as on the board, `given` counted from 0.

        `rules`, if there, are those that the proof counts on: what they do not admit is no placement.
        """
        result = {"answer": self.answer} | _data(self.puzzle, self.proof)
        if self.puzzle.rules and self.proof is not None:
            result = {**result, "rules": result.get("rules", [rule.key for rule in self.puzzle.rules])}
        return result if self.because is None else result | {"because": self.because.data()}

    @property
    def steps(self) -> tuple[str, ...]:
        """The explanation in sentences; what they speak of is drawn beside them."""
        if self.answer == "some":
            return ("The puzzle has solutions.",)
        if self.proof is None:
            return ("It is not known whether the puzzle has solutions: the time was too short.",)
        return (*_steps(self.puzzle, self.proof), *_rule_steps(self.puzzle, self.proof))


def given_numbers(puzzle: Puzzle) -> dict[Placement, int]:
    """The number of each given piece as it was written, from 0; where some are drawn, in the order of the board."""
    written = [piece for piece in (puzzle.spec.given if puzzle.spec else ()) if isinstance(piece, GivenPlacement)]
    listed = written if len(written) == len(puzzle.given) else []
    cells = [tuple(sorted(map(puzzle.lattice.read, piece.cells))) for piece in listed]
    order = {placed: number for number, placed in reversed([*enumerate(cells)])}
    return {piece: order.get(piece.cells, number) for number, piece in enumerate(puzzle.given)}


def _data(puzzle: Puzzle, proof: Proof | None) -> dict[str, Any]:
    match proof:
        case WeightProof():
            return proof.data(build_cover(puzzle, ENOUGH))
        case ForcedProof():
            return proof.data()
        case BoardConflict():
            numbers = given_numbers(puzzle)
            return {
                "proof": "conflict",
                "cells": [list(puzzle.lattice.written(cell)) for cell in proof.cells],
                "tiles": list(proof.tiles),
                "rules": list(proof.rules),
                **({"demands": list(proof.demands)} if proof.demands else {}),
                "given": sorted(numbers[piece] for piece in proof.given),
                "minimal": proof.is_minimal,
            }
        case PlainReason():
            data = {"proof": "area"} if proof.weights is None else proof.weights.data(build_cover(puzzle, ENOUGH))
            return data | {"reason": proof.reason}
        case SearchedAll():
            figures = dict(proof.figures)
            return {"proof": "search", "engine": proof.engine, "seconds": proof.seconds, "statistics": figures}
    return {}


def _steps(puzzle: Puzzle, proof: Proof) -> tuple[str, ...]:
    match proof:
        case WeightProof():
            return weight_steps(puzzle, proof)
        case ForcedProof():
            return _forced_steps(proof)
        case BoardConflict():
            return _conflict_steps(puzzle, proof)
        case PlainReason():
            return (f"{proof.reason[:1].upper()}{proof.reason[1:]}.",)
    return (f"No short proof is known. {_search_step(proof)}",)


def _search_step(proof: SearchedAll) -> str:
    figures = ", ".join(f"{value:,.0f} {name}" for name, value in proof.figures.items() if isinstance(value, int))
    return f"{proof.engine} searched everything in {proof.seconds:.1f} s" + (f": {figures}." if figures else ".")


def _rule_steps(puzzle: Puzzle, proof: Proof) -> tuple[str, ...]:
    """On which rules a proof counts that does not name them itself."""
    if isinstance(proof, BoardConflict):
        is_said = proof.reason is None or all(key in proof.reason for key in proof.rules)
    else:
        is_said = isinstance(proof, WeightProof) and bool(proof.demands)
    if is_said or not puzzle.rules:
        return ()
    return (f"This counts on {the_rules(rule.key for rule in puzzle.rules)}.",)


def _forced_steps(proof: ForcedProof) -> tuple[str, ...]:
    cover = proof.cover
    item = proof.item
    steps = []
    if proof.ruled_out:
        steps.append(
            f"First {counted(len(proof.ruled_out), 'placement')} can be ruled out, one after another: each leads by "
            "forced moves to a cell or a piece for which no place is left."
        )
    if item is None:
        return (*steps, f"What is then forced leads to the same: {_named(proof, proof.lines[0].dead)}.")
    what = _item(cover, item)
    if not proof.lines:
        return (*steps, f"Then no placement is left for {what}.")
    ways = "The only placement" if len(proof.lines) == 1 else f"Each of the {len(proof.lines)} placements"
    return (*steps, f"{ways} for {what} leads by forced moves to a dead end.")


def _named(proof: ForcedProof, item: int) -> str:
    return f"nothing is left for {_item(proof.cover, item)}"


def _item(cover: Cover, item: int) -> str:
    """An item in words, a cell as people write it."""
    bounds = cover.problem.items[item]
    if bounds.kind == "rule":
        return f"the rule {cover.rule_of(item)} ({bounds.name})"
    if bounds.kind != "cell":
        return f"the {bounds.kind} {bounds.name}"
    return f"the cell {list(cover.puzzle.lattice.written(cover.cells[item]))}"


def _conflict_steps(puzzle: Puzzle, conflict: BoardConflict) -> tuple[str, ...]:
    if conflict.reason is not None:
        return (f"{conflict.reason[:1].upper()}{conflict.reason[1:]}.",)
    if conflict.given:
        pieces = names_of(
            f"{piece.tile} on {' '.join(map(str, map(puzzle.lattice.written, piece.cells)))}"
            for piece in conflict.given
        )
        keep = f" if a tiling has to keep {the_rules(conflict.rules)}{_demanded(conflict)}" if conflict.demands else ""
        if len(conflict.given) == 1:
            return (f"{pieces} cannot lie like this{keep}.",)
        return (f"These {len(conflict.given)} pieces cannot lie like this together{keep}: {pieces}.",)
    if conflict.searched is not None:
        without = f"Without {'any one of these' if len(conflict.rules) > 1 else 'it'} there may be some."
        step = f"No tiling keeps {the_rules(conflict.rules)}."
        return (step, without, f"No short proof is known. {_search_step(conflict.searched)}")
    parts = []
    if conflict.cells and len(conflict.cells) == len(puzzle.required):
        parts.append("cover the whole board")
    elif conflict.cells:
        parts.append(f"cover the {counted(len(conflict.cells), 'cell')} drawn dark")
    if conflict.tiles:
        parts.append(f"use {names_of(conflict.tiles)} as often as the puzzle says")
    if conflict.rules:
        parts.append(f"keep {the_rules(conflict.rules)}{_demanded(conflict)}")
    steps = [
        f"No choice of pieces can {' and '.join(parts)}.",
        *_left_open(puzzle, conflict),
    ]
    if conflict.is_minimal:
        steps.append("Without any one of these it can." if conflict.size > 1 else "Without it there are some.")
    if conflict.size > READABLE:
        steps.append(f"That is {conflict.size} demands at once: more than can be seen on a picture.")
    return tuple(steps)


def _demanded(conflict: BoardConflict) -> str:
    """What of the rules is needed: in words where that is short, or drawn."""
    if 0 < len(conflict.demands) <= LISTED:
        return f" ({names_of(conflict.demands)})"
    return "" if conflict.sight == NOTHING else " in the places drawn"


def _left_open(puzzle: Puzzle, conflict: BoardConflict) -> tuple[str, ...]:
    cells = ["other cells stay empty"] if len(conflict.cells) < len(puzzle.required) else []
    tiles = ["other tiles come in any number"] if len(conflict.tiles) < len(puzzle.tiles) else []
    return (f"That holds even if {' and '.join([*cells, *tiles])}.",) if cells or tiles else ()
