"""The constraints of a cover problem: one function for each kind of bounds, then lexicographic ones.

The lexicographic constraints keep exactly the leader of each orbit. For every symmetry g other than the identity, the
chosen options must not come after their images under g, in the order of the leader. The comparison goes block by block.
A literal `equal` is true if all blocks so far are equal to their images. In a block whose options share an item, at
most one option is chosen, and it decides: it is forbidden if its image comes before it; the blocks are equal if it is
its own image; otherwise the comparison ends. In other blocks the comparison goes option by option. The placements
determine the value of every literal added here; a literal that they left free would enumerate a solution once for each
of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ortools.sat.python import cp_model

from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.leader import LeaderBlock, LexLeader, Options
from cp_puzzles.engines.engine import Part, redundant_bounds

Booleans = Sequence[cp_model.IntVar]
"""One variable per option, true if the option is chosen."""


def cover_exactly_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Add: exactly one option covers each cell that must be covered, and each tile with one copy."""
    for item, bounds in enumerate(problem.items):
        if bounds.is_exact_one:
            model.add_exactly_one([chosen[option] for option in problem.covering[item]])


def cover_at_most_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Add: at most one option covers each cell that may stay empty, and each tile that need not be used."""
    for item, bounds in enumerate(problem.items):
        if (bounds.minimum, bounds.maximum) == (0, 1) and len(problem.covering[item]) > 1:
            model.add_at_most_one([chosen[option] for option in problem.covering[item]])


def cover_within_bounds(
    model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans, *, implied_counts: bool = False
) -> None:
    """Add: the number of options that cover any other item lies within its bounds.

    Redundant bounds are omitted unless `implied_counts` is True: a sum over all placements of a tile costs the search
    far more than it saves.
    """
    redundant = frozenset() if implied_counts else redundant_bounds(problem)
    for item, bounds in enumerate(problem.items):
        options = [chosen[option] for option in problem.covering[item]]
        if bounds.minimum > min(bounds.maximum, len(options)):
            model.add_bool_or([])
        elif (bounds.minimum, bounds.maximum) not in ((0, 1), (1, 1)) and options and item not in redundant:
            model.add_linear_constraint(sum(options), bounds.minimum, min(bounds.maximum, len(options)))


def keep_sums(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Add: the weights of the chosen options of each weighted sum add up to a number within its bounds."""
    for each in problem.sums:
        total = sum(weight * chosen[option] for option, weight in each.weights)
        model.add_linear_constraint(total, each.minimum, cp_model.INT_MAX if each.maximum is None else each.maximum)


def close_lines(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Add: the chosen options with two ends form one circuit through the sides where they meet.

    The circuit has a direction: the first of the chosen options is passed from its first end to its second. So each
    solution is found once. Without several lines that items do not exclude, the constraint takes twice the time.
    """
    for circuit in problem.circuits:
        joined = [(option, a >> 1, b >> 1) for option, a, b in sorted(circuit.ends)]
        tiles = {int(problem.tile_numbers[option]) for option, _, _ in joined if option >= 0}
        most = sum(problem.items[tile].maximum for tile in tiles) + sum(option < 0 for option, _, _ in joined)
        # on a wrapped board a piece may meet itself
        if most < 2 * circuit.shortest or any(a == b for _, a, b in joined):
            continue
        arcs: list[tuple[int, int, cp_model.LiteralT]] = []
        has_earlier: cp_model.LiteralT = False
        for option, a, b in joined:  # given pieces have negative numbers
            used = chosen[option] if option >= 0 else True
            forward, backward, has_one = model.new_bool_var(""), model.new_bool_var(""), model.new_bool_var("")
            model.add_exactly_one(forward, backward, ~used if option >= 0 else False)
            model.add_implication(backward, has_earlier)
            model.add_max_equality(has_one, [has_earlier, used])
            arcs += [(a, b, forward), (b, a, backward)]
            has_earlier = has_one
        crossed = sorted({node for _, a, b in joined for node in (a, b)})
        arcs += [(node, node, model.new_bool_var("")) for node in crossed]
        place = {node: number for number, node in enumerate(crossed)}
        model.add_circuit([(place[a], place[b], literal) for a, b, literal in arcs])


def choose_part(model: cp_model.CpModel, chosen: Booleans, part: Part) -> None:
    """Add: the options that the part chooses are chosen, those that it excludes are not."""
    for option in part.chosen:
        model.add_bool_and([chosen[option]])
    if part.excluded:
        model.add_bool_and([~chosen[option] for option in part.excluded])


Equal = cp_model.IntVar | None
"""A literal, true if the blocks so far are equal to their images; None if they always are."""


def keep_leaders(
    model: cp_model.CpModel, leader: LexLeader, chosen: Booleans, stop: Callable[[], bool] = lambda: False
) -> None:
    """Forbid every solution with an image before it; raise `CanceledError` once `stop()` is true."""
    dominated = leader.dominated.nonzero()[0]
    if dominated.size:
        model.add_bool_and([~chosen[option] for option in dominated.tolist()])
    for image in leader.group.options[1:]:
        if stop():
            raise CanceledError
        _come_before_image(model, leader, chosen, image)


def _come_before_image(model: cp_model.CpModel, leader: LexLeader, chosen: Booleans, image: Options) -> None:
    """Forbid every solution whose image under one symmetry comes before it; `image` has the image of each option."""
    equal: Equal = None
    for block in leader.blocks:
        if not (image[block.options] != block.options).any():
            continue
        if block.item is None:
            _compare_options(model, chosen, image, block.options, equal)
            return
        exact = leader.problem.items[block.item].is_exact_one
        is_complete = exact and len(block.options) == len(leader.problem.covering[block.item])
        ends, equal = _compare_block(model, leader, chosen, image, block, equal, is_complete=is_complete)
        if ends:
            return


def _compare_block(
    model: cp_model.CpModel,
    leader: LexLeader,
    chosen: Booleans,
    image: Options,
    block: LeaderBlock,
    equal: Equal,
    *,
    is_complete: bool,
) -> tuple[bool, Equal]:
    """Compare a block of which at most one option is chosen (exactly one if `is_complete`).

    Returns whether the comparison always ends here, and the literal `equal` for the blocks up to this one.
    """
    position = leader.position
    fixed = [chosen[o] for o in block.options if image[o] == o]
    moved = [chosen[o] for o in block.options if image[o] != o]
    condition = [] if equal is None else [equal]
    for option in block.options:
        if position[image[option]] < position[option]:
            model.add_bool_or([~literal for literal in (*condition, chosen[option])])
    if is_complete and not fixed:
        return True, None
    if is_complete and len(fixed) == 1 and equal is None:
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
    """Compare option by option: the solution, as a vector, is at least its image."""
    before = {int(image[o]): int(o) for o in options}
    seen, pairs = set[int](), []
    for last in reversed(options.tolist()):
        if last in seen:
            pairs.append((chosen[last], chosen[before[last]]))
        while last not in seen:  # the last option of a cycle is equal if all others are
            seen.add(last)
            last = before[last]
    pairs.reverse()
    for number, (literal, image_literal) in enumerate(pairs):
        condition = [] if equal is None else [~equal]
        model.add_bool_or([*condition, literal, ~image_literal])
        if number == len(pairs) - 1:
            return
        carried = model.new_bool_var("")
        # carried <=> equal and (image_literal or not literal)
        model.add_bool_or([~carried, image_literal, ~literal])
        if equal is not None:
            model.add_implication(carried, equal)
        model.add_bool_or([carried, *condition, literal])
        model.add_bool_or([carried, *condition, ~image_literal])
        equal = carried
