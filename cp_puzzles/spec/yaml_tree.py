"""YAML read safely into plain values, with the position of each field.

Scalars follow the YAML 1.2 core schema: only `true` and `false` are Booleans, so `off`, `yes` and `N` stay text.
Files that are too large, too deep, or that unfold to more values than any puzzle needs are refused before they are
built.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from cp_puzzles.errors import SpecError
from cp_puzzles.spec.origin import Origin, Path

MAX_BYTES = 1_000_000
MAX_VALUES = 200_000
MAX_DEPTH = 12

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_PLAIN_TAGS = {"tag:yaml.org,2002:" + name for name in ("str", "int", "float", "bool", "null", "map", "seq")}


def read_yaml(text: str, source: str) -> tuple[Any, Origin]:
    """The value of a YAML document and the positions of its fields; raises `SpecError`."""
    if len(text) > MAX_BYTES:
        raise SpecError(source, f"the file has {len(text):,} characters", "a puzzle file is short: is this one?")
    try:
        _check_depth(text, source)
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{source}:{mark.line + 1}:{mark.column + 1}" if mark else source
        raise SpecError(place, f"this is not YAML: {error.problem}", _syntax_remedy(error)) from None
    except yaml.YAMLError as error:
        raise SpecError(
            source, f"this is not YAML: {' '.join(str(error).split())}", "save the file as plain text"
        ) from None
    if node is None:
        raise SpecError(source, "the file is empty", "start with name:, board: and tiles:")
    builder = _Builder(source)
    return builder.build(node, ()), Origin(source, builder.positions)


def _check_depth(text: str, source: str) -> None:
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise SpecError(
                    "{}:{}:{}".format(source, *_position(event)),
                    f"the values are nested more than {MAX_DEPTH} deep",
                    "a puzzle file needs no more than five levels",
                )
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _syntax_remedy(error: yaml.MarkedYAMLError) -> str:
    problem = error.problem or ""
    if "cannot start any token" in problem:
        return "indent with spaces, and put text with special characters in quotes"
    if "document" in problem:
        return "one file holds one puzzle"
    return "check the indentation, the colons and the quotes here"


class _Builder:
    def __init__(self, source: str) -> None:
        self.source = source
        self.positions: dict[Path, tuple[int, int]] = {}
        self._values = 0

    def build(self, node: yaml.Node, path: Path) -> Any:
        self.positions.setdefault(path, _position(node))
        self._values += 1
        if self._values > MAX_VALUES:
            raise self._error(node, path, f"the file unfolds to more than {MAX_VALUES:,} values", "drop the aliases")
        if len(path) > MAX_DEPTH:
            raise self._error(node, path, "an alias contains itself", "write the value out")
        if node.tag not in _PLAIN_TAGS and node.tag.startswith(("!", "tag:yaml.org,2002:python")):
            raise self._error(node, path, f"the tag {node.tag!r} is not understood", "write a plain value")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(child, (*path, i)) for i, child in enumerate(node.value)]
        assert isinstance(node, yaml.ScalarNode)
        return _scalar(node)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[Any, Any]:
        mapping: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._error(key_node, path, "a key is a list or a mapping", "write a word before the colon")
            key = key_node.value
            here = (*path, key)
            if key in mapping:
                first = self.positions[here][0]
                raise self._error(
                    key_node, here, f"the key {key!r} is used twice (first in line {first})", "keep one of them"
                )
            self.positions[here] = _position(key_node)
            mapping[key] = self.build(value_node, here)
        return mapping

    def _error(self, node: yaml.Node, path: Path, problem: str, remedy: str) -> SpecError:
        return SpecError(Origin(self.source, {path: _position(node)}).place(path), problem, remedy)


def _position(part: yaml.Node | yaml.Event) -> tuple[int, int]:
    mark = part.start_mark
    assert mark is not None
    return mark.line + 1, mark.column + 1


def _scalar(node: yaml.ScalarNode) -> Any:
    text: str = node.value
    if node.style in ("'", '"', "|", ">"):
        return text
    if node.tag == "tag:yaml.org,2002:str" and not _INTEGER.fullmatch(text):
        return text
    if text in ("true", "True", "TRUE"):
        return True
    if text in ("false", "False", "FALSE"):
        return False
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if _INTEGER.fullmatch(text) and len(text) < 20:
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
