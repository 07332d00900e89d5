"""What one asks about puzzles and solutions beyond the search itself."""
