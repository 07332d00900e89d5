"""Why a puzzle has no solution: of all that can be said the best."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import Literal

from cp_puzzles.api import solve
from cp_puzzles.cover.precheck import plain_fault, plain_reason, reason_of_kinds
from cp_puzzles.cover.problem import Cover, CoverProblem, Item, build_cover
from cp_puzzles.deadline import PATIENCE_SECONDS, TimeIsOver, within
from cp_puzzles.engines.cp_sat.conflict import Conflict, closer_conflict
from cp_puzzles.engines.registry import AUTO
from cp_puzzles.option_kinds import Seconds, require_kind
from cp_puzzles.proofs.check_forced import check_forced
from cp_puzzles.proofs.demands import demand_weights
from cp_puzzles.proofs.explanation import READABLE, BoardConflict, Explanation, PlainReason, Proof, SearchedAll
from cp_puzzles.proofs.find import weight_proof
from cp_puzzles.proofs.forced import ForcedProof, forced_proof
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from
from cp_puzzles.search.result import RunResult

SECONDS = 60.0

PLAIN_VALUES = 3
"""A weight proof with more different weights is shown only if nothing else is short."""

SHORT = 30
"""Forced moves that can be followed."""


@dataclass(frozen=True)
class _Limits:
    """The moment, on the clock `monotonic`, and the bytes that an explanation may take."""

    deadline: float
    memory: int | None

    @property
    def seconds_left(self) -> float:
        return max(0.1, self.deadline - monotonic())

    def cover(self, puzzle: Puzzle, *, drop: bool = True) -> Cover:
        return build_cover(puzzle, self.memory, drop=drop)


def explain(puzzle: PuzzleSource, *, time_limit: float = SECONDS, memory: int | None = None) -> Explanation:
    """Why a puzzle has no solution, or that it has some; `unknown` if neither is found within `time_limit` seconds.

    What does not fit in so many bytes of `memory` is refused.
    Of given pieces first which cannot lie like this together. Then the best of: a plain reason, a weight proof, forced
    moves, a minimal conflict; at last that everything was searched. Raises `MistakeError` for a time limit of 0.

    >>> explanation = explain("tetrominoes4x5")
    >>> explanation.answer, explanation.data()["tiles"]
    ('none', {'I': 0, 'L': 0, 'O': 0, 'S': 0, 'T': 1})
    >>> for step in explanation.steps:
    ...     print(step)
    Mark 10 cells of one colour of a checkerboard, as drawn.
    Wherever it lies, T covers an odd number of them, every other piece an even number.
    So all pieces together, 1 odd number and even ones, cover an odd number of them.
    But 10 have to be covered, an even number.
    """
    require_kind("time_limit", time_limit, Seconds())
    limits = _Limits(monotonic() + time_limit, memory)
    puzzle = replace(puzzle_from(puzzle), objective=None)

    def explained() -> Explanation:
        return (_of_given(puzzle, limits) if puzzle.given else None) or _of_board(puzzle, limits)

    try:
        # what looks at the clock itself says what it knows by then
        return within(limits.deadline + PATIENCE_SECONDS, "explaining", explained)
    except TimeIsOver:
        return Explanation(puzzle, "unknown")


def _of_given(puzzle: Puzzle, limits: _Limits) -> Explanation | None:
    """Which given pieces cannot lie together; None if that is not known."""
    bare = replace(puzzle, given=())
    if plain_reason(limits.cover(replace(bare, rules=()))) is not None:
        return _of_board(bare, limits)
    cover = limits.cover(bare, drop=False)
    places = {placement: option for option, placement in enumerate(cover.placements)}
    first = len(cover.problem.items)
    wanted = {places[piece]: first + number for number, piece in enumerate(puzzle.given)}
    problem = CoverProblem(
        (*cover.problem.items, *(Item("rule", piece.tile, 1, 1) for piece in puzzle.given)),
        tuple(
            (*items, wanted[option]) if option in wanted else items
            for option, items in enumerate(cover.problem.options)
        ),
    )
    rules = _items_of_rules(cover)
    demands = [*((item,) for item in wanted.values()), *rules.values()]
    found = closer_conflict(problem, demands, time_limit=limits.seconds_left / 2)
    if found.answer == "some" and not cover.checks:
        return Explanation(puzzle, "some")
    if found.answer != "none":
        return None
    pieces = tuple(piece for piece in puzzle.given if wanted[places[piece]] in found.demands)
    keys = tuple(key for key, items in rules.items() if not {*items}.isdisjoint(found.demands))
    needed = tuple(rule for rule in puzzle.rules if rule.key in keys)
    if not pieces:
        return _of_board(replace(bare, rules=needed), limits)
    conflict = replace(_of_rules(cover, found), given=pieces)
    because = _of_board(replace(puzzle, given=pieces, rules=needed), limits)
    return Explanation(puzzle, "none", conflict, because if because.answer == "none" else None)


def _of_board(puzzle: Puzzle, limits: _Limits) -> Explanation:
    """The best explanation that takes what is given as it lies."""
    proof, forced = _short_proof(replace(puzzle, rules=()), limits)
    if proof is not None:
        return Explanation(replace(puzzle, rules=()), "none", proof)
    if puzzle.rules:
        proof, forced = _short_proof(puzzle, limits)
    if proof is not None:
        return _with_fewest_rules(puzzle, proof, limits)
    found = _conflict(puzzle, limits)
    if isinstance(found, str) and found == "some":
        return Explanation(puzzle, "some")
    if isinstance(found, BoardConflict) and (found.size <= READABLE or forced is None or found.size < forced.moves):
        return Explanation(puzzle, "none", found)
    if forced is not None:
        return Explanation(puzzle, "none", forced)
    return _of_search(puzzle, limits)


def _short_proof(puzzle: Puzzle, limits: _Limits) -> tuple[Proof | None, ForcedProof | None]:
    """A proof that is easy to follow, checked; and forced moves that are not, where there is none."""
    cover = limits.cover(puzzle)
    plain = _plain(cover)
    if plain is not None:
        return plain, None
    weights = weight_proof(cover)
    if weights is not None and len({weight for _, weight in weights.cells}) <= PLAIN_VALUES:
        return weights, None
    reason = reason_of_kinds(cover)
    if reason is not None:
        return PlainReason(reason, weights), None
    forced = forced_proof(cover)
    if forced is not None:
        check_forced(forced)
        if forced.moves <= SHORT:
            return forced, None
    return weights or demand_weights(cover), forced


def _with_fewest_rules(puzzle: Puzzle, proof: Proof, limits: _Limits) -> Explanation:
    """The explanation that counts on no rule without which there is a short proof as well."""
    for rule in puzzle.rules:
        fewer = replace(puzzle, rules=tuple(other for other in puzzle.rules if other is not rule))
        shorter = _short_proof(fewer, limits)[0]
        if shorter is not None:
            puzzle, proof = fewer, shorter
    return Explanation(puzzle, "none", proof)


def _plain(cover: Cover) -> PlainReason | BoardConflict | None:
    """A plain reason; where it is one tile or one cell that has no place, as a conflict of that alone."""
    fault, problem = plain_fault(cover), cover.problem
    if fault is None:
        return None
    if fault.item is None:
        return PlainReason(fault.reason, weight_proof(cover))
    keys = tuple(rule.key for rule in cover.puzzle.rules)
    name = problem.items[fault.item].name
    cells = (cover.cells[fault.item],) if fault.item in problem.cells else ()
    tiles = (name,) if fault.item in problem.tiles else ()
    if fault.item in problem.rules:
        # what a rule says of a full board need not hold where cells stay empty
        return BoardConflict(tuple(sorted(cover.puzzle.required)), (), keys, is_minimal=False, reason=fault.reason)
    return BoardConflict(cells, tiles, keys, reason=fault.reason)


def _items_of_rules(cover: Cover) -> dict[str, tuple[int, ...]]:
    """The items of each rule by its key; those that hold of every tiling belong to none."""
    found: dict[str, list[int]] = {rule.key: [] for rule in cover.puzzle.rules}
    for item in cover.problem.rules:
        if cover.rule_of(item):
            found[cover.rule_of(item)].append(item)
    return {key: tuple(items) for key, items in found.items() if items}


def _conflict(puzzle: Puzzle, limits: _Limits) -> BoardConflict | Literal["some", "unknown"]:
    """A minimal conflict of cells, tiles and rules; `some` if there is a solution for sure.

    What rules say is said of boards on which cells stay empty, so that a conflict among some cells holds of these.
    """
    whole = limits.cover(puzzle, drop=False)
    loose = limits.cover(replace(puzzle, fill=False), drop=False) if puzzle.rules else whole
    problem = replace(
        loose.problem,
        items=(*whole.problem.items[: whole.problem.rules.start], *loose.problem.items[loose.problem.rules.start :]),
    )
    rules = _items_of_rules(loose)
    cells = [item for item in problem.cells if problem.items[item].minimum]
    demands = [*((item,) for item in (*cells, *problem.tiles)), *rules.values()]
    found = closer_conflict(problem, demands, time_limit=limits.seconds_left / 2)
    if found.answer != "none":
        return "some" if found.answer == "some" and not loose.checks else "unknown"
    tiles = tuple(problem.items[item].name for item in problem.tiles if item in found.demands)
    conflict = _of_rules(loose, found)
    # a rule that names tiles may say more of them than its items where there can be any number of them
    speaks = {tile for rule in puzzle.rules if rule.key in conflict.rules for tile in rule.named}
    return replace(
        conflict,
        cells=tuple(sorted(loose.cells[item] for item in cells if item in found.demands)),
        tiles=tiles,
        is_minimal=found.is_minimal and speaks <= {*tiles},
    )


def _of_rules(cover: Cover, found: Conflict) -> BoardConflict:
    """What conflicts of the rules: their keys, and the demands by name, which may speak of places."""
    items = [item for item in found.demands if item < len(cover.problem.items) and cover.rule_of(item)]
    keys = tuple(dict.fromkeys(cover.rule_of(item) for item in items))
    names = tuple(cover.problem.items[item].name for item in items)
    return BoardConflict(rules=keys, is_minimal=found.is_minimal, demands=names, sight=cover.sight_of(items))


def _of_search(puzzle: Puzzle, limits: _Limits) -> Explanation:
    """Whether a search ends without a solution, how large it was, and which rules are to blame."""
    result = _searched(puzzle, limits)
    if result.solutions:
        return Explanation(puzzle, "some")
    if not result.is_proof_of_none:
        return Explanation(puzzle, "unknown")
    for rule in puzzle.rules:
        fewer = replace(puzzle, rules=tuple(other for other in puzzle.rules if other is not rule))
        again = _searched(fewer, limits)
        if again.is_proof_of_none:
            puzzle, result = fewer, again
    figures = {name: result.statistics[name] for name in ("branches", "conflicts") if name in result.statistics}
    searched = SearchedAll(result.engine, result.seconds, figures)
    if not puzzle.rules:
        return Explanation(puzzle, "none", searched)
    conflict = BoardConflict(
        cells=tuple(sorted(puzzle.required)),
        tiles=tuple(tile.name for tile in puzzle.tiles),
        rules=tuple(rule.key for rule in puzzle.rules),
        is_minimal=False,
        searched=searched,
    )
    return Explanation(puzzle, "none", conflict)


def _searched(puzzle: Puzzle, limits: _Limits) -> RunResult:
    # one solution would be looked for without symmetry, which costs where there is none
    return solve(puzzle, engine=AUTO, limit=2, jobs=1, time_limit=limits.seconds_left, memory=limits.memory)
