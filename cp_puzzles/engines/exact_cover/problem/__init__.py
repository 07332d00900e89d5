"""A cover problem as arrays, cut into subproblems that a search can hold."""
