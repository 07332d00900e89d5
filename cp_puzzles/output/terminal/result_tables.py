"""Tables of results: experiments, solutions by a measure, disassemblies, the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
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

COLUMNS = (
    "solutions",
    "total",
    "Booleans",
    "constraints",
    "branches",
    "conflicts",
    "to first",
    "to all",
    "± range",
    "speed-up",
)
"""The figures of a run, each in a column of its own."""

LEAST_LABEL = 10
"""The least width of the names of setups, which are folded in a narrow terminal."""

GAP = 3
"""The letters between two columns."""


MAX_UNFINISHED = 10
"""Unfinished assemblies that a table lists, at most."""


@dataclass(frozen=True)
class ExperimentTable:
    """A table with a row for each setup, between common settings and comparisons.

    Where it is wider than the console, the columns that do not fit stand below, beside the setups again.
    """

    result: ExperimentResult

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Group(*self.parts(options.max_width))

    def parts(self, width: int | None = None) -> list[Text | Table]:
        """Return the title, the tables and the notes, at most `width` letters wide."""
        result = self.result
        if not result.rows:
            return [Text("no run was finished", style="bold")]
        contradictions = (Text(f"CONTRADICTION: {text}", style="bold red") for text in result.contradictions)
        notes = (Text(line, style="dim") for line in _notes(result))
        return [Text(_title(result), style="bold"), *_tables(result, width), *notes, *contradictions]


def _tables(result: ExperimentResult, width: int | None) -> Iterator[Table]:
    """Yield tables of at most `width` letters, which have all columns together."""
    unfinished = {row.setup.puzzle for row in _first_rows(result) if row.status == "time-limit"}
    rows = [_compared_texts(row, reference_unfinished=row.setup.puzzle in unfinished) for row in result.rows]
    columns = {name: [row[i] for row in rows] for i, name in enumerate(COLUMNS) if {row[i] for row in rows} != {"-"}}
    labels = result.labels("puzzle")
    label = max(LEAST_LABEL, *map(cell_len, labels))
    if width is not None:
        widest = max(max(map(cell_len, (name, *texts))) for name, texts in columns.items())
        label = min(label, max(LEAST_LABEL, width - widest - GAP - 2))
    sizes = {name: GAP + max(map(cell_len, (name, *texts))) for name, texts in columns.items()}
    for names in _blocks(sizes, None if width is None else width - label - 2):
        yield _table(result, labels, {name: columns[name] for name in names}, label)


def _blocks(sizes: Mapping[str, int], width: int | None) -> list[list[str]]:
    """Return the columns in as few blocks of at most `width` letters as possible, about equally many in each.

    >>> _blocks({"a": 4, "b": 4, "c": 4, "d": 4}, 13)
    [['a', 'b'], ['c', 'd']]
    """
    names = list(sizes)
    for number in range(1, len(names) + 1):
        ends = [round(k * len(names) / number) for k in range(number + 1)]
        blocks = [names[start:end] for start, end in pairwise(ends)]
        if width is None or all(sum(map(sizes.__getitem__, block)) <= width for block in blocks):
            return blocks
    return [[name] for name in names]


def _table(result: ExperimentResult, labels: Sequence[str], columns: Mapping[str, Sequence[str]], label: int) -> Table:
    """Return a table of some columns, with a heading for each puzzle if there are several."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=False)
    table.add_column("", style="bold", overflow="fold", width=label)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    several = len(_first_rows(result)) > 1
    for number, row in enumerate(result.rows):
        if several and (not number or result.rows[number - 1].setup.puzzle != row.setup.puzzle):
            table.add_section()
            table.add_row(Text(printable(row.setup.puzzle), style="underline"))
        table.add_row(Text(printable(labels[number])), *(Text(texts[number]) for texts in columns.values()))
    return table


def _compared_texts(row: ExperimentRow, *, reference_unfinished: bool) -> tuple[str, ...]:
    """Return the texts of a row for `COLUMNS`."""
    late = row.status == "time-limit"
    more = "" if row.status == "complete" else "≥ "
    mark = {True: " =", False: " ≠", None: ""}[row.is_reconciled]
    first = row.first_seconds
    return (
        more + integer(row.solutions),
        "-" if row.raw is None else integer(row.raw) + mark,
        _number(row.statistic("booleans")),
        _number(row.statistic("constraints")),
        _number(row.statistic("branches", "nodes")),
        _number(row.statistic("conflicts")),
        "-" if first is None else seconds(first),
        ("> " if late else "") + seconds(row.seconds),
        _range(row),
        _speed_up(row.speed_up, "<" if late else ">" if reference_unfinished else ""),
    )


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
