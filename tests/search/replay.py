"""The messages of a search, recorded once, so that a store can be driven without any engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cp_puzzles import Puzzle, build_puzzle, parse_spec
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import SearchRequest
from cp_puzzles.engines.search_cost import PartitionPolicy
from cp_puzzles.search.partition.partition import Partition, partition
from cp_puzzles.search.store.run_writer import StoreWriter
from cp_puzzles.search.workers.job import PartSearch, SearchJob
from cp_puzzles.search.workers.messages import Finished, Found, Message

SPEC = "{name: small, board: {size: [4, 6]}, tiles: [{set: domino, multiplicity: any}]}"
"""281 tilings (the number of domino tilings of 4x6), 98 up to symmetry."""

PUZZLE: Puzzle = build_puzzle(parse_spec(SPEC))


@cache
def asked() -> tuple[Cover, SearchRequest]:
    """The request of all replays."""
    return SearchJob(PUZZLE).cover_and_request()


@cache
def parts() -> Partition:
    """The same puzzle in a handful of parts, though it is too small to be cut."""
    cover, request = asked()
    return partition(cover.problem, request.leader, PartitionPolicy(5, min_work_to_split=0))


@cache
def recorded(*, keep: bool = True) -> tuple[tuple[Message, ...], ...]:
    """Return the messages of the worker of each part, in batches of at most 7 solutions."""
    search = PartSearch(SearchJob(PUZZLE, keep=keep), asked())
    recordings = []
    for part in parts().parts:
        messages: list[Message] = []
        search.search(part, messages.append, lambda: False)
        recordings.append(tuple(piece for message in messages for piece in _pieces(message)))
    return tuple(recordings)


def _pieces(message: Message) -> list[Message]:
    if isinstance(message, Found):
        rows = range(0, len(message.batch), 7)
        return [Found(message.part, message.batch[k : k + 7], message.orbit_sizes[k : k + 7]) for k in rows]
    return [message]


def writer(path: Path, *, keep: bool = True, engine: str = "cp-sat", jobs: int = 1) -> StoreWriter:
    """The store of the small puzzle, opened to be written."""
    cover, request = asked()
    job = SearchJob(PUZZLE, keep=keep, engine=engine)
    return StoreWriter(path, job, cover, request, make_partition=parts, jobs=jobs)


def write_all(store: StoreWriter, *, keep: bool = True) -> None:
    """Search what is not finished, and close."""
    ended = "interrupted"
    try:
        for part, messages in enumerate(recorded(keep=keep)):
            if part not in store.resume_state.finished:
                for message in messages:
                    store.keep(message, due=False)
        ended = "complete"
    finally:
        store.close(ended)


def solutions_of_part(part: int) -> int:
    """Return the number of solutions of a part."""
    last = recorded()[part][-1]
    assert isinstance(last, Finished)
    return last.result.solutions
