"""The exact-cover engine: a search on bit sets, compiled by numba, for any cover problem.

Start with `reference_search`: the same algorithm in plain Python, node for node. `cover_arrays` turns the problem into
arrays and `subproblems` a part into roots; `walk` leads from there to the searches, which share `subproblem_search`:
`general_search` for any problem, `scan_search` for narrow boards, `matched_search` for single cells whose sides match,
`sparse_search` for large problems; `restarts` looks for one solution. `NOTES.md` has what was measured.

Other folders use the names below: the reference and the subproblems that it starts from; they do not need numba.
"""

from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.engines.exact_cover.reference_search import Reference
from cp_puzzles.engines.exact_cover.subproblems import (
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
