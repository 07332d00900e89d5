"""Cover problems in MiniZinc: a model that is the same for every problem, and a file of data.

`minizinc --all-solutions soma.mzn soma.dzn` finds every solution, with any solver that MiniZinc knows. Where something
is made largest or smallest the model has two parts more, and `minizinc best.mzn best.dzn` finds one of the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cp_puzzles.cover.goal import Goal
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.export.html_page import asset, filled
from cp_puzzles.export.rows import label, one_line, rows


def minizinc_model(problem: CoverProblem, name: str = "", goal: Goal | None = None) -> Iterator[str]:
    """The lines of the model, which reads its data from a `.dzn` file."""
    solve = "solve satisfy;\n"
    if goal is not None:
        solve = filled(asset("minizinc_assets/goal.mzn"), {"aim": "maximize" if goal.maximize else "minimize"})
    yield from filled(asset("minizinc_assets/model.mzn"), {"solve": solve}).splitlines()


def minizinc_data(problem: CoverProblem, name: str = "", goal: Goal | None = None) -> Iterator[str]:
    """The lines of the data, without line ends.

    >>> from cp_puzzles.cover.problem import Item
    >>> square = [Item("cell", f"0,{i}", 1, 1) for i in (0, 1)] + [Item("tile", "I", 0, 2)]
    >>> print("\\n".join(minizinc_data(CoverProblem(tuple(square), ((0, 1, 2),)), "One domino")))
    % puzzle: One domino
    options = 1;
    items = 2;
    least = [1, 1];
    most = [1, 1];
    covering = [
      {1},  % 0,0
      {1},  % 0,1
    ];
    placement = [
      "I 0,0 0,1",
    ];
    """
    if name:
        yield f"% puzzle: {one_line(name)}"
    binding = list(rows(problem))
    yield f"options = {len(problem.options)};"
    yield f"items = {len(binding)};"
    yield f"least = [{_listed(row.least for row in binding)}];"
    yield f"most = [{_listed(len(row.variables) if row.most is None else row.most for row in binding)}];"
    yield "covering = ["
    for row in binding:
        yield f"  {{{_listed(row.variables)}}},  % {row.name}"
    yield "];"
    yield "placement = ["
    for option in range(len(problem.options)):
        yield f"  {_quoted(label(problem, option))},"
    yield "];"
    if goal is not None:
        worth = dict(goal.weights)
        yield f"constant = {goal.constant};  % of {goal.name}"
        yield f"worth = [{_listed(worth.get(option, 0) for option in range(len(problem.options)))}];"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _quoted(text: str) -> str:
    """A string of MiniZinc, in which a backslash followed by a parenthesis would be a formula.

    >>> print(_quoted('a "b" \\\\(c)'))
    "a \\"b\\" \\\\(c)"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
