"""Who races: an engine with settings, and its turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cp_puzzles.engines.registry import is_installed

FIRST_EFFORT = 0.2
"""The effort of a racer's first turn, about seconds; each turn is twice as long as the one before."""

MIDDLING, LARGE, ENDLESS = 5_000, 100_000, 1 << 62
"""Numbers of options: from the first on pieces lie straight away where there is room; beyond the second only so."""


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


RACERS = (
    Racer("exact-cover", "straight down", {"sparse": True, "restarts": False}, least=MIDDLING, most=ENDLESS),
    Racer("exact-cover", "mending dead ends", {"sparse": True}, least=MIDDLING, most=ENDLESS),
    Racer("cp-sat", "in fill order"),
    Racer("exact-cover", "beginning anew by chance"),
    Racer("exact-cover", "the whole tree", {"restarts": False}),
    Racer(
        "cp-sat",
        "the solver's own search",
        {"fixed_search": False, "presolve": True, "inprocessing": True, "linearization": True},
        proves=False,
    ),
    Racer("exact-cover", "in parts", {"restarts": False}, in_parts=True, proves=False),
)
"""In the order of their turns. None is best: of some instances each is the only one that finds a solution soon."""


def racers_for(options: int) -> tuple[Racer, ...]:
    """Those who take part where there are so many options.

    >>> len(racers_for(1_000)), len(racers_for(10_000)), [racer.way for racer in racers_for(1_000_000)]
    (5, 7, ['straight down', 'mending dead ends'])
    """
    there = [racer for racer in RACERS if is_installed(racer.engine)]
    return tuple(racer for racer in there if racer.least <= options <= racer.most) or tuple(there)


@dataclass(frozen=True)
class Turn:
    """The `number`-th turn of a race between `racers`: everybody has one before anybody has the next.

    >>> print(Turn(6, racers_for(1_000)), Turn(6, racers_for(1_000)).effort)
    exact-cover, beginning anew by chance (turn 2) 0.4
    """

    number: int
    racers: tuple[Racer, ...]

    @property
    def racer(self) -> Racer:
        """Whose turn it is."""
        return self.racers[self.number % len(self.racers)]

    @property
    def heat(self) -> int:
        """How many turns the racer has had before."""
        return self.number // len(self.racers)

    @property
    def effort(self) -> float:
        """How long it may search, see `Engine`."""
        return FIRST_EFFORT * float(2**self.heat)

    def __str__(self) -> str:
        return f"{self.racer} (turn {self.heat + 1})"
