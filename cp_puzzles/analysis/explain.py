"""Why a puzzle has no solution: of all that can be said the best."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from cp_puzzles.api import solve
from cp_puzzles.cover.precheck import plain_reason
from cp_puzzles.cover.problem import Cover, CoverProblem, Item, build_cover
from cp_puzzles.engines.cp_sat.conflict import minimal_conflict
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.proofs.check_forced import check_forced
from cp_puzzles.proofs.explanation import READABLE, BoardConflict, Explanation, PlainReason, SearchedAll
from cp_puzzles.proofs.find import weight_proof
from cp_puzzles.proofs.forced import forced_proof
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from

SECONDS = 60.0

PLAIN_VALUES = 3
"""A weight proof with more different weights is shown only if nothing else is short."""

SHORT = 30
"""Forced moves that can be followed."""


def explain(puzzle: PuzzleSource, *, time_limit: float = SECONDS) -> Explanation:
    """Why a puzzle has no solution, or that it has some; `unknown` if neither is found within `time_limit` seconds.

    Of given pieces first which cannot lie like this together. Then the best of: a plain reason, a weight proof, forced
    moves, a minimal conflict; at last that everything was searched. Raises `MistakeError` for a time limit of 0.

    >>> explanation = explain("tetrominoes4x5")
    >>> explanation.answer, explanation.data()["tiles"]
    ('none', {'I': 0, 'L': 0, 'O': 0, 'S': 0, 'T': 1})
    >>> for step in explanation.steps:
    ...     print(step)
    Mark 10 cells of one colour of a checkerboard, as drawn.
    Wherever it lies: an odd number of them is covered by T; an even number of them is covered by I, L, O, S.
    So all pieces together cover an odd number of them.
    But 10 have to be covered, an even number.
    """
    if not time_limit > 0:
        raise MistakeError(Parameter("time_limit", time_limit), "this is no time", "give seconds above 0")
    deadline = monotonic() + time_limit
    puzzle = puzzle_from(puzzle)
    return (_of_given(puzzle, deadline) if puzzle.given else None) or _of_board(puzzle, deadline)


def _of_given(puzzle: Puzzle, deadline: float) -> Explanation | None:
    """Which given pieces cannot lie together; None if that is not known."""
    bare = replace(puzzle, given=())
    cover = build_cover(bare)
    places = {placement: option for option, placement in enumerate(cover.placements)}
    first = len(cover.problem.items)
    demands = {places[piece]: first + number for number, piece in enumerate(puzzle.given)}
    problem = CoverProblem(
        (*cover.problem.items, *(Item("rule", piece.tile, 1, 1) for piece in puzzle.given)),
        tuple(
            (*items, demands[option]) if option in demands else items
            for option, items in enumerate(cover.problem.options)
        ),
    )
    if plain_reason(cover) is not None:
        return _of_board(bare, deadline)
    found = minimal_conflict(problem, [*demands.values()], time_limit=_left(deadline) / 2)
    if found.answer == "some":
        return Explanation(puzzle, "some")
    if found.answer == "unknown":
        return None
    if not found.items:
        return _of_board(bare, deadline)
    pieces = tuple(puzzle.given[item - first] for item in found.items)
    because = _of_board(replace(puzzle, given=pieces), deadline)
    conflict = BoardConflict(given=pieces, is_minimal=found.is_minimal)
    return Explanation(puzzle, "none", conflict, because if because.answer == "none" else None)


def _of_board(puzzle: Puzzle, deadline: float) -> Explanation:
    """The best explanation that takes what is given as it lies."""
    cover = build_cover(puzzle)
    plain = _plain(cover)
    if plain is not None:
        return Explanation(puzzle, "none", plain)
    weights = weight_proof(cover)
    if weights is not None and len({weight for _, weight in weights.cells}) <= PLAIN_VALUES:
        return Explanation(puzzle, "none", weights)
    forced = forced_proof(cover)
    if forced is not None:
        check_forced(forced)
    if forced is not None and forced.moves <= SHORT:
        return Explanation(puzzle, "none", forced)
    if weights is not None:
        return Explanation(puzzle, "none", weights)
    found = minimal_conflict(cover.problem, range(len(cover.problem.items)), time_limit=_left(deadline) / 2)
    if found.answer == "some":
        return Explanation(puzzle, "some")
    conflict = _conflict(cover, found.items, is_minimal=found.is_minimal) if found.answer == "none" else None
    if conflict is not None and (conflict.size <= READABLE or forced is None or conflict.size < forced.moves):
        return Explanation(puzzle, "none", conflict)
    if forced is not None:
        return Explanation(puzzle, "none", forced)
    return _of_search(puzzle, deadline)


def _plain(cover: Cover) -> PlainReason | BoardConflict | None:
    """A plain reason; where it is one tile or one cell that has no place, as a conflict of that alone."""
    problem = cover.problem
    reason = plain_reason(cover)
    if reason is None:
        return None
    for item, bounds in enumerate(problem.items):
        if bounds.minimum and not problem.covering[item]:
            return replace(_conflict(cover, (item,), is_minimal=True), reason=reason)
    return PlainReason(reason, weight_proof(cover))


def _conflict(cover: Cover, items: tuple[int, ...], *, is_minimal: bool) -> BoardConflict:
    problem = cover.problem
    names = {item: problem.items[item].name for item in items}
    return BoardConflict(
        cells=tuple(sorted(cover.cells[item] for item in items if item in problem.cells)),
        tiles=tuple(names[item] for item in items if item in problem.tiles),
        rules=tuple(dict.fromkeys(names[item] for item in items if item in problem.rules)),
        is_minimal=is_minimal,
    )


def _of_search(puzzle: Puzzle, deadline: float) -> Explanation:
    """Whether a search ends without a solution, and how large it was."""
    result = solve(puzzle, symmetry="off", limit=1, jobs=1, time_limit=_left(deadline))
    if result.solutions:
        return Explanation(puzzle, "some")
    if not result.is_proof_of_none:
        return Explanation(puzzle, "unknown")
    figures = {name: result.statistics[name] for name in ("branches", "conflicts") if name in result.statistics}
    return Explanation(puzzle, "none", SearchedAll(result.engine, result.seconds, figures))


def _left(deadline: float) -> float:
    return max(0.1, deadline - monotonic())
