"""Put the solutions of parts that are searched at the same time into part order, without keeping them in memory."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile, gettempdir

from cp_puzzles.engines.engine import Batch, OrbitSizes, PartResult
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.partition.partition import Partition
from cp_puzzles.search.workers.messages import Finished, Found, Message, Restarted

SPOOL_BYTES = 1 << 18
"""The number of bytes of waiting solutions of a part from which on a temporary file holds them."""

Pair = tuple[Batch, OrbitSizes]
"""A batch of solutions, and the size of the orbit of each."""


@dataclass(frozen=True)
class ResumeState:
    """The state in which a search starts.

    `partition` has all its parts, `finished` the results of the parts that earlier sessions have finished; these
    sessions took `seconds`.
    """

    partition: Partition
    finished: Mapping[int, PartResult] = field(default_factory=dict)
    seconds: float = 0.0


class SolutionBuffer:
    """Storage for the solutions of each part until they are due; by default it has nothing of earlier sessions.

    `keeps_answers` is True if answers to questions about solutions are kept for later sessions.
    """

    keeps_answers = False

    def keep(self, message: Message, *, due: bool) -> None:
        """Keep what a message reports; solutions of a part that is `due` are used at once and need not be kept."""
        raise NotImplementedError

    def take(self, part: int) -> Iterator[Pair]:
        """Yield the kept solutions of a part in order; called once for each part."""
        raise NotImplementedError

    def rest(self, part: int) -> Iterator[Pair]:
        """Yield the kept solutions of a part that will not be finished."""
        return self.take(part)

    def answer(self, question: str, solution: bytes) -> str | None:
        """Return the kept answer to a question about a solution, given by its key."""
        return None

    def keep_answer(self, question: str, solution: bytes, value: str) -> None:
        """Keep the answer to a question about a solution; no solution occurs twice in one session."""

    def commit_if_due(self) -> None:
        """Make sure, from time to time, that a killed process does not lose what is kept."""

    def statistics(self) -> dict[str, object]:
        """Return statistics of earlier sessions."""
        return {}

    def close(self, ended: str) -> None:
        """Release the storage after a search with the status `ended`."""


class TemporaryBuffer(SolutionBuffer):
    """A buffer in memory and in temporary files, which disappear with the process."""

    def __init__(self) -> None:
        self._spools: dict[int, SpooledTemporaryFile[bytes]] = {}

    def keep(self, message: Message, *, due: bool) -> None:
        """Keep a batch that is not due; raises `MistakeError` when the disk is full."""
        match message:
            case Found(part, batch, sizes) if not due:
                self._put(part, (batch, sizes))
            case Restarted(part) if not due and part in self._spools:
                self._spools.pop(part).close()
            case _:
                return

    def take(self, part: int) -> Iterator[Pair]:
        """Yield the solutions of a part and delete them."""
        spool = self._spools.pop(part, None)
        if spool is None:
            return
        with spool:
            end = spool.tell()
            spool.seek(0)
            while spool.tell() < end:
                yield pickle.load(spool)

    def close(self, ended: str) -> None:
        """Delete all solutions."""
        while self._spools:
            self._spools.popitem()[1].close()

    def _put(self, part: int, pair: Pair) -> None:
        if part not in self._spools:
            self._spools[part] = SpooledTemporaryFile(max_size=SPOOL_BYTES)  # noqa: SIM115
        try:
            pickle.dump(pair, self._spools[part], protocol=pickle.HIGHEST_PROTOCOL)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            problem = f"solutions cannot be written to a temporary file: {reason}"
            raise MistakeError(gettempdir(), problem, "free some space, or set TMPDIR") from None


class OrderedResults:
    """Takes the messages of all parts and releases their batches part by part.

    Batches of the current part are released at once; those of later parts wait in the buffer. Parts that are `finished`
    from the start are in the buffer already.
    """

    def __init__(self, parts: Iterable[int], buffer: SolutionBuffer, finished: Collection[int] = ()) -> None:
        self._order = deque(parts)
        self._buffer = buffer
        self._finished = set(finished)
        self._released = 0
        self._skip = 0

    def begin(self) -> Iterator[Pair]:
        """Yield the batches that are due before any message; called first."""
        if self._order:
            yield from self._resume(self._order[0])
        yield from self._advance()

    def take(self, message: Message) -> Iterator[Pair]:
        """Keep a message at once; return the batches that are due after it."""
        due = bool(self._order) and message.part == self._order[0]
        self._buffer.keep(message, due=due)
        return self._release_after(message, due=due)

    def rest(self) -> Iterator[Pair]:
        """Yield all waiting solutions in part order, after a search was stopped."""
        if self._order and self._released:
            self._order.popleft()
        while self._order:
            yield from self._buffer.rest(self._order.popleft())

    def _release_after(self, message: Message, *, due: bool) -> Iterator[Pair]:
        match message:
            case Found(_, batch, sizes) if due:
                yield from self._release(batch, sizes)
            case Restarted() if due:
                self._skip = self._released  # the same solutions come again in the same order
            case Finished(part):
                self._finished.add(part)
                yield from self._advance()
            case _:
                pass

    def _advance(self) -> Iterator[Pair]:
        while self._order and self._order[0] in self._finished:
            self._order.popleft()
            self._released = self._skip = 0
            if self._order:
                yield from self._resume(self._order[0])

    def _release(self, batch: Batch, sizes: OrbitSizes) -> Iterator[Pair]:
        repeated = min(self._skip, len(batch))
        self._skip -= repeated
        if repeated < len(batch):
            self._released += len(batch) - repeated
            yield batch[repeated:], sizes[repeated:]

    def _resume(self, part: int) -> Iterator[Pair]:
        for batch, sizes in self._buffer.take(part):
            self._released += len(batch)
            yield batch, sizes
