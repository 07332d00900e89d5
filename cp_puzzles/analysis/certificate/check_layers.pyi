"""The types of `check_layers.py`, which has none because certificates carry it: short, in plain Python."""

from collections.abc import Iterator, Sequence
from pathlib import Path

def layers(bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]: ...
def check(folder: Path) -> str: ...
