"""Weight proofs in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from cp_puzzles.cover.problem import covers_everything
from cp_puzzles.number import counted
from cp_puzzles.proofs.patterns import BLOCKS, block_parities
from cp_puzzles.proofs.weights import WeightProof
from cp_puzzles.puzzle.model import Puzzle

LISTED = 3
"""Demands that are named one by one; of more the first."""

SUMMANDS = 6
"""So many can be added up by readers."""


def weight_reason(puzzle: Puzzle, proof: WeightProof) -> str:
    """A weight proof in one sentence.

    >>> cells = tuple(((row, column), 1) for row in range(2) for column in range(3) if (row + column) % 2 == 0)
    >>> from cp_puzzles.puzzle.build import build_puzzle
    >>> from cp_puzzles.spec.load import parse_spec
    >>> puzzle = build_puzzle(parse_spec("{name: x, board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: 3}]}"))
    >>> weight_reason(puzzle, WeightProof(None, cells, (("I", 1),), 3, 2))
    'the pieces cover at most 2 of the cells of one colour of a checkerboard, the board has 3'
    """
    if proof.demands:
        rules = rules_of(proof)
        if proof.counts_demands:
            needs, least, most = f"the pieces meet the demands of {rules} at", proof.board, proof.pieces
            if least > 0:
                return f"{needs} most {counted(most, 'time')}, and have to {counted(least, 'time')}"
            return f"{needs} least {counted(-most, 'time')}, and may only {counted(-least, 'time')}"
        where = f"cells and on what {rules} wants" if proof.cells else f"what {rules} wants"
        return f"with weights on {where} the pieces weigh at most {proof.pieces} together, what is wanted {proof.board}"
    where = marked_cells(puzzle, proof)
    if proof.modulus is None:
        if proof.marks_cells:
            return f"the pieces cover at most {proof.pieces} of the {where}, the board has {proof.board}"
        return f"with weights on the cells the pieces weigh at most {proof.pieces} together, the board {proof.board}"
    if proof.modulus == 2:
        kinds = ("an even number", "an odd number")
        return f"the pieces cover {kinds[proof.pieces]} of the {where}, the board has {kinds[proof.board]}"
    sums = f"{proof.pieces} modulo {proof.modulus}, the board {proof.board}"
    return f"with weights on the cells the pieces weigh {sums}"


def marked_cells(puzzle: Puzzle, proof: WeightProof) -> str:
    """The cells that have a weight, by the name of the pattern that they make.

    A kind of cell of the lattice. A checkerboard: of two neighbours one is marked. Stripes: a cell's mark depends on
    one coordinate alone. A checkerboard of blocks.
    """
    marked = {cell for cell, _ in proof.cells}
    cells = puzzle.free_cells
    board = set(cells)
    kinds = {puzzle.lattice.kind(cell) for cell in marked}
    if len(kinds) == 1 and marked == {cell for cell in cells if puzzle.lattice.kind(cell) in kinds} != board:
        return f"cells {puzzle.lattice.kind_name(*kinds)}"
    pairs = [(cell, other) for cell in cells for other in puzzle.lattice.neighbours(cell) if other in board]
    if pairs and all((one in marked) != (other in marked) for one, other in pairs):
        return "cells of one colour of a checkerboard"
    for axis in range(len(cells[0])):
        lines = {cell[axis] for cell in marked}
        if len(lines) > 1 and marked == {cell for cell in cells if cell[axis] in lines}:
            return "cells of some stripes"
    for number, pattern in enumerate(block_parities(cells)):
        if marked in ({cell for cell, parity in zip(cells, pattern, strict=True) if parity == one} for one in (0, 1)):
            side = "x".join([str(BLOCKS[number])] * len(cells[0]))
            return f"cells of one colour of a checkerboard of {side} blocks"
    return "marked cells"


def weight_steps(puzzle: Puzzle, proof: WeightProof) -> tuple[str, ...]:
    """The argument in full, a sentence a step; the weights are to be seen beside it."""
    full = puzzle.required != {*puzzle.board.cells} and covers_everything(puzzle)
    return (
        *(("The pieces have as many cells as the board: all are covered.",) if full else ()),
        *_steps(puzzle, proof),
    )


def _steps(puzzle: Puzzle, proof: WeightProof) -> tuple[str, ...]:
    used = _tiles_in_use(puzzle, proof)
    if proof.demands:
        return _demand_steps(puzzle, proof, used)
    if proof.modulus == 2:
        return _parity(puzzle, proof, used)
    if proof.modulus is None and proof.marks_cells:
        return (
            f"Mark {len(proof.cells)} {marked_cells(puzzle, proof).removeprefix('marked ')}, as drawn.",
            f"Wherever it lies, a piece covers at most {_each(used)} of them.",
            f"So all pieces together cover at most {_pieces(puzzle, proof, used)}.",
            f"But {proof.board} have to be covered.",
        )
    board = _sum(Counter(weight for _, weight in proof.cells), sum(weight for _, weight in proof.cells))
    if proof.modulus is not None:
        return (
            "Give the cells weights, as drawn.",
            f"Wherever it lies, the weight of a piece leaves {_each(used)} when it is divided by {proof.modulus}.",
            f"So the weight of all pieces together leaves {proof.pieces}.",
            f"But what is covered weighs {board}, which leaves {proof.board}.",
        )
    if _may_stay_empty(puzzle):
        board = f"at least {proof.board}"
    return (
        "Give the cells weights, as drawn.",
        f"Wherever it lies, a piece weighs at most {_each(used)}.",
        f"So all pieces together weigh at most {_pieces(puzzle, proof, used)}.",
        f"But what is covered weighs {board}, which is more.",
    )


def _demand_steps(puzzle: Puzzle, proof: WeightProof, used: dict[str, int]) -> tuple[str, ...]:
    """Demands of rules that are counted, or weighed along with the cells."""
    demands, rules = proof.demands, rules_of(proof)
    listed = [demand.name for demand in demands[:LISTED]] + ["and so on"] * (len(demands) > LISTED)
    steps = [f"{rules[:1].upper()}{rules[1:]} makes {counted(len(demands), 'demand')}: {', '.join(listed)}."]
    steps += _remainder_steps(proof)
    if proof.counts_demands:
        sign = demands[0].weight
        least, most = ("least", "most") if sign > 0 else ("most", "least")
        often, wanted = (counted(sign * number, "time") for number in (proof.pieces, proof.board))
        if sign > 0:
            often = often.replace(str(proof.pieces), _pieces(puzzle, proof, used))
            wanted = wanted.replace(str(proof.board), _sum(Counter(demand.times for demand in demands), proof.board))
        each = _each({tile: sign * weight for tile, weight in used.items()})
        return (
            *steps,
            f"Wherever it lies, a piece meets at {most} {each} of them.",
            f"So all pieces together meet them at {most} {often}.",
            f"But in all they {'have to' if sign > 0 else 'may'} be met at {least} {wanted}.",
        )
    weights = ", ".join(f"{demand.weight} ({demand.name})" for demand in demands[:LISTED])
    more = ", and so on" if len(demands) > LISTED else ""
    return (
        *steps,
        "Give the cells weights, as drawn." if proof.cells else "Cells weigh nothing here.",
        f"Each time that a demand is met weighs: {weights}{more}.",
        f"Wherever it lies, a piece weighs at most {_each(used)}, with the demands that it meets.",
        f"So all pieces together weigh at most {proof.pieces}.",
        f"But what is covered, and the demands, have to weigh at least {proof.board}.",
    )


def _remainder_steps(proof: WeightProof) -> list[str]:
    """Why some demands are met more often than the rule says: the first of them in full."""
    known = [(demand, demand.remainder) for demand in proof.demands if demand.remainder is not None]
    if not known:
        return []
    demand, remainder = known[0]
    same = ["The same holds of each of them."] if len(known) == len(proof.demands) > 1 else []
    if len(proof.demands) > len(known) > 1:
        same = [f"The same holds of {len(known)} of them."]
    bound = f"at {'least' if demand.weight > 0 else 'most'} {demand.times}"
    if remainder.modulus == 2 and not remainder.tiles:
        parity = "an even number" if demand.times % 2 == 0 else "an odd number"
        return [
            f"Take the demand that {demand.name}: a piece that meets it covers an odd number of the marked cells, "
            f"every other piece an even number. All {len(remainder.cells)} of these cells are covered, so {parity} of "
            f"pieces meet it: {bound}.",
            *same,
        ]
    tiles = "".join(f", {tile} {weight} more" for tile, weight in remainder.tiles)
    return [
        f"Take the demand that {demand.name}: a piece that meets it weighs, as drawn{tiles}, 1 modulo "
        f"{remainder.modulus}, every other piece 0. All together weigh {demand.times % remainder.modulus} modulo "
        f"{remainder.modulus}, so it is met {bound} times.",
        *same,
    ]


def rules_of(proof: WeightProof) -> str:
    """The rules that a proof weighs, in words."""
    keys = dict.fromkeys(demand.rule for demand in proof.demands if demand.rule)
    return the_rules(keys) if keys else "what holds of every tiling"


def the_rules(keys: Iterable[str]) -> str:
    """Rules in words.

    >>> the_rules(["faults"]), the_rules(["faults", "border"])
    ('the rule faults', 'the rules faults and border')
    """
    keys = list(keys)
    return f"the rule{'s' if len(keys) > 1 else ''} {names_of(keys)}"


def _parity(puzzle: Puzzle, proof: WeightProof, used: dict[str, int]) -> tuple[str, ...]:
    """Odd and even numbers of marked cells; of many tiles the smaller group is named."""
    kinds = ("an even number", "an odd number")
    named, other = sorted((0, 1), key=lambda weight: list(used.values()).count(weight))
    names = [name for name, weight in used.items() if weight == named]
    if names:
        who = f"{names_of(names)} covers" if len(names) == 1 else f"each of {names_of(names)} covers"
        covered = f"{who} {kinds[named]} of them, every other piece {kinds[other]}"
    else:
        covered = f"a piece covers {kinds[other]} of them"
    odd = sum(tile.minimum for tile in puzzle.tiles_left if used.get(tile.name))
    numbers = [counted(odd, "odd number")] * (odd > 0) + ["even ones" if odd else "even numbers"] * (0 in used.values())
    sums = " and ".join(numbers)
    return (
        f"Mark {len(proof.cells)} {marked_cells(puzzle, proof).removeprefix('marked ')}, as drawn.",
        f"Wherever it lies, {covered}.",
        f"So all pieces together, {sums}, cover {kinds[proof.pieces]} of them.",
        f"But {len(proof.cells)} have to be covered, {kinds[proof.board]}.",
    )


def _pieces(puzzle: Puzzle, proof: WeightProof, used: dict[str, int]) -> str:
    """What the pieces weigh at most, as a sum by their weights: each tile as often as makes that largest."""
    copies: Counter[int] = Counter()
    for tile in puzzle.tiles_left:
        weight = used.get(tile.name, 0)
        copies[weight] += tile.minimum if weight < 0 else tile.maximum
    return _sum(copies, proof.pieces)


def _sum(copies: Mapping[int, int], total: int) -> str:
    """A sum by its summands, those that are not 0; `total` alone if they are too many or something else.

    >>> _sum({2: 4, -1: 12, 0: 9}, -4), _sum({1: 31}, 31), _sum({1: 31}, 30)
    ('4 x 2 + 12 x (-1) = -4', '31 x 1 = 31', '30')
    """
    parts = [(number, weight) for weight, number in sorted(copies.items(), reverse=True) if number and weight]
    if not 0 < len(parts) <= SUMMANDS or sum(number * weight for number, weight in parts) != total:
        return str(total)
    text = " + ".join(f"{number} x {weight if weight > 0 else f'({weight})'}" for number, weight in parts)
    return f"{text} = {total}"


def _each(used: dict[str, int]) -> str:
    """The weight of all tiles, if they have the same, else of each."""
    if len(set(used.values())) == 1:
        return str(next(iter(used.values())))
    return " or ".join(f"{weight} ({name})" for name, weight in used.items())


def _tiles_in_use(puzzle: Puzzle, proof: WeightProof) -> dict[str, int]:
    """The tiles of which copies are left, with their weights."""
    left = {tile.name for tile in puzzle.tiles_left if tile.maximum > 0}
    return {name: weight for name, weight in proof.tiles if name in left}


def _may_stay_empty(puzzle: Puzzle) -> bool:
    return puzzle.required != {*puzzle.board.cells} and not covers_everything(puzzle)


def names_of(names: Iterable[str]) -> str:
    """Names with commas and an "and".

    >>> names_of("ABC")
    'A, B and C'
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
