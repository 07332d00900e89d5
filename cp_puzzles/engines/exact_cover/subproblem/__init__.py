"""A cover problem as arrays, the subproblems of a part, and the order of trial."""
