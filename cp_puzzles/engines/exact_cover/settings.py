"""What can be switched in the compiled search, for experiments; by default it is chosen by the problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cp_puzzles.engines.settings import EngineSettings


@dataclass(frozen=True)
class Settings(EngineSettings):
    """Switches of the exact-cover engine.

    `remember`: failures; by default where a tile can be used more than once. `scan`: search narrow boards by table.
    `rim`: how much less an option of a cell in the middle costs than one at the rim, in percent; see `general.costs`.
    `sparse`: search on lists and not on sets of bits; by default where there are very many placements.
    `restarts`: begin anew again and again, by chance, where one solution will do. `seed`: of that chance.
    """

    engine: ClassVar[str] = "exact-cover"

    remember: bool | None = None
    scan: bool = True
    rim: int | None = None
    sparse: bool | None = None
    restarts: bool = True
    seed: int = 0
