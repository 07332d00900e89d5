"""Compilation that fails well: a cache that is damaged, full or stale, and no compilation at all."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import IndexDataCacheFile

from cp_puzzles.api import cover_and_request
from cp_puzzles.base import jit
from cp_puzzles.engines.exact_cover import exact_cover_engine as engine_module
from cp_puzzles.engines.exact_cover.general.bit_sets import build_bit_sets
from cp_puzzles.engines.exact_cover.general.general_algorithm import search
from cp_puzzles.engines.exact_cover.scan.scan_algorithm import fitting_options, scan
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
    assert successor()(1) == 2
    (file,) = tmp_path.rglob(f"*.{kind}")
    assert jit.is_compiled(successor())
    damage(file)
    function = successor()
    if kind == "nbc":
        assert not jit.is_compiled(function)
    assert function(1) == 2
    assert jit.is_compiled(successor())


def test_full_disk_disables_the_cache(successor: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without disk space every process compiles."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(IndexDataCacheFile, "_save_data", full)
    for _ in range(2):
        function = successor()
        assert not jit.is_compiled(function)
        assert function(1) == 2


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("pentomino3x20", (fitting_options, scan)),
        ("soma", (build_bit_sets, search)),
    ],
)
def test_search_compiles_needed_functions_only(
    monkeypatch: pytest.MonkeyPatch, name: str, needed: tuple[object, ...]
) -> None:
    """Only functions of the search decide on the notice of compilation, which once appeared every time."""
    monkeypatch.setattr(engine_module, "is_compiled", lambda function: function in needed)
    assert not engine_module.ExactCoverEngine().must_compile(cover_and_request(name)[1])


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
