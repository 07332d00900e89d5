"""The exact-cover engine: a search on bit sets, compiled by numba, for any cover problem.

Start with `reference_search`: the same algorithm in plain Python, node for node. `subproblem` turns the problem into
arrays; `kernel` has what all searches share; `descent` splits large problems; `general` searches any problem, `scan`
narrow boards, `matched` single cells whose sides match, `sparse` large problems. `NOTES.md` has what was measured.

Other folders use the names below: the reference and the subproblems that it starts from; they do not need numba.
"""

from cp_puzzles.engines.exact_cover.reference_search import Reference
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.engines.exact_cover.subproblem.subproblems import (
    MAX_ACTIVE_OPTIONS,
    Subproblem,
    subproblems,
    with_chosen,
)

__all__ = [
    "MAX_ACTIVE_OPTIONS",
    "CoverArrays",
    "Reference",
    "Subproblem",
    "cover_arrays",
    "subproblems",
    "with_chosen",
]
