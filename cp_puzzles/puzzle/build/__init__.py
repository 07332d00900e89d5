"""Building puzzles from specs, files and other sources, and writing their given placements as drawings."""
