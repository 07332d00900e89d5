"""The axes along which the members of a family vary: parameters, empty cells, boards, tiles, sets of tiles, cases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, groupby, product
from math import comb, prod
from os.path import isfile
from typing import Any

from cp_puzzles.analysis.family.member import Member, Members
from cp_puzzles.base.text import counted, integer, suggestion
from cp_puzzles.errors import MistakeError, Parameter, echo
from cp_puzzles.puzzle.fields import Origin
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.loader import read_source
from cp_puzzles.puzzle.spec.parameters import ExpressionError, Value, evaluate
from cp_puzzles.puzzle.spec.yaml_reader import plain_value, read_yaml

MAX_MEMBERS = 10_000_000
"""The largest number of members of an axis: their list takes about 2 GB."""

Axis = Sequence[Member]
"""The members that one axis alone makes."""


@dataclass(frozen=True)
class _ParameterAxis(Members):
    """The members for the values of a parameter, which are made one by one."""

    name: str
    values: Sequence[Value]

    def __len__(self) -> int:
        return len(self.values)

    def made(self, number: int) -> Member:
        """Return the member with a value."""
        return Member(parameters={self.name: self.values[number]})


_PART = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(.*)")


def parameter_axes(text: str) -> list[Axis]:
    """Return the axes of ranges of parameters: `n=1..12`, `n=2..6,m=n..6`, `n=4,8,16` or `kind=domino,L`.

    An end of a range may be an expression of the parameters before it, which are then on the same axis.

    >>> [str(member) for member in parameter_axes("n=1..2,m=n..2")[0]]
    ['n=1, m=1', 'n=1, m=2', 'n=2, m=2']
    >>> [len(axis) for axis in parameter_axes("n=1..3000,m=1..3000")]
    [3000, 3000]
    """
    ranges: dict[str, list[str]] = {}
    for part in text.split(","):
        match = _PART.fullmatch(part)
        if match is None and not ranges:
            raise _for_mistake(text, f"{echo(part)} names no parameter")
        name, value = match.groups() if match else (next(reversed(ranges)), part)
        if match and name in ranges:
            raise _for_mistake(text, f"{name!r} is written twice")
        ranges.setdefault(name, []).append(value.strip())
    words = {name: set(re.findall(r"[A-Za-z_]\w*", " ".join(parts))) for name, parts in ranges.items()}
    if not any(words[later] & {*list(ranges)[:place]} for place, later in enumerate(ranges)):
        axes = [(name, [_values(part, {}, text) for part in parts]) for name, parts in ranges.items()]
        if all(any(values) for _, values in axes):
            return [_ParameterAxis(name, values[0] if len(values) == 1 else [*chain(*values)]) for name, values in axes]
    rows: list[dict[str, Value]] = [{}]
    for name, parts in ranges.items():
        rows = [{**row, name: value} for row in rows for part in parts for value in _values(part, row, text)]
        if len(rows) > MAX_MEMBERS:
            raise _for_mistake(text, f"more than {integer(MAX_MEMBERS)} members")
    if not rows:
        raise _for_mistake(text, "no member")
    return [[Member(parameters=row) for row in rows]]


def _values(part: str, row: Mapping[str, Value], text: str) -> Sequence[Value]:
    first, separator, last = part.partition("..")
    if not separator:
        if not part:
            raise _for_mistake(text, "a value is missing")
        return [plain_value(part)]
    if not last.strip():
        raise _for_mistake(text, f"the range {echo(part)} has no end")
    ends = []
    for end in (first, last):
        try:
            ends.append(evaluate(end, row))
        except ExpressionError as error:
            raise MistakeError(Parameter("for", text), error.problem, error.remedy) from None
    if not all(isinstance(end, int) for end in ends):
        raise _for_mistake(text, f"an end of the range {echo(part)} is not a number")
    if int(ends[1]) - int(ends[0]) >= MAX_MEMBERS:
        raise _for_mistake(text, f"the range {echo(part)} has more than {integer(MAX_MEMBERS)} numbers")
    return range(int(ends[0]), int(ends[1]) + 1)


def _for_mistake(text: str, problem: str) -> MistakeError:
    return MistakeError(Parameter("for", text), problem, "write ranges such as n=1..12 or n=2..6,m=n..6")


def _read(option: str, path: str) -> tuple[str, str]:
    """Return the text of a file that lists members, and its name in messages."""
    if not isfile(path):
        raise MistakeError(Parameter(option, path), "there is no such file", "give the path of a file")
    return read_source(path)


def leave_axis(text: str, puzzle: Puzzle) -> Axis:
    """Return the members that leave labeled cells empty.

    The text is `dates`, the faces of dice as YAML (`[[A1, B2], [C3, D4]]`: one of each list), or the name of a file
    with such a list or with a line of labels for each member.
    """
    labels = dict(puzzle.board.labels)
    if not labels:
        raise MistakeError(Parameter("leaves", text), "the board has no labels", "write labels: below board:")
    if text == "dates":
        return [Member(leave=date) for date in puzzle.board.calendar.of(list(labels)).dates()]
    content, source = (text, "--leaves") if text.lstrip().startswith("[") else _read("leaves", text)
    if content.lstrip().startswith(("[", "-")):
        data, origin = read_yaml(content, source)
        if not (isinstance(data, list) and data and all(isinstance(die, list) and die for die in data)):
            remedy = "write the faces of each die: [[A1, B2]]"
            raise MistakeError(origin.place(()), "this is not a list of lists", remedy)
        dice = [list(dict.fromkeys(str(face) for face in die)) for die in data]
        if prod(map(len, dice)) > MAX_MEMBERS:
            raise MistakeError(origin.place(()), f"more than {integer(MAX_MEMBERS)} rolls", "use fewer dice")
        rows: Iterable[tuple[str, ...]] = product(*dice)
        for name in dict.fromkeys(face for die in dice for face in die):
            _refuse_unlabeled(name, labels, source)
    else:
        lines = [tuple(re.split(r"[\s,;]+", line.strip())) for line in content.splitlines()]
        listed = {number: row for number, row in enumerate(lines, 1) if row != ("",) and not row[0].startswith("#")}
        rows = listed.values()
        for number, row in listed.items():
            for name in row:
                _refuse_unlabeled(name, labels, f"{source}:{number}:1")
    members = [Member(leave=row) for row in rows]
    if not members:
        raise MistakeError(source, "there is no member", "write a line of labels for each")
    return members


def _refuse_unlabeled(name: str, labels: Mapping[str, Any], place: str) -> None:
    if name not in labels:
        remedy = suggestion(name, labels, "names: " + ", ".join(labels))
        raise MistakeError(place, f"no cell of the board has the name {echo(name)}", remedy)


def board_axis(path: str) -> Axis:
    """Return the members of a file of boards: sizes such as 6x10, a line each, and drawings with an empty line between.

    A line that ends with a colon names the drawing below it.
    """
    content, source = _read("boards", path)
    boards: list[tuple[str, int, dict[str, Any]]] = []
    name, drawing = "", None
    for number, line in enumerate(content.splitlines(), start=1):
        text = line.strip()
        size = re.fullmatch(r"\d+(?:\s*x\s*\d+)+", text)
        if size is None and re.fullmatch(r"\d+(\s*x\s*\d*)+", text):
            raise MistakeError(f"{source}:{number}:1", f"{echo(text)} is not a size", "write one such as 6x10")
        if size:
            numbers = [int(digits) for digits in re.findall(r"\d+", text)]
            boards.append(("x".join(map(str, numbers)), number, {"size": numbers}))
        if size or not text or text.endswith(":"):
            name, drawing = text.removesuffix(":") if text.endswith(":") else "", None
        elif drawing is not None and not text.startswith("//"):
            drawing["drawing"] += f"\n{line.rstrip()}"
        elif not text.startswith("//"):
            drawing = {"drawing": line.rstrip()}
            boards.append((name or f"board {len(boards) + 1}", number, drawing))
    if not boards:
        raise MistakeError(source, "there is no board", "write sizes such as 6x10, or drawings of X")
    return [
        Member(changes={"board": board}, names={"board": title}, origin=Origin(source, {("board",): (number, 1)}))
        for title, number, board in boards
    ]


def tile_axis(path: str, puzzle: Puzzle) -> Axis:
    """Return the members of a file of tiles.

    A line of names selects tiles of the puzzle; a drawing of X takes the place of all tiles, as often as it fits.
    """
    content, source = _read("tiles", path)
    names = {tile.name for tile in puzzle.tiles}
    members: list[Member] = []
    lines = [(number, line) for number, line in enumerate(content.splitlines(), start=1)]
    for is_blank, block in groupby(lines, key=lambda numbered: not numbered[1].strip()):
        rows = dict(block)
        if is_blank:
            continue
        if all(re.fullmatch(r"[X#. ]+", row) for row in rows.values()):
            entry = {"name": "tile", "drawing": "\n".join(rows.values()), "multiplicity": "any"}
            title, origin = "/".join(map(str.strip, rows.values())), Origin(source, {("tiles",): (min(rows), 1)})
            members.append(Member(changes={"tiles": [entry]}, names={"tile": title}, origin=origin))
            continue
        for number, row in rows.items():
            chosen = tuple(row.replace(",", " ").split())
            for name in chosen:
                place = f"{source}:{number}:{row.index(name) + 1}"
                if name not in names:
                    remedy = suggestion(name, names, "tiles: " + " ".join(sorted(names)))
                    raise MistakeError(place, f"there is no tile {echo(name)}", remedy)
                if chosen.count(name) > 1:
                    raise MistakeError(place, f"the tile {name!r} stands twice in the line", "write each tile once")
            members.append(Member(tiles=chosen))
    if not any(member.tiles or member.changes for member in members):
        raise MistakeError(source, "there are no tiles", "write a line of names, or drawings of X, for each member")
    return members


def set_axis(size: int, puzzle: Puzzle) -> Axis:
    """Return a member for every set of `size` tiles of the puzzle."""
    names = [tile.name for tile in puzzle.tiles]
    if not 1 <= size <= len(names):
        problem = f"the puzzle has {counted(len(names), 'tile')}"
        raise MistakeError(Parameter("sets", size), problem, f"write 1 to {len(names)}")
    if comb(len(names), size) > MAX_MEMBERS:
        problem = f"there are {integer(comb(len(names), size))} such sets"
        raise MistakeError(Parameter("sets", size), problem, "use fewer tiles")
    return [Member(tiles=chosen) for chosen in combinations(names, size)]


def case_axis(path: str) -> Axis:
    """Return the members of a YAML file with a list of cases.

    A case has `parameters`, `leave`, `name`, and any other key of a puzzle file with the value that replaces it.
    """
    data, origin = read_yaml(*_read("cases", path))
    if not (isinstance(data, list) and data):
        raise MistakeError(origin.place(()), "this is not a list of cases", "write - {parameters: {n: 6}} for each")
    members = []
    for number, case in enumerate(data):
        parameters = (case.get("parameters") or {}) if isinstance(case, Mapping) else {}
        for part, keys in ((case, ()), (parameters, ("parameters",))):
            if not isinstance(part, Mapping):
                place = origin.place((number, *keys))
                raise MistakeError(place, f"{echo(part)} is not a mapping", "write {parameters: {n: 6}}")
        for parameter, value in parameters.items():
            if isinstance(value, bool) or not isinstance(value, int | str):
                place = origin.place((number, "parameters", parameter))
                raise MistakeError(place, f"{echo(value)} is not a number or a word", "write an integer or a word")
        changes = {key: value for key, value in case.items() if key not in ("name", "parameters", "leave")}
        positions = {at[1:]: line for at, line in origin.positions.items() if at[:1] == (number,)}
        leave = case.get("leave") or ()
        name = str(case.get("name") or ("" if parameters or leave else f"case {number + 1}"))
        words = leave if isinstance(leave, list | tuple) else str(leave).split()
        names, there = {"case": name} if name else {}, Origin(origin.source, positions)
        members.append(Member(parameters, tuple(map(str, words)), None, changes, names, there))
    return members
