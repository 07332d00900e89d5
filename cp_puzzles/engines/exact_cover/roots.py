"""A part cut into roots: subproblems small enough for a frame, without the options that no leader has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.base import Part, StoppedError
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, Mask
from cp_puzzles.engines.exact_cover.descent import NOTHING, Descent
from cp_puzzles.engines.exact_cover.preference import AS_IT_COMES, Preference
from cp_puzzles.symmetry.leader import LexLeader

MAX_LIVING = 2000
"""The most options of a frame, which has a row of bits for each. Smaller frames cost more to build than they save: with
at most 1200 options 6x10 takes 1.8 times as long, solid 3x4x5 1.2 times."""


@dataclass(frozen=True, eq=False)
class Root:
    """A subproblem: the options chosen, those alive, and the symmetries that can tell its leaders from the rest."""

    chosen: tuple[int, ...]
    living: Mask
    elements: npt.NDArray[np.int64]


def roots(
    arrays: CoverArrays,
    leader: LexLeader,
    part: Part,
    *,
    break_symmetry: bool,
    most_living: int,
    stop: Callable[[], bool],
    preference: Preference = AS_IT_COMES,
) -> Iterator[Root]:
    """The roots of a part: disjoint, and together they have every leader of the part among their solutions.

    Raises `StoppedError` once `stop()` is true and more roots are to be made.
    """
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
        yield from _small(arrays, anchored, most_living, stop, preference)


def chosen(arrays: CoverArrays, root: Root, option: int) -> Root | None:
    """The root with one more option chosen; None if that option is not alive."""
    if not root.living[option]:
        return None
    options = (*root.chosen, option)
    living = root.living & ~arrays.conflicts(option)
    full = np.flatnonzero(arrays.used(options) == arrays.maximum)
    if full.size:
        living &= ~np.isin(arrays.counted, full).any(axis=1)
    return Root(options, living, root.elements)


def _anchored(arrays: CoverArrays, leader: LexLeader, root: Root) -> Iterator[Root]:
    """One root for each option of the anchor with a stabiliser, one for all others.

    An option of the next block that the stabiliser of the chosen anchor option maps before itself is in no leader
    either: it is dropped, which only works beside that anchor option.
    """
    anchor = leader.anchor
    if anchor is None or anchor.item is None or not leader.problem.items[anchor.item].is_exact_one:
        yield root
        return
    images = leader.group.options
    is_fixed = images[:, anchor.options] == anchor.options
    is_fixed[0] = False
    alone = is_fixed.any(axis=0)
    in_chosen = np.isin(anchor.options, root.chosen)
    for option, fixing in zip(anchor.options[alone], is_fixed.T[alone], strict=True):
        below = root if option in root.chosen else chosen(arrays, root, int(option))
        if below is None or (in_chosen.any() and below is not root):
            continue
        stabiliser = np.flatnonzero(fixing | (np.arange(len(images)) == 0))
        dropped = _dropped(leader, stabiliser)
        if not dropped[list(below.chosen)].any():
            yield Root(below.chosen, below.living & ~dropped, stabiliser)
    if not in_chosen[alone].any():
        living = root.living.copy()
        living[anchor.options[alone]] = False
        yield Root(root.chosen, living, np.zeros(1, dtype=np.int64))


def _dropped(leader: LexLeader, stabiliser: npt.NDArray[np.int64]) -> Mask:
    """The options of the second block that are in no leader beside an anchor option with that stabiliser."""
    dropped = np.zeros(len(leader.order), dtype=np.bool_)
    if len(leader.blocks) > 1 and leader.blocks[1].item is not None:
        second = leader.blocks[1].options
        images = leader.group.options[np.ix_(stabiliser, second)]
        dropped[second] = (leader.position[images] < leader.position[second]).any(axis=0)
    return dropped


def _small(
    arrays: CoverArrays, root: Root, most_living: int, stop: Callable[[], bool], preference: Preference
) -> Iterator[Root]:
    """The root cut into roots of at most `most_living` options, by most constrained items."""
    if root.living.sum() <= most_living:
        yield root
        return
    descent = Descent(arrays, root.chosen, root.living, preference)
    pending = [iter(descent.choices())]
    while pending:
        if stop():
            raise StoppedError
        option = next(pending[-1], None)
        if option is None:
            pending.pop()
            descent.rise()
        elif option == NOTHING:
            yield Root(tuple(descent.chosen), np.zeros_like(root.living), root.elements)
        else:
            descent.choose(option)
            if descent.alive > most_living:
                pending.append(iter(descent.choices()))
            else:
                yield Root(tuple(descent.chosen), descent.living.copy(), root.elements)
                descent.rise()
