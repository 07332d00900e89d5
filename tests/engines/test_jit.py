"""Compilation that fails well: a cache that is damaged, full or stale, and no compilation at all."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.caching import IndexDataCacheFile
from numba.core.codegen import CodeLibrary

from cp_puzzles.base import jit
from cp_puzzles.base.compilation import watched
from cp_puzzles.base.jit import popcount
from cp_puzzles.engines.engine import Part, PartResult, PartTask
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.search import worker
from cp_puzzles.search.worker import Job, PartJob, PartWorker
from tests.processes import finished

ROOT = Path(__file__).parents[2]


@pytest.fixture
def successor(tmp_path: Path) -> Callable[[], Any]:
    """Return a function that is compiled as in a new process: from its cache, if there is one."""
    file = tmp_path / "numbers.py"
    file.write_text("def successor(n):\n    return n + 1\n")

    def again() -> Any:
        spec = spec_from_file_location("numbers_of_a_test", file)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return jit.compiled(module.successor)

    return again


def compiles(function: Callable[[int], int]) -> bool:
    """Return whether the first call of the function compiles."""
    compilations: list[int] = []
    with watched(lambda: compilations.append(1)) as watch:
        assert function(1) == 2
    assert bool(compilations) == bool(watch.seconds.get("compile_seconds"))
    return bool(compilations)


def flipped(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("damage", [flipped, truncated, emptied, Path.unlink])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_cache_is_compiled_again(
    successor: Callable[[], Any], tmp_path: Path, kind: str, damage: Callable[[Path], None]
) -> None:
    """Damaged machine code, or a damaged index: numba raised pickle errors, or ran the damaged code."""
    assert compiles(successor())
    (file,) = tmp_path.rglob(f"*.{kind}")
    assert not compiles(successor())
    damage(file)
    assert compiles(successor())
    assert not compiles(successor())


def test_full_disk_disables_the_cache(successor: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without disk space every process compiles."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(IndexDataCacheFile, "_save_data", full)
    for _ in range(2):
        assert compiles(successor())


def test_code_that_numba_has_not_received_runs(successor: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit that ended the callback with the machine code ended the whole search with an internal error."""
    monkeypatch.setattr(
        CodeLibrary, "_compiled_object", property(lambda library: None, lambda library, code: None), raising=False
    )
    for _ in range(2):
        assert successor()(1) == 2


def test_search_reports_compilation_once(successor: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a compilation is reported: the notice once appeared at every run of a large puzzle with compiled kernels."""

    class Engine:
        counts_without_solutions = False

        def run(self, task: PartTask) -> PartResult:
            function = successor()
            assert (function(1), function(1.0)) == (2, 2.0)
            return PartResult(0, 0, 0)

    monkeypatch.setattr(worker, "load_engine", lambda name: Engine())
    runs = PartWorker(Job(puzzle_from("corners3x3")))
    for expected in (1, 0):
        notices: list[str] = []
        with watched(partial(notices.append, "compiling")):
            runs.run(PartJob(Part(), "exact-cover"), lambda: False)
        assert len(notices) == expected


def test_other_versions_of_numba_use_the_cache(successor: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the private method that shortens the start, functions are loaded by numba's own method."""
    assert compiles(successor())
    spec = spec_from_file_location("jit_of_a_test", jit.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr("numba.core.caching.Cache._load_overload")
        spec.loader.exec_module(module)
    monkeypatch.setattr(module, "_stamp", jit._stamp)  # which does not see the files of later tests
    monkeypatch.setattr(jit, "compiled", module.compiled)
    assert not compiles(successor())


def test_long_interpretation_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search waits for no compiler; a long one is compiled, and a call that is known to be long at once."""
    monkeypatch.setattr(jit.ChecksumCache, "of", lambda function: None)
    state = np.zeros(2, dtype=np.uint64)
    function = jit.GradualFunction(count_bits, 1, lambda state, steps: 0.0)
    assert not compiles_at(lambda: function(state, 10**9))
    assert state.tolist() == [jit.INTERPRETED_STEPS, 32 * jit.INTERPRETED_STEPS]
    function._seconds = jit.INTERPRETED_SECONDS + 1
    assert compiles_at(lambda: function(state, 1000))
    assert state.tolist() == [jit.INTERPRETED_STEPS + 1000, 32 * (jit.INTERPRETED_STEPS + 1000)]
    patient = jit.GradualFunction(count_bits, 1, lambda state, steps: 0.0, patience=4)
    patient._seconds = jit.INTERPRETED_SECONDS + 1
    assert not compiles_at(lambda: patient(state, 1000))
    long = jit.GradualFunction(count_bits, 1, lambda state, steps: 1e9)
    assert compiles_at(lambda: long(state, 1))


def compiles_at(call: Callable[[], object]) -> bool:
    """Return True if a call compiles."""
    compilations: list[int] = []
    with watched(lambda: compilations.append(1)):
        call()
    return bool(compilations)


@jit.callee
def bits_of(word):  # type: ignore[no-untyped-def]
    """Return the number of ones of a square."""
    return popcount(word * word)


def count_bits(state, steps):  # type: ignore[no-untyped-def]
    """Count some steps, and in each of them the 32 ones of 2^64 - 2^33 + 1."""
    for _ in range(steps):
        state[0] += np.uint64(1)
        state[1] += bits_of(np.uint64(0xFFFFFFFF))


@pytest.mark.slow
def test_search_without_compilation_is_equal() -> None:
    """`NUMBA_DISABLE_JIT=1`: plain Python, in the narrow search and in the general one."""
    program = (
        "from cp_puzzles import count\n"
        "for name in ('corners3x3', 'dominoes4x4'):\n"
        "    for scan in (True, False):\n"
        "        result = count(name, engine='exact-cover', jobs=1, settings={'scan': scan})\n"
        "        print(name, result.count, result.raw)\n"
    )
    done = [
        finished(
            [sys.executable, "-W", "error", "-c", program],
            status=0,
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": disable},
        ).stdout
        for disable in ("0", "1")
    ]
    assert done[0] == done[1]
    assert done[0].startswith("corners3x3 ")
