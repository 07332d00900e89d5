"""Optional packages, and the extras that install them."""

from __future__ import annotations

import os
from importlib.util import find_spec

from cp_puzzles.errors import MissingExtraError, Parameter

EXTRAS = {
    "distributed": ("cluster", "connects to clusters"),
    "manifold3d": ("make", "makes solids and offsets outlines"),
    "matplotlib": ("pictures", "draws plots, .png and .pdf"),
    "trimesh": ("make", "writes meshes"),
}
"""For each package its extra and its purpose."""


def require(package: str, place: str | os.PathLike[str] | Parameter, *, instead: str = "") -> None:
    """Raise `MissingExtraError` if a package is not installed; `instead` is another remedy."""
    extra, purpose = EXTRAS[package]
    if find_spec(package) is None:
        place = place if isinstance(place, Parameter) else os.fspath(place)
        problem = f"{package}, which {purpose}, is not installed"
        raise MissingExtraError(place, problem, f"pip install 'cp-puzzles[{extra}]'{instead}")
