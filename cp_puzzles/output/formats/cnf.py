"""Cover problems as clauses in DIMACS formats: CNF for SAT solvers and model counters, WCNF for MaxSAT solvers.

Variable 3 is true if the third option is chosen. Auxiliary variables count the chosen options of an item. The options
determine them, so models and solutions correspond one to one, for counters that project to the variables of `c p show`
and for counters that do not.

In WCNF, the format of the MaxSAT evaluations since 2022, these clauses are hard; every option with a weight in the
objective has a soft clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.linear_objective import LinearObjective
from cp_puzzles.output.formats.linear_constraints import Row, label, one_line, rows

PAIRWISE = 6
"""The largest number of options that exclude each other in pairs; more options take auxiliary variables."""

Clause = tuple[int, ...]


def cnf_lines(problem: CoverProblem, name: str = "") -> Iterator[str]:
    r"""Yield the lines of the file, without line ends.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> square = [Item("cell", f"0,{i}", 1, 1) for i in (0, 1)] + [Item("tile", "I", 0, 2)]
    >>> print("\n".join(cnf_lines(CoverProblem(tuple(square), ((0, 1, 2), (0,))), "One domino")))
    c puzzle: One domino
    c 1 = I 0,0 0,1
    c 2 = 0,0
    c t pmc
    c p show 1 2 0
    p cnf 2 3
    1 2 0
    -1 -2 0
    1 0
    """
    options = len(problem.options)
    clauses, variables = _all_clauses(problem)
    yield from _legend(problem, name)
    yield "c t pmc"
    yield " ".join(["c p show", *map(str, range(1, options + 1)), "0"])
    yield f"p cnf {variables} {len(clauses)}"
    for clause in clauses:
        yield " ".join(map(str, (*clause, 0)))


def wcnf_lines(problem: CoverProblem, name: str = "", objective: LinearObjective | None = None) -> Iterator[str]:
    r"""Yield the lines of the file, without line ends; without an objective all clauses are hard.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> pair = CoverProblem((Item("cell", "a", 1, 1), Item("tile", "I", 0, 1)), ((0, 1), (0,)))
    >>> print("\n".join(wcnf_lines(pair, "Two", LinearObjective("pieces", True, ((0, 3), (1, -2)), 4))))
    c puzzle: Two
    c 1 = I a
    c 2 = a
    c pieces = 7 - cost
    h 1 2 0
    h -1 -2 0
    3 1 0
    2 -2 0
    """
    yield from _legend(problem, name)
    soft: list[tuple[int, int]] = []
    if objective is not None:
        sign = 1 if objective.maximize else -1
        soft = [(abs(w), (option + 1) * (1 if sign * w > 0 else -1)) for option, w in objective.weights]
        best = objective.constant + sum(w for _, w in objective.weights if sign * w > 0)
        yield f"c {objective.name} = {best} {'-+'[sign < 0]} cost"
    for clause in _all_clauses(problem)[0]:
        yield " ".join(map(str, ("h", *clause, 0)))
    for weight, literal in soft:
        yield f"{weight} {literal} 0"


def _legend(problem: CoverProblem, name: str) -> Iterator[str]:
    if name:
        yield f"c puzzle: {one_line(name)}"
    for option in range(len(problem.options)):
        yield f"c {option + 1} = {label(problem, option)}"


def _all_clauses(problem: CoverProblem) -> tuple[list[Clause], int]:
    """Return the clauses and the number of their variables."""
    new = count(len(problem.options) + 1)
    clauses = [clause for row in rows(problem) for clause in _clauses(row, new)]
    return clauses, max(next(new) - 1, int(bool(clauses)))


def _clauses(row: Row, new: count[int]) -> Iterator[Clause]:
    literals, least, most = row.variables, row.least, row.most
    if least > len(literals):
        yield from ((1,), (-1,))
        return
    if least == len(literals):
        yield from ((literal,) for literal in literals)
        least = 0
    if least == 1:
        yield literals
        least = 0
    if most == 0:
        yield from ((-literal,) for literal in literals)
    elif most == 1 and least == 0:
        yield from _at_most_one(literals, new)
    elif least or most is not None:
        yield from _counted(literals, least, most, new)


def _at_most_one(literals: tuple[int, ...], new: count[int]) -> Iterator[Clause]:
    if len(literals) <= PAIRWISE:
        yield from ((-a, -b) for a, b in combinations(literals, 2))
        return
    before = literals[0]
    for literal in literals[1:-1]:
        yield (-before, -literal)
        some = next(new)
        yield from _is_or(some, before, literal)
        before = some
    yield (-before, -literals[-1])


def _is_or(either: int, a: int, b: int) -> Iterator[Clause]:
    yield from ((-a, either), (-b, either), (a, b, -either))


def _counted(literals: tuple[int, ...], least: int, most: int | None, new: count[int]) -> Iterator[Clause]:
    """Yield clauses for a counter with a variable for each prefix of the literals and each number that it reaches."""
    depth = max(least, 0 if most is None else most + 1)
    reached: list[int] = []
    for literal in literals:
        after: list[int] = []
        for number in range(min(len(reached) + 1, depth)):
            fewer = reached[number - 1] if number else None
            same = reached[number] if number < len(reached) else None
            now = next(new)
            after.append(now)
            yield (*tuple(-part for part in (literal, fewer) if part is not None), now)
            if same is not None:
                yield (-same, now)
            for part in (literal, fewer):
                if part is not None:
                    yield (part, -now) if same is None else (part, same, -now)
        reached = after
    if least:
        yield (reached[least - 1],)
    if most is not None:
        yield (-reached[most],)
