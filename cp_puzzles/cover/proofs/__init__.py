"""Proofs that a puzzle has no solution, found and checked without a search engine."""
