"""A part cut into subproblems that a search can hold, without the options that no leader has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.base import Part, StoppedError
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays, Mask
from cp_puzzles.engines.exact_cover.problem.descent import NOTHING, Descent
from cp_puzzles.engines.exact_cover.problem.preference import AS_IT_COMES, Preference
from cp_puzzles.engines.exact_cover.problem.room import Room
from cp_puzzles.symmetry.leader import LexLeader


@dataclass(frozen=True, eq=False)
class Subproblem:
    """The options chosen, those alive, and the symmetries that can tell its leaders from the rest."""

    chosen: tuple[int, ...]
    living: Mask
    elements: npt.NDArray[np.int64]


def subproblems(
    arrays: CoverArrays,
    leader: LexLeader,
    part: Part,
    *,
    break_symmetry: bool,
    room: Room,
    stop: Callable[[], bool],
    preference: Preference = AS_IT_COMES,
) -> Iterator[Subproblem]:
    """The subproblems of a part: disjoint, and together they have every leader of the part among their solutions.

    Raises `StoppedError` once `stop()` is true and more of them are to be made.
    """
    living = arrays.possible.copy()
    living[list(part.excluded)] = False
    whole: Subproblem | None = Subproblem((), living, np.arange(leader.group.order))
    if break_symmetry:
        living &= ~leader.never
    for option in part.chosen:
        whole = with_chosen(arrays, whole, option) if whole is not None else None
    if whole is None:
        return
    for anchored in _anchored(arrays, leader, whole) if break_symmetry else (whole,):
        yield from _cut(arrays, anchored, room, stop, preference)


def with_chosen(arrays: CoverArrays, whole: Subproblem, option: int) -> Subproblem | None:
    """The subproblem with one more option chosen; None if that option is not alive."""
    if not whole.living[option]:
        return None
    options = (*whole.chosen, option)
    living = whole.living & ~arrays.conflicts(option)
    full = np.flatnonzero(arrays.used(options) == arrays.maximum)
    if full.size:
        living &= ~np.isin(arrays.counted, full).any(axis=1)
    return Subproblem(options, living, whole.elements)


def _anchored(arrays: CoverArrays, leader: LexLeader, whole: Subproblem) -> Iterator[Subproblem]:
    """One subproblem for each option of the anchor with a stabiliser, one for all others.

    An option of the next block that the stabiliser of the chosen anchor option maps before itself is in no leader
    either: it is dropped, which only works beside that anchor option.
    """
    anchor = leader.anchor
    if anchor is None or anchor.item is None or not leader.problem.items[anchor.item].is_exact_one:
        yield whole
        return
    images = leader.group.options
    is_fixed = images[:, anchor.options] == anchor.options
    is_fixed[0] = False
    alone = is_fixed.any(axis=0)
    in_chosen = np.isin(anchor.options, whole.chosen)
    for option, fixing in zip(anchor.options[alone], is_fixed.T[alone], strict=True):
        below = whole if option in whole.chosen else with_chosen(arrays, whole, int(option))
        if below is None or (in_chosen.any() and below is not whole):
            continue
        stabiliser = np.flatnonzero(fixing | (np.arange(len(images)) == 0))
        dropped = _dropped(leader, stabiliser)
        if not dropped[list(below.chosen)].any():
            yield Subproblem(below.chosen, below.living & ~dropped, stabiliser)
    if not in_chosen[alone].any():
        living = whole.living.copy()
        living[anchor.options[alone]] = False
        yield Subproblem(whole.chosen, living, np.zeros(1, dtype=np.int64))


def _dropped(leader: LexLeader, stabiliser: npt.NDArray[np.int64]) -> Mask:
    """The options of the second block that are in no leader beside an anchor option with that stabiliser."""
    dropped = np.zeros(len(leader.order), dtype=np.bool_)
    if len(leader.blocks) > 1 and leader.blocks[1].item is not None:
        second = leader.blocks[1].options
        images = leader.group.options[np.ix_(stabiliser, second)]
        dropped[second] = (leader.position[images] < leader.position[second]).any(axis=0)
    return dropped


def _cut(
    arrays: CoverArrays, whole: Subproblem, room: Room, stop: Callable[[], bool], preference: Preference
) -> Iterator[Subproblem]:
    """The subproblem cut into some of as many options as there is `room` for, by most constrained items."""
    if whole.living.sum() <= room.most:
        yield whole
        return
    descent = Descent(arrays, whole.chosen, whole.living, preference)
    pending = [iter(descent.choices())]
    while pending:
        if stop():
            raise StoppedError
        option = next(pending[-1], None)
        if option is None:
            pending.pop()
            descent.rise()
        elif option == NOTHING:
            yield Subproblem(tuple(descent.chosen), np.zeros_like(whole.living), whole.elements)
        else:
            descent.choose(option)
            if descent.alive > room.most:
                pending.append(iter(descent.choices()))
            else:
                yield Subproblem(tuple(descent.chosen), descent.living.copy(), whole.elements)
                descent.rise()
