"""Readers of puzzles of other programs and of lists of drawings, as the data of puzzle files."""
