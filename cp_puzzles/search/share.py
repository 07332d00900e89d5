"""Shares of a search: parts for one of several machines, which do not know of each other."""

from __future__ import annotations

import re

from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.parts import split

PARTS_PER_SHARE = 4
"""Parts for each share: with several parts the shares differ less."""


def share_of(text: str) -> tuple[int, int]:
    """Return the number of a share, from 1, and the number of all shares; raise `MistakeError`.

    >>> share_of("3/10")
    (3, 10)
    """
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text.strip())
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise MistakeError(Parameter("share", text), "this is not a share", "write 3/10 for the third of ten")
    return int(match[1]), int(match[2])


def roots_of_share(request: SearchRequest, number: int, into: int) -> tuple[Part, ...]:
    """Return the parts of share `number` of a search; they are the same on every machine."""
    return roots_of_shares(request, into)[number - 1 :: into]


def roots_of_shares(request: SearchRequest, into: int) -> tuple[Part, ...]:
    """Return the parts of all shares, in order."""
    return split(request, Part(), PARTS_PER_SHARE * into)
