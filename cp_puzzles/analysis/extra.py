"""The packages of the extra `notebook`, asked for only where they are needed."""

from __future__ import annotations

from importlib.util import find_spec

from cp_puzzles.errors import MissingExtraError


def require(package: str, purpose: str) -> None:
    """Raise `MissingExtraError` where a package of the extra `notebook` is not installed.

    >>> require("numpy", "arrays")
    """
    if find_spec(package) is None:
        raise MissingExtraError(purpose, f"{package} is not installed", "pip install 'cp-puzzles[notebook]'")
