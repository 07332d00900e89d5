"""Tiling puzzles in a few lines of YAML, solved and counted by OR-Tools CP-SAT."""

__version__ = "0.1.0"
