"""The spec: the schema of a puzzle file, its reader, and the catalog of puzzles."""
