"""The table of an experiment: a row for each setup, between common settings and comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table
from rich.text import Text

from cp_puzzles.analysis.experiment_result import ExperimentResult, ExperimentRow
from cp_puzzles.base.text import counted, integer, seconds
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.output.terminal.scene import printable

LEAST_LABEL = 10
"""The least width of the names of setups, which are folded in a narrow terminal."""

GAP = 3
"""The letters between two columns."""


@dataclass(frozen=True)
class ExperimentTable:
    """A table with a row for each setup, between common settings and comparisons.

    Where it is wider than the console, the columns that do not fit stand below, beside the setups again.
    """

    result: ExperimentResult

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Group(*self.parts(options.max_width))

    def parts(self, width: float = inf) -> list[Text | Table]:
        """Return the title, the tables and the notes, at most `width` letters wide."""
        result = self.result
        if not result.rows:
            return [Text("no run was finished", style="bold")]
        contradictions = (Text(f"CONTRADICTION: {text}", style="bold red") for text in result.contradictions)
        notes = (Text(line, style="dim") for line in _notes(result))
        return [Text(_title(result), style="bold"), *_tables(result, width), *notes, *contradictions]


def _tables(result: ExperimentResult, width: float) -> Iterator[Table]:
    """Yield tables of at most `width` letters, which have all columns together."""
    unfinished = {row.setup.puzzle for row in _first_rows(result) if row.status == "time-limit"}
    rows = [_figures(row, reference_unfinished=row.setup.puzzle in unfinished) for row in result.rows]
    columns = {name: [row[name] for row in rows] for name in rows[0] if any(row[name] != "-" for row in rows)}
    labels = result.labels("puzzle")
    sizes = {name: GAP + max(map(cell_len, (name, *texts))) for name, texts in columns.items()}
    most = max(LEAST_LABEL, width - max(sizes.values()) - 2)
    label = int(min(most, max(LEAST_LABEL, *map(cell_len, labels))))
    for names in _blocks(sizes, width - label - 2):
        yield _table(result, labels, {name: columns[name] for name in names}, label)


def _blocks(sizes: Mapping[str, int], width: float) -> list[list[str]]:
    """Return the columns in as few blocks of at most `width` letters as possible, about equally many in each.

    >>> _blocks({"a": 4, "b": 4, "c": 4, "d": 4}, 13)
    [['a', 'b'], ['c', 'd']]
    """
    names = list(sizes)
    for number in range(1, len(names) + 1):
        ends = [round(k * len(names) / number) for k in range(number + 1)]
        blocks = [names[start:end] for start, end in pairwise(ends)]
        if all(sum(map(sizes.__getitem__, block)) <= width for block in blocks):
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


def _figures(row: ExperimentRow, *, reference_unfinished: bool) -> dict[str, str]:
    """Return the texts of a row by column; `-` stands for what is not known."""
    late, first, longer = row.status == "time-limit", row.first_seconds, len(row.runs) > 1 and bool(row.seconds)
    mark = {True: " =", False: " ≠", None: ""}[row.is_reconciled]
    bound, factor, speed_up = "<" if late else ">" if reference_unfinished else "", row.speed_up, "-"
    if factor is not None:
        speed_up = f"{bound}{factor:.0f}x" if factor >= 100 else f"{bound} {factor:.2g}x".lstrip()
    statistics = {
        "Booleans": row.statistic("booleans"),
        "constraints": row.statistic("constraints"),
        "branches": row.statistic("branches", "nodes"),
        "conflicts": row.statistic("conflicts"),
    }
    return {
        "solutions": ("" if row.status == "complete" else "≥ ") + integer(row.solutions),
        "total": "-" if row.raw is None else integer(row.raw) + mark,
        **{name: "-" if number is None else integer(number) for name, number in statistics.items()},
        "to first": "-" if first is None else seconds(first),
        "to all": ("> " if late else "") + seconds(row.seconds),
        "± range": f"± {50 * (row.range[1] - row.range[0]) / row.seconds:.0f} %" if longer else "-",
        "speed-up": speed_up,
    }


def _first_rows(result: ExperimentResult) -> list[ExperimentRow]:
    return list({row.setup.puzzle: row for row in reversed(result.rows)}.values())[::-1]


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
