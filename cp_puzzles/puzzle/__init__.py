"""The puzzle itself: lattice, board cells and tiles with bounds, no strings left to interpret."""
