"""Types of arrays by the values that they hold."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
"""Integers in general."""

Numbers = npt.NDArray[np.int32]
"""Numbers of items and options, of which there may be many."""

Words = npt.NDArray[np.uint64]
"""Sets of bits."""

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
