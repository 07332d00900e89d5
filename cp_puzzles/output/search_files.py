"""The record of a search: a file of its solutions, a certificate, and a comparison with another engine."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cp_puzzles.base.deadline import MIN_SECONDS, CanceledError, Deadline
from cp_puzzles.base.text import integer
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.solution_reader import SafeWriter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.run_result import Note, Progress, RunResult
from cp_puzzles.search.search_options import CountOptions

if TYPE_CHECKING:
    from cp_puzzles.analysis.certificate.writer import Certificate
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly

SomeOptions = TypeVar("SomeOptions", bound=CountOptions)


class SearchFiles(SafeWriter):
    """The file `out`, and the folder `certificate` and the cross-check that the options of one search ask for.

    Raises `MistakeError` before the search if one of them is impossible. Use it as a context manager around the search.
    """

    def __init__(self, puzzle: Puzzle, options: CountOptions, out: str | os.PathLike[str] | None = None) -> None:
        if getattr(options, "model", None) is not None:
            for name in ("cross_check", "certificate"):
                if getattr(options, name):
                    problem = "it would cover the puzzle without your constraints"
                    raise MistakeError(Parameter(name), problem, ("omit ", Parameter(name)))
        if options.cross_check and options.limit is not None:
            raise MistakeError(Parameter("cross_check"), "compares complete searches", ("remove ", Parameter("limit")))
        self._options, self._folder, self._time_limit = options, options.certificate, options.time_limit
        self._certificate: Certificate | None = None
        if self._folder is not None:
            from cp_puzzles.analysis.certificate.writer import Certificate  # imports numba

            deadline = Deadline.after(options.time_limit)
            # after the deadline the search ends at once, with its usual words
            with suppress(CanceledError):
                self._certificate = deadline.run("stating the puzzle", lambda: Certificate(puzzle, options))
            self._time_limit = deadline.seconds
        self._fingerprints: set[int] | None = set() if options.cross_check else None
        super().__init__(out, puzzle)

    def timed(self, options: SomeOptions) -> SomeOptions:
        """Return the options of the search, with the time that the statement of a certificate leaves."""
        return options.changed(time_limit=self._time_limit)

    def write(self, solution: Solution, *disassembly: Disassembly) -> None:
        """Write the next solution, and keep its hash for a comparison."""
        super().write(solution, *disassembly)
        if self._fingerprints is not None:
            self._fingerprints.add(hash(solution.placements))

    def taking(self, on_solution: Callable[[Solution], None] | None) -> Callable[[Solution], None] | None:
        """Return the function that records a solution and passes it on; `on_solution` if there is nothing to record."""
        if self._path is None and self._fingerprints is None:
            return on_solution

        def take(solution: Solution) -> None:
            self.write(solution)
            if on_solution is not None:
                on_solution(solution)

        return take

    def finish(self, result: RunResult, *, sets: bool) -> None:
        """Report the result, write the certificate of a complete one, and compare it with another engine.

        The time limit holds for the search and both together. `sets` compares the solutions taken, not only their
        number. Raises `DisagreementError`.
        """
        if self._options.on_result is not None:
            self._options.on_result(result)
        notes = [self._certify(result, self._folder)] if self._folder is not None else []
        if self._fingerprints is not None:
            notes.append(self._compare(result, self._fingerprints if sets else None))
        for note in notes:
            if self._options.on_note is not None:
                self._options.on_note(note)
            elif note.status != "complete":
                warnings.warn(note.text, RuntimeWarning, stacklevel=4)

    def _certify(self, result: RunResult, folder: str | os.PathLike[str]) -> Note:
        if self._certificate is None:
            text = "certificate: not written, because the puzzle was not stated in time (time-limit)"
            return Note(text, "time-limit")
        if not self._certificate.covers(result):
            text = f"certificate: not written, because the search was not finished ({result.status})"
            return Note(text, result.status)
        deadline, show = Deadline.after(self._seconds_left(result)), self._options.on_progress

        def notice(sentence: str) -> None:
            """Report a sentence about a long proof."""
            if show is not None:
                show(Progress(notice=sentence))

        try:
            written = self._certificate.write(Path(folder), result, deadline, notice)
        except CanceledError:
            return Note("certificate: not written, because the proof was not finished (time-limit)", "time-limit")
        return Note(f"wrote {folder}: {written.steps}, {integer(written.bytes)} bytes", "complete")

    def _compare(self, result: RunResult, taken: set[int] | None) -> Note:
        if result.status != "complete":
            return Note(f"cross-check: omitted, because the search was not finished ({result.status})", result.status)
        from cp_puzzles.analysis.puzzle_check import cross_check

        seconds = self._seconds_left(result)
        check = cross_check(self._puzzle, result, taken, jobs=self._options.jobs, time_limit=seconds)
        if check.status != "complete":
            return Note(f"cross-check: {check.other} was not finished ({check.status})", check.status)
        found = f"{check.solutions} solutions"
        agreement = f"the same {found}" if check.sets else f"{found}, as {check.engine}"
        return Note(f"cross-check: {check.other} finds {agreement}", "complete")

    def _seconds_left(self, result: RunResult) -> float | None:
        return None if self._time_limit is None else max(self._time_limit - result.seconds, MIN_SECONDS)
