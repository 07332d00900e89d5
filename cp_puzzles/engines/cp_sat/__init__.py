"""The CP-SAT engine: one Boolean per placement, exactly-one per cell and piece, a lex-leader for each symmetry."""
