"""Who races: an engine with settings, and its turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cp_puzzles.engines.registry import is_installed

FIRST_EFFORT, GROWTH = 0.5, 3.0
"""The effort of the first turns, about seconds; when all have had theirs, turns are so many times as long."""

MIDDLING, LARGE, VAST, ENDLESS = 5_000, 100_000, 1_000_000, 1 << 62
"""Numbers of options: from the first on pieces lie straight away where there is room; beyond the second no models are
built, beyond the third no bit sets."""


@dataclass(frozen=True)
class Racer:
    """An engine with `settings`; `way` says how it searches.

    `in_parts`: each turn it searches below another option of the most constrained item. `proves`: whether its word is
    enough that there is no solution; a presolved run of CP-SAT has been wrong. It takes part with at `least` and at
    `most` so many options: what builds much for each of them is not done before others have found a solution.
    """

    engine: str
    way: str
    settings: Mapping[str, object] = field(default_factory=dict)
    in_parts: bool = False
    proves: bool = True
    least: int = 0
    most: int = LARGE

    def __str__(self) -> str:
        return f"{self.engine}, {self.way}"


RESTARTS = Racer("exact-cover", "beginning anew by chance", {"sparse": False}, most=VAST)
"""Finds most first solutions soonest."""

RACERS = (
    RESTARTS,
    Racer("exact-cover", "straight down", {"sparse": True, "restarts": False}, least=MIDDLING, most=ENDLESS),
    Racer("exact-cover", "mending dead ends", {"sparse": True}, least=MIDDLING, most=ENDLESS),
    Racer("cp-sat", "in fill order"),
    Racer("exact-cover", "the whole tree", {"restarts": False}),
    Racer(
        "cp-sat",
        "the solver's own search",
        {"fixed_search": False, "presolve": True, "inprocessing": True, "linearization": True},
        proves=False,
    ),
    Racer("exact-cover", "in parts", {"restarts": False}, in_parts=True, proves=False),
)
"""In the order of their turns, but for the first, who has every other turn."""


def racers_for(options: int) -> tuple[Racer, ...]:
    """Those who have a turn one after the other where there are so many options.

    On two lanes one begins anew by chance for ever, and on the other one all take turns.

    >>> [racer.way.split()[0] for racer in racers_for(1_000)]
    ['beginning', 'beginning', 'beginning', 'in', 'beginning', 'the', 'beginning', 'the', 'beginning', 'in']
    >>> [racer.way for racer in racers_for(10_000_000)]
    ['straight down', 'mending dead ends']
    """
    there = [racer for racer in RACERS if is_installed(racer.engine)]
    there = [racer for racer in there if racer.least <= options <= racer.most] or there
    if there[0] is not RESTARTS:
        return tuple(there)
    others = there if options <= LARGE else there[1:]
    return tuple(racer for other in others for racer in (RESTARTS, other))


@dataclass(frozen=True)
class Turn:
    """The `number`-th turn of a race between `racers`, one after the other, again and again.

    >>> print(Turn(13, racers_for(1_000)), Turn(13, racers_for(1_000)).effort)
    cp-sat, in fill order (turn 14) 1.5
    """

    number: int
    racers: tuple[Racer, ...]

    @property
    def racer(self) -> Racer:
        """Whose turn it is."""
        return self.racers[self.number % len(self.racers)]

    @property
    def heat(self) -> int:
        """How often all have had their turns before."""
        return self.number // len(self.racers)

    @property
    def effort(self) -> float:
        """How long it may search, see `Engine`."""
        return FIRST_EFFORT * GROWTH**self.heat

    def __str__(self) -> str:
        return f"{self.racer} (turn {self.number + 1})"
