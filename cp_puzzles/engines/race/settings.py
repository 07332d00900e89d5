"""What can be told to a race."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cp_puzzles.engines.settings import EngineSettings


@dataclass(frozen=True)
class Settings(EngineSettings):
    """`seed`: of all that is left to chance; `lanes`: how many race side by side, each a part of its own."""

    engine: ClassVar[str] = "auto"

    seed: int = 0
    lanes: int = 1
