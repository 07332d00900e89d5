"""Files about a family: the answers, reasons of members without a solution, and certificates."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from cp_puzzles.analysis.analysis_options import EXPLAIN_SECONDS
from cp_puzzles.analysis.certificate.writer import certify_weights
from cp_puzzles.analysis.explain import explain
from cp_puzzles.analysis.family.family import Family
from cp_puzzles.analysis.family.member import FamilyResult, sequence_of
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline
from cp_puzzles.base.file_access import csv_text, file_stem, write_file
from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.search_files import SearchFiles
from cp_puzzles.output.web.family_page import PlayPages, family_page
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.search import count_solutions
from cp_puzzles.search.search_options import CountOptions


@dataclass
class FamilyCertificates:
    """The number of members whose certificates are written, and the names of those without one in time."""

    written: int = 0
    missing: list[str] = field(default_factory=list)


def certified(
    result: FamilyResult,
    folder: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    deadline: Deadline | None = None,
    show: Callable[[str], None] = lambda text: None,
) -> tuple[FamilyResult, FamilyCertificates]:
    r"""Return the answers with the reasons of members without a solution, and write their certificates into a folder.

    Each certificate has a folder of its own, named after the member. The time limit holds for each member, the deadline
    for all: members that are not reached keep their answers. An interrupt ends the explanations, too.

    >>> from cp_puzzles.analysis.family.each import each
    >>> spec = {"name": "T", "board": {"size": [4, "{n}"]}, "parameters": {"n": 4}}
    >>> spec["tiles"] = [{"name": "T", "drawing": "XXX\n.X.", "multiplicity": "any"}]
    >>> certified(each(spec, for_="n=5", jobs=1))[0].answers[0].reason.split(".")[0]
    'Write the numbers shown into the cells'
    """
    answers, certificates, deadline = list(result.answers), FamilyCertificates(), deadline or NO_DEADLINE
    for number, answer in enumerate(result.answers):
        if answer.solvable is not False or deadline.has_passed:
            continue
        member = result.members[number]
        seconds = deadline.earlier(min(time_limit or EXPLAIN_SECONDS, EXPLAIN_SECONDS)).seconds or EXPLAIN_SECONDS
        show(f"explaining {member}")
        assert isinstance(result.members, Family)
        try:
            puzzle = result.members.puzzle(member, result.members.base(member))
            explanation = explain(puzzle, time_limit=seconds)
            if explanation.answer == "none":
                answers[number] = replace(answer, reason=" ".join(explanation.steps))
                place = None if folder is None else Path(folder) / file_stem(str(member))
                if place and _is_certified(puzzle, explanation, place, seconds):
                    certificates.written += 1
                elif place:
                    certificates.missing.append(str(member))
        except (KeyboardInterrupt, CanceledError):
            break
    return replace(result, answers=tuple(answers)), certificates


def _is_certified(puzzle: Puzzle, explanation: Explanation, place: Path, seconds: float) -> bool:
    """Write the certificate of a puzzle without a solution, which was explained; return whether there was time."""
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        certify_weights(puzzle, explanation, place)
    except MistakeError:
        options = CountOptions(time_limit=seconds, jobs=1, certificate=str(place), on_note=lambda note: None)
        record = SearchFiles(puzzle, options)
        record.finish(count_solutions(puzzle, record.timed(options)), sets=False)
    return place.exists()


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


def _table(result: FamilyResult) -> list[list[object]]:
    """Return the names of columns, then a row for each member: what varies, then the answer."""
    pairs = zip(result.members, result.answers, strict=True)
    rows = [{**member.columns, **answer.data(result.question)} for member, answer in pairs]
    header = list(dict.fromkeys(key for row in rows for key in row))
    words = {None: "", True: "yes", False: "no"}
    cells = ([row.get(key) for key in header] for row in rows)
    return [[*header], *([words[x] if x is None or isinstance(x, bool) else x for x in row] for row in cells)]


def _markdown(result: FamilyResult) -> str:
    header, *rows = _table(result)
    lines: list[list[object]] = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(value).replace("|", "\\|") for value in line) + " |\n" for line in lines)


def _b_file(result: FamilyResult) -> str:
    pairs = sequence_of(result)
    if pairs is None:
        problem = "the answers are not a sequence: known numbers for one parameter in steps of one"
        raise MistakeError(Parameter("out"), problem, "use --for n=1..12 --count, or write .csv")
    return "".join(f"{n} {value}\n" for n, value in pairs)


WRITERS: Mapping[str, Callable[[FamilyResult], str]] = {
    ".csv": lambda result: csv_text(_table(result)),
    ".md": _markdown,
    ".jsonl": lambda result: "".join(json.dumps(row) + "\n" for row in result.summary()["members"]),
    ".json": lambda result: json.dumps(result.summary()) + "\n",
    ".txt": _b_file,
}
"""The writers of answers by suffix."""

PAGE = ".html"
"""The suffix of a page of answers."""
