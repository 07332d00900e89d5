"""The subtrees of a proof in the file of a run: what is searched once is not searched again."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from cp_puzzles.analysis.certificate.proof_search import Path, Proof, ProofSearch, joined
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.store.run_file import connected_to_read, file_mistakes
from cp_puzzles.search.store.stored_solutions import StoredAnswers, answers_in

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
        return joined(top, [subtrees[path] for path in paths]), words

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


def _key(path: Path) -> bytes:
    return np.array(path, dtype="<i4").tobytes()
