"""A proof that is searched in shares: each share of a run searches some subtrees, and a merge puts them together."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from math import ceil
from random import Random, SystemRandom

from cp_puzzles.analysis.certificate.objective_claim import ObjectiveClaim
from cp_puzzles.analysis.certificate.proof_log import SUBTREES_PER_SHARE, opened_log, read_log
from cp_puzzles.analysis.certificate.proof_search import Path, Proof, ProofSearch
from cp_puzzles.analysis.certificate.statement import statement_of
from cp_puzzles.base.cancellation import CanceledError, within
from cp_puzzles.base.number_text import counted
from cp_puzzles.cover.symmetry.symmetry_group import effective_symmetry
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.shares.share_merge import SEARCH_AGAIN
from cp_puzzles.search.store.run_record import Record
from cp_puzzles.search.store.run_transfer import read_run
from cp_puzzles.search.workers.dispatch import available_cores

MAX_SHARES = 1_000_000
"""The shares of a run, at most: the top of the tree must fit in memory."""


def search_share_proof(file: str, jobs: int | None = None, deadline: float | None = None) -> str:
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

    return f"{counted(within(deadline, 'proving the share', search), 'subtree')} of the proof in {file}"


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

    def compare(self, check: float, deadline: float | None = None, random: Random | None = None) -> str:
        """Search a proportion of the subtrees again, chosen at random, and return how many in words.

        Raises `MistakeError` for a share with another subtree. After the deadline no more are compared.
        """
        number, compared = ceil(check * len(self._subtrees)), 0
        chosen = (random or SystemRandom()).sample(sorted(self._subtrees), number)
        with suppress(CanceledError):
            for path in chosen:
                file, proof = self._subtrees[path]
                again = within(deadline, "comparing subtrees", partial(self._search.subtree, path))
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
