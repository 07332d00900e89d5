"""The parts of a search: its split at the first items, those that are open, and the order of their solutions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask
from cp_puzzles.engines.engine import Pair, Part, SearchRequest
from cp_puzzles.errors import MistakeError, Parameter

Path = tuple[int, ...]

PARTS = 12
"""The number of parts into which a search is split for an engine that cannot be interrupted and continued."""

PARTS_PER_SHARE = 4
"""Parts for each share: with several parts the shares differ less."""


def split(request: SearchRequest, part: Part, parts: int = PARTS) -> tuple[Part, ...]:
    """Return about a dozen parts that together are a part, in order; only the part itself if it has no branches.

    Each split is at the item with the fewest options among those that must be covered. Shares are equal at each split.
    Each part has its own of the known solutions.

    >>> from cp_puzzles.api import cover_and_request
    >>> _, request = cover_and_request("pentomino6x10")
    >>> parts = split(request, Part())
    >>> len(parts) >= 12, round(sum(part.share for part in parts), 9)
    (True, 1.0)
    """
    leaves: list[tuple[Part, bool]] = [(part, True)]
    while len(leaves) < parts and any(can_split for _, can_split in leaves):
        number = max(range(len(leaves)), key=lambda k: (leaves[k][1], leaves[k][0].share))
        children = child_parts(request, leaves[number][0], parts)
        leaves[number : number + 1] = [(child, True) for child in children] or [(leaves[number][0], False)]
    if len(leaves) == 1:
        return (part,)
    return tuple(
        replace(each, path=(*part.path, number), scope=each.share, known=tuple(_within(each, part.known)))
        for number, (each, _) in enumerate(leaves)
    )


def _within(part: Part, solutions: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield the solutions that lie in the subproblem of a part."""
    chosen, excluded = set(part.chosen), set(part.excluded)
    return (solution for solution in solutions if chosen <= set(solution) and excluded.isdisjoint(solution))


def child_parts(request: SearchRequest, part: Part, most: int | None = None) -> list[Part]:
    """Return the parts below the item with the fewest options more than it needs; [] at a dead end or a solution.

    There is one for each option, or one for some options together if there would be more than `most`. If every item may
    stay uncovered, it is one that can be covered, and the last part leaves it as it is.
    """
    problem = request.problem
    active, need = _state(request, part)
    rows = np.repeat(active, problem.table.lengths)
    counts = np.bincount(problem.table.values[rows], minlength=len(problem.items))
    may_stay = not (need > 0).any()
    items = np.flatnonzero(counts > 0) if may_stay else np.flatnonzero(need > 0)
    if not len(items):
        return []
    item = int(items[(counts[items] - need[items]).argmin()])
    options = [option for option in problem.covering[item] if active[option]]
    repeats = may_stay or not problem.items[item].is_exact_one
    groups = min(len(options), most or len(options)) if not repeats else len(options)
    children = []
    for group in np.array_split(np.arange(len(options)), groups) if options else ():
        share, first = part.share * len(group) / (len(options) + may_stay), int(group[0])
        before = options[:first] if repeats else ()
        if len(group) == 1:
            child = replace(part, chosen=(*part.chosen, options[first]), excluded=(*part.excluded, *before))
        else:
            others = (*options[:first], *options[first + len(group) :])
            child = replace(part, excluded=(*part.excluded, *others))
        children.append(replace(child, share=share))
    if may_stay:
        stays = replace(part, excluded=(*part.excluded, *options), share=part.share / (len(options) + 1))
        children.append(stays)
    return children


def _state(request: SearchRequest, part: Part) -> tuple[Mask, Ints]:
    """Return the options that are still possible in a part, and how often each item must still be covered."""
    problem = request.problem
    table, items = problem.table, problem.items
    used = np.zeros(len(items), dtype=np.int64)
    for option in part.chosen:
        np.add.at(used, table.row(option), 1)
    is_full = np.array([item.maximum for item in items], dtype=np.int64) <= used
    rows = np.repeat(np.arange(len(table)), table.lengths)
    active = np.bincount(rows, is_full[table.values], minlength=len(table)) == 0
    active[[*part.chosen, *part.excluded]] = False
    if request.breaking == "lex":
        active[request.leader.dominated] = False
    return active, np.array([item.minimum for item in items], dtype=np.int64) - used


def share_of(text: str) -> tuple[int, int]:
    """Return the number of a share, from 1, and the number of all shares; raise `MistakeError`.

    >>> share_of("3/10")
    (3, 10)
    """
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text.strip())
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise MistakeError(Parameter("share", text), "this is not a share", "write 3/10 for the third of ten")
    return int(match[1]), int(match[2])


def roots_of_share(request: SearchRequest, number: int, into: int) -> tuple[Part, ...]:
    """Return the parts of share `number` of a search, all parts for 0; they are the same on every machine."""
    parts = split(request, Part(), PARTS_PER_SHARE * into)
    return parts[number - 1 :: into] if number else parts


class OpenParts:
    """The parts that are not finished, in the order of their paths, which is the order of their solutions.

    `share` is the finished share of the search.
    """

    def __init__(self, parts: Iterable[Part] = (), share: float = 0.0) -> None:
        self.share = share
        self._waiting: list[tuple[Path, Part]] = []
        self._running: dict[Path, Part] = {}
        for part in parts:
            self.give_back(part)

    def __iter__(self) -> Iterator[Part]:
        return iter([*(part for _, part in self._waiting), *self._running.values()])

    @property
    def waiting(self) -> int:
        """The number of parts that no worker has."""
        return len(self._waiting)

    @property
    def first(self) -> Path | None:
        """The path of the first part that is not finished; all results before it are due. None: all are finished."""
        paths = [*self._running, *(path for path, _ in self._waiting[:1])]
        return min(paths, default=None)

    def take(self) -> Part | None:
        """Take the first waiting part, for a worker; None if none waits."""
        if not self._waiting:
            return None
        path, part = heappop(self._waiting)
        self._running[path] = part
        return part

    def give_back(self, part: Part) -> None:
        """Let a part wait, perhaps again."""
        self._running.pop(part.path, None)
        heappush(self._waiting, (part.path, part))

    def finish(self, part: Part, rest: Iterable[Part]) -> None:
        """Replace a part that was run by the parts that are left of it."""
        self._running.pop(part.path, None)
        left = 0.0
        for each in rest:
            self.give_back(each)
            left += each.share
        self.share += max(0.0, part.share - left)


class OrderedRuns:
    """Runs of parts whose solutions wait until those of all parts before are known.

    Workers search the first open parts, so few wait.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Path, Callable[[], Iterable[Pair]]]] = []

    def add(self, path: Path, batches: Callable[[], Iterable[Pair]]) -> None:
        """Keep the function that returns the solutions of a run when they are due."""
        heappush(self._waiting, (path, batches))

    def due(self, first: Path | None) -> Iterator[Pair]:
        """Yield the solutions of all runs before the first path that is not finished; of all runs if it is None."""
        while self._waiting and (first is None or self._waiting[0][0] < first):
            _, batches = heappop(self._waiting)
            yield from batches()
