"""Cover problems in the text format of Knuth's programs for exact cover (TAOCP 7.2.2.1; DLX1, DLX2, DLX3).

The first line that is not a comment names the items: the primary ones, then `|`, then the secondary ones, which are
covered at most once. `2:3|A` is an item that is covered 2 or 3 times, `3|A` one that is covered 3 times. DLX3 reads
such bounds, DLX1 only items without them. Every other line is an option: the names of the items that it covers. A name
has up to 8 characters, any of printable ASCII but `:` and `|`; a line that starts with `|` is a comment. Colors of
secondary items (DLX2) are read but not written: items and auxiliary options express them.

Comments keep what the format has no place for: which items are tiles or rules, the order of the items, names that had
to change, and items that only stand for an option that covers nothing. Matrices of 0 and 1 (.csv, .txt, .npy) are read
as such texts.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path
from textwrap import wrap

import numpy as np

from cp_puzzles.base.file_access import content_of, numbered_lines, text_of
from cp_puzzles.base.text import counted
from cp_puzzles.cover.cover_problem import KINDS, CoverProblem, Item, Kind
from cp_puzzles.cover.dlx_problem import DlxProblem, is_dlx
from cp_puzzles.errors import MistakeError, echo, visible
from cp_puzzles.puzzle.board_and_tiles import Board
from cp_puzzles.puzzle.geometry.lattices import LATTICES

NAME_LENGTH, COMMENT = 8, r"^\s*\|.*"
_COMMENT_WIDTH = 100


def dlx_lines(problem: CoverProblem, name: str = "") -> Iterator[str]:
    r"""Yield the lines of a cover problem, without line ends, with `name` in a comment.

    An item that cannot be covered, and need not be, is left out. A problem of nothing, which has one solution, becomes
    an item with one option.

    >>> square = [Item("cell", f"0,{i}", 1, 1) for i in (0, 1)] + [Item("tile", "I", 0, 2)]
    >>> print("\n".join(dlx_lines(CoverProblem(tuple(square), ((0, 1, 2),)), "One domino")))
    | puzzle: One domino
    | cells: 0,0 0,1
    | tiles: I
    0,0 0,1 0:2|I
    0,0 0,1 I
    """
    if name:
        yield "| puzzle: " + " ".join(name.split())
    items = [i for i, item in enumerate(problem.items) if item.maximum > 0 or item.minimum > 0]
    coverable = {i for i, item in enumerate(problem.items) if item.minimum <= item.maximum and item.maximum > 0}
    options = [option for option in problem.options if coverable.issuperset(option)]
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
    free = (name for n in count(len(taken)) if (name := f"{letter}{n}") not in taken)
    return list(islice(free, number))


def _wrapped(start: str, words: Sequence[str]) -> Iterator[str]:
    width = _COMMENT_WIDTH - len(start) - 1
    lines = wrap(" ".join(words), width, break_long_words=False, break_on_hyphens=False)
    return (f"{start} {line}" for line in lines)


MAX_OPTIONS = 1_000_000

MAX_BYTES = 200_000_000
"""The size of a file of `MAX_OPTIONS` options with some thirty items each."""


def read_dlx(path: str | os.PathLike[str]) -> DlxProblem:
    """Return the puzzle of a file; raises `MistakeError` with the line of a mistake."""
    place, remedy = os.fspath(path), "give a text in Knuth's .dlx format"
    text = text_of(content_of(path, MAX_BYTES, remedy), place, remedy)
    return parse_dlx(text, visible(Path(path).name), place)


def parse_dlx(text: str, name: str, place: str) -> DlxProblem:
    r"""Return the puzzle that a text lists; raises `MistakeError` with `place:line` of a mistake.

    If the text comes from `dlx_lines`, its comments distinguish cells, tiles and rules, and the result is the problem
    that was written. In any other text, items that are covered at most once are cells and the others are rules, in the
    order of the file. Options without a primary item are ignored, as in Knuth's programs. Options may share a secondary
    item if all of them give it the same color, `X:c`; see `with_colors` for the items and options that express it.

    >>> parse_dlx("A B | X\nA X:c\nB X:c\n", "two", "two.dlx").listed
    (('A', 'X:c'), ('B', 'X:c'))
    >>> items = parse_dlx("A B 2:3|C | X\nA B X\nA C X\nC X\nB\nC\n", "four", "four.dlx").problem.items
    >>> [(item.name, item.kind, item.minimum, item.maximum) for item in items]
    [('A', 'cell', 1, 1), ('B', 'cell', 1, 1), ('X', 'cell', 0, 1), ('C', 'rule', 2, 3)]
    """
    lines = numbered_lines(text, COMMENT)
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
            raise MistakeError(f"{place}:{line}", f"there are more than {MAX_OPTIONS:,} options", "remove some of them")
    comments = [line.strip()[1:].strip() for line in text.splitlines() if line.strip().startswith("|")]
    kinds = _written_kinds(comments, items, options) or {i: item.kind for i, item in enumerate(items)}
    order = [i for kind in KINDS for i, item_kind in kinds.items() if item_kind == kind]
    names = _written_names(comments)
    position = {old: new for new, old in enumerate(order)}
    problem = CoverProblem(
        tuple(replace(items[i], kind=kinds[i], name=names.get(items[i].name, items[i].name)) for i in order),
        tuple(tuple(sorted(position[i] for i in option if i in position)) for option in options),
    )
    colors = {(o, position[i]): color for o, option in enumerate(options) for i, color in option.items() if color}
    return DlxProblem(
        name,
        LATTICES["square"],
        Board(()),
        tiles=(),
        bounds=tuple((item.name, item.minimum, item.maximum) for item in items),
        listed=tuple(listed),
        problem=with_colors(problem, colors) if colors else problem,
        text=text if is_dlx(text) else f"| puzzle: {name}\n{text}",
    )


def _items(line: str, place: str) -> tuple[list[Item], int]:
    """Return the items in the order of the line, and the number of primary items."""
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
        if not item.name.isprintable():
            raise MistakeError(place, f"the item {item.name!r} has a character that cannot be shown", "rename it")
        if item.name in seen:
            raise MistakeError(place, f"the item {item.name!r} is named twice", "name every item once")
        seen.add(item.name)
    return items, primary


def _primary(word: str, place: str) -> Item:
    """Return a primary item with its bounds."""
    match = re.fullmatch(r"(?:(?:([0-9]{1,18}):)?([0-9]{1,18})\|)?([^:|]+)", word)
    if match is None:
        raise MistakeError(
            place, f"{word!r} is not an item", "write NAME, 3|NAME or 2:3|NAME, the name without ':' and '|'"
        )
    high = int(match[2] or 1)
    low = int(match[1]) if match[1] else high
    if high == 0:
        raise MistakeError(place, f"the upper bound of {word!r} is 0", "remove the item and its options")
    if low > high:
        raise MistakeError(place, f"the lower bound of {word!r} exceeds the upper bound", "write it as LOW:HIGH|NAME")
    return Item("cell" if high == 1 else "rule", match[3], low, high)


def _option(words: Sequence[str], number: Mapping[str, int], primary: int, place: str) -> dict[int, str]:
    """Return the items of an option with the colors that it gives them, "" for none."""
    option: dict[int, str] = {}
    for word in words:
        name, colon, color = word.partition(":")
        if name not in number:
            raise MistakeError(place, f"there is no item {name!r}", "name it in the line of items")
        if number[name] in option:
            raise MistakeError(place, f"the option has {name!r} twice", "remove one of them")
        if colon and number[name] < primary:
            raise MistakeError(place, f"{word!r} gives a primary item a color", "name it after the '|' in the items")
        if colon and (len(color) != 1 or not color.isprintable()):
            raise MistakeError(place, f"the color of {word!r} is not one letter", "write it as NAME:C")
        option[number[name]] = color
    return option


def _listed(comments: Sequence[str], key: str) -> list[str]:
    """Return the names in the comments `| key: ...`."""
    return [name for comment in comments if comment.startswith(f"{key}:") for name in comment.split()[1:]]


def _written_kinds(
    comments: Sequence[str], items: Sequence[Item], options: Sequence[Mapping[int, str]]
) -> dict[int, Kind] | None:
    """Return the kind of each item by the comments of `dlx_lines`, in their order; None if these contradict the file.

    Items that only stand for an option that covers nothing are omitted.
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
    """Return the original name of each item that `dlx_lines` renamed."""
    names: dict[str, str] = {}
    for comment in comments:
        match = re.fullmatch(r'name (\S+) = (".*")', comment)
        if match:
            with suppress(ValueError):
                names[match[1]] = visible(json.loads(match[2]))
    return names


def with_colors(problem: CoverProblem, colors: Mapping[tuple[int, int], str]) -> CoverProblem:
    """Return the problem in which options may share an item if `colors[option, item]` is the same.

    Colored items (XCC, TAOCP 7.2.2.1) become items and bounds: for each item and each color that several options give
    it, two auxiliary options 'has' and 'has not', of which exactly one is chosen. An option that gives the color
    excludes 'has not', and 'has' requires such an option. The original options determine both, so the solutions of the
    two problems correspond one to one. The options keep their numbers; the auxiliary options follow them.

    >>> items = Item("cell", "a", 1, 1), Item("cell", "b", 1, 1), Item("cell", "x", 0, 1)
    >>> two = CoverProblem(items, ((0, 2), (1, 2)))
    >>> len(with_colors(two, {(0, 2): "r", (1, 2): "r"}).options)
    4
    >>> len(with_colors(two, {(0, 2): "r", (1, 2): "g"}).options)
    2
    """
    givers: dict[tuple[int, str], list[int]] = defaultdict(list)
    for (option, item), color in sorted(colors.items()):
        givers[item, color].append(option)
    items = list(problem.items)
    options = [set(option) for option in problem.options]
    for (item, color), givers_of_color in givers.items():
        if len(givers_of_color) == 1:
            continue  # no second option gives the color, so the item is never shared
        name = f"{items[item].name}:{color}"
        has_or_not, given = len(items), len(items) + 1
        items += [Item("rule", name, 1, 1), Item("rule", f"{name} is given", 1, len(givers_of_color) + 1)]
        has, has_not = {item, has_or_not}, {has_or_not, given}
        for option in givers_of_color:
            options[option] -= {item}
            options[option] |= {given, len(items)}
            has_not.add(len(items))
            items.append(Item("rule", f"{name} in option {option + 1}", 0, 1))
        options += [has, has_not]
    return CoverProblem(tuple(items), tuple(tuple(sorted(option)) for option in options))


MATRIX_BYTES = 100_000_000
"""The size of a matrix of 10,000 rows and 5,000 columns in text."""

_MATRIX = "give a matrix of 0 and 1, a row a line, with a first line of names if you like"


def read_matrix(path: str | os.PathLike[str]) -> DlxProblem:
    """Return the puzzle of a matrix of 0 and 1; raises `MistakeError` with the line and the column of a mistake.

    A row is an option, a column an item that is covered once.
    """
    place = os.fspath(path)
    content = content_of(path, MATRIX_BYTES, _MATRIX)
    names, rows = _of_array(content, place) if Path(path).suffix == ".npy" else _of_text(content, place)
    return parse_dlx("\n".join(_dlx_lines(names, rows, Path(path).stem)) + "\n", visible(Path(path).name), place)


def _of_array(content: bytes, place: str) -> tuple[list[str], list[Sequence[int]]]:
    """Return numbers as names, and the columns of the ones of each row, of a NumPy file."""
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        raise MistakeError(place, "this is not a NumPy array of numbers", "save it with numpy.save") from None
    if array.ndim != 2 or not array.size or array.dtype.kind not in "biuf":
        problem = f"the array has the shape {array.shape} and the type {array.dtype}"
        raise MistakeError(place, problem, "save a matrix of 0 and 1")
    wrong = np.argwhere((array != 0) & (array != 1))
    if len(wrong):
        row, column = wrong[0].tolist()
        problem = f"{array[row, column]} in row {row}, column {column}, is not 0 or 1"
        raise MistakeError(place, problem, "write 1 where the option covers the item")
    return [str(k + 1) for k in range(array.shape[1])], [np.flatnonzero(row).tolist() for row in array]


def _of_text(content: bytes, place: str) -> tuple[list[str], list[Sequence[int]]]:
    """Return the names of the columns, and the columns of the ones of each row, of a text."""
    names, rows, width = list[str](), list[Sequence[int]](), 0
    for number, line in numbered_lines(text_of(content, place, _MATRIX), "#.*"):
        words = [word.strip("\"' ") for word in re.split(r"[,;\t]" if re.search(r"[,;\t]", line) else r"\s+", line)]
        words = [*line] if re.fullmatch("[01]{2,}", line) else words
        if not width and not all(re.fullmatch(r"-?\d+(\.\d*)?(e[-+]?\d+)?", word) for word in words):
            names, width = words, len(words)
            continue
        width = width or len(words)
        if len(words) != width:
            problem = f"{counted(len(words), 'number')}, where the rows above have {width}"
            raise MistakeError(f"{place}:{number}", problem, "write a number for each column")
        first = int(names[:1] == [""])  # a first column without a name has the names of the rows
        for column, word in enumerate(words[first:], start=first + 1):
            if not re.fullmatch(r"[01](\.0*)?(e[-+]?0+)?", word):
                problem = f"{echo(word)} in column {column} is not 0 or 1"
                raise MistakeError(f"{place}:{number}", problem, "write 1 where the option covers the item")
        rows.append([column for column, word in enumerate(words[first:]) if word[0] == "1"])
    if not rows:
        raise MistakeError(place, "there is no row", _MATRIX)
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise MistakeError(f"{place}:1", f"two columns are named {echo(twice)}", "give each column a name of its own")
    return names[int(names[:1] == [""]) :] or [str(k + 1) for k in range(width)], rows


def _dlx_lines(names: Sequence[str], rows: Sequence[Sequence[int]], title: str) -> Iterator[str]:
    """Yield the lines of a DLX file; names that it does not allow are in comments."""
    yield f"| puzzle: {' '.join(title.split())}"
    items = [name if is_name(name) else f"c{number}" for number, name in enumerate(names, start=1)]
    for item, name in zip(items, names, strict=True):
        if item != name:
            yield f"| name {item} = {json.dumps(name)}"
    yield " ".join(items)
    for row in rows:
        if row:
            yield " ".join(items[column] for column in row)
