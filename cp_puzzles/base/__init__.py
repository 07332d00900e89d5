"""Foundations that every other package may import: cancellation, files, memory, numbers as text."""
