"""Handedness: whether a set of points in space is its own mirror image."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]


def is_achiral(points: Sequence[Sequence[float]]) -> bool:
    """Whether points in space can be turned into their mirror image: all in a plane, or alike under an improper motion.

    >>> is_achiral([(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)])
    True
    >>> is_achiral([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])
    False
    """
    place = np.array(points, dtype=np.float64)
    frame = _frame(place)
    if frame is None:
        return True
    apart = np.round(np.linalg.norm(place[:, None] - place, axis=2), 6)
    cloud = _sorted(place)
    volume = np.linalg.det(_edges(place, frame))
    for image in _alike(apart, frame):
        edges = _edges(place, image)
        if np.linalg.det(edges) * volume < 0:
            motion = np.linalg.solve(_edges(place, frame), edges)
            if np.allclose(_sorted(place[image[0]] + (place - place[frame[0]]) @ motion), cloud, atol=1e-5):
                return True
    return False


def _frame(place: Points) -> tuple[int, ...] | None:
    """Four points that are not in a plane."""
    for four in combinations(range(len(place)), 4):
        if abs(np.linalg.det(_edges(place, four))) > 1e-6:
            return four
    return None


def _edges(place: Points, four: Sequence[int]) -> Points:
    return np.asarray(place[list(four[1:])] - place[four[0]])


def _alike(apart: Points, frame: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All choices of four points with the mutual distances of the frame."""

    def extend(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(frame):
            yield chosen
            return
        wanted = [apart[frame[len(chosen)], frame[k]] for k in range(len(chosen))]
        for candidate in range(len(apart)):
            if all(apart[candidate, c] == w for c, w in zip(chosen, wanted, strict=True)) and candidate not in chosen:
                yield from extend((*chosen, candidate))

    return extend(())


def _sorted(place: Points) -> Points:
    rounded = np.round(place, 5) + 0.0
    return np.asarray(rounded[np.lexsort(rounded.T)])
