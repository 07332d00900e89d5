"""Optional packages with the extras that install them, and packages that extend this one."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec

from cp_puzzles.errors import MissingExtraError, MistakeError, Parameter

EXTRAS = {
    "distributed": ("cluster", "connects to clusters"),
    "manifold3d": ("make", "makes solids and offsets outlines"),
    "matplotlib": ("pictures", "draws plots, .png and .pdf"),
    "trimesh": ("make", "writes meshes"),
}
"""For each package its extra and its purpose."""


def require_package(package: str, place: str | os.PathLike[str] | Parameter, *, instead: str = "") -> None:
    """Raise `MissingExtraError` if a package is not installed; `instead` is another remedy."""
    extra, purpose = EXTRAS[package]
    if find_spec(package) is None:
        place = place if isinstance(place, Parameter) else os.fspath(place)
        problem = f"{package}, which {purpose}, is not installed"
        raise MissingExtraError(place, problem, f"pip install 'cp-puzzles[{extra}]'{instead}")


GROUP = "cp_puzzles.extensions"
"""The group of entry points that name the modules."""


@cache
def load_extensions() -> None:
    """Import the modules of all entry points, once; called when a name is not one of the package.

    Raises `MistakeError` for a module that cannot be imported.
    """
    from importlib.metadata import entry_points  # with a parser of mail headers, which takes time to load

    for entry in entry_points(group=GROUP):
        try:
            entry.load()
        except Exception as error:
            problem = f"{entry.value} cannot be loaded: {type(error).__name__}: {error}"
            raise MistakeError(f"entry point {entry.name}", problem, "correct or uninstall its package") from error
