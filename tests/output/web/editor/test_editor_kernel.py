"""The checked-in WebAssembly kernel of the editor is the one that its source becomes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path("cp_puzzles/output/web/scripts/editor/build_kernel.py")


def test_kernel_is_built_from_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Zig of the pinned version compiles `kernel.c` to the bytes of `kernel.wasm`."""
    pytest.importorskip("ziglang", reason="zig builds the kernel; it is in the extra dev")
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path / "zig"))
    monkeypatch.setenv("ZIG_LOCAL_CACHE_DIR", str(tmp_path / "zig"))
    specification = importlib.util.spec_from_file_location("build_kernel", SCRIPT)
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    module.build(tmp_path / "kernel.wasm")
    assert (tmp_path / "kernel.wasm").read_bytes() == SCRIPT.with_name("kernel.wasm").read_bytes()
