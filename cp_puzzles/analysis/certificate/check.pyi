"""The types of `check.py`, a file that certificates carry and that needs only Python."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

_Bounds = list[list[int]]
_Options = list[list[int]]
_Solution = tuple[int, ...]
_Walk = Callable[[_Bounds, _Options, list[int], int, int, int | None, Iterable[bytes]], Iterable[_Solution]]
_Read = Callable[[Path], tuple[dict[str, Any], dict[str, bytes]]]

VERSION: Final[int]
MAX_JSON_BYTES: Final[int]
MAX_LINES_BYTES: Final[int]
MAX_TREE_BYTES: Final[int]
MAX_GROUP: Final[int]
BLOCK: Final[int]
STATEMENT: Final[dict[str, Any]]
CLAIMS: Final[dict[str, dict[str, Any]]]
LATTICES: Final[dict[str, Any]]

def require(holds: object, problem: str, error: type[Exception] = ...) -> None: ...
def encoded(value: object) -> bytes: ...
def read_claim(folder: Path) -> tuple[dict[str, Any], dict[str, bytes]]: ...
def unpacked(data: bytes) -> Iterator[bytes]: ...
def remainder(point: Iterable[int], basis: Iterable[Sequence[int]]) -> tuple[int, ...]: ...
def known_lattice(name: str) -> dict[str, Any]: ...
def made_again(statement: dict[str, Any]) -> tuple[list[dict[str, Any]], _Options]: ...
def checked_group(
    statement: dict[str, Any], bounds: _Bounds, options: _Options, weights: list[int]
) -> set[_Solution]: ...
def is_full_group(group: Iterable[Sequence[int]], board: dict[str, Any], options: _Options) -> bool: ...
def checked_solutions(
    data: bytes, bounds: _Bounds, options: _Options, weights: list[int], best: int, group: Iterable[_Solution]
) -> tuple[int, set[_Solution]]: ...
def priced(
    bounds: _Bounds, options: _Options, weights: list[int], target: int, prices: list[int], scale: int
) -> tuple[_Bounds, _Options, list[int], int]: ...
def walk(
    bounds: _Bounds,
    options: _Options,
    costs: list[int],
    budget: int,
    roots: int,
    first: int | None,
    tree: Iterable[bytes],
) -> Iterator[_Solution]: ...
def layers(bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]: ...
def check(folder: Path, walk: _Walk = ..., read: _Read = ...) -> str: ...
def verdict(folder: str | Path, check: Callable[[Path], str] = ...) -> tuple[int, str]: ...
