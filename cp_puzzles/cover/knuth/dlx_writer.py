"""Cover problems in the text format of Knuth's programs for exact cover (TAOCP 7.2.2.1; DLX1, DLX2, DLX3).

The first line that is not a comment names the items: the primary ones, then `|`, then the secondary ones, which are
covered at most once. `2:3|A` is an item that is covered 2 or 3 times, `3|A` one that is covered 3 times. DLX3 reads
such bounds, DLX1 only items without them. Every other line is an option: the names of the items that it covers. A name
has up to 8 characters, any of printable ASCII but `:` and `|`; a line that starts with `|` is a comment. Colors of
secondary items (DLX2) are read but not written: items and auxiliary options express them.

Comments keep what the format has no place for: which items are tiles or rules, the order of the items, names that had
to change, and items that only stand for an option that covers nothing.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterator, Sequence

from cp_puzzles.cover.cover_problem import KINDS, CoverProblem, Item

NAME_LENGTH = 8
_COMMENT_WIDTH = 100


def to_dlx(problem: CoverProblem, name: str = "") -> str:
    """Return a cover problem as text, with `name` in a comment.

    An item that cannot be covered, and need not be, is left out. A problem of nothing, which has one solution, becomes
    an item with one option.

    >>> square = [Item("cell", f"0,{i}", 1, 1) for i in (0, 1)] + [Item("tile", "I", 0, 2)]
    >>> print(to_dlx(CoverProblem(tuple(square), ((0, 1, 2),)), "One domino"), end="")
    | puzzle: One domino
    | cells: 0,0 0,1
    | tiles: I
    0,0 0,1 0:2|I
    0,0 0,1 I
    """
    return "".join(f"{line}\n" for line in dlx_lines(problem, name))


def dlx_lines(problem: CoverProblem, name: str = "") -> Iterator[str]:
    """Yield the lines of `to_dlx` without line ends."""
    if name:
        yield "| puzzle: " + " ".join(name.split())
    items = [i for i, item in enumerate(problem.items) if item.maximum > 0 or item.minimum > 0]
    options = [o for o in problem.options if all(_is_coverable(problem.items[i]) for i in o)]
    names = _names(problem, items)
    nothings = _new_names("n", names.values(), sum(not option for option in options))
    if not items and not nothings:
        yield from ("nothing", "nothing")
        return
    for i in items:
        if names[i] != problem.items[i].name:
            yield f"| name {names[i]} = {json.dumps(problem.items[i].name)}"
    for kind in KINDS:
        yield from _wrapped(f"| {kind}s:", [names[i] for i in items if problem.items[i].kind == kind])
    yield from _wrapped("| nothing:", nothings)
    secondary = _secondary(problem, items, options)
    primary = [(problem.items[i], names[i]) for i in items if i not in secondary]
    words = [bounded(item.minimum, item.maximum, name) for item, name in primary]
    line = " ".join(words + [f"0:1|{name}" for name in nothings])
    if secondary:
        line += " | " + " ".join(names[i] for i in items if i in secondary)
    yield line
    nothing = iter(nothings)
    for option in options:
        yield " ".join(names[i] for i in option) or next(nothing)


def _is_coverable(item: Item) -> bool:
    return item.minimum <= item.maximum and item.maximum > 0


def _secondary(problem: CoverProblem, items: Sequence[int], options: Sequence[tuple[int, ...]]) -> set[int]:
    """Return the items that are written as secondary, among those that are covered at most once.

    Knuth's programs ignore an option without primary items. If all items of an option could be secondary, its last one
    is written as a primary item with bounds 0:1 instead.
    """
    secondary = {i for i in items if (problem.items[i].minimum, problem.items[i].maximum) == (0, 1)}
    needed = {option[-1] for option in options if option and secondary.issuperset(option)}
    if items and secondary.issuperset(items):
        needed.add(items[-1])  # a line of items that starts with '|' would be a comment
    return secondary - needed


def bounded(low: int, high: int, name: str) -> str:
    """Return a name after its bounds; contradictory bounds are omitted: the item has no options then.

    >>> bounded(1, 1, "A"), bounded(3, 3, "A"), bounded(2, 3, "A")
    ('A', '3|A', '2:3|A')
    """
    if low == high == 1 or low > high:
        return name
    return f"{high}|{name}" if low == high else f"{low}:{high}|{name}"


def _names(problem: CoverProblem, items: Sequence[int]) -> dict[int, str]:
    """Return a name of the format for each item: the item's name if the format allows it."""
    item_names = [problem.items[i].name for i in items]
    taken = {name for name in item_names if is_name(name)}
    names: dict[int, str] = {}
    used: set[str] = set()
    for i, name in zip(items, item_names, strict=True):
        if not is_name(name) or name in used:
            (name,) = _new_names(problem.items[i].kind[0], taken, 1)
        used.add(name)
        taken.add(name)
        names[i] = name
    return names


def is_name(name: str) -> bool:
    """Return whether the formats allow a name."""
    return 0 < len(name) <= NAME_LENGTH and all("!" <= c <= "~" and c not in ":|" for c in name)


def _new_names(letter: str, taken: Collection[str], number: int) -> list[str]:
    free = (name for n in itertools.count(len(taken)) if (name := f"{letter}{n}") not in taken)
    return list(itertools.islice(free, number))


def _wrapped(start: str, words: Sequence[str]) -> Iterator[str]:
    line = start
    for word in words:
        if len(line) + len(word) >= _COMMENT_WIDTH:
            yield line
            line = start
        line += f" {word}"
    if words:
        yield line
