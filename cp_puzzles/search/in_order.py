"""Solutions that come from several parts at once, put into part order without being kept in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator

from cp_puzzles.engines.base import Batch, OrbitSizes
from cp_puzzles.search.store.waiting import Keeper, Pair
from cp_puzzles.search.work.message import Finished, Found, Message, Restarted


class InOrder:
    """Takes the messages of all parts, gives out their batches part by part.

    Batches of the part whose turn it is pass through; those of later parts wait with the keeper. Parts that are
    `finished` from the start are there already.
    """

    def __init__(self, parts: Iterable[int], keeper: Keeper, finished: Collection[int] = ()) -> None:
        self._order = deque(parts)
        self._keeper = keeper
        self._finished = set(finished)
        self._released = 0
        self._skip = 0

    def begin(self) -> Iterator[Pair]:
        """What may go out before anything comes; to be called first."""
        if self._order:
            yield from self._resume(self._order[0])
        yield from self._advance()

    def take(self, message: Message) -> Iterator[Pair]:
        """Keep what a message says at once; gives what may go out now that it has come."""
        due = bool(self._order) and message.part == self._order[0]
        self._keeper.keep(message, due=due)
        return self._released_by(message, due=due)

    def _released_by(self, message: Message, *, due: bool) -> Iterator[Pair]:
        match message:
            case Found(_, batch, sizes) if due:
                yield from self._release(batch, sizes)
            case Restarted() if due:
                self._skip = self._released  # they come once more, in the same order
            case Finished(part):
                self._finished.add(part)
                yield from self._advance()
            case _:
                pass

    def rest(self) -> Iterator[Pair]:
        """Everything that still waits, in part order: the search has stopped."""
        if self._order and self._released:
            self._order.popleft()
        while self._order:
            yield from self._keeper.rest(self._order.popleft())

    def _advance(self) -> Iterator[Pair]:
        while self._order and self._order[0] in self._finished:
            self._order.popleft()
            self._released = self._skip = 0
            if self._order:
                yield from self._resume(self._order[0])

    def _release(self, batch: Batch, sizes: OrbitSizes) -> Iterator[Pair]:
        known = min(self._skip, len(batch))
        self._skip -= known
        if known < len(batch):
            self._released += len(batch) - known
            yield batch[known:], sizes[known:]

    def _resume(self, part: int) -> Iterator[Pair]:
        for batch, sizes in self._keeper.take(part):
            self._released += len(batch)
            yield batch, sizes
