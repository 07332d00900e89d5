"""Lexicographic constraints that leave exactly the leader of each orbit.

For every symmetry g other than the identity the chosen options, in the leader's order, come no later than their
images under g. The comparison goes block by block and carries a literal `equal`: all blocks so far are equal to their
images. Within a block whose options share an item (at most one is chosen) the chosen option decides: forbidden if
its image comes before it, equal if it is its own image, decided for good otherwise. Elsewhere the comparison goes
option by option. Every literal made here is determined by the placements, in both directions, for else a solution
would be enumerated once for every value that it may take.
"""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python import cp_model

from cp_puzzles.engines.base import StoppedError
from cp_puzzles.engines.cp_sat.constraints import Booleans
from cp_puzzles.symmetry.leader import Block, LexLeader, Options

Equal = cp_model.IntVar | None
"""Whether the blocks so far are equal to their images; None: they always are."""


def keep_leaders(
    model: cp_model.CpModel, leader: LexLeader, chosen: Booleans, stop: Callable[[], bool] = lambda: False
) -> None:
    """Forbid every solution with an image before it in the leader's order; `StoppedError` once `stop()` is true."""
    never = leader.never.nonzero()[0]
    if never.size:
        model.add_bool_and([~chosen[option] for option in never.tolist()])
    for image in leader.group.options[1:]:
        if stop():
            raise StoppedError
        _come_before_image(model, leader, chosen, image)


def _come_before_image(model: cp_model.CpModel, leader: LexLeader, chosen: Booleans, image: Options) -> None:
    equal: Equal = None
    for block in leader.blocks:
        if not (image[block.options] != block.options).any():
            continue
        if block.item is None:
            _compare_options(model, chosen, image, block.options, equal)
            return
        exact = leader.problem.items[block.item].is_exact_one
        whole = exact and len(block.options) == len(leader.problem.covering[block.item])
        decided, equal = _compare_block(model, leader, chosen, image, block, equal, whole=whole)
        if decided:
            return


def _compare_block(
    model: cp_model.CpModel,
    leader: LexLeader,
    chosen: Booleans,
    image: Options,
    block: Block,
    equal: Equal,
    *,
    whole: bool,
) -> tuple[bool, Equal]:
    """Compare a block of which at most one option is chosen (`whole`: exactly one).

    Gives whether that decides everything, and else the literal that carries the comparison on.
    """
    position = leader.position
    fixed = [chosen[o] for o in block.options if image[o] == o]
    moved = [chosen[o] for o in block.options if image[o] != o]
    condition = [] if equal is None else [equal]
    for option in block.options:
        if position[image[option]] < position[option]:
            model.add_bool_or([~literal for literal in (*condition, chosen[option])])
    if whole and not fixed:
        return True, None
    if whole and len(fixed) == 1 and equal is None:
        return False, fixed[0]
    carried = model.new_bool_var("")
    # carried <=> equal and no moved option is chosen (with exactly one chosen: equal and a fixed one is)
    for literal in moved:
        model.add_implication(carried, ~literal)
    if equal is not None:
        model.add_implication(carried, equal)
    model.add_bool_or([carried, *(~literal for literal in condition), *moved])
    return False, carried


def _compare_options(model: cp_model.CpModel, chosen: Booleans, image: Options, options: Options, equal: Equal) -> None:
    """Compare option by option: the solution, as a vector, is no smaller than its image."""
    same = _Classes()
    before = {int(image[o]): int(o) for o in options}
    # an option whose cycle is equal up to here is equal already
    unequal = [option for option in options.tolist() if same.join(option, before[option])]
    pairs = [(chosen[option], chosen[before[option]]) for option in unequal]
    for number, (mine, images) in enumerate(pairs):
        condition = [] if equal is None else [~equal]
        model.add_bool_or([*condition, mine, ~images])
        if number == len(pairs) - 1:
            return
        carried = model.new_bool_var("")
        # carried <=> equal and (images or not mine)
        model.add_bool_or([~carried, images, ~mine])
        if equal is not None:
            model.add_implication(carried, equal)
        model.add_bool_or([carried, *condition, mine])
        model.add_bool_or([carried, *condition, ~images])
        equal = carried


class _Classes:
    """Which options are known to be equal: union-find."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def join(self, a: int, b: int) -> bool:
        """Make two options equal; False if they were."""
        a, b = self._root(a), self._root(b)
        self._parent[a] = b
        return a != b

    def _root(self, option: int) -> int:
        while (parent := self._parent.get(option, option)) != option:
            option = parent
        return option
