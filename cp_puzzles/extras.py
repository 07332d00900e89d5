"""The packages that only some of what can be asked needs, and the extras that bring them."""

from __future__ import annotations

import os
from importlib.util import find_spec

from cp_puzzles.errors import MissingExtraError

EXTRAS = {
    "manifold3d": ("make", "makes solids and moves lines"),
    "matplotlib": ("pictures", "draws plots, .png and .pdf"),
    "pandas": ("notebook", "makes frames"),
}
"""For each package the extra and what it does."""


def require(package: str, place: str | os.PathLike[str], *, instead: str = "") -> None:
    """Raise `MissingExtraError`, for what was asked, where a package is not installed; `instead` is another remedy."""
    extra, does = EXTRAS[package]
    if find_spec(package) is None:
        problem = f"{package}, which {does}, is not installed"
        raise MissingExtraError(os.fspath(place), problem, f"pip install 'cp-puzzles[{extra}]'{instead}")
