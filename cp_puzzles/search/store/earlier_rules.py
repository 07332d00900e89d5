"""Rules of stored puzzles that had another name in earlier versions."""

from __future__ import annotations

import re

_APART = re.compile(r"^  apart: (\[.*?\])\n(?=  \S|\S|\Z)", re.MULTILINE | re.DOTALL)
_TRUE = re.compile(r"(?<![\w'\"])true(?![\w'\"])(,\s*)?")


def with_present_rules(spec: str) -> str:
    r"""Return the text of a stored puzzle with the present names of its rules.

    >>> print(with_present_rules("rules:\n  apart: [true, [F, P]]\n  maximal: true\n"), end="")
    rules:
      buildable: true
      separate: [[F, P]]
      maximal: true
    """
    return _APART.sub(lambda match: _named(match[1]), spec)


def _named(value: str) -> str:
    """Return the lines for the value of `apart`: `true` for a tiling that can be built, pairs of separate tiles."""
    pairs, wholes = _TRUE.subn("", value)
    separate = f"  separate: {pairs}\n" if pairs.strip("[] ,") else ""
    return ("  buildable: true\n" if wholes else "") + separate
