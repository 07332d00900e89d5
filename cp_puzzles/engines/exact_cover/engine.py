"""Enumeration of a part with the compiled exact-cover search."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import numpy as np

from cp_puzzles.engines.base import Emit, Part, PartResult, Question
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.errors import MissingExtraError

try:
    from cp_puzzles.engines.exact_cover import kernel
    from cp_puzzles.engines.exact_cover.frame_search import FrameSearch, must_compile
except ImportError as error:
    raise MissingExtraError(
        "--engine exact-cover", f"it needs numba, which is not installed ({error})", "pip install 'cp-puzzles[fast]'"
    ) from error

from cp_puzzles.engines.exact_cover.roots import roots

BATCH_SIZE = 512

NODES_PER_CALL = 200_000
"""Nodes between two looks at the stop flag: some 0.03 seconds."""


class ExactCoverEngine:
    """Enumerates solutions with a compiled search; see `exact_cover.kernel`.

    >>> from cp_puzzles.api import ask
    >>> from cp_puzzles.engines.base import Part
    >>> from cp_puzzles.puzzle.build import build_puzzle
    >>> from cp_puzzles.spec.load import load_spec
    >>> _, soma = ask(build_puzzle(load_spec("soma")))
    >>> result = ExactCoverEngine().run(soma, Part(), emit=None, limit=None, stop=lambda: False)
    >>> result.solutions, result.raw
    (240, 11520)
    """

    name = "exact-cover"
    counts_silently = True

    def __init__(self) -> None:
        self._asked: Question | None = None
        self._arrays: CoverArrays | None = None

    @property
    def must_compile(self) -> bool:
        """Whether the first search in this process is going to compile, which takes some seconds."""
        return must_compile()

    def run(
        self,
        question: Question,
        part: Part,
        *,
        emit: Emit | None,
        limit: int | None,
        stop: Callable[[], bool],
        progress: Callable[[int], None] | None = None,
    ) -> PartResult:
        """Search one part; see `Engine`."""
        started = monotonic()
        arrays = self._arrays_of(question)
        totals = np.zeros(len(kernel.STATE), dtype=np.int64)
        frames, complete = 0, True
        lex = question.breaking == "lex"
        remember = bool(question.settings.get("remember", arrays.repeats))
        for root in roots(arrays, question.leader, part, break_symmetry=lex):
            found = int(totals[kernel.SOLUTIONS])
            frames += 1
            search = FrameSearch(
                arrays, question.leader, root, batch_size=BATCH_SIZE if emit is not None else 0, remember=remember
            )
            finished = False
            while not finished:
                finished = search.go_on(NODES_PER_CALL, None if limit is None else limit - found)
                solutions = found + search.number(kernel.SOLUTIONS)
                if emit is not None and search.number(kernel.FILLED):
                    emit(*search.take())
                if progress is not None:
                    progress(solutions)
                if (limit is not None and solutions >= limit) or stop():
                    complete = False
                    break
            totals += search.state
            if not complete:
                break
        return PartResult(
            solutions=int(totals[kernel.SOLUTIONS]),
            raw=int(totals[kernel.RAW]),
            self_symmetric=int(totals[kernel.SYMMETRIC]),
            complete=complete,
            statistics={
                "found": int(totals[kernel.FOUND]),
                "nodes": int(totals[kernel.NODES]),
                "failures_remembered": int(totals[kernel.HITS]),
                "frames": frames,
                "engine_seconds": monotonic() - started,
            },
            sizes={"required": arrays.required_count, "counted": len(arrays.minimum)},
        )

    def _arrays_of(self, question: Question) -> CoverArrays:
        if self._arrays is None or self._asked is not question:
            self._asked, self._arrays = question, cover_arrays(question.problem)
        return self._arrays
