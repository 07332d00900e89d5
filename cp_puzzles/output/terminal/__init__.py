"""Views of puzzles, solutions and results in a terminal."""
