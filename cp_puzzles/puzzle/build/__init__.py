"""Building puzzles from specs: lattice, board, tiles, given placements and rules."""
