"""Extensions: modules of other packages that register lattices, rules and measures when they are imported."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from cp_puzzles.errors import MistakeError

GROUP = "cp_puzzles.extensions"
"""The group of entry points that name the modules."""


@cache
def load_extensions() -> None:
    """Import the modules of all entry points, once; called when a name is not one of the package.

    Raises `MistakeError` for a module that cannot be imported.
    """
    for entry in entry_points(group=GROUP):
        try:
            entry.load()
        except Exception as error:
            problem = f"{entry.value} cannot be loaded: {type(error).__name__}: {error}"
            raise MistakeError(f"entry point {entry.name}", problem, "correct or uninstall its package") from error
