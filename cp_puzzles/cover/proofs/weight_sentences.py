"""Sentences that state weight proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.proofs.incidence_arrays import BLOCKS, block_parities
from cp_puzzles.cover.proofs.weight_proof import WeightProof
from cp_puzzles.puzzle.puzzle import Puzzle

LISTED = 3
"""The largest number of rule items that a sentence names."""

SUMMANDS = 6
"""The largest number of summands that a sentence shows."""

PARITIES = ("an even number", "an odd number")

WRITE = "Write the numbers shown into the cells."


def weight_reason(puzzle: Puzzle, proof: WeightProof) -> str:
    """Return a weight proof in one sentence.

    >>> cells = tuple(((row, column), 1) for row in range(2) for column in range(3) if (row + column) % 2 == 0)
    >>> from cp_puzzles.puzzle.puzzle import build_puzzle
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> puzzle = build_puzzle(parse_spec("{name: x, board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: 3}]}"))
    >>> weight_reason(puzzle, WeightProof(None, cells, (("I", 1),), 3, 2))
    'the pieces cover at most 2 of the cells of one color of a checkerboard, but the board has 3'
    """
    if proof.rule_items:
        conditions = f"the conditions of {rules_of(proof)}"
        if proof.counts_rule_items:
            often, times = abs(proof.pieces), counted(abs(proof.board), "time")
            if proof.board > 0:
                return f"all pieces together meet {conditions} at most {often} times, but {times} are required"
            return f"all pieces together meet {conditions} at least {often} times, but at most {times} are allowed"
        return _weighted_sum(f"cells and {conditions}" if proof.cells else conditions, "at most ", proof)
    where = marked_cells(puzzle, proof)
    if proof.modulus is None:
        if proof.marks_cells:
            return f"the pieces cover at most {proof.pieces} of the {where}, but the board has {proof.board}"
        return _weighted_sum("the cells", "at most ", proof)
    if proof.modulus == 2:
        return f"the pieces cover {PARITIES[proof.pieces]} of the {where}, but the board has {PARITIES[proof.board]}"
    return _weighted_sum(f"the cells modulo {proof.modulus}", "", proof)


def _weighted_sum(summands: str, bound: str, proof: WeightProof) -> str:
    pieces = f"all pieces together contribute {bound}{proof.pieces}"
    return f"weighted sum over {summands}: {pieces}, but {proof.board} is required"


def marked_cells(puzzle: Puzzle, proof: WeightProof) -> str:
    """Return a name of the pattern of the cells that have a weight.

    The pattern is one of these: a cell class of the lattice; a checkerboard, where one of two neighbors is marked;
    stripes, where one coordinate decides; a checkerboard of blocks. Other patterns are "marked cells".
    """
    marked = {cell for cell, _ in proof.cells}
    cells = puzzle.free_cells
    board = set(cells)
    classes = {puzzle.lattice.class_of(cell) for cell in marked}
    if len(classes) == 1 and marked == {cell for cell in cells if puzzle.lattice.class_of(cell) in classes} != board:
        return f"cells {puzzle.lattice.class_name(*classes)}"
    pairs = [(cell, neighbor) for cell in cells for neighbor in puzzle.lattice.neighbors(cell) if neighbor in board]
    if pairs and all((cell in marked) != (neighbor in marked) for cell, neighbor in pairs):
        return "cells of one color of a checkerboard"
    for axis in range(len(cells[0])):
        lines = {cell[axis] for cell in marked}
        if len(lines) > 1 and marked == {cell for cell in cells if cell[axis] in lines}:
            return "cells of a striped pattern"
    for number, pattern in enumerate(block_parities(cells)):
        if marked in ({cell for cell, parity in zip(cells, pattern, strict=True) if parity == one} for one in (0, 1)):
            side = "x".join([str(BLOCKS[number])] * len(cells[0]))
            return f"cells of one color of a checkerboard of {side} blocks"
    return "marked cells"


def weight_steps(puzzle: Puzzle, proof: WeightProof) -> tuple[str, ...]:
    """Return the argument in full, one sentence for each step; pictures show the weights."""
    steps = _steps(puzzle, proof)
    if puzzle.required != {*puzzle.board.cells} and puzzle.covers_board:
        return ("The pieces have as many cells as the board, so every cell is covered.", *steps)
    return steps


def _steps(puzzle: Puzzle, proof: WeightProof) -> tuple[str, ...]:
    left = {tile.name for tile in puzzle.remaining_tiles if tile.maximum > 0}
    used = {name: weight for name, weight in proof.tiles if name in left}
    if proof.rule_items:
        return _rule_item_steps(puzzle, proof, used)
    if proof.modulus == 2:
        return _parity(puzzle, proof, used)
    if proof.modulus is None and proof.marks_cells:
        return (
            _mark(puzzle, proof),
            f"Wherever a piece is placed, it covers at most {_each(used)} of the marked cells.",
            f"{_together(puzzle)} therefore cover at most {_pieces(puzzle, proof, used)}.",
            f"But {proof.board} marked cells have to be covered.",
        )
    board = _sum(Counter(weight for _, weight in proof.cells), sum(weight for _, weight in proof.cells))
    if proof.modulus is not None:
        rest = f"leaves remainder {{}} when divided by {proof.modulus}"
        return (
            WRITE,
            f"Wherever a piece is placed, the numbers that it covers have a sum that {rest.format(_each(used))}.",
            f"{_together(puzzle)} therefore cover a sum that leaves remainder {proof.pieces}.",
            f"But the numbers to cover add up to {board}, which leaves remainder {proof.board}.",
        )
    if puzzle.required != {*puzzle.board.cells} and not puzzle.covers_board:
        board = f"at least {proof.board}"
    return (
        WRITE,
        f"Wherever a piece is placed, the numbers that it covers add up to at most {_each(used)}.",
        f"{_together(puzzle)} therefore cover a sum of at most {_pieces(puzzle, proof, used)}.",
        f"But the numbers to cover add up to {board}, which is more.",
    )


def _rule_item_steps(puzzle: Puzzle, proof: WeightProof, used: dict[str, int]) -> tuple[str, ...]:
    """Return the sentences of a proof that counts or weighs the items of rules."""
    items, rules = proof.rule_items, rules_of(proof)
    names = [puzzle.condition(item.rule, item.name) for item in items[:LISTED]]
    has = "have" if len(rules_in(proof)) > 1 else "has"
    listed = ", ".join([*names, *["and so on"] * (len(items) > LISTED)])
    steps = [
        f"{rules[:1].upper()}{rules[1:]} {has} {counted(len(items), 'condition')}: {listed}.",
        *_parity_steps(puzzle, proof),
    ]
    if proof.counts_rule_items:
        sign = items[0].weight
        least, most = ("least", "most") if sign > 0 else ("most", "least")
        verb = "have to" if sign > 0 else "may"
        together = _pieces(puzzle, proof, used) if sign > 0 else str(-proof.pieces)
        each = _each({tile: sign * weight for tile, weight in used.items()})
        if len(items) == 1:
            return (
                *steps,
                f"Wherever a piece is placed, it adds at {most} {each} to the count.",
                f"{_together(puzzle)} therefore add at {most} {together}.",
                f"But they {verb} add at {least} {sign * proof.board}.",
            )
        often, required = (counted(sign * number, "time") for number in (proof.pieces, proof.board))
        if sign > 0:
            required = required.replace(str(proof.board), _sum(Counter(item.times for item in items), proof.board))
        return (
            *steps,
            f"Wherever a piece is placed, it meets at {most} {each} of these conditions.",
            f"{_together(puzzle)} therefore meet them at {most} {often.replace(str(sign * proof.pieces), together)}.",
            f"But together they {verb} be met at {least} {required}.",
        )
    weights = ", ".join(f"{item.weight} ({name})" for item, name in zip(items, names, strict=False))
    more = ", and so on" if len(items) > LISTED else ""
    return (
        *steps,
        *([WRITE] if proof.cells else []),
        f"Each time that a piece meets a condition adds another number: {weights}{more}.",
        f"Wherever a piece is placed, it adds at most {_each(used)} in all.",
        f"{_together(puzzle)} therefore add at most {proof.pieces}.",
        f"But the cells to cover and the conditions together need at least {proof.board}.",
    )


def _parity_steps(puzzle: Puzzle, proof: WeightProof) -> list[str]:
    """Return why the bounds of some rule items are stricter than in the rule; the first item is explained in full."""
    strengthened = [(item, item.marked) for item in proof.rule_items if item.marked is not None]
    if not strengthened:
        return []
    item, marked = strengthened[0]
    same = ["The same holds for each of these conditions."] if len(strengthened) == len(proof.rule_items) > 1 else []
    if len(proof.rule_items) > len(strengthened) > 1:
        same = [f"The same holds for {len(strengthened)} of these conditions."]
    return [
        f"Take the condition that {puzzle.condition(item.rule, item.name)}. A piece that meets it covers an odd number "
        "of the marked cells, and every other piece an even number.",
        f"All {len(marked)} marked cells are covered, so {PARITIES[item.times % 2]} of pieces meet the condition: at "
        f"{'least' if item.weight > 0 else 'most'} {item.times}.",
        *same,
    ]


def rules_in(proof: WeightProof) -> list[str]:
    """Return the keys of the rules whose items a proof weighs."""
    return [*dict.fromkeys(item.rule for item in proof.rule_items if item.rule)]


def rules_of(proof: WeightProof) -> str:
    """Return the rules that a proof weighs, in words."""
    keys = rules_in(proof)
    return the_rules(keys) if keys else "every tiling"


def the_rules(keys: Iterable[str]) -> str:
    """Return rules in words.

    >>> the_rules(["faults"]), the_rules(["faults", "border"])
    ('the rule faults', 'the rules faults and border')
    """
    keys = list(keys)
    return f"the rule{'s' if len(keys) > 1 else ''} {names_of(keys)}"


def _parity(puzzle: Puzzle, proof: WeightProof, used: dict[str, int]) -> tuple[str, ...]:
    """Return the sentences of a parity argument; the tiles that cover an odd (or even) number are named if fewer."""
    named, rest = sorted((0, 1), key=lambda weight: list(used.values()).count(weight))
    names = [name for name, weight in used.items() if weight == named]
    if names:
        subject = f"{'each of ' if len(names) > 1 else ''}{names_of(names)}"
        covers = f"{subject} covers {PARITIES[named]} of the marked cells, and every other piece {PARITIES[rest]}"
    else:
        covers = f"a piece covers {PARITIES[rest]} of the marked cells"
    odd = sum(tile.minimum for tile in puzzle.remaining_tiles if used.get(tile.name))
    return (
        _mark(puzzle, proof),
        f"In every placement, {covers}.",
        f"{_sum_of_parities(odd, 0 in used.values())}, "
        f"so all pieces together cover {PARITIES[proof.pieces]} of marked cells.",
        f"But {len(proof.cells)} marked cells have to be covered, which is {PARITIES[proof.board]}.",
    )


def _sum_of_parities(odd: int, has_even: bool) -> str:
    """Return the parity of a sum of odd numbers and, perhaps, even ones.

    >>> _sum_of_parities(1, True), _sum_of_parities(25, False)
    ('One odd number plus even numbers is odd', 'The sum of 25 odd numbers is odd')
    """
    parity = "odd" if odd % 2 else "even"
    if odd == 0:
        return "The sum of even numbers is even"
    if odd == 1:
        return f"One odd number{' plus even numbers' if has_even else ''} is odd"
    return f"The sum of {odd} odd numbers{' and some even numbers' if has_even else ''} is {parity}"


def _mark(puzzle: Puzzle, proof: WeightProof) -> str:
    return f"Mark {len(proof.cells)} {marked_cells(puzzle, proof).removeprefix('marked ')}, as shown."


def _pieces(puzzle: Puzzle, proof: WeightProof, used: dict[str, int]) -> str:
    """Return the largest total weight of the pieces as a sum by their weights."""
    copies: Counter[int] = Counter()
    for tile in puzzle.remaining_tiles:
        weight = used.get(tile.name, 0)
        copies[weight] += tile.minimum if weight < 0 else tile.maximum
    return _sum(copies, proof.pieces)


def _together(puzzle: Puzzle) -> str:
    """Return the subject of a sentence on all pieces, with their number if it is the same in every solution."""
    tiles = puzzle.remaining_tiles
    number = sum(tile.maximum for tile in tiles)
    is_fixed = number > 1 and all(tile.minimum == tile.maximum for tile in tiles)
    return f"All {integer(number)} pieces together" if is_fixed else "All pieces together"


def _sum(copies: Mapping[int, int], total: int) -> str:
    """Return a sum as text: the nonzero summands and the total; the total alone if they are many or do not match it.

    >>> _sum({2: 4, -1: 12, 0: 9}, -4), _sum({1: 31}, 31), _sum({1: 31}, 30)
    ('4 x 2 + 12 x (-1) = -4', '31 x 1 = 31', '30')
    """
    parts = [(number, weight) for weight, number in sorted(copies.items(), reverse=True) if number and weight]
    if not 0 < len(parts) <= SUMMANDS or sum(number * weight for number, weight in parts) != total:
        return str(total)
    text = " + ".join(f"{number} x {weight if weight > 0 else f'({weight})'}" for number, weight in parts)
    return f"{text} = {total}"


def _each(used: dict[str, int]) -> str:
    """Return the weight of all tiles if it is the same, else the weights with their tiles, the largest group last.

    >>> _each({"F": 2, "I": 2}), _each({"F": 0, "I": 1, "L": 0, "X": 0}), _each({"F": 0, "I": 1})
    ('2', '1 (I) or 0 (every other piece)', '0 (F) or 1 (I)')
    """
    names: dict[int, list[str]] = {}
    for name, weight in used.items():
        names.setdefault(weight, []).append(name)
    if len(names) == 1:
        return str(next(iter(names)))
    *groups, (weight, others) = sorted(names.items(), key=lambda group: len(group[1]))
    last = "every other piece" if len(others) > 2 else names_of(others)
    parts = [f"{group_weight} ({names_of(group)})" for group_weight, group in groups]
    return " or ".join([*parts, f"{weight} ({last})"])


def names_of(names: Iterable[str]) -> str:
    """Return names with commas and an "and".

    >>> names_of("ABC")
    'A, B and C'
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
