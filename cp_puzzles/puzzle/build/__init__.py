"""Building the values of a puzzle from a spec: lattice, board, tiles, given placements and rules."""
