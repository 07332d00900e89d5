"""A part cut into roots: subproblems small enough for a frame, without the options that no leader has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.base import Part
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, Mask
from cp_puzzles.symmetry.leader import LexLeader

MAX_LIVING = 2000
"""The most options of a frame: it has one row of bits for each. Bedlam takes 1.6 times as long with one frame of 3135
options; cutting down to 700 options made every puzzle slower, for a frame costs 0.5 ms."""


@dataclass(frozen=True, eq=False)
class Root:
    """A subproblem: the options chosen, those still alive, and the symmetries that can tell its leaders from the rest."""

    chosen: tuple[int, ...]
    living: Mask
    elements: npt.NDArray[np.int64]


def roots(arrays: CoverArrays, leader: LexLeader, part: Part, *, break_symmetry: bool) -> Iterator[Root]:
    """The roots of a part: disjoint, and together they have every leader of the part among their solutions."""
    living = arrays.possible.copy()
    living[list(part.excluded)] = False
    root: Root | None = Root((), living, np.arange(leader.group.order))
    if break_symmetry:
        living &= ~leader.never
    for option in part.chosen:
        root = chosen(arrays, root, option) if root is not None else None
    if root is None:
        return
    for anchored in _anchored(arrays, leader, root) if break_symmetry else (root,):
        yield from _small(arrays, anchored)


def chosen(arrays: CoverArrays, root: Root, option: int) -> Root | None:
    """The root with one more option chosen; None if that option is not alive."""
    if not root.living[option]:
        return None
    options = (*root.chosen, option)
    living = root.living & ~arrays.conflicts(option)
    tile = arrays.counted[option]
    if tile >= 0 and (arrays.counted[list(options)] == tile).sum() == arrays.maximum[tile]:
        living &= arrays.counted != tile
    return Root(options, living, root.elements)


def _anchored(arrays: CoverArrays, leader: LexLeader, root: Root) -> Iterator[Root]:
    """One root for each option of the anchor; beside it only its stabiliser is left.

    And an option of the next block that the stabiliser maps before itself is in no leader either: it is dropped, which
    the anchor option makes possible whatever else is chosen.
    """
    anchor = leader.anchor
    if anchor is None or anchor.item is None or not leader.problem.items[anchor.item].is_exact_one:
        yield root
        return
    images = leader.group.options
    fixed = [option for option in root.chosen if option in set(anchor.options.tolist())]
    for option in fixed or anchor.options.tolist():
        below = root if fixed else chosen(arrays, root, option)
        if below is None:
            continue
        stabiliser = np.flatnonzero(images[:, option] == option)
        dropped = np.zeros_like(root.living)
        if len(leader.blocks) > 1 and leader.blocks[1].item is not None:
            second = leader.blocks[1].options
            before = leader.position[images[np.ix_(stabiliser, second)]] < leader.position[second]
            dropped[second] = before.any(axis=0)
        if not dropped[list(below.chosen)].any():
            yield Root(below.chosen, below.living & ~dropped, stabiliser)


def _small(arrays: CoverArrays, root: Root) -> Iterator[Root]:
    """The root cut into roots of at most `MAX_LIVING` options, by most constrained items."""
    if root.living.sum() <= MAX_LIVING:
        yield root
        return
    options = _most_constrained(arrays, root)
    if options is None:
        options = np.flatnonzero(root.living)
        yield Root(root.chosen, np.zeros_like(root.living), root.elements)
    living = root.living.copy()
    for option in options.tolist():
        below = chosen(arrays, Root(root.chosen, living.copy(), root.elements), option)
        if below is not None:
            yield from _small(arrays, below)
        living[option] = False


def _most_constrained(arrays: CoverArrays, root: Root) -> npt.NDArray[np.int64] | None:
    """The living options of the item with the fewest that is not covered enough; None if there is no such item."""
    need = np.concatenate([np.ones(arrays.required_count, dtype=np.int64), arrays.minimum])
    covered, by = arrays.needs
    need -= np.bincount(covered[np.isin(by, root.chosen)], minlength=len(need))
    if not (need > 0).any():
        return None
    counts = np.bincount(covered[root.living[by]], minlength=len(need))
    item = int(np.where(need > 0, counts - need, len(by)).argmin())
    options = by[covered == item]
    return options[root.living[options]]
