"""The answers about a family of puzzles in the terminal: a table, and a sentence about all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cp_puzzles.analysis.family.member import Answer, FamilyResult
from cp_puzzles.analysis.family.recurrence import guess_recurrence, recurrence_text, sequence_of
from cp_puzzles.base.number_text import counted, integer, seconds
from cp_puzzles.output.terminal.facts_and_table import column_table
from cp_puzzles.output.terminal.scene import printable

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
    if len(names) == 2 and (grid := _grid(result, *names)) is not None:
        yield grid
        answered = zip(result.members, result.answers, strict=True)
        known = (Text(printable(f"{member}: {answer.reason}")) for member, answer in answered if answer.reason)
        yield from islice(known, MOST_ROWS if reasons else 0)
        return
    chosen = list(range(len(result.answers)))
    if len(chosen) > MOST_ROWS:
        chosen = [n for n in chosen if result.answers[n].solvable is not True][:MOST_ROWS]
    if not chosen:
        return
    pairs = ((result.members[number].columns, result.answers[number]) for number in chosen)
    rows = ([*(str(columns.get(name, "")) for name in names), answer_text(result, answer)] for columns, answer in pairs)
    yield column_table([*names, ">answer"], rows)


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
    parts += [f"{integer(unknown - mistakes)} unknown"] * (unknown > mistakes) + [f"{mistakes} with a mistake"] * (
        mistakes > 0
    )
    searched = "" if result.asked == len(result.answers) else f", {integer(result.asked)} searched"
    yield f"{counted(len(result.answers), 'member')}{searched}: {', '.join(parts)}; {seconds(result.seconds)}"
    for status, cause in CAUSES.items():
        number = sum(answer.status == status for answer in result.answers)
        if number:
            yield f"{cause} {counted(number, 'member')}"
    if result.question == "count" and result.total is not None:
        yield f"{integer(result.total)} solutions together" + _range(result)
    pairs = sequence_of(result) or []
    if [n for n, _ in pairs] == list(range(pairs[0][0], pairs[0][0] + len(pairs)) if pairs else ()):
        coefficients = guess_recurrence([value for _, value in pairs])
        if coefficients is not None:
            yield f"guess: {recurrence_text(coefficients)} fits all {len(pairs)} terms; this is not a proof"


def _range(result: FamilyResult) -> str:
    """Return the members with the fewest and the most solutions."""
    numbers = [answer.solutions or 0 for answer in result.answers]
    if len(numbers) < 2:
        return ""
    ends = (min(numbers), max(numbers))
    least, most = (f"{integer(end)} ({result.members[numbers.index(end)]})" for end in ends)
    return f", from {least} to {most}"
