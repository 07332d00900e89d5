"""Tables of results: solutions by a measure, disassemblies, the catalog, families, experiments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import inf
from typing import TYPE_CHECKING, Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from cp_puzzles.base.text import counted, integer, seconds
from cp_puzzles.cover.symmetry.symmetry_group import COUNT_PREFERENCE
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.output.terminal.annotated_boards import moves_words
from cp_puzzles.output.terminal.scene import printable
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.build_board import build_board, lattice_of
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

if TYPE_CHECKING:
    from cp_puzzles.analysis.counts import MeasureTable
    from cp_puzzles.analysis.disassemblies import Disassemblies
    from cp_puzzles.analysis.experiment_result import ExperimentResult, ExperimentRow
    from cp_puzzles.analysis.family.member import Answer, FamilyResult
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly

MAX_UNFINISHED = 10
"""Unfinished assemblies that a table lists, at most."""


def column_table(
    columns: Sequence[str], rows: Iterable[Sequence[int | str | Text]], *, title: str | None = None, note: str = ""
) -> Table:
    """Return rows below the names of columns; a column whose name begins with `>` is aligned to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left", caption=note or None)
    for name in columns:
        side = "right" if name.startswith(">") else "left"
        table.add_column(Text(printable(name.removeprefix(">"))), justify=side)  # type: ignore[arg-type]
    for row in rows:
        texts = (integer(value) if isinstance(value, int) else value for value in row)
        table.add_row(*(Text(printable(text)) if isinstance(text, str) else text for text in texts))
    return table


def measure_table(table: MeasureTable) -> Table:
    """Return a row for each value: solutions, and solutions with all images; a title marks incomplete counts."""
    title = None
    if table.result.status != "complete":
        title = f"{integer(table.tabulated)} of the {counted(table.result.count, 'solution')} found"
    columns = [f">{table.measure}", ">solutions", *[">total"] * (table.result.symmetry != "off")]
    return column_table(columns, (row[: len(columns)] for row in table.rows), title=title)


_STATUS = {"limit": "; stopped at the limit", "time-limit": "; out of time", "interrupted": "; interrupted"}


def disassembly_sentence(result: Disassemblies) -> str:
    """Return how many assemblies can be built."""
    total, buildable, unknown = len(result.disassemblies), result.buildable, result.unknown
    if unknown and unknown == total:
        they = "it" if total == 1 else "they"
        answer = f"; it is unknown whether {they} can be built, because a limit was reached"
    elif unknown:
        answer = f"; {integer(buildable)} of them can be built, {integer(unknown)} unknown, because a limit was reached"
    elif total > 1:
        number = "none" if not buildable else "all" if buildable == total else integer(buildable)
        answer = f"; {number} of them can be built"
    else:
        answer = "" if not total else f"; it can{'' if buildable else 'not'} be built"
    assemblies = counted(total, "assembly", "assemblies") if total else "no assembly"
    return f"{printable(result.puzzle.name)}: {assemblies}{answer}{_STATUS.get(result.status, '')}"


def disassembly_tables(result: Disassemblies) -> list[Table]:
    """Return the tables of the levels, and of the assemblies whose search ended before the answer, if any."""
    levels = [
        (level, assemblies, first, ".".join(map(str, result.disassemblies[first - 1].moves)))
        for level, assemblies, first in result.by_level()
    ]
    unfinished: list[tuple[int | str, ...]] = []
    for number, each in result.unfinished():
        level = f"at least {integer(each.at_least)}" if each.level is None else each.level
        leaving = " ".join(str(piece + 1) for piece in each.leaving) or "none known"
        unfinished.append((number, each.states, level, leaving))
    more = len(unfinished) - MAX_UNFINISHED
    note = f"and {integer(more)} more unfinished assemblies; --json has all" if more > 0 else ""
    heads = (">unfinished", ">states", ">level", ">pieces that leave")
    tables = [column_table((">level", ">assemblies", ">first", "moves"), levels)] * bool(levels)
    return [*tables, *[column_table(heads, unfinished[:MAX_UNFINISHED], note=note)] * bool(result.unknown)]


def moves_table(solution: Solution, disassembly: Disassembly) -> Table:
    """Return the moves in words, a row for the steps in which the same pieces move."""
    rows, last = [], 0
    for steps, words in moves_words(solution.puzzle, solution.placements, disassembly.steps):
        first, last = last + 1, last + steps
        rows.append((str(first) if steps == 1 else f"{first}-{last}", words))
    return column_table((">step", "move"), rows)


WIDE_COLUMNS = 110
"""Width of a terminal that shows names and titles side by side."""


def catalog_table(entries: Iterable[tuple[str, PuzzleSpec]], width: int = WIDE_COLUMNS) -> Table:
    """Return a row for each puzzle, from its name on the command line and its spec; narrow tables have titles below.

    The solutions are those that the spec expects, up to full symmetry if it states them.
    """
    is_wide = width >= WIDE_COLUMNS
    rows: list[Sequence[str | Text]] = []
    for name, spec in entries:
        heads = [Text(name, style="bold", overflow="fold"), Text(printable(spec.name))]
        heads = heads if is_wide else [Text("\n  ", overflow="fold").join(heads)]
        rows.append((*heads, board_text(spec), solutions_text(spec)))
    table = column_table((*(("name", "title") if is_wide else ("name and title",)), "board", ">solutions"), rows)
    for column in table.columns[-2:]:
        column.no_wrap = True  # the names and titles wrap
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
    return f"{len(build_board(BoardFrame(spec, lattice_of(spec)))[1].cells)} cells{colors}"


def solutions_text(spec: PuzzleSpec) -> str:
    """Return the expected number of solutions, with the equivalence unless it is `full`, and the optimum.

    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> solutions_text(load_spec("pentomino6x10"))
    '2,339'
    """
    numbers = ((symmetry, getattr(spec.expected, symmetry)) for symmetry in COUNT_PREFERENCE)
    counts = (
        f"{integer(n)}{'' if symmetry == 'full' else f' ({symmetry})'}" for symmetry, n in numbers if n is not None
    )
    best = "" if spec.expected.best is None else f"best {integer(spec.expected.best)}"
    return ": ".join(filter(None, (best, next(counts, ""))))


MOST_ROWS = 40
"""The largest number of members in a table; of more, those without a solution or an answer are shown."""

MOST_COLUMNS = 12
"""The largest number of values of the second parameter in a grid."""

CAUSES = {
    "time-limit": "a time limit came before the answer about",
    "interrupted": "interrupted before the answer about",
    "lost": "processes died (perhaps for want of memory) before the answer about",
    "other-share": "other shares have",
}
"""The beginnings of the sentences about members without an answer, by status."""


def family_view(result: FamilyResult, *, reasons: bool = False) -> RenderableType:
    """Return the answers: a grid for two parameters, otherwise a row for each member, and the sentences.

    With `reasons`, those of the members without a solution stand below a grid, too.
    """
    return Group(*_tables(result, reasons), *(Text(line) for line in family_sentences(result)))


def _tables(result: FamilyResult, reasons: bool) -> Iterator[RenderableType]:
    names = {name: None for member in result.members[:MOST_ROWS] for name in member.columns}
    pairs = [*zip(result.members, result.answers, strict=True)]
    if len(names) == 2 and (grid := _grid(result, *names)) is not None:
        yield grid
        sentences = (Text(printable(f"{member}: {answer.reason}")) for member, answer in pairs if answer.reason)
        yield from islice(sentences, MOST_ROWS if reasons else 0)
        return
    if len(pairs) > MOST_ROWS:
        pairs = [(member, answer) for member, answer in pairs if answer.solvable is not True][:MOST_ROWS]
    if pairs:
        texts = ((*(str(m.columns.get(name, "")) for name in names), answer_text(result, a)) for m, a in pairs)
        yield column_table([*names, ">answer"], texts)


def _grid(result: FamilyResult, row_name: str, column_name: str) -> Table | None:
    """Return a table with a row and a column for each value of two parameters; None if it would be too large."""
    cells: dict[tuple[Any, Any], str] = {}
    for member, answer in zip(result.members, result.answers, strict=True):
        columns = member.columns
        if len(columns) < 2:  # one of cases that change different things
            return None
        cells[columns.get(row_name), columns.get(column_name)] = answer_text(result, answer, short=True)
    rows, across = (list(dict.fromkeys(key[k] for key in cells)) for k in (0, 1))
    if len(across) > MOST_COLUMNS or len(rows) > MOST_ROWS or len(across) < 2:
        return None
    heads = [f"{row_name} / {column_name}", *(f">{column}" for column in across)]
    return column_table(heads, ([str(row), *(cells.get((row, column), "") for column in across)] for row in rows))


def answer_text(result: FamilyResult, answer: Answer, *, short: bool = False) -> str:
    """Return the answer about a member in a few words."""
    if answer.status == "mistake":
        lines = (answer.mistake.typed if answer.mistake else str(answer.reason)).splitlines()
        return "mistake" if short else printable(f"mistake: {' and '.join(lines)}")
    if answer.solvable is None:
        return "?"
    if result.question == "count":
        return "?" if answer.solutions is None else integer(answer.solutions)
    if result.question in ("best", "grade") and answer.solvable:
        return "?" if answer.value is None else printable(str(answer.value))
    if result.question == "unique" and answer.solvable:
        return "?" if answer.value is None else "unique" if answer.value else "several"
    return "yes" if answer.solvable else "no" if short or not answer.reason else f"no: {printable(answer.reason)}"


def family_sentences(result: FamilyResult) -> Iterator[str]:
    """Yield the sentences about all members: how many are solvable, the total, and a guess at a recurrence."""
    solvable, unsolvable, unknown = (result.number(state) for state in (True, False, None))
    mistakes = sum(answer.status == "mistake" for answer in result.answers)
    parts = [f"{integer(solvable)} solvable", f"{integer(unsolvable)} not"]
    parts += [f"{integer(unknown - mistakes)} unknown"] * (unknown > mistakes)
    parts += [f"{mistakes} with a mistake"] * (mistakes > 0)
    searched = "" if result.asked == len(result.answers) else f", {integer(result.asked)} searched"
    yield f"{counted(len(result.answers), 'member')}{searched}: {', '.join(parts)}; {seconds(result.seconds)}"
    for status, cause in CAUSES.items():
        number = sum(answer.status == status for answer in result.answers)
        if number:
            yield f"{cause} {counted(number, 'member')}"
    if result.question == "count" and result.total is not None:
        numbers = [answer.solutions or 0 for answer in result.answers]
        ends = (f"{integer(end)} ({result.members[numbers.index(end)]})" for end in (min(numbers), max(numbers)))
        yield f"{counted(result.total, 'solution')} together" + (f", from {' to '.join(ends)}" if numbers[1:] else "")
    from cp_puzzles.analysis.family.member import guess_recurrence, recurrence_text, sequence_of

    pairs = sequence_of(result) or []
    if [n for n, _ in pairs] == list(range(pairs[0][0], pairs[0][0] + len(pairs)) if pairs else ()):
        coefficients = guess_recurrence([value for _, value in pairs])
        if coefficients is not None:
            yield f"guess: {recurrence_text(coefficients)} fits all {len(pairs)} terms; this is not a proof"


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
        words = [Text(line, style="dim") for line in _notes(result)]
        words += (Text(f"CONTRADICTION: {text}", style="bold red") for text in result.contradictions)
        return [Text(_title(result), style="bold"), *_column_blocks(result, width), *words]


def _column_blocks(result: ExperimentResult, width: float) -> Iterator[Table]:
    """Yield tables of at most `width` letters, which have all columns together."""
    unfinished = {row.setup.puzzle for row in _first_rows(result) if row.status == "time-limit"}
    rows = [_row_texts(row, reference_unfinished=row.setup.puzzle in unfinished) for row in result.rows]
    columns = {name: [row[name] for row in rows] for name in rows[0] if any(row[name] != "-" for row in rows)}
    labels = result.labels("puzzle")
    sizes = {name: GAP + max(map(cell_len, (name, *texts))) for name, texts in columns.items()}
    most = max(LEAST_LABEL, width - max(sizes.values()) - 2)
    label = int(min(most, max(LEAST_LABEL, *map(cell_len, labels))))
    for names in _blocks(sizes, width - label - 2):
        yield _block(result, labels, {name: columns[name] for name in names}, label)


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


def _block(result: ExperimentResult, labels: Sequence[str], columns: Mapping[str, Sequence[str]], label: int) -> Table:
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


def _row_texts(row: ExperimentRow, *, reference_unfinished: bool) -> dict[str, str]:
    """Return the texts of a row by column; `-` stands for what is not known."""
    late, first, longer = row.status == "time-limit", row.first_seconds, len(row.runs) > 1 and bool(row.seconds)
    mark = {True: " =", False: " ≠", None: ""}[row.is_reconciled]
    bound, factor, speed_up = "<" if late else ">" if reference_unfinished else "", row.speed_up, "-"
    if factor is not None:
        speed_up = f"{bound}{factor:.0f}x" if factor >= 100 else f"{bound} {factor:.2g}x".lstrip()
    names = {"Booleans": ["booleans"], "branches": ["branches", "nodes"]}
    statistics = {
        name: row.statistic(*names.get(name, [name])) for name in ("Booleans", "constraints", "branches", "conflicts")
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
