"""The exact-cover engine: a search on bit sets, compiled by numba, for any cover problem.

Begin with `reference`: the same algorithm in plain Python, node for node. Then the rooms: `problem`, what is searched,
as arrays, cut into subproblems; `common`, what all searches share; `general`, the search of any problem; `scan`, that
of narrow boards; `sparse`, that of large problems. `NOTES.md` has what was measured.
"""
