"""Tables of results: experiments, solutions by a measure, disassemblies, the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table
from rich.text import Text

from cp_puzzles.base.number_text import counted, integer, seconds
from cp_puzzles.cover.symmetry.symmetry_group import COUNT_PREFERENCE
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.output.terminal.facts_and_table import column_table
from cp_puzzles.output.terminal.scene import printable
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.build_board import build_board
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

if TYPE_CHECKING:
    from cp_puzzles.analysis.counts import MeasureTable
    from cp_puzzles.analysis.disassemblies import Disassemblies
    from cp_puzzles.analysis.experiment.experiment_result import ExperimentResult, ExperimentRow
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, Step

WIDE = 120
"""If the terminal has at least this many columns, each figure has its own column; otherwise two share one."""

PAIRS = (
    ("solutions", "total"),
    ("Booleans", "constraints"),
    ("branches", "conflicts"),
    ("to first", "to all"),
    ("± range", "speed-up"),
)
"""The numbers, in the pairs that share a column."""


MAX_UNFINISHED = 10
"""Unfinished assemblies that a table lists, at most."""


@dataclass(frozen=True)
class ExperimentTable:
    """A table with a row for each setup, as wide as the console allows, between common settings and comparisons."""

    result: ExperimentResult

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.result.rows:
            yield Text("no run was finished", style="bold")
            return
        yield Group(
            Text(_title(self.result), style="bold"),
            _table(self.result, wide=options.max_width >= WIDE),
            *(Text(line, style="dim") for line in _notes(self.result)),
            *(
                Text(f"CONTRADICTION: {contradiction}", style="bold red")
                for contradiction in self.result.contradictions
            ),
        )


def _table(result: ExperimentResult, *, wide: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=False)
    table.add_column("", style="bold", overflow="fold", min_width=10)
    unfinished = {row.setup.puzzle for row in _first_rows(result) if row.status == "time-limit"}
    texts = [list(_compared_texts(row, reference_unfinished=row.setup.puzzle in unfinished)) for row in result.rows]
    kept = [i for i in range(len(PAIRS)) if any(set(row[i]) != {"-"} for row in texts)]
    for pair in (PAIRS[i] for i in kept):
        for header in pair if wide else ("\n".join(pair),):
            table.add_column(header, justify="right", no_wrap=True)
    several = len(_first_rows(result)) > 1
    for number, (label, row) in enumerate(zip(result.labels("puzzle"), result.rows, strict=True)):
        if several and (not number or result.rows[number - 1].setup.puzzle != row.setup.puzzle):
            table.add_section()
            table.add_row(Text(printable(row.setup.puzzle), style="underline"))
        cells = [text for pair in (texts[number][i] for i in kept) for text in (pair if wide else ("\n".join(pair),))]
        table.add_row(Text(printable(label)), *map(Text, cells))
    return table


def _compared_texts(row: ExperimentRow, *, reference_unfinished: bool) -> Iterator[tuple[str, str]]:
    late = row.status == "time-limit"
    more = "" if row.status == "complete" else "≥ "
    mark = {True: " =", False: " ≠", None: ""}[row.is_reconciled]
    yield more + integer(row.solutions), "-" if row.raw is None else integer(row.raw) + mark
    yield _number(row.statistic("booleans")), _number(row.statistic("constraints"))
    yield _number(row.statistic("branches", "nodes")), _number(row.statistic("conflicts"))
    first = row.first_seconds
    yield "-" if first is None else seconds(first), ("> " if late else "") + seconds(row.seconds)
    yield _range(row), _speed_up(row.speed_up, "<" if late else ">" if reference_unfinished else "")


def _number(number: int | None) -> str:
    return "-" if number is None else integer(number)


def _range(row: ExperimentRow) -> str:
    """Return half the range of the runs as a share of their median."""
    if len(row.runs) == 1 or not row.seconds:
        return "-"
    shortest, longest = row.range
    return f"± {50 * (longest - shortest) / row.seconds:.0f} %"


def _speed_up(factor: float | None, bound: str) -> str:
    if factor is None:
        return "-"
    return f"{bound}{' ' if bound else ''}{factor:.2g}x" if factor < 100 else f"{bound}{factor:.0f}x"


def _first_rows(result: ExperimentResult) -> list[ExperimentRow]:
    first: dict[str, ExperimentRow] = {}
    for row in result.rows:
        first.setdefault(row.setup.puzzle, row)
    return list(first.values())


def _title(result: ExperimentResult) -> str:
    """Return the settings that all rows share."""
    varying = result.varying()
    factors = result.rows[0].setup.factors()
    shared = [factors["puzzle"]] if "puzzle" not in varying else []
    for name, value in factors.items():
        if name not in ("puzzle", *varying) and value:
            shared.append(value if name == "engine" else f"{name} {value}")
    runs = max(len(row.runs) for row in result.rows)
    shared.append(counted(result.jobs, "process", "processes"))
    shared.append("one run" if runs == 1 else f"median of {runs} runs")
    return printable(", ".join(shared))


def _notes(result: ExperimentResult) -> Iterator[str]:
    """Yield the comparisons and how to read the numbers."""
    for reference in _first_rows(result):
        rows = [row for row in result.rows if row.setup.puzzle == reference.setup.puzzle and row.raw is not None]
        others = [row for row in rows if row.setup.symmetry != "off"]
        name = f"{printable(reference.setup.puzzle)}: " if "puzzle" in result.varying() else ""
        if others and all(row.is_reconciled for row in others):
            yield (
                f"{name}orbits checked: in {counted(len(others), 'row')} their sizes add up to the "
                f"{integer(others[0].raw or 0)} solutions that the run with symmetry off counted (=)"
            )
        elif others and not any(row.is_reconciled is False for row in others):
            yield f"{name}orbits not reconciled: no run with symmetry off was finished (add it: --symmetry off,full)"
    engines = {row.setup.engine: entry_of(row.setup.engine) for row in result.rows}
    nodes = [entry for entry in engines.values() if entry.enumerates]
    if len(nodes) > 1:
        yield "branches: " + ", ".join(f"of {entry.name} {entry.node}" for entry in nodes)
    elif nodes:
        yield f"branches: {nodes[0].node}"
    if any(row.status == "time-limit" for row in result.rows):
        yield "a row with > was stopped by the time limit and not repeated; speed-ups that depend on it are bounds"
    against = "the first row" + (" of the puzzle" if "puzzle" in result.varying() else "")
    yield f"times exclude the start of the program and one-time compilation; speed-up relative to {against}"


def measure_table(table: MeasureTable) -> Table:
    """Return a row for each value: solutions, and solutions with all images; a title marks incomplete counts."""
    title = None
    if table.result.status != "complete":
        title = f"{integer(table.tabulated)} of the {counted(table.result.count, 'solution')} found"
    columns = [f">{table.measure}", ">solutions", *[">total"] * (table.result.symmetry != "off")]
    return column_table(columns, (row[: len(columns)] for row in table.rows), title=title)


_STATUS = {
    "limit": "; stopped at the limit",
    "time-limit": "; out of time",
    "interrupted": "; interrupted",
}


def disassembly_sentence(result: Disassemblies) -> str:
    """Return how many assemblies can be built."""
    total, buildable, unknown = len(result.disassemblies), result.buildable, result.unknown
    they = "it" if total == 1 else "they"
    if unknown and unknown == total:
        answer = f"; it is unknown whether {they} can be built, because a limit was reached"
    elif unknown:
        answer = f"; {integer(buildable)} of them can be built, {integer(unknown)} unknown, because a limit was reached"
    elif total > 1:
        answer = (
            f"; {'none' if not buildable else 'all' if buildable == total else integer(buildable)} of them can be built"
        )
    else:
        answer = "" if not total else f"; it can{'' if buildable else 'not'} be built"
    assemblies = counted(total, "assembly", "assemblies") if total else "no assembly"
    return f"{printable(result.puzzle.name)}: {assemblies}{answer}{_STATUS.get(result.status, '')}"


def disassembly_tables(result: Disassemblies) -> list[Table]:
    """Return the tables of the levels, and of the assemblies whose search ended before the answer, if any."""
    return [
        *[level_table(result)] * bool(result.by_level()),
        *[unfinished_table(result)] * bool(result.unknown),
    ]


def level_table(result: Disassemblies) -> Table:
    """Return a row for each level: the number of assemblies, and the numbers of moves of the first of them."""
    rows = (
        (level, assemblies, first, ".".join(map(str, result.disassemblies[first - 1].moves)))
        for level, assemblies, first in result.by_level()
    )
    return column_table((">level", ">assemblies", ">first", "moves"), rows)


def unfinished_table(result: Disassemblies) -> Table:
    """Return a row for each of the first assemblies whose search ended early: all that is known about it."""
    unfinished = result.unfinished()
    rows = (
        (
            number,
            each.states,
            f"at least {integer(each.at_least)}" if each.level is None else each.level,
            " ".join(str(piece + 1) for piece in each.leaving) or "none known",
        )
        for number, each in unfinished[:MAX_UNFINISHED]
    )
    more = len(unfinished) - MAX_UNFINISHED
    note = f"and {integer(more)} more unfinished assemblies; --json has all" if more > 0 else ""
    return column_table((">unfinished", ">states", ">level", ">pieces that leave"), rows, note=note)


def moves_table(solution: Solution, disassembly: Disassembly) -> Table:
    """Return a row for each step: the pieces that move, and the translation."""
    lattice = solution.puzzle.lattice
    names = [f"{number}:{placement.tile}" for number, placement in enumerate(solution.placements, start=1)]

    def row(number: int, step: Step) -> tuple[int, str, str]:
        written = ", ".join(map(str, step.written(lattice)))
        moved = f"{written} and further: they leave" if step.leaves else written
        return number, " ".join(names[piece] for piece in step.pieces), moved

    rows = (row(number, step) for number, step in enumerate(disassembly.steps, start=1))
    return column_table((">step", "pieces", f"translation ({', '.join(lattice.axes[: lattice.dimension])})"), rows)


WIDE_COLUMNS = 110
"""Width of a terminal that shows names and titles side by side."""


def catalog_table(entries: Iterable[tuple[str, PuzzleSpec]], width: int = WIDE_COLUMNS) -> Table:
    """Return a row for each puzzle, from its name on the command line and its spec; narrow tables have titles below.

    The solutions are those that the spec expects, up to full symmetry if it states them.
    """
    is_wide = width >= WIDE_COLUMNS
    rows: list[Sequence[str | Text]] = []
    for name, spec in entries:
        key, title = Text(name, style="bold"), Text(printable(spec.name))
        title.truncate(width - (60 if is_wide else 30), overflow="ellipsis")
        heads = (key, title) if is_wide else (Text("\n  ").join((key, title)),)
        rows.append((*heads, board_text(spec), solutions_text(spec)))
    heads_of_columns = ("name", "title") if is_wide else ("name and title",)
    table = column_table((*heads_of_columns, "board", ">solutions"), rows)
    for column in table.columns:
        column.no_wrap = True
    return table


def board_text(spec: PuzzleSpec) -> str:
    """Return the board in a few characters.

    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> board_text(load_spec("soma"))
    '3x3x3'
    """
    board, colors = spec.board, f" in {len(spec.colors)} colors" if spec.colors else ""
    if board.size is not None:
        text = "x".join(map(str, board.size))
        return f"{text} less {len(board.holes)}{colors}" if board.holes else f"{text}{colors}"
    return f"{len(build_board(BoardFrame.of(spec))[1].cells)} cells{colors}"


def solutions_text(spec: PuzzleSpec) -> str:
    """Return the expected number of solutions, with the equivalence unless it is `full`, and the optimum.

    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> solutions_text(load_spec("pentomino6x10"))
    '2,339'
    """
    for symmetry in COUNT_PREFERENCE:
        number = getattr(spec.expected, symmetry)
        if number is not None:
            best = "" if spec.expected.best is None else f"best {integer(spec.expected.best)}: "
            return best + integer(number) + ("" if symmetry == "full" else f" ({symmetry})")
    return "" if spec.expected.best is None else f"best {integer(spec.expected.best)}"
