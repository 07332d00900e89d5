"""Cover problems in MiniZinc: a model that is the same for every problem, and a data file.

`minizinc --all-solutions soma.mzn soma.dzn` finds every solution with any solver of MiniZinc. With an objective the
model has two more parts, and `minizinc best.mzn best.dzn` finds an optimal solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from string import Template

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.linear_objective import LinearObjective
from cp_puzzles.output.formats.bounded_rows import label, one_line, rows

_ASSETS = files("cp_puzzles.output.formats").joinpath("minizinc_assets")


def minizinc_model(problem: CoverProblem, name: str = "", objective: LinearObjective | None = None) -> Iterator[str]:
    """Yield the lines of the model, which reads a `.dzn` file."""
    solve = "solve satisfy;\n"
    if objective is not None:
        solve = _filled("objective.mzn", direction="maximize" if objective.maximize else "minimize")
    yield from _filled("model.mzn", solve=solve).splitlines()


def _filled(name: str, **values: str) -> str:
    """Return a template of the package with its `$names` replaced by values."""
    return Template(_ASSETS.joinpath(name).read_text(encoding="utf-8")).substitute(values)


def minizinc_data(problem: CoverProblem, name: str = "", objective: LinearObjective | None = None) -> Iterator[str]:
    r"""Yield the lines of the data, without line ends.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> square = [Item("cell", f"0,{i}", 1, 1) for i in (0, 1)] + [Item("tile", "I", 0, 2)]
    >>> print("\n".join(minizinc_data(CoverProblem(tuple(square), ((0, 1, 2),)), "One domino")))
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
    if objective is not None:
        worth = dict(objective.weights)
        yield f"constant = {objective.constant};  % of {objective.name}"
        yield f"worth = [{_listed(worth.get(option, 0) for option in range(len(problem.options)))}];"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _quoted(text: str) -> str:
    r"""Return a MiniZinc string literal, with backslashes escaped: `\(` would start a formula.

    >>> print(_quoted('a "b" \\(c)'))
    "a \"b\" \\(c)"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
