"""Plain data of a spec from Python values: arrays and sets of cells, numbers of numpy, models."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import numpy as np
from pydantic import BaseModel


def plain_data(value: Any) -> Any:
    """Return a value as dicts, lists, numbers and texts, as a puzzle file has them.

    A Boolean array becomes the list of its true cells, any other array the list of its rows. A set of cells is sorted.

    >>> import numpy as np
    >>> plain_data({"cells": np.array([[True, False], [True, True]]), "holes": {(1, 0), (0, 1)}, "copies": np.int64(2)})
    {'cells': [[0, 0], [1, 0], [1, 1]], 'holes': [[0, 1], [1, 0]], 'copies': 2}
    """
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, np.ndarray):
        return (np.argwhere(value) if value.dtype == np.bool_ and value.ndim else value).tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {key: plain_data(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_data(part) for part in value]
    if isinstance(value, Set):
        return sorted(plain_data(part) for part in value)
    return value
