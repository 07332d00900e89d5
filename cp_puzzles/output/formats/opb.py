"""Cover problems as pseudo-Boolean constraints, in the OPB format of the pseudo-Boolean competitions.

Variable x3 is true if the third option is chosen. Comments name the option of each variable and the item of each
constraint. Solutions correspond one to one. OPB files minimize, so an objective to maximize is negated.
"""

from __future__ import annotations

from collections.abc import Iterator

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.linear_objective import LinearObjective
from cp_puzzles.output.formats.bounded_rows import Row, label, one_line, rows


def opb_lines(problem: CoverProblem, name: str = "", objective: LinearObjective | None = None) -> Iterator[str]:
    r"""Yield the lines of the file, without line ends; with an objective its optima are the optimal solutions.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> square = [Item("cell", f"0,{i}", 1, 1) for i in (0, 1)] + [Item("tile", "I", 0, 2)]
    >>> print("\n".join(opb_lines(CoverProblem(tuple(square), ((0, 1, 2),)), "One domino")))
    * #variable= 1 #constraint= 2
    * puzzle: One domino
    * x1 = I 0,0 0,1
    * 0,0
    +1 x1 >= 1 ;
    * 0,1
    +1 x1 >= 1 ;
    """
    constraints = [(row, line) for row in rows(problem) for line in _constraints(row)]
    # an infeasible constraint without variables needs one with coefficient 0 else
    spare = (objective is not None and not objective.weights) or any(not row.variables for row, _ in constraints)
    variables = max(len(problem.options), int(spare))
    yield f"* #variable= {variables} #constraint= {len(constraints)}"
    if name:
        yield f"* puzzle: {one_line(name)}"
    for option in range(len(problem.options)):
        yield f"* x{option + 1} = {label(problem, option)}"
    if objective is not None:
        sign = -1 if objective.maximize else 1
        yield f"* {objective.name} = {objective.constant} {'-+'[sign > 0]} minimized value"
        yield " ".join(
            ["min:", *(f"{sign * weight:+} x{option + 1}" for option, weight in objective.weights or [(0, 0)]), ";"]
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
