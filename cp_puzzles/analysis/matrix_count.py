"""Counting the solutions of a cover problem from elsewhere, such as a file in Knuth's format."""

from __future__ import annotations

import os
from collections.abc import Mapping
from time import monotonic
from typing import Any

from cp_puzzles.engines.base import Part, Question
from cp_puzzles.engines.registry import FASTEST, load_counter, load_engine, refuse_of_counter, require_engine
from cp_puzzles.export.dlx_reader import read_dlx
from cp_puzzles.memory import allowed_memory
from cp_puzzles.search.result import Status
from cp_puzzles.symmetry.group import SymmetryGroup
from cp_puzzles.symmetry.leader import lex_leader


def count_dlx(
    path: str | os.PathLike[str],
    *,
    engine: str = FASTEST,
    limit: int | None = None,
    time_limit: float | None = None,
    settings: Mapping[str, object] | None = None,
) -> dict[str, Any]:
    """Count the solutions of a `.dlx` file; the summary has the keys of a search without symmetry.

    Raises `MistakeError` for a mistake in the file, with its line, and for an engine that cannot count it.
    """
    started = monotonic()
    entry = require_engine(engine, counts=True, settings=settings)
    refuse_of_counter(entry, limit=limit)
    problem = read_dlx(path)

    def is_late() -> bool:
        return time_limit is not None and monotonic() - started > time_limit

    status: Status = "complete"
    count = 0
    try:
        question = Question(problem, lex_leader(problem, SymmetryGroup.identity(problem)), settings=settings or {})
        if entry.enumerates:
            result = load_engine(engine, problem).run(question, Part(), emit=None, limit=limit, stop=is_late)
        else:
            counter, memory = load_counter(engine, problem), allowed_memory(None)
            result = counter.count(question, memory=memory, stop=is_late, progress=lambda done, steps: None)
        count, complete = result.solutions, result.complete
        status = "limit" if count == limit else "complete" if complete else "time-limit"
    except KeyboardInterrupt:
        status = "interrupted"
    return {
        "name": os.path.basename(path),
        "engine": engine,
        "symmetry": "off",
        "breaking": "lex",
        "status": status,
        "solutions": count,
        "raw": count if status == "complete" else None,
        "self_symmetric": 0 if status == "complete" else None,
        "group_order": 1,
        "cells": len(problem.cells),
        "tiles": len(problem.tiles),
        "items": len(problem.items),
        "options": len(problem.options),
        "first_solution_seconds": None,
        "seconds": monotonic() - started,
        "jobs": 1,
        "statistics": {},
    }
