"""The types of `check_weights.py`, which has none because certificates carry it: short, in plain Python."""

from os import PathLike

def verdict(folder: str | PathLike[str]) -> tuple[int, str]: ...
