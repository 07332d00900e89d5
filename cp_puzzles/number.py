"""Numbers and times in the words of a reader."""

from __future__ import annotations


def integer(number: int) -> str:
    """An integer, in groups of three digits.

    >>> integer(240), integer(11520), integer(12988816)
    ('240', '11,520', '12,988,816')
    """
    return f"{number:,}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun.

    >>> counted(1, "solution"), counted(2, "reflection")
    ('1 solution', '2 reflections')
    """
    return f"{integer(number)} {noun if number == 1 else plural or noun + 's'}"


def seconds(time: float) -> str:
    """A short time in seconds, a longer one in minutes or hours; a whole number of seconds stays whole.

    >>> [seconds(t) for t in (0.0123, 4.26, 4, 42.0, 185, 7300, 200000)]
    ['0.012 s', '4.3 s', '4 s', '42 s', '3 min 5 s', '2 h 1 min', '2 d 7 h']
    """
    if time < 10 and time != int(time):
        return f"{time:.3f} s" if time < 1 else f"{time:.1f} s"
    whole = round(time)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 86400:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 86400} d {whole % 86400 // 3600} h"
