"""Explanations why a puzzle has no solution: the best of all known proofs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Literal, TypeVar

from cp_puzzles.analysis.analysis_options import ExplainOptions
from cp_puzzles.base.deadline import GRACE_SECONDS, CanceledError, Deadline
from cp_puzzles.cover.counting_arguments import cell_class_argument, counting_argument, counting_violation
from cp_puzzles.cover.cover_problem import Cover, CoverProblem, Item, build_cover
from cp_puzzles.cover.proofs.explanation import (
    READABLE,
    BoardConflict,
    CountingProof,
    Explanation,
    ItemConflict,
    Proof,
    SearchedAll,
)
from cp_puzzles.cover.proofs.forced_moves import ForcedProof, check_forced, forced_proof
from cp_puzzles.cover.proofs.weight_search import weight_proof, weight_proof_with_rules
from cp_puzzles.engines.cp_sat.conflict import Conflict, closer_conflict
from cp_puzzles.engines.registry import AUTO
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import find_solutions
from cp_puzzles.search.search_options import SearchOptions

Proved = TypeVar("Proved")

PLAIN_VALUES = 3
"""A weight proof with more different weights is shown only if nothing else is short."""

SHORT = 30
"""The largest number of forced moves that a reader can follow."""


@dataclass(frozen=True)
class _Limits:
    """The deadline, the bytes that an explanation may take, and what is told of each step."""

    deadline: Deadline
    memory: int | None
    on_step: Callable[[str], None]

    @property
    def remaining_seconds(self) -> float:
        return max(0.1, self.deadline.time - monotonic())

    def cover(self, puzzle: Puzzle, *, drop: bool = True) -> Cover:
        return build_cover(puzzle, self.memory, drop=drop)


@puzzle_function(ExplainOptions, out="explanation_page and save_picture of cp_puzzles.output draw an explanation")
def explain(puzzle: Puzzle, options: ExplainOptions) -> Explanation:
    """Return why a puzzle has no solution, or that it has one; `unknown` if the time limit comes first.

    Given pieces that cannot be placed together come first, then the best of: a counting argument, a weight proof,
    forced moves, a minimal conflict; last, that everything was searched.

    With a `certificate`, `MistakeError` is raised if the explanation is not one by weights.

    See Also
    --------
    hint, solve, smallest

    Examples
    --------
    >>> explanation = explain("tetrominoes4x5")
    >>> explanation.answer, explanation.data()["tiles"]
    ('none', {'I': 0, 'L': 0, 'O': 0, 'S': 0, 'T': 1})
    >>> for step in explanation.steps:
    ...     print(step)
    Mark 10 cells of one color of a checkerboard, as shown.
    In every placement, T covers an odd number of the marked cells, and every other piece an even number.
    One odd number plus even numbers is odd, so all pieces together cover an odd number of marked cells.
    But 10 marked cells have to be covered, which is an even number.
    """
    limits = _Limits(Deadline.after(options.time_limit), options.memory, options.on_step or (lambda step: None))
    puzzle = puzzle.replaced(objective=None) if puzzle.has_board else puzzle

    def explained() -> Explanation:
        if not puzzle.has_board:
            return _of_items(puzzle, limits)
        return (_of_given(puzzle, limits) if puzzle.given else None) or _of_board(puzzle, limits)

    try:
        # steps that check the deadline themselves return a partial result by then
        explanation = Deadline(limits.deadline.time + GRACE_SECONDS).run("explaining", explained)
    except CanceledError:
        explanation = Explanation(puzzle, "unknown")
    if options.certificate is not None:
        from cp_puzzles.analysis.certificate.writer import certify_weights

        certify_weights(puzzle, explanation, Path(options.certificate))
    return explanation


def _of_given(puzzle: Puzzle, limits: _Limits) -> Explanation | None:
    """Return which given pieces cannot be placed together; None if it is not known."""
    limits.on_step("looking at the given pieces")
    bare = puzzle.replaced(given=())
    if counting_argument(limits.cover(bare.replaced(rules=()))) is not None:
        return _of_board(bare, limits)
    cover = limits.cover(bare, drop=False)
    places = cover.option_of
    first = len(cover.problem.items)
    wanted = {places[piece]: first + number for number, piece in enumerate(puzzle.given)}
    items = (*cover.problem.items, *(Item("rule", piece.tile, 1, 1) for piece in puzzle.given))
    options = ((*row, wanted[option]) if option in wanted else row for option, row in enumerate(cover.problem.options))
    problem = CoverProblem(items, tuple(options))
    rules = _items_of_rules(cover)
    groups = [*((item,) for item in wanted.values()), *rules.values()]
    found = closer_conflict(problem, groups, time_limit=limits.remaining_seconds / 2)
    if found.answer == "some" and not cover.checks:
        return Explanation(puzzle, "some")
    if found.answer != "none":
        return None
    pieces = tuple(piece for piece in puzzle.given if wanted[places[piece]] in found.conflicting)
    keys = tuple(key for key, numbers in rules.items() if not {*numbers}.isdisjoint(found.conflicting))
    needed = tuple(rule for rule in puzzle.rules if rule.key in keys)
    if not pieces:
        return _of_board(bare.replaced(rules=needed), limits)
    conflict = replace(_of_rules(cover, found), given=pieces)
    because = _of_board(puzzle.replaced(given=pieces, rules=needed), limits)
    return Explanation(puzzle, "none", conflict, because if because.answer == "none" else None)


def _of_items(puzzle: Puzzle, limits: _Limits) -> Explanation:
    """Return which items of a cover problem without a board cannot be covered together, or that there is a solution."""
    limits.on_step("looking for a smallest conflict")
    cover = limits.cover(puzzle, drop=False)
    problem = cover.problem
    required = [number for number, item in enumerate(problem.items) if item.minimum]
    found = closer_conflict(problem, [(number,) for number in required], time_limit=limits.remaining_seconds)
    if found.answer != "none":
        return Explanation(puzzle, found.answer)
    names = tuple(problem.items[number].name for number in found.conflicting)
    numbers = sorted({option for number in found.conflicting for option in problem.covering[number]})
    options = tuple(tuple(problem.items[item].name for item in problem.options[option]) for option in numbers)
    return Explanation(puzzle, "none", ItemConflict(names, options, found.is_minimal))


def _of_board(puzzle: Puzzle, limits: _Limits) -> Explanation:
    """Return the best explanation that keeps the given pieces where they are."""
    proof, forced = _short_proof(puzzle.replaced(rules=()), limits)
    if proof is not None:
        return Explanation(puzzle.replaced(rules=()), "none", proof)
    if puzzle.rules:
        proof, forced = _short_proof(puzzle, limits)
    if proof is not None:
        puzzle, proof = _with_fewest_rules(puzzle, proof, lambda fewer: _short_proof(fewer, limits)[0])
        return Explanation(puzzle, "none", proof)
    found = _conflict(puzzle, limits)
    if found == "some":
        return Explanation(puzzle, "some")
    if isinstance(found, BoardConflict) and (found.size <= READABLE or forced is None or found.size < forced.moves):
        return Explanation(puzzle, "none", found)
    return _of_search(puzzle, limits) if forced is None else Explanation(puzzle, "none", forced)


def _short_proof(puzzle: Puzzle, limits: _Limits) -> tuple[Proof | None, ForcedProof | None]:
    """Return a proof that is easy to follow, checked, or None; and forced moves that are not easy."""
    limits.on_step("placing the tiles")
    cover = limits.cover(puzzle)
    limits.on_step("looking for a counting argument")
    plain = _plain(cover)
    if plain is not None:
        return plain, None
    limits.on_step("looking for weights of the cells")
    weights = weight_proof(cover)
    if weights is not None and len({weight for _, weight in weights.cells}) <= PLAIN_VALUES:
        return weights, None
    reason = cell_class_argument(cover)
    if reason is not None:
        return CountingProof(reason, weights), None
    limits.on_step("following forced moves")
    forced = forced_proof(cover)
    if forced is not None:
        check_forced(forced)
        if forced.moves <= SHORT:
            return forced, None
    return weights or weight_proof_with_rules(cover), forced


def _with_fewest_rules(
    puzzle: Puzzle, proof: Proved, prove: Callable[[Puzzle], Proved | None]
) -> tuple[Puzzle, Proved]:
    """Return a puzzle without the rules that its proof does not need, and the proof of that puzzle."""
    for rule in puzzle.rules:
        fewer = puzzle.replaced(rules=tuple(other for other in puzzle.rules if other is not rule))
        again = prove(fewer)
        if again is not None:
            puzzle, proof = fewer, again
    return puzzle, proof


def _plain(cover: Cover) -> CountingProof | BoardConflict | None:
    """Return a counting argument; if it concerns only one tile or cell, as a conflict of this tile or cell."""
    violation, problem = counting_violation(cover), cover.problem
    if violation is None:
        return None
    if violation.item is None:
        return CountingProof(violation.reason, weight_proof(cover))
    keys = tuple(rule.key for rule in cover.puzzle.rules)
    name = problem.items[violation.item].name
    cells = (cover.cells[violation.item],) if violation.item in problem.cells else ()
    tiles = (name,) if violation.item in problem.tiles else ()
    if violation.item in problem.rules:
        # what a rule implies for a full board need not hold if cells stay empty
        required, named = tuple(sorted(cover.puzzle.required)), _named(cover.puzzle, keys)
        return BoardConflict(required, named, keys, is_minimal=False, reason=violation.reason)
    return BoardConflict(cells, tiles, keys, reason=violation.reason)


def _items_of_rules(cover: Cover) -> dict[str, tuple[int, ...]]:
    """Return the items of each rule by its key, without those that hold for every tiling."""
    found: dict[str, list[int]] = {rule.key: [] for rule in cover.puzzle.rules}
    for item in cover.problem.rules:
        if cover.rule_of(item):
            found[cover.rule_of(item)].append(item)
    return {key: tuple(items) for key, items in found.items() if items}


def _conflict(puzzle: Puzzle, limits: _Limits) -> BoardConflict | Literal["some", "unknown"]:
    """Return a minimal conflict of cells, tiles and rules; `some` if there certainly is a solution.

    Rules are stated for boards on which cells may stay empty, so that a conflict among some cells holds for any such
    board.
    """
    limits.on_step("looking for a smallest conflict")
    complete = limits.cover(puzzle, drop=False)
    loose = limits.cover(puzzle.replaced(fill=False), drop=False) if puzzle.rules else complete
    first, first_loose = complete.problem.rules.start, loose.problem.rules.start
    items = (*complete.problem.items[:first], *loose.problem.items[first_loose:])
    problem = replace(loose.problem, items=items)
    rules = _items_of_rules(loose)
    cells = [item for item in problem.cells if problem.items[item].minimum]
    groups = [*((item,) for item in (*cells, *problem.tiles)), *rules.values()]
    found = closer_conflict(problem, groups, time_limit=limits.remaining_seconds / 2)
    if found.answer != "none":
        return "some" if found.answer == "some" and not loose.checks else "unknown"
    tiles = {problem.items[item].name for item in problem.tiles if item in found.conflicting}
    conflict = _of_rules(loose, found)
    named = {*_named(puzzle, conflict.rules)}
    return replace(
        conflict,
        cells=tuple(sorted(loose.cells[item] for item in cells if item in found.conflicting)),
        tiles=tuple(tile.name for tile in puzzle.tiles if tile.name in tiles | named),
        is_minimal=found.is_minimal and named <= tiles,
    )


def _named(puzzle: Puzzle, keys: Collection[str]) -> tuple[str, ...]:
    """Return the tiles that some rules name: the items of such a rule may follow from the numbers of their copies."""
    named = {tile for rule in puzzle.rules if rule.key in keys for tile in rule.named_tiles}
    return tuple(tile.name for tile in puzzle.tiles if tile.name in named)


def _of_rules(cover: Cover, found: Conflict) -> BoardConflict:
    """Return the rules of a conflict: their keys, and the items by name, with highlights."""
    items = [item for item in found.conflicting if item < len(cover.problem.items) and cover.rule_of(item)]
    keys = tuple(dict.fromkeys(cover.rule_of(item) for item in items))
    names = tuple(cover.problem.items[item].name for item in items)
    highlights = cover.highlights_of(items)
    return BoardConflict(rules=keys, is_minimal=found.is_minimal, rule_items=names, highlights=highlights)


def _of_search(puzzle: Puzzle, limits: _Limits) -> Explanation:
    """Return the result of a complete search, with the rules that are needed."""
    limits.on_step("searching everything")

    # limit 1 would search without symmetry breaking, which is slower if there is no solution
    def searched(puzzle: Puzzle) -> RunResult:
        time_limit, memory = limits.remaining_seconds, limits.memory
        return find_solutions(puzzle, SearchOptions(engine=AUTO, limit=2, jobs=1, time_limit=time_limit, memory=memory))

    def exhausted(puzzle: Puzzle) -> RunResult | None:
        result = searched(puzzle)
        return result if result.is_proof_of_none else None

    result = searched(puzzle)
    if not result.is_proof_of_none:
        return Explanation(puzzle, "some" if result.solutions else "unknown")
    puzzle, result = _with_fewest_rules(puzzle, result, exhausted)
    statistics = {name: result.statistics[name] for name in ("branches", "conflicts") if name in result.statistics}
    proof = SearchedAll(result.engine, result.seconds, statistics)
    if not puzzle.rules:
        return Explanation(puzzle, "none", proof)
    conflict = BoardConflict(
        cells=tuple(sorted(puzzle.required)),
        tiles=tuple(tile.name for tile in puzzle.tiles),
        rules=tuple(rule.key for rule in puzzle.rules),
        is_minimal=False,
        searched=proof,
    )
    return Explanation(puzzle, "none", conflict)
