"""Merge the shares of a run: each part of the search exactly once, verified as far as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, comb
from os import fspath
from random import SystemRandom
from typing import Any

from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.text import counted
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Part, PartResult, PartTask, SearchRequest, totals
from cp_puzzles.engines.registry import FASTEST, load_engine
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.parts import roots_of_share, share_of
from cp_puzzles.search.store.stored_run import RunStatus, StoredPart, StoredRun, WrittenRun
from cp_puzzles.search.worker import Job, PartRun

SEARCH_AGAIN = "search this share again with another file"
"""The remedy for a false share."""


@dataclass(frozen=True)
class Merged:
    """The numbers of a run that was merged, and how many of its parts were `chosen` for a replay and `replayed`."""

    name: str
    symmetry: str
    solutions: int
    raw: int
    self_symmetric: int
    shares: int
    parts: int
    chosen: int
    replayed: int
    status: RunStatus | None = None

    def summary(self) -> dict[str, Any]:
        """Return the numbers by name."""
        numbers = {name: value for name, value in vars(self).items() if name not in ("chosen", "status")}
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


def merge_shares(
    files: Sequence[str], store: str | None = None, *, check: float = 0.0, time_limit: float | None = None
) -> Merged:
    """Add up all shares of a run, and put them into the file of a run, if one is named.

    Every solution is verified: it solves the puzzle, lies in its part, leads its orbit and is found once.

    Parameters
    ----------
    files
        The files of all shares.
    store
        The new file of the whole run.
    check
        The proportion of the parts that are replayed. They are chosen at random after all files are read.
    time_limit
        The seconds for all replays. Then the replays that are done count: the parts are replayed in random order, so
        those are a random sample, too.

    Raises
    ------
    MistakeError
        If a share is missing, repeated, not finished or of another run, or if a result is not that of the replay.
    """
    shares = _shares_of([fspath(file) for file in files])
    identity, into = shares[0].record.identity, len(shares)
    job = Job(identity.build_puzzle(), identity.symmetry, FASTEST, keep=identity.command == "solve")
    cover, request = job.cover_and_request()
    roots = [(share, root) for share in shares for root in roots_of_share(request, _place(share)[0], into)]
    for share in shares:
        _verify(share, [root for owner, root in roots if owner is share], cover, request)
    chosen = SystemRandom().sample(roots, ceil(check * len(roots)))
    replayed, deadline = 0, Deadline.after(time_limit)
    with suppress(CanceledError):
        for share, root in chosen:
            again = deadline.run("replaying", partial(replay, request, root, lambda: deadline.has_passed))
            _compare(share, root, again)
            replayed += 1
    status = None if store is None else _write(store, shares, job, cover, request)
    numbers = totals(part.result for share in shares for part in share.record.done)
    return Merged(identity.name, identity.symmetry, *numbers, into, len(roots), len(chosen), replayed, status)


def _place(share: StoredRun) -> tuple[int, int]:
    """Return the number of a share, from 1, and the number of all."""
    return share_of(share.record.identity.share)


def _shares_of(files: Sequence[str]) -> list[StoredRun]:
    """Return all shares of a run in their order; their files are closed."""
    shares: dict[int, StoredRun] = {}
    first: StoredRun | None = None
    for file in files:
        with StoredRun(file) as share:
            identity = share.record.identity
        if not identity.share:
            raise MistakeError(file, "this file is a whole run, not a share", "leave it out")
        first = first or share
        if replace(identity, share="") != replace(first.record.identity, share=""):
            raise MistakeError(file, f"it is a share of another run than {first.path}", "merge the shares of one run")
        number, into = _place(share)
        if into != _place(first)[1]:
            problem = f"it is one of {into} shares, but {first.path} one of {_place(first)[1]}"
            raise MistakeError(file, problem, "merge the shares of one run")
        if number in shares:
            raise MistakeError(file, f"it is share {number}, and so is {shares[number].path}", "omit one of them")
        if share.record.open:
            problem = f"{counted(len(share.record.open), 'part')} not searched"
            raise MistakeError(file, problem, "finish it with the command that began it")
        shares[number] = share
    assert first is not None
    into = _place(first)[1]
    missing = [number for number in range(1, into + 1) if number not in shares]
    if missing:
        problem = f"{counted(len(missing), 'share')} in none of the files, the first is {missing[0]}/{into}"
        raise MistakeError(first.path, problem, "merge all shares at once")
    return [shares[number] for number in sorted(shares)]


def _opened(share: StoredRun, cover: Cover) -> StoredRun:
    """Return a share that is open for reading its solutions."""
    run = StoredRun(share.path)
    run.cover = cover
    return run


def _verify(share: StoredRun, roots: Sequence[Part], cover: Cover, request: SearchRequest) -> None:
    """Raise `MistakeError` if a share has not exactly its parts, or if its solutions or its numbers are wrong."""
    done, leader, order = share.record.done, request.leader, request.leader.group.order
    paths = {root.path: root for root in roots}
    for stored in done:
        root = paths.get(stored.part.path[:1])
        within = root is not None and set(root.chosen) <= set(stored.part.chosen)
        if root is None or not within or not set(root.excluded) <= set(stored.part.excluded):
            raise _refused(share, stored, "is not a part of this share")
    total = sum(stored.share for stored in done)
    if {stored.part.path[:1] for stored in done} != {*paths} or abs(total - sum(r.share for r in roots)) > 1e-6:
        raise MistakeError(share.path, "its parts are not those of the share", SEARCH_AGAIN)
    with _opened(share, cover) as run:
        for stored in done:
            symmetric = 0
            for batch, sizes in run.solutions(stored) if run.keeps_solutions else ():
                if (leader.leaders_of(batch) != batch).any() or (leader.group.orbit_sizes(batch) != sizes).any():
                    raise _refused(share, stored, "has a solution that is not the leader of its orbit")
                symmetric += int((sizes < order).sum())
            _verify_numbers(share, stored, order)
            if run.keeps_solutions and stored.result.self_symmetric != symmetric:
                raise _refused(share, stored, f"has {symmetric} symmetric solutions, not that many")


def _verify_numbers(share: StoredRun, stored: StoredPart, order: int) -> None:
    result = stored.result
    # an orbit of a symmetric solution has at most half as many solutions as the group has elements
    least, most = (
        (result.solutions - result.self_symmetric) * order + result.self_symmetric * size for size in (1, order // 2)
    )
    if not (0 <= result.self_symmetric <= result.solutions and least <= result.raw <= most):
        raise _refused(share, stored, f"has {_counts(totals([result]))}, {result.self_symmetric} of them symmetric")


def _compare(share: StoredRun, root: Part, again: PartResult) -> None:
    """Raise `MistakeError` if the numbers of a part are not those of its replay."""
    stated = totals(each.result for each in share.record.done if each.part.path[: len(root.path)] == root.path)
    if (found := totals([again])) != stated:
        problem = f"reports {_counts(stated)}; its replay finds {_counts(found)}"
        raise MistakeError(share.path, f"part {root.path[0]} {problem}", SEARCH_AGAIN)


def _write(store: str, shares: Sequence[StoredRun], job: Job, cover: Cover, request: SearchRequest) -> RunStatus:
    """Write all shares into the file of a run, and return its status."""
    with WrittenRun(store, job, cover, request, roots=lambda: roots_of_share(request, 0, len(shares))) as whole:
        if not whole.is_new:
            raise MistakeError(store, "the file exists", "name a new file")
        for share in shares:
            with _opened(share, cover) as run:
                for stored in share.record.done:
                    pairs = tuple(run.solutions(stored)) if job.keep else ()
                    part = replace(stored.part, share=stored.share)
                    whole.keep(PartRun(part, stored.engine, stored.result, pairs))
    with StoredRun(store) as run:
        return run.status()


def _counts(numbers: Sequence[int]) -> str:
    return f"{numbers[0]} solutions, {numbers[1]} in all"


def _refused(share: StoredRun, stored: StoredPart, problem: str) -> MistakeError:
    path = ".".join(map(str, stored.part.path))
    return MistakeError(share.path, f"part {path} {problem}", SEARCH_AGAIN)


def replay(request: SearchRequest, part: Part, stop: Callable[[], bool]) -> PartResult:
    """Return the result of the general search of a part, which breaks no symmetry, but filters solutions."""
    settings = {"scan": False, "restarts": False}
    return load_engine(FASTEST).run(PartTask(replace(request, breaking="filter", settings=settings), part, stop=stop))
