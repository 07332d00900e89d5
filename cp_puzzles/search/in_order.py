"""Solutions that come from several parts at once, put into part order without being kept in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator

from cp_puzzles.engines.base import Batch, OrbitSizes
from cp_puzzles.search.store.waiting import Pair, Shelf
from cp_puzzles.search.work.message import Finished, Found, Message, Restarted


class InOrder:
    """Takes the messages of all parts, gives out their batches part by part.

    Batches of the part whose turn it is pass through; those of later parts wait on the shelf. Parts that are `finished`
    from the start are on it already.
    """

    def __init__(self, parts: Iterable[int], shelf: Shelf, finished: Collection[int] = ()) -> None:
        self._order = deque(parts)
        self._shelf = shelf
        self._finished = set(finished)
        self._released = 0
        self._skip = 0

    def begin(self) -> Iterator[Pair]:
        """What may go out before anything comes; to be called first."""
        if self._order:
            yield from self._unshelve(self._order[0])
        yield from self._advance()

    def take(self, message: Message) -> Iterator[Pair]:
        """What may go out now that a message has come."""
        match message:
            case Found(part, batch, sizes):
                if self._order and part == self._order[0]:
                    yield from self._release(batch, sizes)
                else:
                    self._shelf.put(part, batch, sizes)
            case Restarted(part):
                if self._order and part == self._order[0]:
                    self._skip = self._released  # they come once more, in the same order
                else:
                    self._shelf.drop(part)
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
            yield from self._shelf.rest(self._order.popleft())

    def _advance(self) -> Iterator[Pair]:
        while self._order and self._order[0] in self._finished:
            self._order.popleft()
            self._released = self._skip = 0
            if self._order:
                yield from self._unshelve(self._order[0])

    def _release(self, batch: Batch, sizes: OrbitSizes) -> Iterator[Pair]:
        known = min(self._skip, len(batch))
        self._skip -= known
        if known < len(batch):
            self._released += len(batch) - known
            yield batch[known:], sizes[known:]

    def _unshelve(self, part: int) -> Iterator[Pair]:
        for batch, sizes in self._shelf.take(part):
            self._released += len(batch)
            yield batch, sizes
