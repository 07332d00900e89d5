"""Enumeration of a part with the compiled exact-cover search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from math import inf
from time import monotonic

import numpy as np

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Emit, Part, PartResult, Question, StoppedError
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.engines.exact_cover.preference import AS_IT_COMES, Preference, awkwardness
from cp_puzzles.engines.exact_cover.roots import MAX_LIVING, roots
from cp_puzzles.engines.exact_cover.settings import Settings
from cp_puzzles.engines.sieve import Sieve
from cp_puzzles.errors import MissingExtraError, Parameter

try:
    from cp_puzzles.engines.exact_cover import frame, kernel, leaf, scan
    from cp_puzzles.engines.exact_cover.frame_search import FrameSearch
    from cp_puzzles.engines.exact_cover.jit import is_cached
    from cp_puzzles.engines.exact_cover.root_search import NO_LIMIT, RootSearch
    from cp_puzzles.engines.exact_cover.scan_search import ScanSearch, is_narrow
except ImportError as error:
    raise MissingExtraError(
        Parameter("engine", "exact-cover"),
        f"it needs numba, which is not installed ({error})",
        "pip install 'cp-puzzles[fast]'",
    ) from error

BATCH_SIZE = 512

NODES_PER_CALL = 200_000
"""Nodes between two looks at the stop flag: some 0.03 seconds."""

FIRST_TRY = 10_000
"""Nodes after which the search for a single solution begins anew by chance; later tries are longer."""

EFFORT_NODES = 1_000_000
"""As many nodes are about a second's work where one solution of a large problem is looked for."""

FRAME_NODES = 500
"""A frame takes as long to build as so many nodes."""

TASTES = (0.0, 0.4, 0.2)
"""How much less an option of a cell in the middle counts than one at the rim, see `frame_search`: turn by turn."""


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

    def supports(self, problem: CoverProblem) -> str | None:
        """Any cover problem; see `Engine`."""
        return None

    @property
    def must_compile(self) -> bool:
        """Whether a search is going to compile, which takes some seconds, when it is first run."""
        return not all(map(is_cached, (frame.build_frame, kernel.search, scan.scan_tables, scan.scan_search)))

    def run(
        self,
        question: Question,
        part: Part,
        *,
        emit: Emit | None,
        limit: int | None,
        stop: Callable[[], bool],
        progress: Callable[[int], None] | None = None,
        effort: float | None = None,
    ) -> PartResult:
        """Search one part; see `Engine`."""
        started = monotonic()
        if self._arrays is None or self._asked is not question:
            self._asked, self._arrays = question, cover_arrays(question.problem)
        arrays = self._arrays
        sieve, wanted = None, limit
        if question.accepts is not None:
            sieve = Sieve(question.accepts, question.leader.group.order, emit, limit)
            emit, limit = sieve.take, None
        progressed = _Progressed(emit, limit, stop, progress)
        complete = False
        with suppress(StoppedError):
            for taste, preference, nodes in _tries(question, arrays, wanted):
                left = inf if effort is None else effort * EFFORT_NODES - progressed.spent
                if left <= 0:
                    break
                searches = _searches(
                    question, part, arrays, taste, preference, stop, batch_size=BATCH_SIZE if emit is not None else 0
                )
                complete = progressed.exhausts(searches, min(nodes, left))
                if complete:
                    break
        totals = progressed.totals
        return PartResult(
            solutions=sieve.solutions if sieve else int(totals[leaf.SOLUTIONS]),
            raw=sieve.raw if sieve else int(totals[leaf.RAW]),
            self_symmetric=sieve.self_symmetric if sieve else int(totals[leaf.SYMMETRIC]),
            complete=complete,
            statistics={
                "found": int(totals[leaf.FOUND]),
                "nodes": int(totals[leaf.NODES]),
                "failures_met_again": int(totals[leaf.HITS]),
                "frames": progressed.frames,
                "engine_seconds": monotonic() - started,
            },
            sizes={"required": arrays.required_count, "counted": len(arrays.minimum)},
        )


class _Progressed:
    """Goes through searches slice by slice; between two slices it hands on what was found.

    `totals`: the sums of the states of all searches, see `leaf.STATE`; `frames`: how many they were.
    """

    def __init__(
        self,
        emit: Emit | None,
        limit: int | None,
        stop: Callable[[], bool],
        progress: Callable[[int], None] | None,
    ) -> None:
        self._emit, self._stop, self._progress = emit, stop, progress
        self._limit = NO_LIMIT if limit is None else limit
        self.totals = np.zeros(len(leaf.STATE), dtype=np.int64)
        self.frames = 0

    @property
    def spent(self) -> int:
        """What was done so far, in nodes."""
        return int(self.totals[leaf.NODES]) + FRAME_NODES * self.frames

    def exhausts(self, searches: Iterator[RootSearch], nodes: float) -> bool:
        """Whether all is searched within so many nodes; raises `StoppedError` if it is stopped or enough before."""
        last = self.spent + nodes
        for search in searches:
            self.frames += 1
            before, finished = self.totals, False
            while not finished:
                if self.spent >= last:
                    return False
                finished = search.go_on(
                    int(min(NODES_PER_CALL, last - self.spent)),
                    self._limit - int(before[leaf.SOLUTIONS]),
                )
                self.totals = before + search.state
                self._look(search)
                if not finished and (self._stop() or self.totals[leaf.SOLUTIONS] >= self._limit):
                    raise StoppedError
        return True

    def _look(self, search: RootSearch) -> None:
        if self._emit is not None and search.state[leaf.FILLED]:
            self._emit(*search.take())
        if self._progress is not None:
            self._progress(int(self.totals[leaf.SOLUTIONS]))


def _tries(question: Question, arrays: CoverArrays, limit: int | None) -> Iterator[tuple[float, Preference, float]]:
    """What to search with and how many nodes each try may take: one, without bound, unless one solution will do."""
    settings = Settings.of(question.settings)
    if settings.taste is not None or limit != 1 or not settings.restarts:
        taste = (40 if arrays.repeats else 0) if settings.taste is None else settings.taste
        yield taste / 100, AS_IT_COMES, inf
        return
    awkward = awkwardness(question.problem, arrays)
    for turn in count():
        preference = Preference.by_chance(awkward, (settings.seed, turn))
        yield TASTES[turn % len(TASTES)], preference, FIRST_TRY << (turn // len(TASTES))


def _searches(
    question: Question,
    part: Part,
    arrays: CoverArrays,
    taste: float,
    preference: Preference,
    stop: Callable[[], bool],
    *,
    batch_size: int,
) -> Iterator[RootSearch]:
    leader, lex = question.leader, question.breaking == "lex"
    settings = Settings.of(question.settings)
    remember = arrays.repeats if settings.remember is None else settings.remember
    narrow = settings.scan and is_narrow(arrays)
    most_living = arrays.option_count if narrow else MAX_LIVING
    for root in roots(
        arrays, leader, part, break_symmetry=lex, most_living=most_living, stop=stop, preference=preference
    ):
        if narrow and root.living.any():
            yield ScanSearch(arrays, leader, root, batch_size=batch_size)
        else:
            yield FrameSearch(
                arrays,
                leader,
                root,
                batch_size=batch_size,
                remember=remember,
                taste=taste,
                preference=preference,
            )
