"""Challenges: puzzles whose given pieces leave exactly one solution, and their specs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

from cp_puzzles.analysis.design.difficulty import Difficulty
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, SpecError, Text, spelled
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.build_puzzle import members
from cp_puzzles.puzzle.fields import MAX_NAME_CHARACTERS
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, spec_from
from cp_puzzles.puzzle.rules.region_values import LINES, RegionRule
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, changed_spec
from cp_puzzles.puzzle.spec.yaml_reader import spec_text


@dataclass(frozen=True)
class Challenge(Displayed):
    """A puzzle with exactly one solution.

    Attributes
    ----------
    number
        The number of the challenge, from 1.
    spec, puzzle, solution
        The puzzle as data and as a value, and its solution.
    given, holes
        The pieces and empty cells chosen by the design, in addition to those of the puzzle.
    difficulty
        The grade and its reasons; None if the solution is unique only up to symmetry.
    engines
        The engine that proved the uniqueness and the one that confirmed it.
    """

    number: int
    spec: PuzzleSpec = field(repr=False)
    puzzle: Puzzle = field(repr=False)
    solution: Solution = field(repr=False)
    given: tuple[Placement, ...]
    holes: tuple[Cell, ...]
    difficulty: Difficulty | None
    engines: tuple[str, str]

    @property
    def grade(self) -> str | None:
        """The grade of difficulty, if there is one."""
        return None if self.difficulty is None else self.difficulty.grade

    @property
    def conditions(self) -> tuple[RegionRule, ...]:
        """The conditions on values in regions."""
        return tuple(rule for rule in self.puzzle.rules if isinstance(rule, RegionRule))

    @property
    def text(self) -> str:
        """The text of the puzzle file."""
        return spec_text(self.spec)

    def summary(self) -> dict[str, Any]:
        """Return the challenge as plain data, with cells as in puzzle files."""
        lattice = self.puzzle.lattice

        def written(cells: Iterable[Cell]) -> list[list[int]]:
            return [list(lattice.coordinates(cell)) for cell in cells]

        return {
            "challenge": self.number,
            "name": self.puzzle.name,
            "difficulty": None if self.difficulty is None else self.difficulty.summary(),
            "given": [placement.data(lattice) for placement in self.given],
            "holes": written(self.holes),
            "conditions": [{"cells": written(rule.cells), "condition": rule.data()} for rule in self.conditions],
            "pieces": {tile.name: tile.maximum for tile in self.puzzle.tiles if tile.maximum == tile.minimum},
            "engines": list(self.engines),
            "solution": [placement.data(lattice) for placement in self.solution.placements],
        }


Ending = Literal["found", "fewer", "time-limit", "interrupted"]
"""How a design ended: with the requested number, with all that exist, or at a limit."""


@dataclass(frozen=True)
class Designs(Displayed):
    """The challenges of a design.

    Attributes
    ----------
    puzzle, challenges
        The puzzle of the design, and each `Challenge`.
    wanted, status, reason
        The number of challenges requested, what ended the design, and why there are fewer challenges.
    tried, is_all
        The number of solutions considered, and whether there are no others.
    smallest
        The least number of given pieces or cells that makes any of them unique.
    seed
        The seed that reproduces the design.
    remedy
        A choice that would give more challenges, if one is known.
    """

    puzzle: Puzzle = field(repr=False)
    challenges: tuple[Challenge, ...] = field(repr=False)
    wanted: int
    status: Ending
    tried: int
    is_all: bool
    smallest: int | None
    seed: int
    reason: str | None = None
    remedy: Text = ""

    def summary(self) -> dict[str, Any]:
        """Return the design as plain data."""
        names = ("status", "wanted", "tried", "is_all", "smallest", "seed")
        data = {"name": self.puzzle.name} | {name: getattr(self, name) for name in names}
        data |= {} if self.reason is None else {"reason": self.reason}
        data |= {"remedy": spelled(self.remedy, typed=True)} if self.remedy else {}
        return data | {"challenges": [challenge.summary() for challenge in self.challenges]}


def plain_spec(puzzle: Puzzle) -> PuzzleSpec:
    """Return the spec of a puzzle with its empty cells as holes and without expected numbers.

    Raises `MistakeError` for a puzzle that was not built from a spec.
    """
    spec, others = spec_from(puzzle), dict.fromkeys(("expected", "source", "description"))
    return changed_spec(spec, **others, **_started(spec, puzzle, puzzle.given, puzzle.board.left_empty))


def spec_without_conditions(spec: PuzzleSpec) -> PuzzleSpec:
    """Return the spec without conditions on the regions of the board; those on rows and columns stay."""
    rules = dict(spec.to_dict().get("rules", {}))
    kept = {name: condition for name, condition in rules.pop("regions", {}).items() if name in LINES}
    rules |= {"regions": kept} if kept else {}
    return changed_spec(spec, rules=rules or None)


def _with_conditions(spec: PuzzleSpec, puzzle: Puzzle, conditions: Collection[RegionRule]) -> PuzzleSpec:
    """Return the spec with conditions on regions, which are drawn if the lattice has drawings, else listed."""
    data, written = spec.to_dict(), puzzle.lattice.coordinates
    names = {cell: rule.region for rule in conditions for cell in rule.cells}
    listed = {rule.region: [list(written(cell)) for cell in rule.cells] for rule in conditions}
    regions: str | dict[str, list[list[int]]] = listed
    if puzzle.lattice.text is not None and all(len(name) == 1 for name in listed):
        regions = _drawing(spec, puzzle, names, ("board", "regions"))
    rules = data.get("rules", {})
    rules = {**rules, "regions": {**rules.get("regions", {}), **{rule.region: rule.data() for rule in conditions}}}
    return changed_spec(spec, board={**data["board"], "regions": regions}, rules=rules)


def challenge_spec(
    spec: PuzzleSpec,
    puzzle: Puzzle,
    given: Collection[Placement],
    holes: Collection[Cell],
    conditions: Collection[RegionRule],
    number: int,
    **changes: Any,
) -> PuzzleSpec:
    """Return the spec of a challenge: that of a puzzle with more given pieces, holes and conditions, and other changes.

    Its name is shortened to the length that a puzzle file allows. Given pieces are drawn if that is possible.
    """
    ending = f", challenge {number}"
    spec = _with_conditions(spec, puzzle, conditions) if conditions else spec
    started = _started(spec, puzzle, (*puzzle.given, *given), holes)
    name = f"{puzzle.name[: MAX_NAME_CHARACTERS - len(ending)].rstrip()}{ending}"
    listed = changed_spec(spec, name=name, **changes, **started)
    return with_given_drawn(listed, build_puzzle(listed))


def spec_of_pieces(spec: PuzzleSpec, puzzle: Puzzle, copies: Mapping[str, int]) -> PuzzleSpec:
    """Return the spec with a fixed number of copies of each tile, without the tiles that are not used.

    If it needs them, because a rule names them or their colors, they stay with a multiplicity of 0.
    """
    with_used = _with_copies(spec, puzzle, {name: number for name, number in copies.items() if number})
    try:
        build_puzzle(with_used)
    except SpecError:
        return _with_copies(spec, puzzle, {tile.name: copies.get(tile.name, 0) for tile in puzzle.tiles})
    return with_used


def _with_copies(spec: PuzzleSpec, puzzle: Puzzle, copies: Mapping[str, int]) -> PuzzleSpec:
    """Return the spec with a fixed number of copies of some tiles, without the others."""
    data = spec.to_dict()
    by_entry: dict[int, dict[int, list[str]]] = {}
    for member in members(spec, puzzle.lattice, puzzle.board):
        if member.name in copies:
            by_entry.setdefault(member.entry, {}).setdefault(copies[member.name], []).append(member.letter)
    entries = []
    for number, entry in enumerate(data["tiles"]):
        for used, letters in by_entry.get(number, {}).items():
            used_entry = {key: value for key, value in entry.items() if key not in ("multiplicity", "except")}
            if "set" in used_entry or "family" in used_entry:
                used_entry["only"] = letters
            entries.append(used_entry | ({} if used == 1 else {"multiplicity": used}))
    return changed_spec(spec, tiles=entries)


def spec_with_holes(spec: PuzzleSpec, puzzle: Puzzle, holes: Collection[Cell]) -> PuzzleSpec:
    """Return the spec with more holes, whose lists and conditions no longer name these cells."""
    return changed_spec(spec, **_started(spec, puzzle, puzzle.given, holes))


def _started(spec: PuzzleSpec, puzzle: Puzzle, given: Collection[Placement], holes: Collection[Cell]) -> dict[str, Any]:
    """Return the keys `board`, `given` and `rules` of a spec with some given pieces and holes."""
    written, data = puzzle.lattice.coordinates, spec.to_dict()
    board, rules = dict(data["board"]), dict(data.get("rules", {}))
    removed = {tuple(written(cell)) for cell in holes}

    def kept(cells: Iterable[Sequence[int]]) -> list[Sequence[int]]:
        return [cell for cell in cells if tuple(cell) not in removed]

    if removed:
        board["holes"] = [*board.get("holes", ()), *map(list, sorted(removed))]
        # the spec may not mention a cell that is a hole
        labels = {name: list(written(cell)) for name, cell in puzzle.board.labels if kept([written(cell)])}
        changed: dict[str, Any] = {"optional": kept(board.get("optional", ())), "labels": labels}
        for key in ("colors", "values", "regions"):
            if isinstance(listed := board.get(key), Mapping):
                changed[key] = {name: some for name, cells in listed.items() if (some := kept(cells))}
        board |= {key: value for key, value in changed.items() if key in board}
        # an empty region meets its condition
        regions = {name for name, cells in puzzle.board.regions if kept(map(written, cells))}
        conditions = {k: each for k, each in rules.pop("regions", {}).items() if k in LINES or k in regions}
        rules |= {"regions": conditions} if conditions else {}
    listed_given = [placement.data(puzzle.lattice) for placement in sorted(given)] or None
    return {"board": board, "given": listed_given, "rules": rules or None}


def with_given_drawn(spec: PuzzleSpec, puzzle: Puzzle) -> PuzzleSpec:
    """Return a spec with its given placements drawn as letters, or the spec itself if a drawing cannot express them.

    `puzzle` is the puzzle of the spec. A drawing needs tile names of one letter, and copies of a tile that do not
    touch.

    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> spec = load_spec("pentomino6x10", given="X@0,1;1,0;1,1;1,2;2,1")
    >>> print(with_given_drawn(spec, build_puzzle(spec)).given[0].drawing.replace(".", "-"))
    -X--------
    XXX-------
    -X--------
    ----------
    ----------
    ----------
    """
    if not puzzle.given or any(len(placement.tile) > 1 for placement in puzzle.given):
        return spec
    letters = {cell: placement.tile for placement in puzzle.given for cell in placement.cells}
    try:
        drawn = changed_spec(spec, given=_drawing(spec, puzzle, letters, ("given",)))
        return drawn if build_puzzle(drawn).given == puzzle.given else spec
    except MistakeError:
        return spec


def _drawing(spec: PuzzleSpec, puzzle: Puzzle, letters: Mapping[Cell, str], path: tuple[str, ...]) -> str:
    """Return the cells of the board with their letters: rows of characters, an empty line between two layers."""
    cells = (*puzzle.board.cells, *puzzle.board.left_empty)
    places = BoardFrame(spec, puzzle.lattice.unwrapped).places(cells, path)
    shown = {place: letters.get(cell, ".") for place, cell in places.items()}
    layers, rows, columns = (max(axis) + 1 for axis in zip(*shown, strict=True))
    is_plain = len({(row + column) % 2 for _, row, column in shown}) > 1
    lines = {
        (z, y): "".join(shown.get((z, y, x), "." if is_plain else " ") for x in range(columns)).rstrip() or "."
        for z, y in product(range(layers), range(rows))
    }
    return "\n\n".join("\n".join(lines[z, y] for y in range(rows)) for z in range(layers))
