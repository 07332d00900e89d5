"""Words of messages: numbers, quantities, and suggestions for misspelled names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from math import floor

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


_LONG = 1e15
"""The least number that is written with an exponent if it is an estimate."""

_YEAR_SECONDS = 365.25 * 86400

_UNITS = {"years": _YEAR_SECONDS, "d": 86400.0, "h": 3600.0, "min": 60.0}
"""Units of estimated times, in seconds."""


def integer(number: int) -> str:
    """Return an integer in groups of three digits.

    >>> integer(240), integer(11520), integer(12988816)
    ('240', '11,520', '12,988,816')
    """
    return f"{number:,}"


def rounded(number: float) -> str:
    """Return a number without decimals; a long one has two digits and an exponent.

    >>> rounded(2400.4), rounded(8.389e121)
    ('2,400', '8.4e121')
    """
    return integer(round(number)) if abs(number) < _LONG else f"{number:.1e}".replace("e+", "e")


def estimated(number: float) -> str:
    """Return an estimated number with two digits.

    >>> estimated(2345.6), estimated(7.2), estimated(8.389e121)
    ('2,300', '7', '8.4e121')
    """
    return rounded(float(f"{number:.2g}"))


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    >>> counted(1, "solution"), counted(2, "reflection")
    ('1 solution', '2 reflections')
    """
    return f"{integer(number)} {noun if number == 1 else plural or noun + 's'}"


def seconds(time: float) -> str:
    """Return a time as text: from seconds to years; an integral number of seconds has no decimals.

    >>> [seconds(t) for t in (0.0123, 4.26, 4, 42.0, 185, 7300, 200000, 1e9, 1e99)]
    ['0.012 s', '4.3 s', '4 s', '42 s', '3 min 5 s', '2 h 1 min', '2 d 7 h', '32 years', '3.2e91 years']
    """
    if time >= 2 * _YEAR_SECONDS:
        return f"{rounded(time / _YEAR_SECONDS)} years"
    if time < 10 and time != int(time):
        return f"{time:.3f} s" if time < 1 else f"{time:.1f} s"
    total = round(time)
    if total < 60:
        return f"{total} s"
    if total < 3600:
        return f"{total // 60} min {total % 60} s"
    if total < 86400:
        return f"{total // 3600} h {total % 3600 // 60} min"
    return f"{total // 86400} d {total % 86400 // 3600} h"


def estimated_seconds(time: float) -> str:
    """Return an estimated time in one unit: with two digits, or one below a second.

    >>> [estimated_seconds(t) for t in (0, 0.0512, 4.26, 42.4, 119, 185, 7300, 200000, 1e9, 1e99)]
    ['0 s', '0.05 s', '4.3 s', '42 s', '120 s', '3.1 min', '2 h', '2.3 d', '32 years', '3.2e91 years']
    """
    unit, size = next(((unit, size) for unit, size in _UNITS.items() if time >= 2 * size), ("s", 1.0))
    number = float(f"{time / size:.{1 if time < 1 else 2}g}")
    return f"{number:g} {unit}" if number < 10 else f"{estimated(number)} {unit}"


def share_text(share: float) -> str:
    """Return a share in percent: with decimals as long as it is small, and never more than it is.

    >>> share_text(0.00123), share_text(0.999)
    ('0.12 %', '99 %')
    """
    percent = 100 * share
    digits = 2 if percent < 1 else 1 if percent < 10 else 0
    return f"{floor(percent * 10**digits) / 10**digits:.{digits}f} %"
