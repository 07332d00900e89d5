"""Experiments: the same puzzles searched in several ways, side by side."""
