"""Questions about puzzles and solutions beyond the search itself."""
