"""Build the kernel of the editor: `kernel.c` becomes `kernel.wasm`, or a program library with the argument `native`.

The compiler is zig from PyPI (`ziglang`, extra `dev`).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("kernel.c")
WASM = SOURCE.with_suffix(".wasm")
_FLAGS = ("-O3", "-std=c11", "-fno-builtin", "-Wall", "-Wextra", "-Werror", "-g0")
_WASM_FLAGS = (
    "--target=wasm32-freestanding",
    "-mcpu=generic+bulk_memory",
    "-nostdlib",
    "-Wl,--no-entry",
    "-Wl,--strip-all",
    "-Wl,--max-memory=2147418112",
)


def build(target: Path, *, native: bool = False) -> None:
    """Compile the kernel to WebAssembly, or to a shared library of this machine."""
    flags = ("-shared", "-fPIC", "-march=native") if native else _WASM_FLAGS
    command = [sys.executable, "-m", "ziglang", "cc", *_FLAGS, *flags, "-o", str(target), SOURCE.name]
    subprocess.run(command, cwd=SOURCE.parent, check=True)  # noqa: TID251  (tests.processes is not for scripts)


if __name__ == "__main__":
    build(WASM)
