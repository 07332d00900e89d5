"""An estimated number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """An estimated number and the bounds between which it lies in 95 of 100 cases."""

    value: float
    low: float
    high: float

    def __repr__(self) -> str:
        return f"Interval({self.value:.4g}, low={self.low:.4g}, high={self.high:.4g})"
