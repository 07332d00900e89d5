"""Pips, the boards of dominoes with regions that the New York Times publishes each day (JSON), as puzzle files.

A day has a board for each of easy, medium and hard: `{dominoes: [[a, b], ...], regions: [{type, indices, target}]}`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from string import ascii_letters
from typing import Any

from cp_puzzles.analysis.family.days import LEVELS
from cp_puzzles.errors import SpecError, echo
from cp_puzzles.output.importing.drawings import MAX_EXTENT, json_of
from cp_puzzles.puzzle.fields import Mistakes, Origin, Path
from cp_puzzles.puzzle.geometry.tile_sets import VALUE_SETS

_WORDS = {"empty": None, "equals": "equal", "unequal": "different"}
_SUMS = {"sum": (0, 0), "less": (None, -1), "greater": (1, None)}
"""The least and the largest sum that a condition allows, as distances from its target; None for no bound."""


def read_pips(text: str, source: str, title: str) -> dict[str, dict[str, Any]]:
    """Return the data of a puzzle file for each board, by its level; "" for a file that is one board.

    Raise `SpecError` with every mistake. The pieces of a stored `solution` are not read.

    >>> board = '{"dominoes": [[6, 4]], "regions": [{"type": "less", "target": 5, "indices": [[0, 1]]},'
    >>> data = read_pips(board + '{"type": "empty", "indices": [[0, 0]]}]}', "pips.json", "")[""]
    >>> data["tiles"], data["board"]["regions"], data["rules"]
    ([{'set': 'dominoes-0-6', 'only': ['4-6']}], '.A', {'regions': {'A': {'sum': {'max': 4}}}})
    """
    data, origin = json_of(text, source), Origin(source)
    boards: dict[str, tuple[Any, Path]] = {}
    if isinstance(data, dict) and "dominoes" in data:
        boards[""] = data, ()
    elif isinstance(data, dict):
        boards = {level: (data[level], (level,)) for level in LEVELS if level in data}
    if not boards:
        raise SpecError(
            source, "there is no board of Pips", f"write {', '.join(LEVELS)}, each with dominoes and regions"
        )
    mistakes = Mistakes()
    puzzles = {}
    for level, (board, path) in boards.items():
        with mistakes.noted():
            puzzles[level] = _puzzle(board, path, origin, " ".join(filter(None, ("Pips", title, level))))
    mistakes.raise_all()
    return puzzles


def _puzzle(board: Any, path: Path, origin: Origin, name: str) -> dict[str, Any]:
    """Return the data of a puzzle file of one board."""
    if not isinstance(board, dict):
        raise SpecError(origin.place(path), f"{echo(board)} is not a board", "write dominoes and regions")
    pairs = [*_pairs(board.get("dominoes"), (*path, "dominoes"), origin, max(VALUE_SETS.values()))]
    letters: dict[tuple[int, int], str] = {}
    conditions: dict[str, Any] = {}
    regions = board.get("regions")
    if not isinstance(regions, list) or not regions:
        raise SpecError(origin.place((*path, "regions")), "there are no regions", "list {type, indices, target}")
    for number, region in enumerate(regions):
        place = (*path, "regions", number)
        condition = _condition(region, place, origin)
        if condition is not None and len(conditions) == len(ascii_letters):
            problem = f"more than {len(conditions)} regions have conditions"
            raise SpecError(origin.place(place), problem, "split the board")
        letter = "." if condition is None else ascii_letters.swapcase()[len(conditions)]
        if condition is not None:
            conditions[letter] = condition
        for cell in _pairs(region.get("indices"), (*place, "indices"), origin, MAX_EXTENT):
            if cell in letters:
                raise SpecError(origin.place(place), f"the cell {list(cell)} is in two regions", "remove one of them")
            letters[cell] = letter
    rows, columns = (max(axis) + 1 for axis in zip(*letters, strict=True))
    drawing = ["".join("X" if (r, c) in letters else "." for c in range(columns)) for r in range(rows)]
    drawn = ["".join(letters.get((r, c), ".") for c in range(columns)) for r in range(rows)]
    makers = board.get("constructors")
    return {
        "name": name,
        "description": "Dominoes fill the board, and their values satisfy the condition of each region.",
        **({"source": f"Pips, by {makers}"} if isinstance(makers, str) and makers else {}),
        "board": {"drawing": "\n".join(drawing), **({"regions": "\n".join(drawn)} if conditions else {})},
        "tiles": [*_tiles(pairs)],
        **({"rules": {"regions": conditions}} if conditions else {}),
    }


def _tiles(pairs: list[tuple[int, int]]) -> Iterator[dict[str, Any]]:
    """Yield the entries of the dominoes, those of equal multiplicity together."""
    largest = max(map(max, pairs))
    name = next(name for name, value in VALUE_SETS.items() if largest <= value)
    copies = Counter(f"{min(pair)}-{max(pair)}" for pair in pairs)
    for number in sorted(set(copies.values())):
        only = sorted(domino for domino, times in copies.items() if times == number)
        yield {"set": name, "only": only, **({"multiplicity": number} if number > 1 else {})}


def _condition(region: Any, path: Path, origin: Origin) -> Any:
    """Return the condition of a region as the rule `regions` writes it; None if it has none."""
    kind = region.get("type") if isinstance(region, dict) else None
    if not isinstance(kind, str) or kind not in (*_WORDS, *_SUMS):
        remedy = f"write one of {', '.join((*_WORDS, *_SUMS))}"
        raise SpecError(origin.place((*path, "type")), f"{echo(kind)} is not a condition", remedy)
    if kind in _WORDS:
        return _WORDS[kind]
    target = region.get("target")
    lower, upper = _SUMS[kind]
    least = 1 if kind == "less" else 0
    if type(target) is not int or target < least:
        place = origin.place((*path, "target"))
        raise SpecError(place, f"{echo(target)} is not a target of {kind}", f"write a number from {least} on")
    if lower == upper:
        return {"sum": target}
    return {"sum": {"min": target + 1} if upper is None else {"max": target - 1}}


def _pairs(value: Any, path: Path, origin: Origin, largest: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a list; raise `SpecError` unless each has two numbers from 0 to `largest`."""
    if not isinstance(value, list) or not value:
        raise SpecError(origin.place(path), f"expected pairs, found {echo(value)}", "write pairs such as [[0, 1]]")
    for number, pair in enumerate(value):
        is_pair = isinstance(pair, list) and len(pair) == 2 and all(type(each) is int for each in pair)
        if not is_pair or not 0 <= min(pair) <= max(pair) <= largest:
            place = origin.place((*path, number))
            raise SpecError(
                place, f"{echo(json.dumps(pair))} is not a pair of numbers", f"write two numbers from 0 to {largest}"
            )
        yield pair[0], pair[1]
