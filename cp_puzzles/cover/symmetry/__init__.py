"""The symmetry group of a cover problem, orbits of solutions, and the leader of each orbit."""
