"""A minimal conflict: items whose bounds cannot all be met.

Items are loosened rather than left out: a cell may stay empty but is still covered at most once; of a tile any number
of copies may be used; a rule is not asked for. Every demand, an item or several that are one, has an assumption literal
that asks for their own bounds. The settings are those of an enumeration: one worker, and
presolve off, for with it a core can hold what was never assumed; the core is shrunk by solving
again, and what is left is confirmed by a model without assumptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Literal

from ortools.sat.python import cp_model

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.cp_sat.settings import Settings
from cp_puzzles.errors import EngineError


@dataclass(frozen=True)
class Conflict:
    """What is known of some demands: `none` if they conflict, `some` if a choice of options meets them, else `unknown`.

    `demands` are the numbers of those that conflict, ascending; `is_minimal` if without any one of them they do not.
    """

    answer: Literal["none", "some", "unknown"]
    demands: tuple[int, ...] = ()
    is_minimal: bool = True


def minimal_conflict(problem: CoverProblem, demands: Sequence[Sequence[int]], *, time_limit: float) -> Conflict:
    """A conflict among some demands, each of some items; the bounds of items that are in none are never loosened.

    >>> from cp_puzzles.cover.problem import Item
    >>> a, b = Item("cell", "a", 1, 1), Item("cell", "b", 1, 1)
    >>> problem = CoverProblem((a, b, Item("tile", "O", 1, 1)), ((0, 2), (1, 2)))
    >>> minimal_conflict(problem, [(0,), (1,), (2,)], time_limit=10).demands
    (0, 1, 2)
    """
    deadline = monotonic() + time_limit
    model = _Model(problem, demands)
    everything = range(len(demands))
    status = model.solve(everything, deadline)
    if status != cp_model.INFEASIBLE:
        return Conflict("some" if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else "unknown")
    needed: list[int] = []
    is_minimal = True

    def last_of_all(number: int) -> tuple[bool, int]:
        """Tiles are tried first, for a conflict among cells alone is easier to see."""
        return all(problem.items[item].kind != "tile" for item in demands[number]), number

    waiting = sorted(model.core(everything), key=last_of_all)
    while waiting:
        number, *rest = waiting
        status = model.solve([*needed, *rest], deadline)
        if status == cp_model.INFEASIBLE:
            core = model.core([*needed, *rest])
            waiting = [other for other in rest if other in core]
        else:
            is_minimal = is_minimal and status != cp_model.UNKNOWN
            needed.append(number)
            waiting = rest
    if _Model(problem, demands, demanded=needed).solve((), monotonic() + time_limit) not in (
        cp_model.INFEASIBLE,
        cp_model.UNKNOWN,
    ):
        raise EngineError("CP-SAT takes back a conflict that it found")
    return Conflict("none", tuple(sorted(needed)), is_minimal)


def closer_conflict(problem: CoverProblem, demands: Sequence[Sequence[int]], *, time_limit: float) -> Conflict:
    """A minimal conflict of which the demands are single items: of those that conflict only those that are needed.

    >>> from cp_puzzles.cover.problem import Item
    >>> items = Item("cell", "a", 1, 1), Item("rule", "one of two", 1, 2), Item("rule", "not both", 0, 1)
    >>> problem = CoverProblem(items, ((0,), (1, 2), (1, 2)))
    >>> closer_conflict(problem, [(0,), (1, 2)], time_limit=10).answer
    'some'
    """
    found = minimal_conflict(problem, demands, time_limit=time_limit)
    needed = tuple(sorted(item for number in found.demands for item in demands[number]))
    if found.answer == "none" and len(needed) > len(found.demands):
        dropped = {item for demand in demands for item in demand}.difference(needed)
        loose = tuple(
            replace(item, minimum=0, maximum=1 if item.kind == "cell" else len(problem.covering[number]))
            if number in dropped
            else item
            for number, item in enumerate(problem.items)
        )
        again = minimal_conflict(replace(problem, items=loose), [(item,) for item in needed], time_limit=time_limit)
        if again.answer == "none":
            return replace(again, demands=tuple(needed[number] for number in again.demands))
    return replace(found, demands=needed)


class _Model:
    """The cover problem with the bounds of the items of `demands` loosened, unless they are `demanded`."""

    def __init__(self, problem: CoverProblem, demands: Sequence[Sequence[int]], demanded: Sequence[int] = ()) -> None:
        self._model = model = cp_model.CpModel()
        self._solver = cp_model.CpSolver()
        chosen = [model.new_bool_var("") for _ in problem.options]
        self._literals = [model.new_bool_var("") for _ in demands]
        self._number_of = {literal.index: number for number, literal in enumerate(self._literals)}
        loose = {
            item: literal
            for number, literal in enumerate(self._literals)
            if number not in demanded
            for item in demands[number]
        }
        for item, bounds in enumerate(problem.items):
            options = [chosen[option] for option in problem.covering[item]]
            total = sum(options)
            if item not in loose:
                model.add_linear_constraint(total, bounds.minimum, bounds.maximum)
                continue
            if bounds.kind == "cell":
                model.add_at_most_one(options)
            model.add_linear_constraint(total, bounds.minimum, bounds.maximum).only_enforce_if(loose[item])
        if chosen:
            model.add_decision_strategy(chosen, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
        settings = Settings().parameters() | {"enumerate_all_solutions": False}
        for name, value in settings.items():
            setattr(self._solver.parameters, name, value)

    def solve(self, demands: Sequence[int], deadline: float) -> cp_model.CpSolverStatus:
        """Whether some demands can be met."""
        left = deadline - monotonic()
        if left <= 0:
            return cp_model.UNKNOWN
        self._solver.parameters.max_time_in_seconds = left
        self._model.clear_assumptions()
        self._model.add_assumptions([self._literals[number] for number in demands])
        return self._solver.solve(self._model)

    def core(self, demands: Sequence[int]) -> set[int]:
        """The demands that the last answer counts on, which are some of those that were assumed."""
        literals = self._solver.sufficient_assumptions_for_infeasibility()
        found = (self._number_of[literal] for literal in literals if literal in self._number_of)
        return set(demands).intersection(found)
