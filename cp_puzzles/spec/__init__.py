"""What the user wrote: the schema of a puzzle file, reading it, and the catalogue of puzzles that come along."""
