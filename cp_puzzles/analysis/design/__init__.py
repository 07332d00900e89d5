"""Challenges with a unique solution: the given pieces that force it, and a grade of difficulty."""
