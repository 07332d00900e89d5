"""Families of puzzles: the same question about every member."""
