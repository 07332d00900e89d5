"""The answers about the members of a family so far, and the members to search: one of each class."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import Any

from cp_puzzles.analysis.family.answer_file import AnswerFile
from cp_puzzles.analysis.family.family import Kin
from cp_puzzles.analysis.family.member import Answer, FamilyResult, Member
from cp_puzzles.analysis.family.member_search import Inquest
from cp_puzzles.analysis.family.shared_cover import SharedCover, Symmetries
from cp_puzzles.analysis.family.strip_sweep import strip_counts, strip_groups
from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.text import seconds
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.engines.registry import AUTO, COUNTERS
from cp_puzzles.errors import MistakeError


@dataclass(frozen=True)
class EachProgress:
    """The number of members, and of those that have a solution, have none, or have no answer (yet).

    `seconds_left` is what the open members take if they are like those that have been answered; None at the beginning.
    """

    members: int
    solvable: int
    unsolvable: int
    open: int
    seconds_left: float | None = None

    def __str__(self) -> str:
        done = self.members - self.open
        left = "" if self.seconds_left is None or not self.open else f", about {seconds(round(self.seconds_left))} left"
        return f"{done:,} of {self.members:,} members: {self.solvable:,} solvable, {self.unsolvable:,} not{left}"


FIRST_ANSWERS, LAST_ANSWERS = 10, 500
"""The number of answers from which on their time tells that of the others, and of the last ones that count."""


class AnswerPlan:
    """The answers so far, and the members to search: one of each class of members that are the same puzzle."""

    def __init__(
        self,
        inquest: Inquest,
        file: AnswerFile | None,
        others: Sequence[AnswerFile],
        on_progress: Callable[[EachProgress], None] | None,
        share: tuple[int, int] | None,
    ) -> None:
        self._others, self._share = others, share
        self._family, self._inquest, self._file, self._on_progress = inquest.family, inquest, file, on_progress
        self._answers: dict[int, Answer] = {}
        self._asked = self._solvable = self._unsolvable = 0
        self._times: deque[tuple[float, int]] = deque(maxlen=LAST_ANSWERS)
        self._same: dict[Any, list[int]] = defaultdict(list)
        self._key_of: list[Any] = []
        self._likeness: dict[Kin, str | Kin] = {}
        self._symmetries: dict[Kin, tuple[SharedCover, Symmetries] | None] = {}

    def classify(self, members: int | None = None) -> None:
        """Put the first members, or all, into classes of the same puzzle; take the answers of the files."""
        for number, member in enumerate(islice(self._family, members)):
            key = self._key(member)
            self._same[key].append(number)
            self._key_of.append(key)
        if self._file is not None:
            for number, answer in self._file.answers(self._family).items():
                self._note(number, answer)
        for other in self._others:
            for number, answer in other.answers(self._family).items():
                if self._file is not None and number not in self._answers:
                    self._file.add(self._family[number], answer)
                self._note(number, answer)

    def _key(self, member: Member) -> Any:
        """Return a key that two members share only if they are the same puzzle up to symmetry."""
        kin = self._family.kin(member)
        if not member.leave:
            if kin not in self._likeness:
                self._likeness[kin] = self._family.likeness(member)
            return self._likeness[kin], member.tiles
        if kin not in self._symmetries:
            self._symmetries[kin] = self._shared(member)
        shared = self._symmetries[kin]
        if shared is None or not shared[0].is_exact(member):
            return kin, member.tiles, tuple(sorted(set(member.leave)))
        return kin, member.tiles, shared[1].canonical(shared[0].empty_cells(member))

    def _shared(self, member: Member) -> tuple[SharedCover, Symmetries] | None:
        shared = self._inquest.shared(member)
        return None if shared is None else (shared, Symmetries.of(shared))

    def remaining(self) -> Any:
        """Yield the number of a member of each class without an answer, on demand."""
        for index, numbers in enumerate(list(self._same.values())):
            if numbers[0] not in self._answers and self._is_shared(index):
                yield numbers[0]

    def rest_of_wrong_classes(self) -> list[int]:
        """Return the other members of classes whose first has a mistake: each has its own, with its place, or none."""
        firsts = {numbers[0]: numbers for numbers in self._same.values()}
        wrong = [n for n, answer in self._answers.items() if answer.status == "mistake" and n in firsts]
        return [number for first in wrong for number in firsts[first] if number not in self._answers]

    def _is_shared(self, index: int) -> bool:
        """Return True if a class belongs to the share of this run."""
        return self._share is None or index % self._share[1] == self._share[0]

    def sweep_strips(self, deadline: Deadline) -> None:
        """Count members that are strips of one board by one sweep; those that it does not reach remain."""
        inquest = self._inquest
        if (
            self._share is not None
            or inquest.question != "count"
            or inquest.symmetry != "off"
            or inquest.engine not in (None, AUTO, *COUNTERS)
        ):
            return
        for group in strip_groups(self._family):
            if all(number in self._answers for number in group):
                continue
            try:
                self._sweep(group, deadline.earlier(inquest.time_limit))
            except (MistakeError, CanceledError):  # members with a mistake, or too little time or memory, remain
                if deadline.has_passed:
                    raise

    def _sweep(self, group: list[int], end: Deadline) -> None:
        family = self._family
        puzzles = end.run("setting up", lambda: [family.base(family[number]) for number in group])
        counts = strip_counts(puzzles, self._inquest.memory)
        begun = monotonic()
        while (counted := end.run("sweeping", lambda: next(counts, None))) is not None:
            place, solutions = counted
            number, seconds, begun = group[place], monotonic() - begun, monotonic()
            if number not in self._answers:
                reason = None if solutions else reason_by_size(puzzles[place])
                self.take(number, Answer("complete", solutions > 0, solutions, reason=reason, seconds=seconds))

    def take(self, number: int, answer: Answer) -> None:
        """Take the answer about a member, for all members of its class and others that it settles."""
        self._asked += 1
        if self._file is not None and answer.status == "complete":
            self._file.add(self._family[number], answer)
        self._note(number, answer)
        if self._on_progress is not None:
            open_ = len(self._family) - self.settled
            self._times.append((monotonic(), self.settled))
            (begun, before), (now, settled) = self._times[0], self._times[-1]
            is_known = len(self._times) >= FIRST_ANSWERS and settled > before
            left = (now - begun) * open_ / (settled - before) if is_known else None
            self._on_progress(EachProgress(len(self._family), self._solvable, self._unsolvable, open_, left))

    @property
    def settled(self) -> int:
        """The number of members with an answer."""
        return len(self._answers)

    def _note(self, number: int, answer: Answer) -> None:
        for same in [number] if answer.status == "mistake" else self._same[self._key_of[number]]:
            if same not in self._answers:
                self._answers[same] = answer if same == number else replace(answer, seconds=0.0, placements=())
                self._solvable += answer.solvable is True
                self._unsolvable += answer.solvable is False
        if self._inquest.question == "solvable" and answer.placements:
            self._note_neighbors(number, answer)

    def _note_neighbors(self, number: int, answer: Answer) -> None:
        """Note the members that a solution settles as well: a piece of one cell moves to an empty cell."""
        member = self._family[number]
        shared = self._symmetries.get(self._family.kin(member))
        if shared is None:
            return
        empty = shared[0].empty_cells(member)
        for cell in [cells[0] for _, cells in answer.placements if len(cells) == 1]:
            for left in empty:
                key = (self._family.kin(member), member.tiles, shared[1].canonical((empty - {left}) | {cell}))
                for other in self._same.get(key, ()):
                    if other not in self._answers:
                        self._answers[other] = Answer("complete", solvable=True)
                        self._solvable += 1

    def result(self, status: str, seconds: float) -> FamilyResult:
        """Return the answers; members without one have the status of the run."""
        missing = Answer("interrupted" if status == "interrupted" else "time-limit")
        inquest = self._inquest
        other = {n for index, same in enumerate(self._same.values()) if not self._is_shared(index) for n in same}
        answers = tuple(
            self._answers.get(number, Answer("other-share") if number in other else missing)
            for number in range(len(self._family))
        )
        name = str(self._family.data.get("name", "puzzle"))
        return FamilyResult(name, inquest.question, inquest.symmetry, self._family, answers, seconds, self._asked)
