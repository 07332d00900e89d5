"""The messages of a search, recorded once, so that a store can be driven without any engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cp_puzzles import Puzzle, build_puzzle, parse_spec
from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Cut, Question
from cp_puzzles.search.plan.partition import Partition, partition
from cp_puzzles.search.store.writer import StoreWriter, open_store
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.message import Finished, Found, Message
from cp_puzzles.search.work.part_search import PartSearch

SPEC = "{name: small, board: {size: [4, 6]}, tiles: [{set: domino, multiplicity: any}]}"
"""281 tilings (the number of domino tilings of 4x6), 98 up to symmetry."""

PUZZLE: Puzzle = build_puzzle(parse_spec(SPEC))


@cache
def asked() -> tuple[Cover, Question]:
    """The question of all replays."""
    return Job(PUZZLE).ask()


@cache
def parts() -> Partition:
    """The same puzzle in a handful of parts, though it is too small to be cut."""
    cover, question = asked()
    return partition(cover.problem, question.leader, Cut(5, whole=0))


@cache
def recorded(*, keep: bool = True) -> tuple[tuple[Message, ...], ...]:
    """For each part what its worker tells; batches of at most 7 solutions."""
    search = PartSearch(Job(PUZZLE, keep=keep), asked())
    told = []
    for part in parts().parts:
        messages: list[Message] = []
        search.search(part, messages.append, lambda: False)
        told.append(tuple(piece for message in messages for piece in _pieces(message)))
    return tuple(told)


def _pieces(message: Message) -> list[Message]:
    if isinstance(message, Found):
        rows = range(0, len(message.batch), 7)
        return [Found(message.part, message.batch[k : k + 7], message.orbit_sizes[k : k + 7]) for k in rows]
    return [message]


def writer(path: Path, *, keep: bool = True, engine: str = "cp-sat", jobs: int = 1) -> StoreWriter:
    """The store of the small puzzle, opened to be written."""
    cover, question = asked()
    job = Job(PUZZLE, keep=keep, engine=engine)
    return open_store(path, job, cover, question, make_partition=parts, jobs=jobs)


def write_all(store: StoreWriter, *, keep: bool = True) -> None:
    """Search what is not finished, and close."""
    ended = "interrupted"
    try:
        for part, messages in enumerate(recorded(keep=keep)):
            if part not in store.known.finished:
                for message in messages:
                    store.keep(message, due=False)
        ended = "complete"
    finally:
        store.close(ended)


def solutions_of_part(part: int) -> int:
    """How many solutions a part has."""
    last = recorded()[part][-1]
    assert isinstance(last, Finished)
    return last.result.solutions
