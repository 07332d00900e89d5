"""Cover problems as pseudo-Boolean constraints, in the OPB format of the pseudo-Boolean competitions.

Variable x3 says that the third option is chosen. Comments tell which placement that is, and which item a constraint is
about. The solutions of the file are those of the problem, one to one. What is made largest is the negative of what the
file makes smallest.
"""

from __future__ import annotations

from collections.abc import Iterator

from cp_puzzles.cover.goal import Goal
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.export.rows import Row, label, one_line, rows


def opb_lines(problem: CoverProblem, name: str = "", goal: Goal | None = None) -> Iterator[str]:
    """The lines of the file, without line ends; with a goal its solutions are the best ones.

    >>> from cp_puzzles.cover.problem import Item
    >>> square = [Item("cell", f"0,{i}", 1, 1) for i in (0, 1)] + [Item("tile", "I", 0, 2)]
    >>> print("\\n".join(opb_lines(CoverProblem(tuple(square), ((0, 1, 2),)), "One domino")))
    * #variable= 1 #constraint= 2
    * puzzle: One domino
    * x1 = I 0,0 0,1
    * 0,0
    +1 x1 >= 1 ;
    * 0,1
    +1 x1 >= 1 ;
    """
    constraints = [(row, line) for row in rows(problem) for line in _constraints(row)]
    # a constraint without any variable, which cannot be met, is said with one that says nothing else
    spare = (goal is not None and not goal.weights) or any(not row.variables for row, _ in constraints)
    variables = max(len(problem.options), int(spare))
    yield f"* #variable= {variables} #constraint= {len(constraints)}"
    if name:
        yield f"* puzzle: {one_line(name)}"
    for option in range(len(problem.options)):
        yield f"* x{option + 1} = {label(problem, option)}"
    if goal is not None:
        sign = -1 if goal.maximize else 1
        yield f"* {goal.name} = {goal.constant} {'-+'[sign > 0]} what is made smallest"
        yield " ".join(
            ["min:", *(f"{sign * weight:+} x{option + 1}" for option, weight in goal.weights or [(0, 0)]), ";"]
        )
    for row, line in constraints:
        yield f"* {row.name}"
        yield line


def _constraints(row: Row) -> Iterator[str]:
    if not row.variables:
        yield "+1 x1 >= 2 ;"
    elif row.least == row.most:
        yield f"{_sum(row, '+1')} = {row.least} ;"
    else:
        if row.least:
            yield f"{_sum(row, '+1')} >= {row.least} ;"
        if row.most is not None:
            yield f"{_sum(row, '-1')} >= {-row.most} ;"


def _sum(row: Row, coefficient: str) -> str:
    return " ".join(f"{coefficient} x{variable}" for variable in row.variables)
