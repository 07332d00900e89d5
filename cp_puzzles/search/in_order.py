"""Solutions that come from several parts at once, put into part order without being kept in memory."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from tempfile import SpooledTemporaryFile

from cp_puzzles.engines.base import Batch, OrbitSizes

SPOOL_BYTES = 1 << 18

Pair = tuple[Batch, OrbitSizes]


class InOrder:
    """Takes batches of any part, gives them out part by part.

    Batches of the part whose turn it is pass through; those of later parts wait on disk once they are many.
    """

    def __init__(self, parts: Iterable[int]) -> None:
        self._order = list(parts)
        self._spools: dict[int, SpooledTemporaryFile[bytes]] = {}
        self._finished: set[int] = set()
        self._released = 0
        self._skip = 0

    def found(self, part: int, batch: Batch, sizes: OrbitSizes) -> Iterator[Pair]:
        """A batch of a part has come; gives what may go out now."""
        if self._order and part == self._order[0]:
            yield from self._release(batch, sizes)
        else:
            if part not in self._spools:
                self._spools[part] = SpooledTemporaryFile(max_size=SPOOL_BYTES)  # noqa: SIM115
            pickle.dump((batch, sizes), self._spools[part], protocol=pickle.HIGHEST_PROTOCOL)

    def restarted(self, part: int) -> None:
        """The solutions of a part will come once more, in the same order."""
        if self._order and part == self._order[0]:
            self._skip = self._released
        elif part in self._spools:
            self._spools.pop(part).close()

    def finished(self, part: int) -> Iterator[Pair]:
        """A part has come to its end; gives what may go out now."""
        self._finished.add(part)
        while self._order and self._order[0] in self._finished:
            self._order.pop(0)
            self._released = self._skip = 0
            if self._order:
                yield from self._unspool(self._order[0])

    def rest(self) -> Iterator[Pair]:
        """Everything that still waits, in part order: the search has stopped."""
        for part in self._order[1:]:
            yield from self._unspool(part)
        self._order = []

    def _release(self, batch: Batch, sizes: OrbitSizes) -> Iterator[Pair]:
        known = min(self._skip, len(batch))
        self._skip -= known
        if known < len(batch):
            self._released += len(batch) - known
            yield batch[known:], sizes[known:]

    def _unspool(self, part: int) -> Iterator[Pair]:
        spool = self._spools.pop(part, None)
        if spool is None:
            return
        with spool:
            end = spool.tell()
            spool.seek(0)
            while spool.tell() < end:
                batch, sizes = pickle.load(spool)
                self._released += len(batch)
                yield batch, sizes
