"""Tiling puzzles in a few lines of YAML, solved and counted by OR-Tools CP-SAT.

>>> from cp_puzzles import count
>>> count("soma", jobs=1).count
240
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

__version__ = "0.2.0"

with open(f"{__file__}i", encoding="utf-8") as _stub:
    _MODULE_OF = {line.split()[3]: line.split()[1] for line in _stub if line.startswith("from ")}
"""The module of each public name: the stub of this package, which type checkers read, is their list."""

_NEEDS = {"PuzzleWidget": "anywidget"}
"""Public names that need an optional package; without it an import of all names omits them."""

__all__ = sorted(name for name in _MODULE_OF if name not in _NEEDS or find_spec(_NEEDS[name]))


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*__all__, "__version__", *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that nothing heavy is loaded before it is needed."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_MODULE_OF[name]), name)
    if hasattr(value, "model"):  # a function whose keywords are the fields of a model
        from cp_puzzles.search.puzzle_options import with_help

        value = with_help(value)
    globals()[name] = value
    return value
