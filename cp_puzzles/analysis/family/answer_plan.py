"""The answers about the members of a family so far, in a file and from sweeps, and the members to search.

The cells of a shorter strip are the first ones in the order of the layers. So one sweep counts the tilings of all
strips, if the copies of the tiles are not limited.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from time import monotonic
from typing import Any

from cp_puzzles.analysis.family.family import BoardKey, Family
from cp_puzzles.analysis.family.member import Answer, FamilyResult, Member
from cp_puzzles.analysis.family.member_search import Request, SharedCover
from cp_puzzles.base.deadline import CanceledError, Deadline, interrupts_noted
from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.base.text import seconds as time_text
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.engines.registry import AUTO, COUNTERS, load_counter
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.store.run_file import RunFile

KEPT = ("solvable", "solutions", "value", "reason", "seconds")
"""The fields of an answer that the file keeps."""


class AnswerFile:
    """The answers about the members of one family, in a file of the store; those of a file to merge are only read."""

    def __init__(self, path: str | os.PathLike[str], request: Request, *, is_merged: bool = False) -> None:
        text = json.dumps([request.family.data, dict(request.family.parameters)], sort_keys=True, default=str)
        digest = sha256(text.encode()).hexdigest()
        identity = {"command": "each", "puzzle": digest, "question": request.question, "symmetry": request.symmetry}
        self._question = request.question
        with ExitStack() as stack:
            self._file = stack.enter_context(RunFile(path, identity, writes=not is_merged))
            self._stored = self._file.answers(self._question)
            if not is_merged:
                stack.pop_all()

    def answers(self, family: Family) -> dict[int, Answer]:
        """Return the stored answers by the number of the member."""
        texts = {number: self._stored.get(_key(member)) for number, member in enumerate(family)}
        return {number: Answer("complete", **json.loads(text)) for number, text in texts.items() if text is not None}

    def add(self, member: Member, answer: Answer) -> None:
        """Add an answer."""
        text = json.dumps({key: getattr(answer, key) for key in KEPT})
        with interrupts_noted(lambda: None) as received:
            self._file.keep_answer(self._question, _key(member), text)
        if received:
            raise KeyboardInterrupt

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _key(member: Member) -> bytes:
    return sha256(json.dumps([member.data, repr(member.changes)], sort_keys=True).encode()).digest()


FEWEST_STRIPS = 3
"""Fewer members are counted one by one."""


def strip_groups(family: Family) -> list[list[int]]:
    """Return groups of members, by number, that differ in the last parameter that varies and in nothing else."""
    values: dict[str, set[object]] = defaultdict(set)
    for member in family:
        if member.leave or member.tiles is not None or member.changes:
            return []
        for name, value in member.parameters.items():
            values[name].add(value)
    varying = [name for name, various in values.items() if len(various) > 1]
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for number, member in enumerate(family):
        groups[tuple(value for name, value in member.parameters.items() if name not in varying[-1:])].append(number)
    return [group for group in groups.values() if len(group) >= FEWEST_STRIPS]


def strip_counts(puzzles: Sequence[Puzzle], memory: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the place and the number of solutions of each puzzle, the smallest first; nothing unless they are strips.

    Raises `MistakeError` if the states need more than the `memory` in bytes.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> tiles = [{"set": "domino", "multiplicity": "any"}]
    >>> boards = [puzzle_from({"name": "d", "board": {"size": [2, n]}, "tiles": tiles}) for n in range(1, 9)]
    >>> [count for _, count in strip_counts(boards)]
    [1, 2, 3, 5, 8, 13, 21, 34]
    """
    places = sorted(range(len(puzzles)), key=lambda place: len(puzzles[place].board.cells))
    longest = puzzles[places[-1]]
    axis = _axis([puzzles[place] for place in places])
    if axis is None or not all(_is_free(puzzle) and _kind(puzzle) == _kind(longest) for puzzle in puzzles):
        return
    cover = build_cover(longest)
    order = sorted(range(len(cover.cells)), key=lambda item: (cover.cells[item][axis], cover.cells[item]))
    rank = {item: place for place, item in enumerate(order)}
    options = [tuple(sorted(rank[item] for item in option if item in rank)) for option in cover.problem.options]
    ends = [len(puzzles[place].board.cells) for place in places]
    counts = load_counter(COUNTERS[0]).count_prefixes(options, len(order), ends, memory_limit=allowed_memory(memory))
    yield from zip(places, counts, strict=True)


def _axis(puzzles: Sequence[Puzzle]) -> int | None:
    """Return the axis along which the boards, the smallest first, are strips of the last; None if there is none.

    The longest must have at least as many layers as a layer has cells: otherwise the sweep crosses a wide board.
    """
    cells = puzzles[-1].board.cells
    for axis in range(len(cells[0])):
        layers = Counter(cell[axis] for cell in cells)
        ends = [(puzzle, max(cell[axis] for cell in puzzle.board.cells)) for puzzle in puzzles]
        if max(layers.values()) <= len(layers) and all(
            {*puzzle.board.cells} == {cell for cell in cells if cell[axis] <= end} for puzzle, end in ends
        ):
            return axis
    return None


def _is_free(puzzle: Puzzle) -> bool:
    """Return True if every cell is covered, and nothing else limits the placements."""
    board, tiles = puzzle.board, puzzle.tiles
    if len(puzzle.required) < len(board.cells) and not puzzle.covers_board:
        return False
    if board.cell_colors or board.left_empty or any(tile.shown for tile in tiles):
        return False
    if puzzle.rules or puzzle.objective is not None or puzzle.given or puzzle.lattice.spokes or puzzle.has_overlap:
        return False
    if len(tiles) == 1:
        copies, rest = divmod(len(board.cells), tiles[0].size)
        return bool(rest) or tiles[0].minimum <= copies <= tiles[0].maximum
    return all(tile.minimum == 0 and tile.maximum >= len(board.cells) // tile.size for tile in tiles)


def _kind(puzzle: Puzzle) -> object:
    """Return the lattice and the tiles of a puzzle, which all strips of a board have."""
    return puzzle.lattice, [(tile.name, tile.orientations) for tile in puzzle.tiles]


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
        left = (
            "" if self.seconds_left is None or not self.open else f", about {time_text(round(self.seconds_left))} left"
        )
        return f"{done:,} of {self.members:,} members: {self.solvable:,} solvable, {self.unsolvable:,} not{left}"


FIRST_ANSWERS, LAST_ANSWERS = 10, 500
"""The number of answers from which on their time tells that of the others, and of the last ones that count."""


class AnswerPlan:
    """The answers so far, and the members to search: one of each class of members that are the same puzzle."""

    def __init__(
        self,
        request: Request,
        file: AnswerFile | None,
        others: Sequence[AnswerFile],
        on_progress: Callable[[EachProgress], None] | None,
        share: tuple[int, int] | None,
    ) -> None:
        self._others, self._share = others, share
        self._family, self._request, self._file, self._on_progress = request.family, request, file, on_progress
        self._answers: dict[int, Answer] = {}
        self._asked, self._numbers = 0, Counter[bool | None]()
        self._times: deque[tuple[float, int]] = deque(maxlen=LAST_ANSWERS)
        self._same: dict[Any, list[int]] = defaultdict(list)
        self._key_of: list[Any] = []
        self._symmetry_keys: dict[BoardKey, str | BoardKey] = {}
        self._shared: dict[BoardKey, SharedCover | None] = {}

    def classify(self, members: int | None = None) -> None:
        """Put the first members, or all, into classes of the same puzzle; take the answers of the files."""
        for number, member in enumerate(islice(self._family, members)):
            key = self._key(member)
            self._same[key].append(number)
            self._key_of.append(key)
        for file in (self._file, *self._others):
            for number, answer in ({} if file is None else file.answers(self._family)).items():
                if self._file not in (None, file) and number not in self._answers:
                    self._file.add(self._family[number], answer)
                self._note(number, answer)

    def _key(self, member: Member) -> Any:
        """Return a key that two members share only if they are the same puzzle up to symmetry."""
        board_key = self._family.board_key(member)
        if not member.leave:
            if board_key not in self._symmetry_keys:
                self._symmetry_keys[board_key] = self._family.symmetry_key(member)
            return self._symmetry_keys[board_key], member.tiles
        if board_key not in self._shared:
            self._shared[board_key] = self._request.shared(member)
        shared = self._shared[board_key]
        if shared is None or not shared.is_exact(member):
            return board_key, member.tiles, tuple(sorted(set(member.leave)))
        return board_key, member.tiles, shared.canonical(shared.empty_cells(member))

    def remaining(self) -> Iterator[int]:
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
        return self._share is None or index % self._share[1] == self._share[0] - 1

    def sweep_strips(self, deadline: Deadline) -> None:
        """Count members that are strips of one board by one sweep; those that it does not reach remain."""
        request = self._request
        is_plain = (self._share, request.question, request.symmetry) == (None, "count", "off")
        is_swept = is_plain and request.engine in (None, AUTO, *COUNTERS)
        for group in strip_groups(self._family) if is_swept else ():
            if all(number in self._answers for number in group):
                continue
            try:
                self._sweep(group, deadline.earlier(request.time_limit))
            except (MistakeError, CanceledError):  # members with a mistake, or too little time or memory, remain
                if deadline.has_passed:
                    raise

    def _sweep(self, group: list[int], end: Deadline) -> None:
        family = self._family
        puzzles = end.run("setting up", lambda: [family.base(family[number]) for number in group])
        counts = strip_counts(puzzles, self._request.memory)
        begun = monotonic()
        while (found := end.run("sweeping", lambda: next(counts, None))) is not None:
            place, solutions = found
            number, seconds, begun = group[place], monotonic() - begun, monotonic()
            if number not in self._answers:
                reason = None if solutions else reason_by_size(puzzles[place])
                self.take(number, Answer("complete", solutions > 0, solutions, reason=reason, seconds=seconds))

    def take(self, number: int, answer: Answer) -> None:
        """Take the answer about a member, for all members of its class and others that it answers."""
        self._asked += 1
        if self._file is not None and answer.status == "complete":
            self._file.add(self._family[number], answer)
        self._note(number, answer)
        if self._on_progress is not None:
            open_ = len(self._family) - self.answered
            self._times.append((monotonic(), self.answered))
            (begun, before), (now, answered) = self._times[0], self._times[-1]
            has_rate = len(self._times) >= FIRST_ANSWERS and answered > before
            left = (now - begun) * open_ / (answered - before) if has_rate else None
            solvable, unsolvable = self._numbers[True], self._numbers[False]
            self._on_progress(EachProgress(len(self._family), solvable, unsolvable, open_, left))

    def forget_times(self) -> None:
        """Measure the time of the members again, because other processes answer them from now on."""
        self._times.clear()

    @property
    def answered(self) -> int:
        """The number of members with an answer."""
        return len(self._answers)

    def _note(self, number: int, answer: Answer) -> None:
        for same in [number] if answer.status == "mistake" else self._same[self._key_of[number]]:
            self._keep(same, answer if same == number else replace(answer, seconds=0.0, placements=()))
        if self._request.question == "solvable" and answer.placements:
            self._note_neighbors(number, answer)

    def _keep(self, number: int, answer: Answer) -> None:
        """Keep an answer, unless there is one."""
        if number not in self._answers:
            self._answers[number] = answer
            self._numbers[answer.solvable] += 1

    def _note_neighbors(self, number: int, answer: Answer) -> None:
        """Note the members that a solution answers as well: a piece of one cell moves to an empty cell."""
        member = self._family[number]
        board_key = self._family.board_key(member)
        shared = self._shared.get(board_key)
        if shared is None:
            return
        empty = shared.empty_cells(member)
        for cell in [each.cells[0] for each in answer.placements if len(each.cells) == 1]:
            for left in empty:
                for other in self._same.get((board_key, member.tiles, shared.canonical((empty - {left}) | {cell})), ()):
                    self._keep(other, Answer("complete", solvable=True))

    def result(self, status: str, seconds: float) -> FamilyResult:
        """Return the answers; members without one have the status of the run."""
        missing = Answer("interrupted" if status == "interrupted" else "time-limit")
        family, request = self._family, self._request
        classes = enumerate(self._same.values())
        others = {n: Answer("other-share") for index, same in classes if not self._is_shared(index) for n in same}
        answers = tuple(self._answers.get(number) or others.get(number, missing) for number in range(len(family)))
        return FamilyResult(family.name, request.question, request.symmetry, family, answers, seconds, self._asked)
