"""The protocol of engines, the values that they take and return, and the forecast of their time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.leader import LexLeader

Batch = npt.NDArray[np.int32]
"""Solutions, one a row: ascending options, padded with -1 at the end where the number of options varies."""

OrbitSizes = Ints
"""The size of the orbit of each solution of a batch."""

Emit = Callable[[Batch, OrbitSizes], None]
"""A consumer of batches of solutions with the sizes of their orbits."""

Breaking = Literal["lex", "filter"]
"""The method by which an engine keeps one solution of each orbit; both keep the same one."""


@dataclass(frozen=True)
class Part:
    """A connected range of the depth-first search of a subproblem.

    Attributes
    ----------
    chosen, excluded
        The subproblem: the options that are chosen and those that are excluded.
    stack
        The branches on the way to the first node of the part, level by level; `()`: the part is the whole subproblem.
        The part begins with the last branch. Only the engine that made the part can read it.
    floor
        At the levels from this one on, the branches after those of `stack` belong to the part, too.
    path
        The position among all parts: sorted by it, parts are in depth-first order. A part that is left of a part has
        its path and one more number.
    share
        The share of the whole search tree: a node divides its share equally among its branches (Knuth, Estimating the
        efficiency of backtrack programs, 1975).
    scope
        The share of the whole subproblem.
    """

    index: int = 0
    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    stack: tuple[int, ...] = ()
    floor: int = 0
    path: tuple[int, ...] = ()
    share: float = 1.0
    scope: float = 1.0


@dataclass(frozen=True)
class PartitionPolicy:
    """The number of parts of a search, given its estimated work in nodes of the search tree (`search.partition`).

    A search of less work than `min_work_to_split` stays in one part, because splitting costs more than it saves. Larger
    searches get about `parts` parts, or up to `MAX_PART_FACTOR` times as many so that no part exceeds
    `max_work_per_part`.
    """

    parts: int
    min_work_to_split: float = 20_000.0
    max_work_per_part: float = inf

    def target(self, work: float) -> int:
        """Return the number of parts for a search of this much work."""
        if work < self.min_work_to_split:
            return 1
        return max(self.parts, round(min(MAX_PART_FACTOR * self.parts, work / self.max_work_per_part)))


MAX_PART_FACTOR = 8
"""The largest number of parts as a multiple of `parts`; a part is then about a hundredth of a long run."""


@dataclass(frozen=True, eq=False)
class SearchRequest:
    """A request for the solutions of a cover problem that lead their orbits.

    `settings` are the settings of the engine by name; they change its speed and never its answer. `accepts` checks a
    solution of the problem, given as ascending options; it returns the same for all solutions of an orbit. None accepts
    all solutions.
    """

    problem: CoverProblem
    leader: LexLeader
    breaking: Breaking = "lex"
    settings: Mapping[str, object] = field(default_factory=dict)
    accepts: Callable[[Sequence[int]], bool] | None = None


@dataclass(frozen=True)
class PartResult:
    """The result of a part.

    `solutions` counts leaders, `raw` sums the sizes of their orbits, `self_symmetric` counts leaders whose orbit is
    smaller than the group; all three of what was searched in this run. `rest` are the parts that are left, in
    depth-first order, if a budget, a limit or a stop ended the run early: the solutions of the part are those of the
    run, then those of the rest. `statistics` add up over the parts; of `sizes` (of a model, of a table, of
    compilations) the largest part counts. `effort` are the counted seconds of the run.
    """

    solutions: int
    raw: int
    self_symmetric: int
    rest: tuple[Part, ...] = ()
    statistics: Mapping[str, float] = field(default_factory=dict)
    sizes: Mapping[str, float] = field(default_factory=dict)
    effort: float = 0.0

    @property
    def complete(self) -> bool:
        """True if nothing is left to search."""
        return not self.rest


@dataclass(frozen=True, eq=False)
class PartTask:
    """The search of one part by an engine.

    Attributes
    ----------
    request
        The problem, its symmetries and the settings of the engine.
    part
        The part of the partition to search.
    emit
        Called with the solutions as they are found; None counts only.
    limit
        The search ends after this many solutions.
    stop
        The search ends soon after `stop()` is true.
    progress
        Called now and then with the number of solutions so far.
    budget
        The search ends after about this many seconds. They are counted in steps of the search, so a run is repeatable.
        Every run makes at least one step.
    """

    request: SearchRequest
    part: Part = Part()
    emit: Emit | None = None
    limit: int | None = None
    stop: Callable[[], bool] = lambda: False
    progress: Callable[[int], None] | None = None
    budget: float | None = None


class Engine(Protocol):
    """An engine that enumerates the leaders of one part, in an order that depends on the part alone.

    `counts_without_solutions`: True if it counts without building solutions that a verifier could check. `resumes`:
    True if a run that ended early can be continued where it ended. Otherwise the rest is the part itself, and
    what was emitted is found again; with a budget, nothing is emitted before the part has ended or reached its limit.
    """

    counts_without_solutions: bool = False
    resumes: bool = False

    def run(self, task: PartTask) -> PartResult:
        """Search one part."""
        ...


SAMPLE_SYMMETRIES = 200
"""The number of symmetries whose constraints are counted to forecast the size of all lexicographic constraints."""


@dataclass(frozen=True)
class SearchCost:
    """The processor time of an engine, as a function of the nodes of the search tree (`search.partition`).

    seconds = loading
            + scale * nodes^node_exponent * options^option_exponent * copies^copies_exponent
            + per_solution * solutions + parts * (time to build a model), where `copies` is the largest multiplicity.

    `loading` is the time to import the engine and what it is built on, with compiled code in the cache.

    The time to build a model is `per_incidence` for each item of each option, and `per_pair` for each pair of items of
    an option and each branch of the root, below which a model of its own is built. For each symmetry, it is also
    `per_block_option` for each option that is compared within a block, and `per_option` for each option that is
    compared alone (`lex_leader`). Beyond `fitted_nodes`, the largest tree of the fit, the time of the search is
    proportional to the nodes. `fill_order` is True if the engine branches on cells in fill order, False if it branches
    on the most constrained item.
    """

    scale: float
    node_exponent: float = 1.0
    option_exponent: float = 0.0
    copies_exponent: float = 0.0
    per_solution: float = 0.0
    per_incidence: float = 0.0
    per_pair: float = 0.0
    loading: float = 0.0
    per_block_option: float = 0.0
    per_option: float = 0.0
    fitted_nodes: float = inf
    fill_order: bool = False

    def seconds(
        self, request: SearchRequest, nodes: float, solutions: float, parts: int = 1, branches: float = 1
    ) -> float:
        """Return about the seconds of one processor for a search of this many nodes, solutions, parts and branches."""
        problem = request.problem
        copies = max((problem.items[tile].maximum for tile in problem.tiles), default=1)
        search = self.search_seconds(nodes, len(problem.options), copies)
        in_blocks, alone = compared_options(request.leader) if request.breaking == "lex" and self.per_option else (0, 0)
        model = self.per_incidence * len(problem.table.values)
        model += self.per_block_option * in_blocks + self.per_option * alone
        pairs = self.per_pair * problem.pairs * branches if self.per_pair else 0.0
        return self.loading + search + self.per_solution * solutions + parts * model + pairs

    def search_seconds(self, nodes: float, options: int, copies: int = 1) -> float:
        """Return about the seconds of the search alone."""
        fitted, factor = min(nodes, self.fitted_nodes), max(1.0, nodes / self.fitted_nodes)
        search: float = factor * self.scale * fitted**self.node_exponent
        search *= max(1, options) ** self.option_exponent * max(1, copies) ** self.copies_exponent
        return search


def compared_options(leader: LexLeader) -> tuple[float, float]:
    """Return two numbers: options that the constraints of all symmetries compare within blocks, and alone.

    >>> from cp_puzzles.api import cover_and_request
    >>> compared_options(cover_and_request("pentomino6x10")[1].leader)
    (96.0, 0.0)
    """
    images = leader.group.options[1:]
    step = max(1, len(images) // SAMPLE_SYMMETRIES)
    in_blocks = alone = 0
    for image in images[::step]:
        for block in leader.blocks:
            is_moved = image[block.options] != block.options
            if not np.any(is_moved):
                continue
            if block.item is None:
                alone += len(block.options)
                break
            in_blocks += len(block.options)
            is_exact = leader.problem.items[block.item].is_exact_one
            if is_exact and len(block.options) == len(leader.problem.covering[block.item]) and np.all(is_moved):
                break
    return float(in_blocks * step), float(alone * step)
