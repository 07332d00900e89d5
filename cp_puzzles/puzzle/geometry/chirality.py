"""Chirality: tests whether a set of points in space equals its mirror image."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]


def is_achiral(points: Sequence[Sequence[float]]) -> bool:
    """Return True if points in space are planar, or if a rotation maps them to their mirror image.

    A motion of the set fixes its centroid. It maps three points that span space to three points with the same scalar
    products, so all such triples are tried.

    >>> is_achiral([(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)])
    True
    >>> is_achiral([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])
    False
    """
    cloud = np.array(points, dtype=np.float64)
    cloud = len(cloud) * cloud - cloud.sum(axis=0)  # about the centroid, in coordinates that rounding keeps apart
    spanning = (list(three) for three in combinations(range(len(cloud)), 3))
    frame = next((three for three in spanning if abs(np.linalg.det(cloud[three])) > 1e-6), None)
    if frame is None:
        return True
    products = np.round(cloud @ cloud.T, 6)
    (aa, ab, ac), (_, bb, bc), (_, _, cc) = products[np.ix_(frame, frame)]
    square = products.diagonal()
    for i in np.flatnonzero(square == aa):
        for j in np.flatnonzero((square == bb) & (products[i] == ab)):
            for k in np.flatnonzero((square == cc) & (products[i] == ac) & (products[j] == bc)):
                motion = np.linalg.solve(cloud[frame], cloud[[i, j, k]])
                if np.linalg.det(motion) < 0 and np.allclose(_sorted(cloud @ motion), _sorted(cloud), atol=1e-5):
                    return True
    return False


def _sorted(points: Points) -> Points:
    rounded = np.round(points, 5) + 0.0
    return np.asarray(rounded[np.lexsort(rounded.T)])
