"""An estimated number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """An estimated number and the bounds between which it lies in 95 of 100 cases."""

    value: float
    low: float
    high: float
