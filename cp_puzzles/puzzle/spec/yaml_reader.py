"""Read YAML safely into plain values, with the position of each field; write a spec as YAML.

Scalars follow the YAML 1.2 core schema: only `true` and `false` are Booleans, so `off`, `yes` and `N` stay text.
Refused before values are built: files that are too large or too deep, aliases that expand to more values than a puzzle
needs, tags, missing values, control characters.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import yaml
from pydantic import BaseModel

from cp_puzzles.errors import SpecError, echo
from cp_puzzles.puzzle.fields import Mistakes, Origin, Path, Source, place_in


def spec_text(spec: BaseModel) -> str:
    """Return the YAML text of a spec without default values; `parse_spec` reads an equal spec from it.

    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> print(spec_text(parse_spec("{name: two, board: {size: [1, 2]}, tiles: [{set: monomino, multiplicity: 2}]}")))
    name: two
    board:
      size: [1, 2]
    tiles:
    - set: monomino
      multiplicity: 2
    <BLANKLINE>
    """
    data = spec.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if [list(entry) for entry in data.get("given", ())] == [["drawing"]]:
        data["given"] = data["given"][0]["drawing"]
    data["tiles"] = [_entry(entry) for entry in data["tiles"]]
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


def rules_text(spec: BaseModel) -> str:
    """Return the rules of a spec in a line, without the conditions on regions.

    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> spec = parse_spec("{name: x, board: {size: [2, 3]}, tiles: [{set: domino}], rules: {rows: [2, {max: 1}]}}")
    >>> rules_text(spec)
    'rows: [2, {max: 1}]'
    """
    rules = spec.model_dump(mode="json", by_alias=True, exclude_defaults=True).get("rules", {})
    written = {key: _in_short(value) for key, value in rules.items() if key != "regions"}
    text = yaml.dump(written, default_flow_style=True, sort_keys=False, allow_unicode=True, width=float("inf"))
    return text.strip()[1:-1]


def _in_short(value: Any) -> Any:
    """Return a value with a range of one number as this number."""
    if isinstance(value, dict):
        is_number = value.keys() == {"min", "max"} and value["min"] == value["max"]
        return value["min"] if is_number else {key: _in_short(part) for key, part in value.items()}
    return [_in_short(part) for part in value] if isinstance(value, list) else value


def _entry(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a tile entry with the keys of its form before the others."""
    first = [key for key in ("set", "name", "only", "except", "drawing", "cells", "size") if key in entry]
    ordered = {key: entry[key] for key in (*first, *(key for key in entry if key not in first))}
    if "multiplicity" in ordered:
        ordered["multiplicity"] = _multiplicity(ordered["multiplicity"])
    return ordered


def _multiplicity(bounds: dict[str, Any]) -> Any:
    minimum, maximum = bounds.get("min", 0), bounds.get("max")
    if maximum is None:
        return {"min": minimum} if minimum else "any"
    return maximum if minimum == maximum else {"min": minimum, "max": maximum}


class _Dumper(yaml.CSafeDumper):
    """A dumper that writes drawings in rows and coordinates in brackets."""


def _represent_text(dumper: yaml.CSafeDumper, text: str) -> yaml.ScalarNode:
    needs_quotes = not isinstance(plain_value(text), str)
    style = "|" if "\n" in text else "'" if needs_quotes else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _represent_list(dumper: yaml.CSafeDumper, values: list[Any]) -> yaml.SequenceNode:
    plain = not any(isinstance(value, dict) for value in values)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", values, flow_style=plain)


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(list, _represent_list)


MAX_VALUES = 50_000  # the largest catalog puzzle has 352
MAX_DEPTH = 12

_TOO_DEEP = f"the values are nested more than {MAX_DEPTH} deep", "nest fewer lists and mappings"

DRAWINGS = ("drawing", "given", "labels")
"""The keys of drawings, text in rows and columns."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_DIRECTION = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_CONTROL = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff{_DIRECTION}]")
_MAX_DIGITS = 100
_ROW = re.compile(r"#[#.?A-Za-z]*( +[#.?]+)*")
"""A row of a drawing that starts with #, which YAML takes for a comment."""


def read_yaml(text: str, source: Source) -> tuple[Any, Origin]:
    """Return the value of a YAML document (None if empty) and the positions of its fields; raises `SpecError`."""
    value, origin, mistakes = read_keys(text, source)
    mistakes.raise_all()
    return value, origin


def read_keys(text: str, source: Source) -> tuple[Any, Origin, Mistakes]:
    """Return the value and the origin as `read_yaml`, and the mistakes in keys: repeated keys, keys without a value."""
    try:
        _refuse_unsafe(text, source)
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = place_in(source, f":{mark.line + 1}:{mark.column + 1}" if mark else "")
        raise SpecError(place, *_syntax_mistake(error)) from None
    if node is None:
        return None, Origin(source, {(): (1, 1)}), Mistakes()
    builder = _Builder(source, text.splitlines())
    value = builder.build(node, ())
    return value, Origin(source, builder.positions), builder.mistakes


def _refuse_unsafe(text: str, source: Source) -> None:
    """Raise `SpecError` for control characters, tags and values that are nested too deep."""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if match := _CONTROL.search(line):
            problem = f"the file contains the control character {match.group()!r}"
            raise _mistake(source, (number, match.start() + 1), problem, "save it as plain text")
        if line.startswith("%TAG"):  # thousands of them take the parser seconds
            raise _mistake(source, (number, 1), "the directive %TAG is not supported", "remove the line")
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if (tag := getattr(event, "tag", None)) is not None:
            shown = echo(tag.replace("tag:yaml.org,2002:", "!!"))
            raise _mistake(source, _position(event), f"the tag {shown} is not supported", "write a plain value")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise _mistake(source, _position(event), *_TOO_DEEP)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


OPENING = {"while parsing a flow sequence": "[", "while parsing a flow mapping": "{"}
"""The bracket that is open while the parser of YAML does what it says."""


def _syntax_mistake(error: yaml.MarkedYAMLError) -> tuple[str, str]:
    problem = f"this is not YAML: {error.problem}"
    context, start = error.context or "", error.context_mark
    if start is not None and context in OPENING:
        opening = OPENING[context]
        return f"{problem} for the {opening!r} at {start.line + 1}:{start.column + 1}", f"close the {opening!r}"
    if "nesting depth" in problem:  # libyaml has a limit of its own since 0.2.6
        return _TOO_DEEP
    if "another document" in problem:
        return "a second document starts here", "one file holds one puzzle"
    if "cannot start any token" in problem or "tab character" in problem:
        return problem, "indent with spaces, and put text with special characters in quotes"
    if "expected key" in problem:
        return (
            problem,
            "indent all keys equally; start the first row of a drawing with . if another row starts left of it",
        )
    if "undefined alias" in problem:
        return problem, "put text that starts with * in quotes"
    return problem, "check the indentation, the colons, the brackets and the quotes here"


class _Builder:
    """The values and positions of the nodes of a YAML document."""

    def __init__(self, source: Source, lines: list[str]) -> None:
        self.source, self.lines = source, lines
        self.mistakes = Mistakes()
        self.positions: dict[Path, tuple[int, int]] = {}
        self._values = 0
        self._nodes: set[int] = set()

    def build(self, node: yaml.Node, path: Path) -> Any:
        self.positions.setdefault(path, _position(node))
        self._values += 1
        self._nodes.add(id(node))
        if self._values > MAX_VALUES:
            raise self._too_large(node, path)
        if len(path) > MAX_DEPTH:
            raise self._error(node, path[:1], f"aliases nest values more than {MAX_DEPTH} deep", "write the value out")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(child, (*path, i)) for i, child in enumerate(node.value)]
        assert isinstance(node, yaml.ScalarNode)
        self._refuse_control(node, path)
        return node.value if node.style in ("'", '"', "|", ">") else plain_value(node.value)

    def _too_large(self, node: yaml.Node, path: Path) -> SpecError:
        """Return the mistake of too many values: of aliases, or of the part of the file that has most of them."""
        if len(self._nodes) < MAX_VALUES // 2:  # an alias is the node that it repeats
            return self._error(node, path, f"the file expands to more than {MAX_VALUES:,} values", "remove the aliases")
        key, number = Counter(place[0] for place in self.positions if place).most_common(1)[0]
        problem = f"more than {MAX_VALUES:,} values are too many; {key} has the most, {number:,} so far"
        return self._error(node, (key,), problem, "write fewer entries, or drawings, sets and families")

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[Any, Any]:
        mapping: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._error(key_node, path, "a key is a list or a mapping", "write a word before the colon")
            self._refuse_control(key_node, path)
            key = key_node.value
            field = (*path, key)
            if key in mapping:
                problem = f"the key {echo(key)} is used twice (first in line {self.positions[field][0]})"
                self.mistakes.append(self._error(key_node, field, problem, "keep one of them"))
                continue
            self.positions[field] = _position(key_node)
            mapping[key] = self.build(value_node, field)
            if mapping[key] is None:
                problem, remedy = f"the key {echo(key)} has no value", "write one (not after #), or remove the key"
                self.mistakes.append(self._error(key_node, field, problem, remedy))
            if key in DRAWINGS and isinstance(value_node, yaml.ScalarNode) and value_node.style == "|":
                with self.mistakes.noted():
                    self._refuse_cut(key_node, value_node, field)
        return mapping

    def _refuse_control(self, node: yaml.ScalarNode, path: Path) -> None:
        """Refuse control characters, which could act on a terminal; escapes such as `backslash e` produce them."""
        if found := _CONTROL.search(node.value):
            raise self._error(node, path, f"the text has the control character {found.group()!r}", "remove it")

    def _refuse_cut(self, key: yaml.ScalarNode, drawing: yaml.ScalarNode, path: Path) -> None:
        """Refuse a row of # signs that begins left of the first row: for YAML it is a comment that ends the drawing."""
        key_indent, first_indent = _position(key)[1] - 1, None
        for number, line in enumerate(self.lines[_position(drawing)[0] :], start=_position(drawing)[0] + 1):
            row = line.lstrip(" ")
            indent = len(line) - len(row)
            first_indent = indent if first_indent is None and row else first_indent
            if row and first_indent is not None and indent < first_indent:
                if indent > key_indent and _ROW.fullmatch(row.rstrip()):
                    row = echo(row.rstrip())
                    problem = f"the row {row} starts left of the first row, so YAML takes it for a comment"
                    remedy = "start the first row with . in the leftmost column"
                    raise _mistake(self.source, (number, indent + 1), problem, remedy, path)
                return

    def _error(self, node: yaml.Node, path: Path, problem: str, remedy: str) -> SpecError:
        return _mistake(self.source, _position(node), problem, remedy, path)


def _mistake(source: Source, position: tuple[int, int], problem: str, remedy: str, path: Path = ()) -> SpecError:
    """Return the error for a mistake at a line and column, both 1-based."""
    return SpecError(Origin(source, {path: position}).place(path), problem, remedy)


def _position(part: yaml.Node | yaml.Event) -> tuple[int, int]:
    mark = part.start_mark
    assert mark is not None
    return mark.line + 1, mark.column + 1


def plain_value(text: str) -> Any:
    """Return the value of a text without quotes.

    >>> plain_value("007"), plain_value("1e3"), plain_value("off"), plain_value("~")
    (7, 1000.0, 'off', None)
    """
    if text in ("true", "True", "TRUE"):
        return True
    if text in ("false", "False", "FALSE"):
        return False
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) <= _MAX_DIGITS else text
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
