"""The general search: any cover problem, most constrained item first."""
