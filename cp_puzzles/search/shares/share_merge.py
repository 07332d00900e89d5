"""Merge the shares of a run: collect each of its parts exactly once, and verify as much of them as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, comb
from random import Random, SystemRandom
from typing import Any

import numpy as np

from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.number_text import counted
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.symmetry.leader import LexLeader, leader_of
from cp_puzzles.engines.engine import Part, PartResult
from cp_puzzles.engines.exact_cover.proof_tree import ProofTree
from cp_puzzles.engines.exact_cover.tree_problem import TreeProblem
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.ordered_results import Pair
from cp_puzzles.search.store.run_reader import RunStatus, open_run
from cp_puzzles.search.store.run_record import Record, Session
from cp_puzzles.search.store.run_transfer import FinishedPart, adopt_parts, read_part, read_run

SEARCH_AGAIN = "split the run into another folder, which gives the same shares, and search this one again"
"""The remedy for a false share."""


@dataclass(frozen=True)
class Merged:
    """The status of a run after a merge, the number of merged `parts`, and how many were `chosen` and `replayed`."""

    status: RunStatus
    parts: int
    chosen: int
    replayed: int

    def summary(self) -> dict[str, Any]:
        """Return the numbers of merged and of replayed parts by name."""
        numbers = {"merged_parts": self.parts, "chosen_parts": self.chosen, "replayed_parts": self.replayed}
        return {**numbers, "assurance": self.assurance}

    @property
    def assurance(self) -> str:
        """The probability that false parts are not detected, in a sentence."""
        if not self.replayed:
            return (
                "no part was replayed: the numbers are as the workers reported them (--check 0.05 replays some parts)"
            )
        late = f"the time limit was reached before {self.chosen - self.replayed} more; " * (self.replayed < self.chosen)
        numbers = [number for number in (1, 10, 100) if number <= self.parts]
        chances = [f"{pass_chance(self.parts, self.replayed, number):.2%} of {number}" for number in numbers]
        return (
            f"{late}{counted(self.replayed, 'part')} of {self.parts} replayed, chosen after all results had arrived: "
            f"the probability that they miss every false part is {', '.join(chances)} false ones"
        )


def pass_chance(parts: int, replayed: int, false: int) -> float:
    """Return the probability that none of the false parts is among those that are replayed.

    >>> round(pass_chance(500, 25, 10), 3)
    0.596
    """
    return comb(parts - false, replayed) / comb(parts, replayed)


@dataclass(frozen=True)
class _Arrived:
    """A finished part: the file of its share, the record of that file, the number of the part there, and in the run."""

    file: str
    record: Record
    number: int
    part: Part

    @property
    def result(self) -> PartResult:
        return self.record.results[self.number]

    @property
    def session(self) -> Session:
        best = self.record.best(self.number)
        return next(session for session in self.record.sessions if best and session.number == best.session)

    def batches(self, cover: Cover) -> Iterator[Pair]:
        """Yield the solutions, which are verified, and the sizes of their orbits."""
        return read_part(self.file, self.record, self.number, cover)


def merge_shares(
    run: str,
    files: Sequence[str],
    check: float = 0.0,
    random: Random | None = None,
    time_limit: float | None = None,
) -> Merged:
    """Take over the parts of all shares into the run that was split; after an error the run is as it was before.

    Every solution is verified: it solves the puzzle, lies in its part, leads its orbit and is found once.

    Parameters
    ----------
    run, files
        The run that was split, and the files of its shares.
    check
        The proportion of the parts that are replayed. They are chosen at random after all files are read.
    random
        The source of the choice, by default the system's.
    time_limit
        The seconds for all replays. Then the run is merged with the replays that are done: the parts are replayed in
        random order, so those are a random sample, too.

    Raises
    ------
    MistakeError
        If a part is missing, not finished, in two files or of another run, if a result is not that of the replay, or
        if the time limit comes before any replay is done.
    """
    record = read_run(run)
    if record.identity.share:
        raise MistakeError(run, "this file is a share, not the run", "name the run that was split first")
    cover = build_cover(record.identity.build_puzzle())
    leader = leader_of(cover, record.identity.symmetry)
    arrived = _arrived(run, record, files)
    for each in arrived:
        _verify(each, cover, leader)
    chosen = (random or SystemRandom()).sample(arrived, ceil(check * len(arrived)))
    replayed, deadline = 0, Deadline.after(time_limit)
    with suppress(CanceledError):
        for each in chosen:
            deadline.run("replaying", partial(compare_part, each, cover, leader))
            replayed += 1
    if chosen and not replayed:
        problem = "the time limit was reached before any part was replayed; nothing is merged"
        raise MistakeError(Parameter("time_limit", time_limit), problem, "allow more time, or merge without a check")
    sessions = {(each.file, each.session.number): each.session for each in arrived}
    place = {key: number for number, key in enumerate(sessions)}
    finished = (
        FinishedPart(each.part.index, place[each.file, each.session.number], each.result, each.batches(cover))
        for each in arrived
    )
    adopt_parts(run, sessions.values(), finished)
    with open_run(run) as stored:
        return Merged(stored.status(), len(arrived), len(chosen), replayed)


def _arrived(run: str, record: Record, files: Sequence[str]) -> list[_Arrived]:
    """Return the unfinished parts of a run from the files that have finished them, in their order."""
    parts = {(part.chosen, part.excluded): part for part in record.partition.parts}
    arrived: dict[int, _Arrived] = {}
    for file in files:
        share = read_run(file)
        if not share.identity.share or replace(share.identity, share="") != record.identity:
            raise MistakeError(
                file, f"it is not a share of the run {run}", "merge the files that split made from this run"
            )
        for part in share.partition.parts:
            run_part = parts.get((part.chosen, part.excluded))
            if run_part is None:
                raise MistakeError(file, f"its part {part.index} is not a part of {run}", "leave it out")
            if run_part.index in arrived:
                other = arrived[run_part.index].file
                raise MistakeError(
                    file, f"it contains part {run_part.index} of {run}, and so does {other}", "omit one of them"
                )
            if part.index not in share.finished:
                left = len(share.partition.parts) - len(share.finished)
                problem = f"{counted(left, 'part')} of {len(share.partition.parts)} not finished"
                raise MistakeError(file, problem, f"finish it: cp-puzzles run work {file}")
            arrived[run_part.index] = _Arrived(file, share, part.index, run_part)
    missing = [part.index for part in record.partition.parts if part.index not in {*arrived, *record.finished}]
    if missing:
        problem = f"{counted(len(missing), 'part')} in none of the files, the first is {missing[0]}"
        raise MistakeError(run, problem, "merge all shares at once")
    for index in record.finished.keys() & arrived.keys():
        each = arrived.pop(index)
        if _numbers(each.result) != _numbers(record.results[index]):
            raise _refused(each, f"is finished already in {run}, with a different result")
    return [arrived[index] for index in sorted(arrived)]


def _verify(each: _Arrived, cover: Cover, leader: LexLeader) -> None:
    """Raise `MistakeError` if the solutions of a part are not verified, or are not leaders with their orbits."""
    self_symmetric = 0
    for batch, sizes in each.batches(cover):
        if (leader.leaders_of(batch) != batch).any() or (leader.group.orbit_sizes(batch) != sizes).any():
            raise _refused(each, "has a solution that is not the leader of its orbit, or an orbit of another size")
        self_symmetric += int((sizes < leader.group.order).sum())
    result, order = each.result, leader.group.order
    # an orbit of a symmetric solution has at most half as many solutions as the group has elements
    least, most = (
        (result.solutions - result.self_symmetric) * order + result.self_symmetric * size for size in (1, order // 2)
    )
    if not (0 <= result.self_symmetric <= result.solutions and least <= result.raw <= most):
        raise _refused(each, f"has {_counts(result)}, {result.self_symmetric} of them symmetric")
    if each.record.identity.command == "solve" and result.self_symmetric != self_symmetric:
        raise _refused(each, f"has {self_symmetric} symmetric solutions, not {result.self_symmetric}")


def compare_part(each: _Arrived, cover: Cover, leader: LexLeader) -> None:
    """Raise `MistakeError` if the numbers of a part are not those of its replay."""
    again, stated = replay(cover, leader, each.part), each.result
    if _numbers(again) != _numbers(stated):
        problem = f"reports {_counts(stated)}; its replay finds {_counts(again)}"
        raise _refused(each, problem)


def _counts(result: PartResult) -> str:
    return f"{result.solutions} solutions, {result.raw} in all"


def _numbers(result: PartResult) -> tuple[int, int, int]:
    return result.solutions, result.raw, result.self_symmetric


def _refused(each: _Arrived, problem: str) -> MistakeError:
    return MistakeError(each.file, f"part {each.part.index} {problem}", SEARCH_AGAIN)


def replay(cover: Cover, leader: LexLeader, part: Part) -> PartResult:
    """Return the number of leaders of a part and the sizes of their orbits."""
    problem, excluded = cover.problem, {*part.chosen, *part.excluded, *np.flatnonzero(leader.dominated).tolist()}
    times = Counter(item for option in part.chosen for item in problem.options[option])
    bounds = [(max(0, item.minimum - times[n]), item.maximum - times[n]) for n, item in enumerate(problem.items)]
    leaders = raw = self_symmetric = 0
    if all(high >= 0 for _, high in bounds):
        options = [option for option in range(len(problem.options)) if option not in excluded]
        items = [list(map(int, problem.options[option])) for option in options]
        tree = ProofTree(TreeProblem(bounds, items), keep=False)
        for rest in tree.solutions():
            solution = sorted((*part.chosen, *(options[option] for option in rest)))
            if leader.is_leader(solution) and cover.accepts(solution):
                size = int(leader.group.orbit_sizes(np.array([solution], dtype=np.int32))[0])
                leaders, raw, self_symmetric = leaders + 1, raw + size, self_symmetric + (size < leader.group.order)
    return PartResult(leaders, raw, self_symmetric)
