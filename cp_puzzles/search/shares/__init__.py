"""Shares of a run: files with some of its parts, which any machine searches, and which are merged again."""
