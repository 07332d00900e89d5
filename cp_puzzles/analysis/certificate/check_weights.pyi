"""The types of `check_weights.py`, which has none because certificates carry it: short, in plain Python."""

from pathlib import Path

def check(folder: Path) -> str: ...
