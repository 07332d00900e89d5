"""Counting without enumerating: a memoised sweep over the frontier of a cover problem, in exact integers."""
