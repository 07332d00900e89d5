"""Certificates that members of a family have no solution: by weights if the explanation has some, else by a search."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles.analysis.certificate.writer import certify_weights
from cp_puzzles.analysis.family.member import Member
from cp_puzzles.base.file_access import file_stem
from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.search_record import SearchRecord
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import CountOptions
from cp_puzzles.search.searches import count_solutions


class FamilyCertificates:
    """Writes a certificate for each member into a folder of its own, named after the member."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.written = 0
        self.missing: list[str] = []

    def add(self, member: Member, puzzle: Puzzle, explanation: Explanation, seconds: float) -> None:
        """Certify that a member has no solution, which was explained, within some seconds."""
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
