"""The general search of any cover problem: most constrained item first."""
