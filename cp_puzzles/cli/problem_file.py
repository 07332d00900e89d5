"""Cover problems in files, which commands take in place of a puzzle: what cannot be asked of them."""

from __future__ import annotations

import argparse

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.options import SearchOptions, declarations, default_of

PROBLEM_OPTIONS = ("engine", "settings", "limit", "time_limit")
"""What a cover problem without a board can be asked."""


def refuse_board_options(options: argparse.Namespace) -> None:
    """Raise `MistakeError` for an option that means nothing without a board; every solution counts by itself."""
    absent: dict[str, object] = {
        "leave": [],
        "given": [],
        "rule": [],
        "by": None,
        "maximize": None,
        "minimize": None,
        "cross_check": False,
    }
    refused: list[tuple[str, object]] = [*absent.items()]
    refused += [
        (its.name, default_of(its)) for its, _ in declarations(SearchOptions) if its.name not in PROBLEM_OPTIONS
    ]
    for name, default in refused:
        value = getattr(options, name, default)
        meant = (default, "off") if name == "symmetry" else (default,)
        if value not in meant:
            shown = Parameter(name, None if value is True else value)
            raise MistakeError(shown, "a cover problem in a .dlx file has no board and no parts", "leave it away")
