"""Where solutions wait until it is their turn."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from tempfile import SpooledTemporaryFile, gettempdir
from typing import Protocol

from cp_puzzles.engines.base import Batch, OrbitSizes, PartResult
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.plan.partition import Partition
from cp_puzzles.search.work.message import Message

SPOOL_BYTES = 1 << 18

Pair = tuple[Batch, OrbitSizes]


class Shelf(Protocol):
    """Keeps the batches of each part until they are taken."""

    def put(self, part: int, batch: Batch, sizes: OrbitSizes) -> None:
        """Keep a batch of a part."""
        ...

    def drop(self, part: int) -> None:
        """Forget the batches of a part: they will come again."""
        ...

    def take(self, part: int) -> Iterator[Pair]:
        """Give what is kept of a part, in its order; it is not asked for again."""
        ...

    def rest(self, part: int) -> Iterator[Pair]:
        """Give what is known of a part that will not be finished now."""
        ...


class Keeper(Shelf, Protocol):
    """A shelf that knows the parts: their partition, and those that an earlier session has `finished` already."""

    partition: Partition
    finished: Mapping[int, PartResult]
    earlier_seconds: float

    def note(self, message: Message) -> None:
        """Keep what a message says; batches are put by `put`."""
        ...

    def look_around(self) -> None:
        """Do what is to be done now and then."""
        ...

    def figures(self) -> dict[str, object]:
        """What is worth telling at the end."""
        ...

    def close(self, ended: str) -> None:
        """The search has ended."""
        ...


class TemporaryShelf:
    """Keeps little in memory and the rest in temporary files, which are gone when the process is."""

    def __init__(self, partition: Partition) -> None:
        self.partition = partition
        self.finished: Mapping[int, PartResult] = {}
        self.earlier_seconds = 0.0
        self._spools: dict[int, SpooledTemporaryFile[bytes]] = {}

    def put(self, part: int, batch: Batch, sizes: OrbitSizes) -> None:
        """Keep a batch of a part; raises `MistakeError` when the disk is full."""
        if part not in self._spools:
            self._spools[part] = SpooledTemporaryFile(max_size=SPOOL_BYTES)  # noqa: SIM115
        try:
            pickle.dump((batch, sizes), self._spools[part], protocol=pickle.HIGHEST_PROTOCOL)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise MistakeError(
                gettempdir(), f"solutions that wait cannot be written: {reason}", "free some space, or set TMPDIR"
            ) from None

    def drop(self, part: int) -> None:
        """Forget the batches of a part."""
        if part in self._spools:
            self._spools.pop(part).close()

    def take(self, part: int) -> Iterator[Pair]:
        """Give what is kept of a part, and forget it."""
        spool = self._spools.pop(part, None)
        if spool is None:
            return
        with spool:
            end = spool.tell()
            spool.seek(0)
            while spool.tell() < end:
                yield pickle.load(spool)

    def rest(self, part: int) -> Iterator[Pair]:
        """Give what is kept of a part, and forget it."""
        return self.take(part)

    def note(self, message: Message) -> None:
        """Nothing to do."""

    def look_around(self) -> None:
        """Nothing to do."""

    def figures(self) -> dict[str, object]:
        """Nothing to tell."""
        return {}

    def close(self, ended: str) -> None:
        """Forget everything."""
        for part in list(self._spools):
            self.drop(part)
