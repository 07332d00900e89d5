"""A cover problem as arrays, split into subproblems of limited size."""
