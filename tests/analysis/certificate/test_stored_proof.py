"""Proofs in the files of runs and shares: what is searched once is not searched again, and nothing false is kept."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cp_puzzles import count
from cp_puzzles.analysis.certificate import stored_proof
from cp_puzzles.analysis.certificate.proof_search import Proof, ProofSearch
from cp_puzzles.analysis.certificate.stored_proof import ProofLog, SharedProof, opened_log, search_share_proof
from cp_puzzles.analysis.certificate.writer import Certificate
from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.cover.problem_source import problem_from
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.shares.share_files import split_run
from tests.analysis.certificate.certificates import certify, proved, verdict
from tests.cli.program import Program

SPEC, INTO = "dominoes4x4", 3


def content(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


class Searches:
    """The paths of the subtrees that are searched."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths: list[tuple[int, ...]] = []
        subtree = ProofSearch.subtree

        def counted(search: ProofSearch, path: tuple[int, ...], *stop: Any) -> Proof:
            self.paths.append(path)
            return subtree(search, path, *stop)

        monkeypatch.setattr(ProofSearch, "subtree", counted)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    """Count the searches of subtrees."""
    return Searches(monkeypatch)


def test_stored_proof_is_not_searched_again(
    tmp_path: Path, searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proof that was stopped goes on where it stopped, and has the bytes of one that was not stored."""
    plain, run = certify(tmp_path / "plain", SPEC), tmp_path / "a.run"
    result = count(SPEC, engine="exact-cover", jobs=1, store=run)
    certificate = Certificate(problem_from(SPEC), "full", jobs=1, store=run)
    monkeypatch.setattr(stored_proof, "SUBTREES", 8)
    with monkeypatch.context() as patch:
        put = ProofLog.put

        def stopped(log: ProofLog, path: tuple[int, ...], proof: Proof) -> None:
            if len(kept) == 3:
                raise CanceledError("test")
            kept.append(path)
            put(log, path, proof)

        kept: list[tuple[int, ...]] = []
        patch.setattr(ProofLog, "put", stopped)
        with pytest.raises(CanceledError):
            certificate.write(tmp_path / "out", result)
    assert not (tmp_path / "out").exists()
    searches.paths.clear()
    written = certificate.write(tmp_path / "out", result)
    assert f"(3 of {3 + len(searches.paths)} subtrees from" in written.steps
    assert not {*kept} & {*searches.paths}
    assert content(tmp_path / "out") == content(plain)


@pytest.fixture(scope="module")
def shares(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a run and its searched shares; all but the last have searched their part of the proof."""
    folder = tmp_path_factory.mktemp("shares")
    split_run(problem_from(SPEC), str(folder / "whole.run"), folder, INTO, SearchOptions(), keep=False)
    for number in range(1, INTO):
        search_share_proof(str(folder / f"{number}.run"), jobs=1)
    return folder


def test_shares_prove_a_run_together(shares: Path, tmp_path: Path, searches: Searches) -> None:
    """Only the subtrees of the share without any are searched, and the certificate is that of a single search."""
    shutil.copytree(shares, tmp_path / "copy")
    run, files = tmp_path / "copy" / "whole.run", [str(tmp_path / "copy" / f"{n}.run") for n in range(1, INTO + 1)]
    shared = SharedProof(str(run), files)
    words = shared.compare(1.0)
    subtrees = int(words.split()[2])
    compared = len(searches.paths)
    assert words.endswith(f"{compared} compared")
    shared.keep()
    result = count(SPEC, engine="exact-cover", jobs=1, store=run)
    Certificate(problem_from(SPEC), "full", jobs=1, store=run).write(tmp_path / "out", result)
    assert len({*searches.paths}) == len(searches.paths) == subtrees
    assert content(tmp_path / "out") == content(certify(tmp_path / "plain", SPEC))


def test_false_subtree_is_refused(shares: Path, tmp_path: Path) -> None:
    """A subtree cut short is found by comparing it, and otherwise by the checker of the certificate."""
    shutil.copytree(shares, tmp_path / "copy")
    run, file = str(tmp_path / "copy" / "whole.run"), str(tmp_path / "copy" / "1.run")
    search = SharedProof(run, [file])._search
    with opened_log(file, search, 4 * INTO) as log:
        path = next(path for path in search.top(log.subtrees)[1][::INTO] if len(search.subtree(path).items) > 2)
        honest = search.subtree(path)
        log.put(path, Proof(np.append(honest.items[:-1], 0), honest.solutions))
    shared = SharedProof(run, [file])
    with pytest.raises(MistakeError, match="is a false one"):
        shared.compare(1.0)
    shared.keep()
    result = count(SPEC, engine="exact-cover", jobs=1, store=run)
    Certificate(problem_from(SPEC), "full", jobs=1, store=run).write(tmp_path / "out", result)
    assert verdict(tmp_path / "out")[0] == 1


def test_work_and_merge_write_a_certificate(run: Program, tmp_path: Path) -> None:
    """`work --proof` and `merge --certificate` name the subtrees, and the certificate holds."""
    stored, folder, out = (str(tmp_path / name) for name in ("a.run", "shares", "out"))
    assert run("split", SPEC, stored, folder, "--into", "2").returncode == 0
    files = [f"{folder}/{number}.run" for number in (1, 2)]
    for file in files:
        done = run("work", file, "--engine", "exact-cover", "--jobs", "1", "--proof")
        assert (done.returncode, "of the proof" in done.stderr) == (0, True), done.stderr
    done = run("merge", stored, *files, "--check", "0.5", "--certificate", out)
    assert done.returncode == 0, done.stderr
    logged, _, subtrees = done.stderr.split()[:3]
    assert logged == subtrees
    assert f"({logged} of {subtrees} subtrees from" in done.stderr
    status, sentence = verdict(Path(out))
    assert (status, proved(sentence)) == (0, "exactly 9 solutions up to symmetry, 36 in all")
