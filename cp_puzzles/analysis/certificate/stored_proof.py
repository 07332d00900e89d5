"""Proofs in the files of runs and shares: what is searched once is not searched again.

The file of a run keeps the finished subtrees of its proof. Each share of the run searches some of the subtrees, and a
merge puts them together.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from math import ceil
from random import Random, SystemRandom

import numpy as np

from cp_puzzles.analysis.certificate.proof_search import ObjectiveClaim, Path, Proof, ProofSearch, grafted
from cp_puzzles.analysis.certificate.statement import statement_of
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline
from cp_puzzles.base.number_text import counted
from cp_puzzles.cover.symmetry.symmetry_group import effective_symmetry
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.shares.share_merge import SEARCH_AGAIN
from cp_puzzles.search.store.run_file import connected_to_read, file_mistakes
from cp_puzzles.search.store.run_record import Record
from cp_puzzles.search.store.run_transfer import read_run
from cp_puzzles.search.store.stored_solutions import StoredAnswers, answers_in
from cp_puzzles.search.workers.dispatch import available_cores

FORMAT = 1
"""The format of stored subtrees; another one if the tree of a problem changes."""

SUBTREES = 256
"""Subtrees of the proof of a run without shares: what is lost when it is stopped is a small part of the proof."""

SUBTREES_PER_SHARE = 4
"""Subtrees for each share of a run: with several the shares differ less, and a stopped one loses less."""

MAX_BYTES = 1 << 32
"""The bytes of a subtree, at most: no file may make a reader unpack more."""

NUMBER = b"subtrees"
"""The key of the number of subtrees, where others have the path to a subtree."""

MAX_SHARES = 1_000_000
"""The shares of a run, at most: the top of the tree must fit in memory."""


class ProofLog:
    """The subtrees of one proof in the file of a run.

    `subtrees`: the number for which the top of the tree is searched, by default that of the file.
    """

    def __init__(self, file: str, answers: StoredAnswers, search: ProofSearch, subtrees: int | None = None) -> None:
        self._file, self._answers, self._search = file, answers, search
        self._question = f"search tree {FORMAT} {search.fingerprint}"
        self._stored = answers.get(self._question, NUMBER)
        stored = self._stored or ""
        self.subtrees = subtrees or (int(stored) if stored.isdecimal() else SUBTREES)

    def proof(self, jobs: int) -> tuple[Proof, str]:
        """Return the proof and, in words, how many of its subtrees were here; only the other ones are searched."""
        top, paths = self._search.top(self.subtrees)
        subtrees = {path: proof for path in paths if (proof := self.get(path)) is not None}
        words = f"{len(subtrees)} of {len(paths)} subtrees from {self._file}"

        def take(path: Path, proof: Proof) -> None:
            subtrees[path] = proof
            self.put(path, proof)

        self._search.search([path for path in paths if path not in subtrees], jobs, take)
        return grafted(top, [subtrees[path] for path in paths]), words

    def get(self, path: Path) -> Proof | None:
        """Return a subtree, None if it is not in the file; raise `MistakeError` if it is damaged."""
        text = self._answers.get(self._question, _key(path))
        if text is None:
            return None
        try:
            data = zlib.decompressobj().decompress(b64decode(text, validate=True), MAX_BYTES)
            numbers = np.frombuffer(data, dtype="<i4").astype(np.int64)
            nodes, width = numbers[:2].tolist()
            if nodes < 0 or width < 0 or numbers.min() < -1:
                raise ValueError
            rows = numbers[2 + nodes :].reshape(-1, width) if width else np.empty((0, 0), dtype=np.int64)
        except (ValueError, zlib.error):
            raise MistakeError(self._file, "a stored subtree of the proof is damaged", "use a copy of it") from None
        return Proof(numbers[2 : 2 + nodes], [tuple(option for option in row if option >= 0) for row in rows.tolist()])

    def put(self, path: Path, proof: Proof) -> None:
        """Keep a subtree."""
        if self._stored != str(self.subtrees):
            self._stored = str(self.subtrees)
            self._answers.put(self._question, NUMBER, self._stored)
        width = max(map(len, proof.solutions), default=0)
        rows = [[*solution, *[-1] * (width - len(solution))] for solution in proof.solutions]
        head = np.array([len(proof.items), width], dtype=np.int64)
        data = np.concatenate([head, proof.items, np.array(rows, dtype=np.int64).reshape(-1)]).astype("<i4").tobytes()
        self._answers.put(self._question, _key(path), b64encode(zlib.compress(data, 1)).decode())


@contextmanager
def opened_log(file: str, search: ProofSearch, subtrees: int | None = None) -> Iterator[ProofLog]:
    """Open the log of a proof in the file of a run; every subtree is committed at once."""
    with answers_in(file) as answers:
        yield ProofLog(file, answers, search, subtrees)


@contextmanager
def read_log(file: str, search: ProofSearch) -> Iterator[ProofLog]:
    """Open the log of a proof in the file of a run for reading."""
    with connected_to_read(file, check_pages=False) as connection, file_mistakes(file):
        yield ProofLog(file, StoredAnswers(connection), search)


def search_share_proof(file: str, jobs: int | None = None, deadline: Deadline = NO_DEADLINE) -> str:
    """Search the subtrees of a share that its file does not have yet, and return their number in words.

    Raises `CanceledError` after the deadline; the file keeps every subtree that is finished.
    """
    record = read_run(file)
    number, into = _place(file, record, MAX_SHARES)

    def search() -> int:
        proof = _search_of(record)
        with opened_log(file, proof, SUBTREES_PER_SHARE * into) as log:
            mine = proof.top(log.subtrees)[1][number - 1 :: into]
            proof.search([path for path in mine if log.get(path) is None], jobs or available_cores(), log.put)
        return len(mine)

    return f"{counted(deadline.run('proving the share', search), 'subtree')} of the proof in {file}"


class SharedProof:
    """The subtrees of the proof of a run that the files of its shares have."""

    def __init__(self, run: str, files: Sequence[str]) -> None:
        self._run, record = run, read_run(run)
        self._search, self._into = _search_of(record), 1
        self._subtrees: dict[Path, tuple[str, Proof]] = {}
        paths: list[Path] = []
        for file in files:
            number, into = _place(file, read_run(file), len(record.partition.parts))
            if not paths or into != self._into:
                self._into, paths = into, self._search.top(SUBTREES_PER_SHARE * into)[1]
            with read_log(file, self._search) as log:
                for path in paths[number - 1 :: into]:
                    if (proof := log.get(path)) is not None:
                        self._subtrees[path] = file, proof
        self._all = len(paths)

    def compare(self, check: float, deadline: Deadline = NO_DEADLINE, random: Random | None = None) -> str:
        """Search a proportion of the subtrees again, chosen at random, and return how many in words.

        Raises `MistakeError` for a share with another subtree. After the deadline no more are compared.
        """
        number, compared = ceil(check * len(self._subtrees)), 0
        chosen = (random or SystemRandom()).sample(sorted(self._subtrees), number)
        with suppress(CanceledError):
            for path in chosen:
                file, proof = self._subtrees[path]
                again = deadline.run("comparing subtrees", partial(self._search.subtree, path))
                if again.items.tolist() != proof.items.tolist() or again.solutions != proof.solutions:
                    problem = f"its subtree of the proof below the options {', '.join(map(str, path))} is a false one"
                    raise MistakeError(file, problem, SEARCH_AGAIN)
                compared += 1
        return f"{len(self._subtrees)} of {self._all} subtrees of the proof are in the shares, {compared} compared"

    def keep(self) -> None:
        """Put all subtrees into the file of the run."""
        with opened_log(self._run, self._search, SUBTREES_PER_SHARE * self._into) as log:
            for path, (_, proof) in self._subtrees.items():
                log.put(path, proof)


def _search_of(record: Record) -> ProofSearch:
    """Return the search for the proof of a run."""
    puzzle = record.identity.build_puzzle()
    statement = statement_of(puzzle, effective_symmetry(puzzle, record.identity.symmetry))
    return ProofSearch.of(statement, ObjectiveClaim(statement, None))


def _place(file: str, share: Record, most: int) -> tuple[int, int]:
    """Return the number of a share and the number of shares, at most `most`."""
    number, _, into = share.identity.share.partition("/")
    if not (number.isdecimal() and into.isdecimal() and 1 <= int(number) <= int(into) <= most):
        raise MistakeError(file, "the file has no share of a run", "name a file that split has written")
    return int(number), int(into)


def _key(path: Path) -> bytes:
    return np.array(path, dtype="<i4").tobytes()
