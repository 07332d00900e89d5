"""Explanations of why a puzzle has no solution, and the panels of boards that show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from cp_puzzles.base.named_values import Displayed
from cp_puzzles.base.text import counted
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.forced_moves import ForcedProof, Line
from cp_puzzles.cover.proofs.weight_proof import WeightProof
from cp_puzzles.cover.proofs.weight_sentences import LISTED, names_of, the_rules, weight_steps
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import AMBER, RED, weight_colors
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights
from cp_puzzles.puzzle.spec.tile_spec import GivenPlacement

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
    if not tiles and line.options:
        names = _fact(cover, line.options[0] - len(cover.placements))
    dead = cover.problem.items[line.dead]
    if dead.kind == "cell":
        return Panel((*given, *placed), {cover.cells[line.dead]: DEAD}, names)
    key = cover.rule_of(line.dead)
    fails = "no place for" if dead.kind == "tile" else "it cannot be that" if key else "both cases are ruled out:"
    caption = "; ".join(filter(None, (names, f"{fails} {cover.puzzle.condition(key, dead.name)}")))
    return Panel((*given, *placed), {}, caption, cover.highlights_of([line.dead]))


def _fact(cover: Cover, auxiliary: int) -> str:
    """Return the fact that an auxiliary option stands for in words, such as `empty on [0, 0]`."""
    fact = cover.auxiliaries[auxiliary]
    cells = [cell for place in fact.places for cell in place]
    return f"{fact.kind.partition(' on')[0]} on {cover.puzzle.lattice.written(*cells)}"


READABLE = 12
"""The largest number of cells, tiles and rules that a reader can take in from one picture."""


@dataclass(frozen=True)
class BoardConflict:
    """Bounds that cannot all be met: cells to cover, tiles to use as often as required, rules, and given pieces.

    Nothing else is required: other cells may stay empty, and other tiles may be used any number of times.

    Attributes
    ----------
    cells, tiles, rules, given
        What conflicts; rules by their keys.
    is_minimal
        Whether every proper subset of the bounds can be met.
    reason
        The conflict as a sentence, if a short one is known.
    searched
        The search that found no tiling, if the only known proof is that search: then all cells and tiles conflict.
    rule_items
        The names of the rule items that conflict, if not all items of the rules are needed.
    highlights
        The parts of the board that the conflicting rule items concern.
    """

    cells: tuple[Cell, ...] = ()
    tiles: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    given: tuple[Placement, ...] = ()
    is_minimal: bool = True
    reason: str | None = None
    searched: SearchedAll | None = None
    rule_items: tuple[str, ...] = ()
    highlights: Highlights = NO_HIGHLIGHTS

    @property
    def size(self) -> int:
        """The number of bounds that conflict."""
        return len(self.cells) + len(self.tiles) + max(len(self.rules), len(self.rule_items)) + len(self.given)


@dataclass(frozen=True)
class CountingProof:
    """A counting argument in a sentence, and an equivalent weight proof if there is one."""

    reason: str
    weights: WeightProof | None = None


_STATISTICS = {"branches": "branch", "conflicts": "conflict"}


@dataclass(frozen=True)
class SearchedAll:
    """The statement that an engine searched everything, where no shorter proof is known."""

    engine: str
    seconds: float
    statistics: Mapping[str, Any]


@dataclass(frozen=True)
class ItemConflict:
    """Items of a cover problem without a board that cannot all be covered as often as they must.

    `options` are the options that cover one of them, and `is_minimal` says whether all others of the items can be met.
    """

    items: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    is_minimal: bool = True

    @property
    def steps(self) -> tuple[str, ...]:
        """The conflict in sentences."""
        if not self.options:
            return (f"No option covers the item {self.items[0]}.",)
        named = f"{', '.join(self.items[:-1])} and {self.items[-1]}" if len(self.items) > 1 else self.items[0]
        subject = f"The {len(self.items)} items" if len(self.items) > 1 else "The item"
        head = f"{subject} {named} cannot {'all ' * (len(self.items) > 1)}be covered as often as required."
        many = counted(len(self.options), "option")
        if len(self.options) > READABLE:
            return (head, f"{many} cover one of them, and every choice of options leaves one out or covers one twice.")
        return (head, f"{many} cover one of them: {'; '.join(map(' '.join, self.options))}.")


Proof = ItemConflict | WeightProof | ForcedProof | BoardConflict | CountingProof | SearchedAll


@dataclass(frozen=True)
class Explanation(Displayed):
    """The answer whether a puzzle has solutions (`none`, `some`, `unknown`), with a proof if it has none.

    `puzzle` is the explained puzzle without the given pieces and the rules that do not matter. If given pieces
    conflict, `because` explains why the puzzle with these pieces alone has no solution.
    """

    puzzle: Puzzle
    answer: Literal["none", "some", "unknown"]
    proof: Proof | None = None
    because: Explanation | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        proof = "" if self.proof is None else f", proof: {type(self.proof).__name__}"
        return f"Explanation({self.puzzle.name!r}, answer: {self.answer}{proof})"

    def data(self) -> dict[str, Any]:
        """Return the explanation as plain data that a program can check.

        Cells have the coordinates of puzzle files, and `given` counts from 0. `rules` are the rules that the proof
        uses; a placement that one of them does not admit is none of the placements that the proof refers to.
        """
        result = {"answer": self.answer} | _data(self.puzzle, self.proof)
        if self.puzzle.rules and self.proof is not None:
            result = {**result, "rules": result.get("rules", [rule.key for rule in self.puzzle.rules])}
        return result if self.because is None else result | {"because": self.because.data()}

    @property
    def steps(self) -> tuple[str, ...]:
        """The explanation in sentences, which refer to what is drawn beside them."""
        if self.answer == "some":
            return ("The puzzle has a solution.",)
        if self.proof is None:
            return ("The time limit was reached before it was known whether the puzzle has a solution.",)
        return (*_steps(self.puzzle, self.proof), *_rule_steps(self.puzzle, self.proof))


def given_numbers(puzzle: Puzzle) -> dict[Placement, int]:
    """Return the number of each given piece in the file, from 0; drawn pieces count in the order of the board."""
    written = [piece for piece in (puzzle.spec.given if puzzle.spec else ()) if isinstance(piece, GivenPlacement)]
    listed = written if len(written) == len(puzzle.given) else []
    cells = [tuple(sorted(map(puzzle.lattice.cell_at, piece.cells))) for piece in listed]
    order = {placed: number for number, placed in reversed([*enumerate(cells)])}
    return {piece: order.get(piece.cells, number) for number, piece in enumerate(puzzle.given)}


def _data(puzzle: Puzzle, proof: Proof | None) -> dict[str, Any]:
    match proof:
        case ItemConflict():
            options = [[*option] for option in proof.options]
            return {"items": [*proof.items], "options": options, "minimal": proof.is_minimal}
        case WeightProof():
            return proof.data(puzzle)
        case ForcedProof():
            return proof.data()
        case BoardConflict():
            numbers = given_numbers(puzzle)
            return {
                "proof": "conflict",
                "cells": [list(puzzle.lattice.coordinates(cell)) for cell in proof.cells],
                "tiles": list(proof.tiles),
                "rules": list(proof.rules),
                **({"rule_items": list(proof.rule_items)} if proof.rule_items else {}),
                "given": sorted(numbers[piece] for piece in proof.given),
                "minimal": proof.is_minimal,
            }
        case CountingProof():
            data = {"proof": "area"} if proof.weights is None else proof.weights.data(puzzle)
            return data | {"reason": proof.reason}
        case SearchedAll():
            statistics = dict(proof.statistics)
            return {"proof": "search", "engine": proof.engine, "seconds": proof.seconds, "statistics": statistics}
    return {}


def _steps(puzzle: Puzzle, proof: Proof) -> tuple[str, ...]:
    match proof:
        case ItemConflict():
            return proof.steps
        case WeightProof():
            return weight_steps(puzzle, proof)
        case ForcedProof():
            return _forced_steps(proof)
        case BoardConflict():
            return _conflict_steps(puzzle, proof)
        case CountingProof():
            return (f"{proof.reason[:1].upper()}{proof.reason[1:]}.",)
    return (_search_step(proof),)


def _search_step(proof: SearchedAll) -> str:
    listed = [
        counted(value, _STATISTICS[name], name) for name, value in proof.statistics.items() if isinstance(value, int)
    ]
    numbers = f" ({', '.join(listed)})" if listed else ""
    return f"No short proof was found. A complete search by {proof.engine} took {proof.seconds:.1f} s{numbers}."


def _rule_steps(puzzle: Puzzle, proof: Proof) -> tuple[str, ...]:
    """Return a sentence that names the rules, unless the steps of the proof name them."""
    if isinstance(proof, BoardConflict):
        names_rules = proof.reason is None or all(key in proof.reason for key in proof.rules)
    else:
        names_rules = isinstance(proof, WeightProof) and bool(proof.rule_items)
    if names_rules or not puzzle.rules:
        return ()
    return (f"The proof uses {the_rules(rule.key for rule in puzzle.rules)}.",)


def _forced_steps(proof: ForcedProof) -> tuple[str, ...]:
    steps = []
    if proof.ruled_out:
        ends = "a cell that cannot be covered or a piece that cannot be placed"
        if any(proof.cover.problem.items[line.dead].kind == "rule" for line in proof.ruled_out):
            ends = f"{ends.replace(' or', ',')} or a condition that cannot be met"
        steps.append(
            f"First, {counted(len(proof.ruled_out), 'placement')} can be ruled out one after another: each leads, by "
            f"forced moves alone, to {ends}."
        )
    if proof.item is None:
        dead = _choices(proof.cover, proof.lines[0].dead, 0)
        return (*steps, f"The forced moves then leave no {dead}.")
    choices = _choices(proof.cover, proof.item, len(proof.lines))
    if not proof.lines:
        return (*steps, f"After that there is no {choices}.")
    each = "The only" if len(proof.lines) == 1 else f"Each of the {len(proof.lines)}"
    return (*steps, f"{each} {choices} leads by forced moves to a dead end.")


def _choices(cover: Cover, item: int, number: int) -> str:
    """Return a noun phrase for the `number` options of an item, in the singular or the plural."""
    bounds, plural = cover.problem.items[item], "s" * (number > 1)
    if bounds.kind == "cell":
        cell = cover.puzzle.lattice.written(cover.cells[item])
        return f"placement{plural} that cover{'' if plural else 's'} the cell {cell}"
    if bounds.kind == "tile":
        return f"placement{plural} of the tile {bounds.name}"
    key = cover.rule_of(item)
    if not key:
        return f"case{plural} of '{bounds.name}'"
    return f"way{plural} to satisfy the rule {key} ({cover.puzzle.condition(key, bounds.name)})"


def _conflict_steps(puzzle: Puzzle, conflict: BoardConflict) -> tuple[str, ...]:
    if conflict.reason is not None:
        return (f"{conflict.reason[:1].upper()}{conflict.reason[1:]}.",)
    if conflict.given:
        pieces = names_of(f"{piece.tile} on {puzzle.lattice.written(*piece.cells)}" for piece in conflict.given)
        rules = (
            f" if {the_rules(conflict.rules)}{_needed_items(puzzle, conflict)} must hold" if conflict.rule_items else ""
        )
        if len(conflict.given) == 1:
            return (f"The given piece {pieces} cannot be placed there{rules}.",)
        return (f"These {len(conflict.given)} given pieces cannot be placed like this together{rules}: {pieces}.",)
    if conflict.searched is not None:
        without = f"Without {'any one of these rules' if len(conflict.rules) > 1 else 'it'} there may be a tiling."
        step = f"No tiling satisfies {the_rules(conflict.rules)}."
        return (step, without, _search_step(conflict.searched))
    parts = []
    if conflict.cells and len(conflict.cells) == len(puzzle.required):
        parts.append("cover the whole board")
    elif conflict.cells:
        parts.append(f"cover the {counted(len(conflict.cells), 'highlighted cell')}")
    if conflict.tiles:
        parts.append(f"use {names_of(conflict.tiles)} as often as the puzzle requires")
    if conflict.rules:
        parts.append(f"satisfy {the_rules(conflict.rules)}{_needed_items(puzzle, conflict)}")
    steps = [
        f"No choice of pieces can {' and '.join(parts)}.",
        *_left_open(puzzle, conflict),
    ]
    if conflict.is_minimal:
        if conflict.size == 1:
            steps.append("Without this condition there is such a choice.")
        elif conflict.size == len(conflict.cells):
            steps.append("Without any one of these cells, the others can be covered.")
        else:
            steps.append("Drop any one of these conditions, and the others can be met.")
    if conflict.size > READABLE:
        steps.append(f"Together these are {conflict.size} conditions, too many to check in a picture.")
    return tuple(steps)


def _needed_items(puzzle: Puzzle, conflict: BoardConflict) -> str:
    """Return the needed items of rules as an addition to a sentence: in words if they are few, else highlighted."""
    if 0 < len(conflict.rule_items) <= LISTED:
        return f" ({names_of(puzzle.condition(name, name) for name in conflict.rule_items)})"
    return "" if conflict.highlights == NO_HIGHLIGHTS else " in the highlighted places"


def _left_open(puzzle: Puzzle, conflict: BoardConflict) -> tuple[str, ...]:
    """Return a sentence about what the conflict does not require, if there is anything."""
    cells = ["other cells stay empty"] if len(conflict.cells) < len(puzzle.required) else []
    tiles = ["other tiles are used any number of times"] if len(conflict.tiles) < len(puzzle.tiles) else []
    return (f"This holds even if {' and '.join([*cells, *tiles])}.",) if cells or tiles else ()
