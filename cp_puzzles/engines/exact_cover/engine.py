"""Enumeration of a part with the compiled exact-cover search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from math import inf
from time import monotonic

import numpy as np

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Emit, Part, PartResult, Question, StoppedError
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.engines.exact_cover.problem.preference import (
    AS_IT_COMES,
    SPREAD,
    SPREAD_OF_REPEATED_TILES,
    Preference,
    awkwardness,
)
from cp_puzzles.engines.exact_cover.problem.room import MAX_LIVING, Room, largest_subproblem
from cp_puzzles.engines.exact_cover.problem.subproblems import subproblems
from cp_puzzles.engines.exact_cover.settings import Settings
from cp_puzzles.engines.sieve import Sieve
from cp_puzzles.errors import MissingExtraError, Parameter

try:
    from cp_puzzles.engines.exact_cover.common.jit import is_compiled
    from cp_puzzles.engines.exact_cover.common.state import State
    from cp_puzzles.engines.exact_cover.common.subproblem_search import SubproblemSearch
    from cp_puzzles.engines.exact_cover.general.algorithm import search
    from cp_puzzles.engines.exact_cover.general.bit_sets import build_bit_sets
    from cp_puzzles.engines.exact_cover.general.general_search import GeneralSearch
    from cp_puzzles.engines.exact_cover.scan.algorithm import scan
    from cp_puzzles.engines.exact_cover.scan.narrow_board import NarrowBoard, narrow_board
    from cp_puzzles.engines.exact_cover.scan.scan_search import ScanSearch
    from cp_puzzles.engines.exact_cover.scan.tables import fitting_options
    from cp_puzzles.engines.exact_cover.slices import Slices
    from cp_puzzles.engines.exact_cover.sparse.algorithm import search as sparse_search
    from cp_puzzles.engines.exact_cover.sparse.mending import mend
    from cp_puzzles.engines.exact_cover.sparse.sparse_search import MendingSearch, SparseSearch
except ImportError as error:
    raise MissingExtraError(
        Parameter("engine", "exact-cover"),
        f"it needs numba, which is not installed ({error})",
        "pip install 'cp-puzzles[fast]'",
    ) from error

BATCH_SIZE, BATCH_NUMBERS = 512, 1 << 22
"""At most so many solutions wait to be handed on, and so many options of them."""

SPARSE_FROM = 50_000
"""With more options than this they are searched on lists: bit sets would have but a small part of them in view."""

SHORT_TRY = 50_000
"""Nodes after which the search for a single solution begins anew by chance; some tries are longer, see `luby`."""

WAY_DOWN = 5
"""So many steps for each piece a try is granted, down to its first search: most choices on the way are dead ends."""

LIVING_OF_TRIES = 2 * MAX_LIVING
"""The most options of a subproblem of a try with tiles used once each, to begin with: it takes long to come down from
one to the next. Of copies of few tiles the last ones to be placed are better chosen one by one."""

FIRST_SPARSE_TRY = 500_000
"""The same where the search is sparse, which takes long to set up."""

EFFORT_NODES = 1_000_000
"""As many nodes are about a second's work where one solution of a large problem is looked for."""

RIMS = (0.0, 0.4, 0.2)
"""How much less an option of a cell in the middle costs than one at the rim, see `general.costs`: turn by turn."""

RIM_OF_REPEATED_TILES = 40
"""In percent, where all solutions are wanted and a tile can be used more than once."""


class ExactCoverEngine:
    """Enumerates solutions with a compiled search; see `exact_cover`.

    >>> from cp_puzzles.api import ask
    >>> from cp_puzzles.engines.base import Part
    >>> _, soma = ask("soma")
    >>> result = ExactCoverEngine().run(soma, Part(), emit=None, limit=None, stop=lambda: False)
    >>> result.solutions, result.raw
    (240, 11520)
    """

    name = "exact-cover"
    counts_silently = True

    def __init__(self) -> None:
        self._asked: tuple[CoverProblem | None, bool] = None, False
        self._prepared: tuple[CoverArrays, NarrowBoard | None] | None = None

    def supports(self, problem: CoverProblem) -> str | None:
        """Any cover problem; see `Engine`."""
        return None

    def must_compile(self, question: Question) -> bool:
        """Whether the search of this question is going to compile, which takes some seconds."""
        arrays, board = self._prepare(question)
        functions = (build_bit_sets, search) if board is None else (fitting_options, scan)
        if _is_sparse(Settings.of(question.settings), arrays, None):
            functions = (sparse_search, mend)
        return not all(map(is_compiled, functions))

    def _prepare(self, question: Question) -> tuple[CoverArrays, NarrowBoard | None]:
        """What all parts of a question share, and all turns of a race."""
        is_scanned = Settings.of(question.settings).scan
        asked, was_scanned = self._asked
        if self._prepared is None or asked is not question.problem or was_scanned != is_scanned:
            arrays = cover_arrays(question.problem)
            self._prepared = arrays, narrow_board(arrays) if is_scanned else None
            self._asked = question.problem, is_scanned
        return self._prepared

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
        arrays, board = self._prepare(question)
        sieve, wanted = None, limit
        if question.accepts is not None:
            sieve = Sieve(question.accepts, question.leader.group.order, emit, limit)
            emit, limit, progress = sieve.take, None, sieve.telling(progress)
        slices = Slices(emit, limit, stop, progress)
        complete = False
        with suppress(StoppedError):
            batch_size = 0 if emit is None else min(BATCH_SIZE, 1 + BATCH_NUMBERS // (1 + arrays.most_chosen))
            is_sparse = _is_sparse(Settings.of(question.settings), arrays, wanted)
            tries = _sparse_tries if is_sparse else partial(_tries, board=board)
            for searches, nodes in tries(question, part, arrays, slices.step, limit=wanted, batch_size=batch_size):
                left = inf if effort is None else effort * EFFORT_NODES - slices.spent
                if left <= 0:
                    break
                complete = slices.exhaust(searches, min(nodes, left), granted=WAY_DOWN * arrays.most_chosen)
                if complete:
                    break
        totals = slices.totals
        return PartResult(
            solutions=sieve.solutions if sieve else int(totals[State.SOLUTIONS]),
            raw=sieve.raw if sieve else int(totals[State.RAW]),
            self_symmetric=sieve.self_symmetric if sieve else int(totals[State.SELF_SYMMETRIC]),
            complete=complete,
            statistics={
                "found": int(totals[State.FOUND]),
                "nodes": int(totals[State.NODES]),
                "failures_met_again": int(totals[State.MET_AGAIN]),
                "subproblems": slices.searches,
                "engine_seconds": monotonic() - started,
            },
            sizes={"required": arrays.required_count, "counted": len(arrays.minimum)},
        )


def _is_sparse(settings: Settings, arrays: CoverArrays, limit: int | None) -> bool:
    """Whether to search on lists. Where each tile is used once, tries on bit sets find one solution sooner."""
    if settings.sparse is not None:
        return settings.sparse
    tries_bit_sets = limit == 1 and settings.restarts and not arrays.repeats
    return arrays.option_count > SPARSE_FROM and not tries_bit_sets


def _tries(
    question: Question,
    part: Part,
    arrays: CoverArrays,
    stop: Callable[[], bool],
    *,
    board: NarrowBoard | None,
    limit: int | None,
    batch_size: int,
) -> Iterator[tuple[Iterator[SubproblemSearch], float]]:
    """Searches and how many nodes they may take: those of one try, without bound, unless one solution will do."""
    settings = Settings.of(question.settings)
    searches = partial(_searches, question, part, arrays, board, stop, batch_size=batch_size)
    if settings.rim is not None or limit != 1 or not settings.restarts:
        rim = (RIM_OF_REPEATED_TILES if arrays.repeats else 0) if settings.rim is None else settings.rim
        yield searches(rim=rim / 100, preference=AS_IT_COMES, room=_room(arrays, board, MAX_LIVING)), inf
        return
    awkward = awkwardness(question.problem, arrays)
    spread = SPREAD_OF_REPEATED_TILES if arrays.repeats else SPREAD
    room = _room(arrays, board, MAX_LIVING if arrays.repeats else LIVING_OF_TRIES)
    for turn in count():
        preference = Preference.by_chance(awkward, (settings.seed, turn), spread)
        nodes = SHORT_TRY * luby(turn // len(RIMS) + 1)
        yield searches(rim=RIMS[turn % len(RIMS)], preference=preference, room=room), nodes


def luby(number: int) -> int:
    """How many times as long as the shortest try the `number`-th one is, from 1.

    All that is spent on tries of one length is about as much as on those of twice the length: whichever length is best,
    this is not much worse (Luby, Sinclair and Zuckerman, 1993).

    >>> [luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    length = number.bit_length()
    return 1 << (length - 1) if number == (1 << length) - 1 else luby(number - (1 << (length - 1)) + 1)


def _room(arrays: CoverArrays, board: NarrowBoard | None, most: int) -> Room:
    """How large a subproblem may be; a narrow board is not cut."""
    return Room(most if board is None else arrays.option_count, limit=largest_subproblem(arrays))


def _sparse_tries(
    question: Question,
    part: Part,
    arrays: CoverArrays,
    stop: Callable[[], bool],
    *,
    limit: int | None,
    batch_size: int,
) -> Iterator[tuple[Iterator[SubproblemSearch], float]]:
    """The same of sparse searches: by turns dead ends are mended and the whole tree is begun."""
    settings, leader = Settings.of(question.settings), question.leader

    def searches(of: Callable[..., SubproblemSearch]) -> Iterator[SubproblemSearch]:
        lex = question.breaking == "lex"
        room = Room(arrays.option_count, limit=0)
        for subproblem in subproblems(arrays, leader, part, break_symmetry=lex, room=room, stop=stop):
            yield of(arrays, leader, subproblem, batch_size=batch_size)

    if limit != 1 or not settings.restarts:
        yield searches(SparseSearch), inf
        return
    for turn in count():
        nodes = FIRST_SPARSE_TRY << turn
        yield searches(partial(MendingSearch, random=np.random.default_rng((settings.seed, turn)))), nodes
        yield searches(SparseSearch), nodes


def _searches(
    question: Question,
    part: Part,
    arrays: CoverArrays,
    board: NarrowBoard | None,
    stop: Callable[[], bool],
    *,
    rim: float,
    preference: Preference,
    room: Room,
    batch_size: int,
) -> Iterator[SubproblemSearch]:
    leader, lex = question.leader, question.breaking == "lex"
    settings = Settings.of(question.settings)
    remember = arrays.repeats if settings.remember is None else settings.remember
    for subproblem in subproblems(
        arrays, leader, part, break_symmetry=lex, room=room, stop=stop, preference=preference
    ):
        if board is not None and subproblem.living.any():
            yield ScanSearch(arrays, board, leader, subproblem, batch_size=batch_size)
            continue
        general = GeneralSearch(
            arrays, leader, subproblem, batch_size=batch_size, remember=remember, rim=rim, preference=preference
        )
        yield general
        room.note(options=int(subproblem.living.sum()), nodes=int(general.state[State.NODES]))
