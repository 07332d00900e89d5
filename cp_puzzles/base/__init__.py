"""Foundations that every other package may import: deadlines, interrupts, files, memory, numbers as text."""
