"""Reads cover problems in the text format of Knuth's programs for exact cover (TAOCP 7.2.2.1); see `export.dlx`."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from cp_puzzles.cover.colours import with_colours
from cp_puzzles.cover.matrix import Matrix, matrix_of
from cp_puzzles.cover.problem import KINDS, CoverProblem, Item, Kind
from cp_puzzles.errors import MistakeError
from cp_puzzles.files import reason_of

MAX_OPTIONS = 1_000_000


def read_matrix(path: str | os.PathLike[str]) -> Matrix:
    """The cover problem of a file; raises `MistakeError` with the line that is wrong."""
    place, remedy = os.fspath(path), "give a text in Knuth's .dlx format"
    try:
        return matrix_from(Path(path).read_text(encoding="utf-8"), Path(path).name, place)
    except OSError as error:
        raise MistakeError(place, f"the file cannot be read: {reason_of(error)}", remedy) from None
    except UnicodeDecodeError as error:
        raise MistakeError(place, f"byte {error.start} is not UTF-8", remedy) from None


def from_dlx(text: str, place: str = "dlx") -> CoverProblem:
    """The cover problem of a text, see `matrix_from`.

    >>> problem = from_dlx("A B 2:3|C | X\\nA B X\\nA C X\\nC X\\nB\\nC\\n")
    >>> [(item.name, item.kind, item.minimum, item.maximum) for item in problem.items[:4]]
    [('A', 'cell', 1, 1), ('B', 'cell', 1, 1), ('X', 'cell', 0, 1), ('C', 'rule', 2, 3)]
    """
    return matrix_from(text, place, place).problem


def is_dlx(text: str) -> bool:
    """Whether this is the text of a matrix, and not of a puzzle file, which never begins with a bar."""
    return text.startswith("|")


def matrix_from(text: str, name: str, place: str) -> Matrix:
    """The puzzle that a text lists; raises `MistakeError` with `place:line` of the mistake.

    In a text of `to_dlx` the comments tell cells, tiles and rules, and the problem is the one that was written. In any
    other, items that are covered at most once are cells and the others rules, in the order of the file. Options without
    a primary item are ignored, as Knuth's programs do. Options may share a secondary item if all of them give it the
    same colour, `X:c`; see `with_colours` for the items and options that say so.

    >>> matrix_from("A B | X\\nA X:c\\nB X:c\\n", "two", "two.dlx").listed
    (('A', 'X:c'), ('B', 'X:c'))
    """
    lines = _content(text)
    place_of_items, first = next(lines, (0, ""))
    if not place_of_items:
        raise MistakeError(place, "there is no item", "name the primary items in the first line, as 'A B C | D'")
    items, primary = _items(first, f"{place}:{place_of_items}")
    number = {item.name: i for i, item in enumerate(items)}
    options: list[dict[int, str]] = []
    listed: list[tuple[str, ...]] = []
    for line, words in lines:
        option = _option(words.split(), number, primary, f"{place}:{line}")
        if not option.keys().isdisjoint(range(primary)):
            options.append(option)
            listed.append((*words.split(),))
        if len(options) > MAX_OPTIONS:
            raise MistakeError(f"{place}:{line}", f"there are more than {MAX_OPTIONS:,} options", "take some away")
    comments = [line.strip()[1:].strip() for line in text.splitlines() if line.strip().startswith("|")]
    kinds = _written_kinds(comments, items, options) or {i: item.kind for i, item in enumerate(items)}
    order = [i for kind in KINDS for i, of in kinds.items() if of == kind]
    names = _written_names(comments)
    position = {old: new for new, old in enumerate(order)}
    problem = CoverProblem(
        tuple(replace(items[i], kind=kinds[i], name=names.get(items[i].name, items[i].name)) for i in order),
        tuple(tuple(sorted(position[i] for i in option if i in position)) for option in options),
    )
    colours = {(o, position[i]): colour for o, option in enumerate(options) for i, colour in option.items() if colour}
    return matrix_of(
        name,
        text if is_dlx(text) else f"| puzzle: {name}\n{text}",
        ((item.name, item.minimum, item.maximum) for item in items),
        listed,
        with_colours(problem, colours) if colours else problem,
    )


def _content(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("|"):
            yield number, stripped


def _items(line: str, place: str) -> tuple[list[Item], int]:
    """The items in the order of the line, and the number of primary ones."""
    words = re.sub(r"(?:^|(?<=\s))\|", " | ", line).split()
    if words.count("|") > 1:
        raise MistakeError(place, "there are two '|' in the line of items", "write the secondary items after one '|'")
    primary = words.index("|") if "|" in words else len(words)
    items = [_primary(word, place) for word in words[:primary]]
    for word in words[primary + 1 :]:
        if "|" in word or ":" in word:
            raise MistakeError(
                place, f"the secondary item {word!r} has bounds", "write it before the '|', as an item 0:1|NAME"
            )
        items.append(Item("cell", word, 0, 1))
    seen: set[str] = set()
    for item in items:
        if item.name in seen:
            raise MistakeError(place, f"the item {item.name!r} is named twice", "name every item once")
        seen.add(item.name)
    return items, primary


def _primary(word: str, place: str) -> Item:
    match = re.fullmatch(r"(?:(?:([0-9]{1,18}):)?([0-9]{1,18})\|)?([^:|]+)", word)
    if match is None:
        raise MistakeError(
            place, f"{word!r} is no item", "write NAME, 3|NAME or 2:3|NAME, the name without ':' and '|'"
        )
    high = int(match[2] or 1)
    low = int(match[1]) if match[1] else high
    if high == 0:
        raise MistakeError(place, f"the upper bound of {word!r} is 0", "take the item and its options away")
    if low > high:
        raise MistakeError(place, f"the lower bound of {word!r} exceeds the upper bound", "write it as LOW:HIGH|NAME")
    return Item("cell" if high == 1 else "rule", match[3], low, high)


def _option(words: Sequence[str], number: Mapping[str, int], primary: int, place: str) -> dict[int, str]:
    """The items of an option with the colours that it gives them, "" for none."""
    option: dict[int, str] = {}
    for word in words:
        name, colon, colour = word.partition(":")
        if name not in number:
            raise MistakeError(place, f"there is no item {name!r}", "name it in the line of items")
        if number[name] in option:
            raise MistakeError(place, f"the option has {name!r} twice", "take one away")
        if colon and number[name] < primary:
            raise MistakeError(place, f"{word!r} gives a primary item a colour", "name it after the '|' in the items")
        if colon and len(colour) != 1:
            raise MistakeError(place, f"the colour of {word!r} is not one letter", "write it as NAME:C")
        option[number[name]] = colour
    return option


def _listed(comments: Sequence[str], key: str) -> list[str]:
    """The names in the comments `| key: ...`."""
    return [name for comment in comments if comment.startswith(f"{key}:") for name in comment.split()[1:]]


def _written_kinds(
    comments: Sequence[str], items: Sequence[Item], options: Sequence[Mapping[int, str]]
) -> dict[int, Kind] | None:
    """The kinds of the items in the order of the comments of `to_dlx`; None if these do not fit what they are about.

    Items that only stand for an option that covers nothing are not among them.
    """
    number = {item.name: i for i, item in enumerate(items)}
    listed: list[tuple[str, Kind]] = [(name, kind) for kind in KINDS for name in _listed(comments, f"{kind}s")]
    nothings = _listed(comments, "nothing")
    if sorted([name for name, _ in listed] + nothings) != sorted(number):
        return None
    kinds = {number[name]: kind for name, kind in listed}
    tiles = {i for i, kind in kinds.items() if kind == "tile"}
    covering = Counter(chain.from_iterable(options))
    is_nothing = all(covering[number[name]] == 1 and items[number[name]].minimum == 0 for name in nothings)
    return kinds if is_nothing and all(len(tiles & option.keys()) <= 1 for option in options) else None


def _written_names(comments: Sequence[str]) -> dict[str, str]:
    """What items were called before `to_dlx` changed their names."""
    names: dict[str, str] = {}
    for comment in comments:
        match = re.fullmatch(r'name (\S+) = (".*")', comment)
        if match:
            try:
                names[match[1]] = json.loads(match[2])
            except ValueError:
                continue
    return names
