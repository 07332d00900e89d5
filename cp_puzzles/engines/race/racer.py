"""Who races: an engine with settings, and its turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

FIRST_EFFORT = 0.2
"""The effort of a racer's first turn, about seconds; each turn is twice as long as the one before."""


@dataclass(frozen=True)
class Racer:
    """An engine with `settings`; `way` says how it searches.

    `in_parts`: each turn it searches below another option of the most constrained item. `proves`: whether its word is
    enough that there is no solution; a presolved run of CP-SAT has been wrong.
    """

    engine: str
    way: str
    settings: Mapping[str, object] = field(default_factory=dict)
    in_parts: bool = False
    proves: bool = True

    def __str__(self) -> str:
        return f"{self.engine}, {self.way}"


RACERS = (
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


@dataclass(frozen=True)
class Turn:
    """The `number`-th turn of a race: everybody has one before anybody has the next.

    >>> print(Turn(6), Turn(6).effort)
    exact-cover, beginning anew by chance (turn 2) 0.4
    """

    number: int

    @property
    def racer(self) -> Racer:
        """Whose turn it is."""
        return RACERS[self.number % len(RACERS)]

    @property
    def heat(self) -> int:
        """How many turns the racer has had before."""
        return self.number // len(RACERS)

    @property
    def effort(self) -> float:
        """How long it may search, see `Engine`."""
        return FIRST_EFFORT * float(2**self.heat)

    def __str__(self) -> str:
        return f"{self.racer} (turn {self.heat + 1})"
