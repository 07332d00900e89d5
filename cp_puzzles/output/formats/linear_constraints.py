"""Cover problems as linear constraints with a lower and an upper bound, in the formats OPB and MiniZinc.

OPB is the format of the pseudo-Boolean competitions. Variable x3 is true if the third option is chosen. Comments name
the option of each variable and the item of each constraint. Solutions correspond one to one. OPB files minimize, so an
objective to maximize is negated.

MiniZinc has a model that is the same for every problem, and a data file: `minizinc --all-solutions soma.mzn soma.dzn`
finds every solution with any solver of MiniZinc. With an objective the model has two more parts, and
`minizinc best.mzn best.dzn` finds an optimal solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from string import Template

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.linear_objective import LinearObjective


@dataclass(frozen=True)
class Row:
    """At least `least` and at most `most` of the variables are true; variable v, from 1, is option v - 1.

    A lower bound without effect is 0, an upper bound without effect None.
    """

    name: str
    variables: tuple[int, ...]
    least: int
    most: int | None


def rows(problem: CoverProblem) -> Iterator[Row]:
    """Yield a row for each item whose bounds restrict, in the order of the items.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> square = [Item("cell", "a", 1, 1), Item("cell", "b", 0, 1), Item("tile", "I", 0, 2)]
    >>> for row in rows(CoverProblem(tuple(square), ((0, 1, 2), (0, 2)))):
    ...     print(row)
    Row(name='a', variables=(1, 2), least=1, most=1)
    """
    for item, options in zip(problem.items, problem.covering, strict=True):
        most = item.maximum if item.maximum < len(options) else None
        if item.minimum > 0 or most is not None:
            yield Row(one_line(item.name), tuple(option + 1 for option in options), max(item.minimum, 0), most)


def label(problem: CoverProblem, option: int) -> str:
    """Return the tile and the cells of an option on one line; for an option without either, all its items.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> label(CoverProblem((Item("cell", "0,0", 1, 1), Item("tile", "I", 0, 1)), ((0, 1),)), 0)
    'I 0,0'
    """
    covered, tile = problem.options[option], problem.tile_numbers[option]
    cells = [item for item in covered if item in problem.cells]
    named = [*([] if tile < 0 else [tile]), *cells] or covered
    return " ".join(one_line(problem.items[item].name) for item in named) or "nothing"


def one_line(text: str) -> str:
    """Return a name for a comment, with white space collapsed."""
    return " ".join(text.split())


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
