"""The types of `check_pbp.py`, a file that exported proofs carry and that needs only Python."""

from pathlib import Path

def check(folder: Path) -> str: ...
