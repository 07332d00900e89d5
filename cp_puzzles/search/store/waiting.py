"""Where solutions wait until it is their turn."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile, gettempdir
from typing import Protocol

from cp_puzzles.engines.base import Batch, OrbitSizes, PartResult
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.plan.partition import Partition
from cp_puzzles.search.work.message import Found, Message, Restarted

SPOOL_BYTES = 1 << 18

Pair = tuple[Batch, OrbitSizes]


@dataclass(frozen=True)
class Known:
    """What is known when a search begins: its parts, and what earlier sessions `finished` in how many `seconds`."""

    partition: Partition
    finished: Mapping[int, PartResult] = field(default_factory=dict)
    seconds: float = 0.0


class Keeper(Protocol):
    """Keeps the solutions of each part until they are taken."""

    def keep(self, message: Message, *, due: bool) -> None:
        """Keep what a message says; the solutions of a part that is `due` are used at once and not taken later."""
        ...

    def take(self, part: int) -> Iterator[Pair]:
        """What is kept of a part, in its order; it is not asked for again."""
        ...

    def rest(self, part: int) -> Iterator[Pair]:
        """What is known of a part that will not be finished now."""
        ...

    def close(self, ended: str) -> None:
        """Keep no more: the search has `ended`."""
        ...


class TemporaryFiles:
    """Keeps little in memory and the rest in temporary files, which are gone when the process is."""

    def __init__(self) -> None:
        self._spools: dict[int, SpooledTemporaryFile[bytes]] = {}

    def keep(self, message: Message, *, due: bool) -> None:
        """Keep a batch whose turn has not come; raises `MistakeError` when the disk is full."""
        match message:
            case Found(part, batch, sizes) if not due:
                self._put(part, (batch, sizes))
            case Restarted(part) if not due and part in self._spools:
                self._spools.pop(part).close()
            case _:
                return

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

    def close(self, ended: str) -> None:
        """Forget everything, however it ended."""
        while self._spools:
            self._spools.popitem()[1].close()

    def _put(self, part: int, pair: Pair) -> None:
        if part not in self._spools:
            self._spools[part] = SpooledTemporaryFile(max_size=SPOOL_BYTES)  # noqa: SIM115
        try:
            pickle.dump(pair, self._spools[part], protocol=pickle.HIGHEST_PROTOCOL)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise MistakeError(
                gettempdir(), f"solutions that wait cannot be written: {reason}", "free some space, or set TMPDIR"
            ) from None
