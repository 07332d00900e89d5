"""A minimal conflict: items whose bounds cannot all be met.

A group is an item, or several that are treated as one. An assumption literal for each group enforces the bounds of its
items. Without it, items are relaxed rather than removed: a cell may stay empty but is still covered at most once,
any number of copies of a tile may be used, and a rule is dropped. The solver runs with the settings of an enumeration:
one worker, and no presolve, because with presolve a core may hold literals that were not assumed. The core is shrunk by
repeated solving, and a model without assumptions confirms the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import Literal

from ortools.sat.python import cp_model

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.cp_sat.cp_sat_engine import solver_parameters, solver_with
from cp_puzzles.engines.registry import CpSatSettings
from cp_puzzles.errors import EngineError

EFFORT = 10.0
"""The deterministic time of the solver, about 6 s, after which a conflict is not shrunk further.

A limit of seconds would give other conflicts on a slower or a busier computer: `explain` has half a minute for them, in
which a computer may be four times as slow. With an effort of 20, `hexiamonds12x3` has a conflict of 69 cells, not 70.
"""


@dataclass(frozen=True)
class Conflict:
    """The result for groups of items: `none` if they conflict, `some` if a choice of options meets all, else `unknown`.

    `conflicting` are the numbers of the groups that conflict, ascending. `is_minimal` is True if every proper subset of
    them can be met.
    """

    answer: Literal["none", "some", "unknown"]
    conflicting: tuple[int, ...] = ()
    is_minimal: bool = True


def minimal_conflict(problem: CoverProblem, groups: Sequence[Sequence[int]], *, time_limit: float) -> Conflict:
    """Return a conflict among some groups, each a sequence of items; the bounds of all other items stay.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> a, b = Item("cell", "a", 1, 1), Item("cell", "b", 1, 1)
    >>> problem = CoverProblem((a, b, Item("tile", "O", 1, 1)), ((0, 2), (1, 2)))
    >>> minimal_conflict(problem, [(0,), (1,), (2,)], time_limit=10).conflicting
    (0, 1, 2)
    """
    deadline = monotonic() + time_limit
    model = _Model(problem, groups)
    everything = range(len(groups))
    status = model.solve(everything, deadline)
    if status != cp_model.INFEASIBLE:
        return Conflict("some" if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else "unknown")
    needed: list[int] = []
    is_minimal, effort = True, EFFORT

    def tiles_first(number: int) -> tuple[bool, int]:
        """Order tiles first, since a conflict among cells alone is easier to understand."""
        return all(problem.items[item].kind != "tile" for item in groups[number]), number

    pending = sorted(model.core(everything), key=tiles_first)
    while pending:
        number, *rest = pending
        status = model.solve([*needed, *rest], deadline, effort)
        effort -= model.effort
        if status == cp_model.INFEASIBLE:
            core = model.core([*needed, *rest])
            pending = [other for other in rest if other in core]
        else:
            is_minimal = is_minimal and status != cp_model.UNKNOWN
            needed.append(number)
            pending = rest
    confirmation = _Model(problem, groups, enforced=needed).solve((), monotonic() + time_limit)
    if confirmation not in (cp_model.INFEASIBLE, cp_model.UNKNOWN):
        raise EngineError("CP-SAT contradicts a conflict that it found")
    return Conflict("none", tuple(sorted(needed)), is_minimal)


def closer_conflict(problem: CoverProblem, groups: Sequence[Sequence[int]], *, time_limit: float) -> Conflict:
    """Return a minimal conflict in single items: if groups conflict, only the items of them that are needed.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> items = Item("cell", "a", 1, 1), Item("rule", "one of two", 1, 2), Item("rule", "not both", 0, 1)
    >>> problem = CoverProblem(items, ((0,), (1, 2), (1, 2)))
    >>> closer_conflict(problem, [(0,), (1, 2)], time_limit=10).answer
    'some'
    """
    conflict = minimal_conflict(problem, groups, time_limit=time_limit)
    needed = tuple(sorted(item for number in conflict.conflicting for item in groups[number]))
    if conflict.answer == "none" and len(needed) > len(conflict.conflicting):
        items = list(problem.items)
        for number in {item for group in groups for item in group}.difference(needed):
            maximum = items[number].maximum if items[number].kind == "cell" else len(problem.covering[number])
            items[number] = replace(items[number], minimum=0, maximum=maximum)
        relaxed = replace(problem, items=tuple(items))
        closer = minimal_conflict(relaxed, [(item,) for item in needed], time_limit=time_limit)
        if closer.answer == "none":
            return replace(closer, conflicting=tuple(needed[number] for number in closer.conflicting))
    return replace(conflict, conflicting=needed)


class _Model:
    """The cover problem with an assumption literal for each group.

    Without the literal, the bounds of the group's items are relaxed. The groups with numbers in `enforced` need no
    literal.
    """

    def __init__(self, problem: CoverProblem, groups: Sequence[Sequence[int]], enforced: Sequence[int] = ()) -> None:
        self._model = model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in problem.options]
        self._literals = [model.new_bool_var("") for _ in groups]
        self._number_of = {literal.index: number for number, literal in enumerate(self._literals)}
        relaxed = {
            item: literal
            for number, literal in enumerate(self._literals)
            if number not in enforced
            for item in groups[number]
        }
        for item, bounds in enumerate(problem.items):
            options = [chosen[option] for option in problem.covering[item]]
            total = sum(options)
            if item not in relaxed:
                model.add_linear_constraint(total, bounds.minimum, bounds.maximum)
                continue
            if bounds.kind == "cell" and bounds.maximum == 1:
                model.add_at_most_one(options)
            elif bounds.kind == "cell":
                model.add_linear_constraint(total, 0, bounds.maximum)
            model.add_linear_constraint(total, bounds.minimum, bounds.maximum).only_enforce_if(relaxed[item])
        if chosen:
            model.add_decision_strategy(chosen, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
        self._solver = solver_with(solver_parameters(CpSatSettings()) | {"enumerate_all_solutions": False})

    @property
    def effort(self) -> float:
        """The deterministic time of the last solving."""
        return self._solver.response_proto.deterministic_time

    def solve(self, groups: Sequence[int], deadline: float, effort: float = inf) -> cp_model.CpSolverStatus:
        """Solve with some groups assumed, within a deterministic time."""
        seconds = deadline - monotonic()
        if seconds <= 0 or effort <= 0:
            return cp_model.UNKNOWN
        self._solver.parameters.max_deterministic_time = effort
        self._solver.parameters.max_time_in_seconds = seconds
        self._model.clear_assumptions()
        self._model.add_assumptions([self._literals[number] for number in groups])
        return self._solver.solve(self._model)

    def core(self, groups: Sequence[int]) -> set[int]:
        """Return the groups in the core of the last result, a subset of the assumed ones."""
        literals = self._solver.sufficient_assumptions_for_infeasibility()
        numbers = (self._number_of[literal] for literal in literals if literal in self._number_of)
        return set(groups).intersection(numbers)
