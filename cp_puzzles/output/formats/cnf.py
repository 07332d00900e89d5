"""Cover problems as linear constraints (OPB, MiniZinc) and as clauses.

Variable 3 is true if the third option is chosen. Auxiliary variables count the chosen options of an item. The options
determine them, so models and solutions correspond one to one, for counters that project to the variables of `c p show`
and for counters that do not.

In WCNF, the format of the MaxSAT evaluations since 2022, these clauses are hard; every option with a weight in the
objective has a soft clause.

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
from itertools import combinations, count
from string import Template

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.objective import LinearObjective


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
    yield from _legend(problem, name, "* ", "x")
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


def _legend(problem: CoverProblem, name: str, start: str = "c ", variable: str = "") -> Iterator[str]:
    """Yield comments with the name of the puzzle, if it has one, and the option of each variable."""
    if name:
        yield f"{start}puzzle: {one_line(name)}"
    for option in range(len(problem.options)):
        yield f"{start}{variable}{option + 1} = {label(problem, option)}"


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
        yield from ((-before, some), (-literal, some), (before, literal, -some))
        before = some
    yield (-before, -literals[-1])


def _counted(literals: tuple[int, ...], least: int, most: int | None, new: count[int]) -> Iterator[Clause]:
    """Yield clauses for a counter with a variable for each prefix of the literals and each number that it reaches."""
    depth = max(least, 0 if most is None else most + 1)
    reached: list[int] = []
    for literal in literals:
        after: list[int] = []
        for number in range(min(len(reached) + 1, depth)):
            # the number is reached with this literal and one fewer before, or without it
            now, parts, same = next(new), (literal, *reached[number - 1 : number]), reached[number : number + 1]
            after.append(now)
            yield (*(-part for part in parts), now)
            yield from ((-part, now) for part in same)
            yield from ((part, *same, -now) for part in parts)
        reached = after
    if least:
        yield (reached[least - 1],)
    if most is not None:
        yield (-reached[most],)
