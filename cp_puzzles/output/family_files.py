"""Files about a family: the answers, reasons of members without a solution, and certificates."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cp_puzzles.analysis.certificate.writer import certify_weights
from cp_puzzles.analysis.explain import explain
from cp_puzzles.analysis.family.family import Family
from cp_puzzles.analysis.family.member import FamilyResult, Member, sequence_of
from cp_puzzles.analysis.options import EXPLAIN_SECONDS
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline
from cp_puzzles.base.file_access import csv_text, file_stem, write_file
from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.search_record import SearchRecord
from cp_puzzles.output.web.family_page import PlayPages, family_page
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import CountOptions
from cp_puzzles.search.searches import count_solutions

Report = Callable[[Member, Puzzle, Explanation, float], None]
"""A function that gets a member without a solution, its puzzle, the explanation, and the seconds that are left."""


def members_explained(
    result: FamilyResult,
    *,
    time_limit: float | None = None,
    deadline: Deadline = NO_DEADLINE,
    on_member: Callable[[Member], None] = lambda member: None,
    on_explanation: Report = lambda member, puzzle, explanation, seconds: None,
) -> FamilyResult:
    r"""Return the answers with the explanation of each member that has no solution as its reason.

    The time limit holds for each member, the deadline for all: members that are not reached keep their answers. An
    interrupt ends the explanations, too.

    >>> from cp_puzzles.analysis.family.each import each
    >>> spec = {"name": "T", "board": {"size": [4, "{n}"]}, "parameters": {"n": 4}}
    >>> spec["tiles"] = [{"name": "T", "drawing": "XXX\n.X.", "multiplicity": "any"}]
    >>> members_explained(each(spec, for_="n=5", jobs=1)).answers[0].reason.split(".")[0]
    'Write the numbers shown into the cells'
    """
    answers = list(result.answers)
    for number, member in _impossible(result):
        if deadline.has_passed:
            break
        seconds = deadline.earlier(min(time_limit or EXPLAIN_SECONDS, EXPLAIN_SECONDS)).seconds or EXPLAIN_SECONDS
        on_member(member)
        assert isinstance(result.members, Family)
        try:
            puzzle = result.members.puzzle(member, result.members.base(member))
            explanation = explain(puzzle, time_limit=seconds)
            if explanation.answer == "none":
                answers[number] = replace(answers[number], reason=" ".join(explanation.steps))
                on_explanation(member, puzzle, explanation, seconds)
        except (KeyboardInterrupt, CanceledError):
            break
    return replace(result, answers=tuple(answers))


def _impossible(result: FamilyResult) -> Iterator[tuple[int, Member]]:
    for number, answer in enumerate(result.answers):
        if answer.solvable is False:
            yield number, result.members[number]


class FamilyCertificates:
    """Writes a certificate for each member into a folder of its own, named after the member."""

    def __init__(self, folder: str | os.PathLike[str] | None) -> None:
        self._folder = None if folder is None else Path(folder)
        self.written = 0
        self.missing: list[str] = []

    def add(self, member: Member, puzzle: Puzzle, explanation: Explanation, seconds: float) -> None:
        """Certify that a member has no solution, which was explained, within some seconds."""
        if self._folder is None:
            return
        place = self._folder / file_stem(str(member))
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            certify_weights(puzzle, explanation, place)
        except MistakeError:
            self._certify_search(puzzle, place, seconds)
        if place.exists():
            self.written += 1
        else:
            self.missing.append(str(member))

    def _certify_search(self, puzzle: Puzzle, place: Path, seconds: float) -> None:
        options = CountOptions(time_limit=seconds, jobs=1, certificate=str(place), on_note=lambda note: None)
        record = SearchRecord(puzzle, options)
        record.finish(count_solutions(puzzle, record.timed(options)), sets=False)


def certified(
    result: FamilyResult,
    folder: str | os.PathLike[str] | None,
    time_limit: float | None,
    deadline: Deadline | None,
    show: Callable[[str], None],
) -> tuple[FamilyResult, FamilyCertificates]:
    """Return the answers with the reasons of members without a solution, and their certificates in a folder."""
    certificates = FamilyCertificates(folder)
    values = {} if deadline is None else {"deadline": deadline}
    return members_explained(
        result,
        time_limit=time_limit,
        on_member=lambda member: show(f"explaining {member}"),
        on_explanation=certificates.add,
        **values,
    ), certificates


def answer_rows(result: FamilyResult) -> Iterator[dict[str, Any]]:
    """Yield a row of a table for each member: what varies, then the answer."""
    for member, answer in zip(result.members, result.answers, strict=True):
        yield {**member.columns, **answer.data(result.question)}


def save_answers(result: FamilyResult, path: str | os.PathLike[str]) -> None:
    """Write the answers to a file, in the format of its suffix; raise `MistakeError` for another suffix.

    `.csv`, `.md` and `.jsonl` have a row for each member, `.json` the summary, `.txt` a line `n value` for each term of
    a sequence, as b-files of the OEIS have it. Beside a page, `.html`, stand pages on which members are played.
    """
    refuse_suffix(path)
    if Path(path).suffix == PAGE:
        play = PlayPages(Path(path))
        write_file(path, family_page(result, play))
        play.write()
    else:
        write_file(path, WRITERS[Path(path).suffix](result))


def refuse_suffix(path: str | os.PathLike[str]) -> None:
    """Raise `MistakeError` for a file with another suffix than those of `WRITERS` and `PAGE`."""
    if Path(path).suffix not in (*WRITERS, PAGE):
        raise MistakeError(Parameter("out", path), "unknown suffix", f"use {', '.join([*WRITERS, PAGE])}")


def _table(result: FamilyResult) -> tuple[list[str], list[list[object]]]:
    rows = list(answer_rows(result))
    header = list(dict.fromkeys(key for row in rows for key in row))
    return header, [["" if row.get(key) is None else _word(row[key]) for key in header] for row in rows]


def _word(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def _markdown(result: FamilyResult) -> str:
    header, rows = _table(result)
    lines: list[list[object]] = [[*header], ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(value).replace("|", "\\|") for value in line) + " |\n" for line in lines)


def _json_lines(result: FamilyResult) -> str:
    return "".join(json.dumps(row) + "\n" for row in result.summary()["members"])


def _b_file(result: FamilyResult) -> str:
    pairs = sequence_of(result)
    if pairs is None:
        problem = "the answers are not a sequence: known numbers for one parameter in steps of one"
        raise MistakeError(Parameter("out"), problem, "use --for n=1..12 --count, or write .csv")
    return "".join(f"{n} {value}\n" for n, value in pairs)


def _csv(result: FamilyResult) -> str:
    header, rows = _table(result)
    return csv_text([[*header], *rows])


WRITERS: Mapping[str, Callable[[FamilyResult], str]] = {
    ".csv": _csv,
    ".md": _markdown,
    ".jsonl": _json_lines,
    ".json": lambda result: json.dumps(result.summary()) + "\n",
    ".txt": _b_file,
}
"""The writers of answers by suffix."""

PAGE = ".html"
"""The suffix of a page of answers."""
