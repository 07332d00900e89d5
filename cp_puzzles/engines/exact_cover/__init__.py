"""The exact-cover engine: a search on bit sets, compiled by numba, for any cover problem.

`cover_arrays` turns the problem into arrays and `subproblems` a part into roots; `walk` leads from there to the
searches, which share `subproblem_search`: `general_search` for any problem, `scan_search` for narrow boards,
`conditional_scan` for boards on which pieces need others, `matched_search` for single cells whose sides match,
`sparse_search` for large problems, and `logged_search`, which writes the search trees of certificates. `NOTES.md` has
what was measured. The tests have the general search in plain Python, node for node.
"""
