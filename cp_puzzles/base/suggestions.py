"""Suggestions for misspelled names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

_MAX_NAMES = 5
_TOLERANCE = 0.15  # below the similarity of the nearest name
_MIN_PREFIX = 3  # characters of a name that is completed

MEANINGS = {
    **dict.fromkeys(("copies", "count", "amount", "quantity", "number"), ("multiplicity",)),
    **dict.fromkeys(("mirror", "flip", "chiral", "turn-over"), ("reflect",)),
    **dict.fromkeys(("turn", "spin", "rotation", "rotations"), ("rotate",)),
    **dict.fromkeys(("pieces", "shapes", "blocks", "polyominoes"), ("tiles",)),
    **dict.fromkeys(("piece", "shape", "block"), ("tile", "tiles")),
    **dict.fromkeys(("grid", "field", "area"), ("board", "lattice")),
    **dict.fromkeys(("obstacles", "blocked", "walls", "forbidden"), ("holes",)),
    **dict.fromkeys(("fixed", "placed", "hints", "clues"), ("given",)),
    **dict.fromkeys(("constraints", "conditions"), ("rules", "rule")),
    **dict.fromkeys(("title", "id"), ("name",)),
    **dict.fromkeys(("timeout", "time", "seconds", "max-time"), ("time-limit",)),
    **dict.fromkeys(("threads", "workers", "processes", "cores", "cpus", "parallel"), ("jobs",)),
    **dict.fromkeys(("solver", "algorithm", "backend", "method"), ("engine",)),
    **dict.fromkeys(("max", "maximum", "solutions", "first"), ("limit",)),
    **dict.fromkeys(("ram", "mem"), ("memory",)),
    **dict.fromkeys(("output", "file", "save", "write"), ("out",)),
    **dict.fromkeys(("resume", "checkpoint", "cache"), ("store",)),
    **dict.fromkeys(("proof", "prove"), ("certificate",)),
    **dict.fromkeys(("unique", "distinct", "isomorphic"), ("symmetry",)),
}
"""Words for what has another name here, with the names that they may mean."""


def near_names(written: str, names: Iterable[str], similarity: float = 0.6) -> list[str]:
    """Return the names that a misspelled one may mean, nearest first.

    A name is near if it begins with the written one, means it, or has at least this similarity; case does not matter.

    >>> near_names("dominos", ["dominoes4x4", "dominoes8x8", "soma"]), near_names("xyzzy", ["soma"])
    (['dominoes4x4', 'dominoes8x8'], [])
    >>> near_names("timeout", ["limit", "time_limit"])
    ['time_limit']
    """
    names = [*dict.fromkeys(names)]
    meant = MEANINGS.get(written.lower().replace("_", "-"), ())
    named = [name for name in names if name.replace("_", "-") in meant]
    if named and written not in names:
        return named
    matcher = difflib.SequenceMatcher(b=written.lower())
    ratios: dict[str, float] = {}
    for name in names:
        matcher.set_seq1(name.lower())
        if matcher.real_quick_ratio() >= similarity and matcher.quick_ratio() >= similarity:
            ratios[name] = matcher.ratio()
        if len(written) >= _MIN_PREFIX and name.lower().startswith(written.lower()):
            ratios[name] = 1.0
    least = max(similarity, max(ratios.values(), default=0) - _TOLERANCE)
    near = sorted((name for name in ratios if ratios[name] >= least), key=lambda name: -ratios[name])
    return near[:_MAX_NAMES]


def suggestion(written: str, names: Iterable[str], otherwise: str) -> str:
    """Return the question whether a near name is meant; without near names, return the text `otherwise`.

    >>> suggestion("fault", ["faults", "border"], "write a rule"), suggestion("xyzzy", ["faults"], "write a rule")
    ("did you mean 'faults'?", 'write a rule')
    """
    return did_you_mean(near_names(written, names)) or otherwise


def did_you_mean(names: Sequence[str]) -> str:
    """Return the question whether one of some names is meant; "" for no names.

    >>> did_you_mean(["touch", "touching", "choose"])
    "did you mean 'touch', 'touching' or 'choose'?"
    """
    quoted = [repr(name) for name in names]
    listed = " or ".join(part for part in (", ".join(quoted[:-1]), *quoted[-1:]) if part)
    return f"did you mean {listed}?" if listed else ""
