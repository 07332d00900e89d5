"""Cover problems in MiniZinc: a model that is the same for every problem, and a file of data.

`minizinc --all-solutions soma.mzn soma.dzn` finds every solution, with any solver that MiniZinc knows. Where something
is made largest or smallest the model has two parts more, and `minizinc best.mzn best.dzn` finds one of the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cp_puzzles.cover.goal import Goal
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.export.rows import label, one_line, rows

_MODEL = """\
% Choose options so that every item is covered between its bounds: generalised exact cover.
int: options;                                      % the placements of the tiles
int: items;                                        % cells, tiles, and what else is counted
array[1..items] of int: least;                     % so often at least an item is covered
array[1..items] of int: most;                      % and so often at most
array[1..items] of set of int: covering;           % the options that cover it
array[1..options] of string: placement;            % what an option places where

array[1..options] of var bool: chosen;

constraint forall (i in 1..items) (sum (o in covering[i]) (bool2int(chosen[o])) >= least[i]);
constraint forall (i in 1..items) (sum (o in covering[i]) (bool2int(chosen[o])) <= most[i]);

{solve}

output [placement[o] ++ "\\n" | o in 1..options where fix(chosen[o])];"""

_GOAL = """\
int: constant;                                     % the value of choosing nothing
array[1..options] of int: worth;                   % and what each option adds to it
var int: value = constant + sum (o in 1..options) (worth[o] * bool2int(chosen[o]));

solve {aim} value;
output ["value \\(value)\\n"];"""


def minizinc_model(problem: CoverProblem, name: str = "", goal: Goal | None = None) -> Iterator[str]:
    """The lines of the model, which reads its data from a `.dzn` file."""
    solve = "solve satisfy;" if goal is None else _GOAL.format(aim="maximize" if goal.maximize else "minimize")
    yield from _MODEL.replace("{solve}", solve).splitlines()


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
