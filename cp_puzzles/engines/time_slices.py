"""The search for one solution: engines and settings take turns in time slices, in rounds of larger budgets.

The slices run side by side. They have the same order and the same budgets in every search. Budgets are counted in
steps of the search, so a slice is repeatable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

import numpy as np

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.registry import CpSatSettings, EngineSettings, ExactCoverSettings

FIRST_EFFORT_SECONDS = 0.5
"""About the seconds of a slice of the first round."""

GROWTH = 3.0
"""The factor of the effort from one round to the next."""

SPARSE_FROM = 5_000
"""The number of options from which sparse searches run."""

CP_SAT_UP_TO = 100_000
"""The largest number of options for which a CP-SAT model is built."""

BIT_SETS_UP_TO = 1_000_000
"""The largest number of options for which bit sets are built."""

UNBOUNDED = 1 << 62


@dataclass(frozen=True)
class PortfolioMember:
    """An engine with `settings`; `method` describes the search.

    Attributes
    ----------
    in_parts
        Whether each slice searches below one random option of the most constrained item.
    proves
        Whether a complete search without a solution proves infeasibility. Presolved runs of CP-SAT have been wrong.
    min_options, max_options
        The member runs for problems with these numbers of options. A search that builds much for each option must not
        delay the others.
    """

    engine: str
    method: str
    settings: EngineSettings
    in_parts: bool = False
    proves: bool = True
    min_options: int = 0
    max_options: int = CP_SAT_UP_TO

    def __str__(self) -> str:
        return f"{self.engine}, {self.method}"


_SOLVER_SEARCH = CpSatSettings(fixed_search=False, presolve=True, inprocessing=True, linearization=True)

RESTARTS = PortfolioMember(
    "exact-cover", "random restarts", ExactCoverSettings(sparse=False), max_options=BIT_SETS_UP_TO
)
"""The member that is most often the first to find a solution."""

LISTS = PortfolioMember(
    "exact-cover",
    "local search",
    ExactCoverSettings(sparse=True),
    min_options=SPARSE_FROM,
    max_options=UNBOUNDED,
)
"""The first member where all cells may stay empty, which then begins with a beam search."""

MEMBERS = (
    RESTARTS,
    PortfolioMember(
        "exact-cover",
        "depth-first, sparse",
        ExactCoverSettings(sparse=True, restarts=False),
        min_options=SPARSE_FROM,
        max_options=UNBOUNDED,
    ),
    LISTS,
    PortfolioMember("cp-sat", "fill order", CpSatSettings()),
    PortfolioMember("exact-cover", "whole tree", ExactCoverSettings(restarts=False)),
    PortfolioMember("cp-sat", "solver's own search", _SOLVER_SEARCH, proves=False),
    PortfolioMember("exact-cover", "in parts", ExactCoverSettings(restarts=False), in_parts=True, proves=False),
)
"""All members in the order of their slices; the first one takes every other slice."""


def members_for(options: int, *, fills: bool = True) -> tuple[PortfolioMember, ...]:
    """Return the members in the order of their slices for a problem of this many options.

    Every second slice is one of random restarts, and all others take turns in between. Unless the problem `fills`
    cells, which must be covered, these slices are of local search, and rounds are short: a wide beam takes long.

    >>> [member.method.split()[0] for member in members_for(1_000)]
    ['random', 'random', 'random', 'fill', 'random', 'whole', 'random', "solver's", 'random', 'in']
    >>> [member.method for member in members_for(10_000_000)]
    ['depth-first, sparse', 'local search']
    >>> [member.method.split()[0] for member in members_for(10_000, fills=False)]
    ['local', 'depth-first,', 'local', 'fill']
    """
    fitting = [member for member in MEMBERS if member.min_options <= options <= member.max_options]
    if not fills and LISTS in fitting:
        others = [member for member in fitting if member not in (RESTARTS, LISTS)]
        return tuple(member for other in others[:2] for member in (LISTS, other))
    if fitting[0] is not RESTARTS:
        return tuple(fitting)
    others = fitting if options <= CP_SAT_UP_TO else fitting[1:]
    return tuple(member for other in others for member in (RESTARTS, other))


@dataclass(frozen=True)
class TimeSlice:
    """A time slice of a portfolio: its member, the effort of the search, the settings of the engine, and a part.

    The part is all, or what is below an option of the most constrained item.
    """

    number: int
    member: PortfolioMember
    effort: float
    settings: Mapping[str, object]
    part: Part

    def __str__(self) -> str:
        return f"{self.member} (slice {self.number + 1})"


def time_slices(
    problem: CoverProblem, seed: int = 0, members: Sequence[PortfolioMember] | None = None
) -> Iterator[TimeSlice]:
    """Yield the time slices for a problem, in which the members take turns again and again.

    >>> from itertools import islice
    >>> last = list(islice(time_slices(CoverProblem((), ()), members=members_for(1_000)), 14))[-1]
    >>> print(last, last.effort)
    cp-sat, fill order (slice 14) 1.5
    """
    if members is None:
        cells = problem.items[: len(problem.cells)]
        members = members_for(len(problem.options), fills=not cells or any(item.minimum > 0 for item in cells))
    for number in count():
        member, random = members[number % len(members)], partial(np.random.default_rng, (seed, number))
        settings = {**vars(member.settings), "seed": int(random().integers(1 << 30))}
        part, needy = Part(), list[int]()
        if member.in_parts:
            needy = [item for item, each in enumerate(problem.items) if each.minimum > 0 and problem.covering[item]]
        if needy:
            options = problem.covering[min(needy, key=lambda item: len(problem.covering[item]))]
            part = Part(chosen=(int(options[int(random().integers(len(options)))]),))
        yield TimeSlice(number, member, FIRST_EFFORT_SECONDS * GROWTH ** (number // len(members)), settings, part)
