"""Weights by linear programs and by elimination, fractional tilings against weights, and prices for an objective.

With the weights, no placement weighs more than its tile, but the board weighs more than all pieces can. The dual is the
LP relaxation of a tiling: placement variables in [0, 1], every cell and tile covered as often as required. Its solution
is a fractional tiling. If there is one, no weights without a modulus prove infeasibility: its placements weigh no more
than its tiles, but together as much as the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import repeat
from math import gcd, lcm

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence
from cp_puzzles.cover.ragged_rows import Ragged

BATCH = 200
"""The number of rows that are added to the program at once."""

MAX_DENOMINATOR = 1000
"""The largest denominator with which a floating-point weight becomes a fraction."""

MAX_WEIGHT = MAX_DENOMINATOR * MAX_DENOMINATOR
"""The largest absolute value of an integer weight."""

MODULAR_BATCH = 64
"""The number of rows that restrict the weights modulo a number at once."""

TOLERANCE = 1e-6
"""A row is violated if it weighs more than this."""

TILE_COST = 1e-3
"""The cost of one unit of weight of a tile in the linear program; that of a cell is 1."""

MAX_PRODUCTS_PER_STEP = 5_000_000
"""The largest number of products of a step, rows times columns squared, with which Newton's method is tried."""

MAX_STEPS = 40
"""The number of steps after which Newton's method gives up."""

MAX_LOG_CHANGE = 4.0
"""The largest change of the logarithm of a placement variable in a step."""

SCALE = 27720
"""The least common multiple of 1 to 12: prices are rounded to fractions with this denominator."""


def linear_weights(incidence: CellIncidence) -> Iterator[Ints]:
    """Yield integer weights of the classes with which the board weighs more than the pieces can, if there are any.

    The first weights have the least sum of absolute values. The second are between -1 and 1 before they are scaled to
    integers, and make the excess of the board largest. The program is solved in floating-point numbers, and rows are
    added as they are violated; the caller has to check the weights in integers.
    """
    amounts = incidence.amounts.tolist()
    bounds = [(amount * need, amount) for amount, need in zip(amounts, incidence.required.tolist(), strict=True)]
    copies = [(least, most) for least, most in incidence.copies.tolist()]
    program = LinearProgram([*bounds, *copies], [*map(float, amounts), *(TILE_COST for _ in copies)])
    program.add(incidence.rows(np.random.default_rng(2).permutation(len(incidence.labels))[: 2 * incidence.columns]))
    for _ in range(2):
        weights = program.solve()
        while weights is not None and len(violated := _violated(incidence, weights)):
            program.add(incidence.rows(violated))
            weights = program.solve()
        if weights is None:
            return
        integers = integers_of(weights[: len(amounts)])
        if integers is not None:
            yield integers
        program.maximize_excess(len(amounts))


class LinearProgram:
    """A linear program for weights of items: no option weighs more than 0, but every solution weighs at least 1.

    It minimizes the sum of the absolute weights times `costs`. `bounds` has the least and the largest number of times
    that each item is covered. The weight of a tile is added with each copy; a negative one makes up for its cells.
    """

    def __init__(self, bounds: Sequence[Sequence[int]], costs: Sequence[float]) -> None:
        from ortools.linear_solver import pywraplp  # imported only here: it takes as long as solving many a puzzle

        self._solver = solver = pywraplp.Solver.CreateSolver("GLOP")
        infinity = solver.infinity()
        # a weight is the difference of two numbers that are not negative
        self._plus = [solver.NumVar(0, infinity, "") for _ in bounds]
        self._minus = [solver.NumVar(0, infinity, "") for _ in bounds]
        self._excess = excess = solver.Constraint(1, infinity)
        cost = solver.Objective()
        for plus, minus, (least, most), each in zip(self._plus, self._minus, bounds, costs, strict=True):
            excess.SetCoefficient(plus, float(least))
            excess.SetCoefficient(minus, -float(most))
            cost.SetCoefficient(plus, each)
            cost.SetCoefficient(minus, each)
        cost.SetMinimization()

    def maximize_excess(self, count: int) -> None:
        """Maximize the least weight of a solution from now on; the first `count` items get weights from -1 to 1."""
        for variable in (*self._plus[:count], *self._minus[:count]):
            variable.SetUb(1)
        cost = self._solver.Objective()
        cost.Clear()
        for variable in (*self._plus, *self._minus):
            cost.SetCoefficient(variable, self._excess.GetCoefficient(variable))
        self._excess.SetLb(-self._solver.infinity())
        cost.SetMaximization()

    def add(self, rows: Ints, most: Sequence[float] | None = None) -> None:
        """Add options: a row has the number of times that it covers each item.

        They must not weigh more than 0, or than `most` has for each.
        """
        for row, bound in zip(rows, repeat(0.0) if most is None else most, strict=False):
            constraint = self._solver.Constraint(-self._solver.infinity(), bound)
            for column in row.nonzero()[0].tolist():
                constraint.SetCoefficient(self._plus[column], float(row[column]))
                constraint.SetCoefficient(self._minus[column], -float(row[column]))

    def solve(self) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
        """Return the weights of the items; None if there are none."""
        if self._solver.Solve() != self._solver.OPTIMAL:
            return None
        pairs = zip(self._plus, self._minus, strict=True)
        return np.array([plus.solution_value() - minus.solution_value() for plus, minus in pairs])


def _violated(incidence: CellIncidence, weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints:
    """Return the rows that weigh most, if they weigh more than 0."""
    padded = np.append(weights[: len(incidence.amounts)], 0.0)
    sums = padded[incidence.labels].sum(axis=1) + weights[len(incidence.amounts) :][incidence.tiles]
    worst = np.argsort(-sums, kind="stable")[:BATCH]
    return np.asarray(worst[sums[worst] > TOLERANCE])


def integers_of(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints | None:
    """Return the smallest multiple of the weights that is integer; None if all are 0 or an integer is too large."""
    scale = np.abs(weights).max(initial=0.0)
    if scale == 0:
        return None
    fractions = [Fraction(value).limit_denominator(MAX_DENOMINATOR) for value in (weights / scale).tolist()]
    common = lcm(*(fraction.denominator for fraction in fractions))
    integers = [int(fraction * common) for fraction in fractions]
    if max(map(abs, integers)) > MAX_WEIGHT:
        return None
    return np.array(integers, dtype=np.int64) // gcd(*integers)


def has_fractional_tiling(incidence: CellIncidence, largest: int) -> bool:
    """Return whether a fractional tiling is found that rules out a proof by integer weights of classes up to `largest`.

    The tiling is only approximate. The error of each column is multiplied by a weight; an error of less than 1 in all
    does not change an integer. False means that none was found, not that there is none. Newton's method finds the
    fractional tiling of largest entropy, much faster than a linear program is set up.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.cover.proofs.incidence_arrays import incidence_of
    >>> names = ["soma", "mutilated_chessboard"]
    >>> [has_fractional_tiling(incidence_of(cover_and_request(name)[0]), 1000) for name in names]
    [True, False]
    """
    count, columns = len(incidence.labels), incidence.columns
    if not count or (count + columns) * columns**2 > MAX_PRODUCTS_PER_STEP:
        return False
    target = np.concatenate([incidence.amounts, incidence.copies[:, 1]]).astype(np.float64)
    loose = (~incidence.fixed).nonzero()[0]
    # slack rows of one column each fill the columns that need not be covered to the full
    rows = np.concatenate([incidence.rows(np.arange(count)), np.eye(columns, dtype=np.int64)[loose]]).astype(np.float64)
    rows = rows[~(rows[:, target == 0] > 0).any(axis=1)]
    largest_sum = largest * (len(incidence.amounts) + len(incidence.copies) * incidence.labels.shape[1])
    shares = np.full(len(rows), target.sum() / max(1.0, rows.sum()))
    for _ in range(MAX_STEPS):
        error = target - shares @ rows
        if np.abs(error).max() * largest_sum < 0.5:
            return bool((shares[len(shares) - len(loose) :] <= (target - incidence.total)[loose]).all())
        curvature = (rows.T * shares) @ rows
        curvature[np.diag_indices(columns)] += 1e-13 * np.trace(curvature)
        change = rows @ np.linalg.solve(curvature, error)
        shares = shares * np.exp(change * (MAX_LOG_CHANGE / max(MAX_LOG_CHANGE, np.abs(change).max())))
    return False


def item_prices(
    bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]], weights: Sequence[int]
) -> tuple[int, list[int]] | None:
    """Return a scale and an integer price for each item.

    The weight of an option, times the scale, is at most the sum of the prices of its items. So the scale times the
    weight of a solution is at most the sum of the prices of the items it covers, each counted as often as it is
    covered. The prices minimize this bound up to rounding. Return None if an option without items has a positive
    weight, or if no prices are found.

    >>> item_prices([[1, 1], [0, 1]], [[0], [0, 1], [1]], [1, 2, 3])
    (1, [1, 3])
    """
    program = LinearProgram(bounds, [1.0] * len(bounds))
    program.add(Ragged.of(options).matrix(len(bounds)), [-float(weight) for weight in weights])
    program.maximize_excess(0)
    solution = program.solve()
    if solution is None:
        return None
    prices = [round(SCALE * -weight) for weight in solution.tolist()]
    for items, weight in zip(options, weights, strict=True):  # rounding may have made options too cheap
        missing = SCALE * weight - sum(prices[item] for item in items)
        if missing > 0:
            if not items:
                return None
            prices[items[0]] += missing
    common = gcd(SCALE, *prices)
    return SCALE // common, [price // common for price in prices]


def modular_weights(incidence: CellIncidence, prime: int, power: int) -> Ints | None:
    """Return generators (columns) of the weights modulo `prime ** power` for which every placement weighs 0.

    Each row is the weight of a class or of a tile; the weight of a tile is minus the weight of the cells of each of its
    placements. A class or a tile that solutions cover a varying number of times has weight 0. Return None if the board
    weighs 0 with all of these weights, so that they prove nothing.

    The weights begin with all combinations and are restricted by more and more placements: first by a random sample,
    then by placements that do not weigh 0 yet.
    """
    modulus = prime**power
    weights = np.eye(incidence.columns, dtype=np.int64)[:, incidence.fixed]
    placements = np.random.default_rng(1).permutation(len(incidence.labels))[: 2 * incidence.columns]
    while True:
        for start in range(0, len(placements), MODULAR_BATCH):
            sums = _product(incidence.rows(placements[start : start + MODULAR_BATCH]), weights, modulus)
            weights = _restricted(sums, weights, prime, power)
            if not _product(incidence.total[None], weights, modulus).any():
                return None
        placements = _nonzero(incidence, weights, modulus)
        if not len(placements):
            return weights


def _nonzero(incidence: CellIncidence, weights: Ints, modulus: int) -> Ints:
    """Return some placements that do not weigh 0, at most `MODULAR_BATCH`; none if all do."""
    for start, sums in incidence.weigh(weights):
        rows = np.flatnonzero((sums % modulus).any(axis=1))
        if len(rows):
            return np.asarray(start + rows[:MODULAR_BATCH])
    return np.empty(0, dtype=np.int64)


def _product(a: Ints, b: Ints, modulus: int) -> Ints:
    """Return the matrix product modulo a small number; the sums are far below 2^53, so floats hold them exactly."""
    return np.asarray((a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64) % modulus)


def _restricted(sums: Ints, weights: Ints, prime: int, power: int) -> Ints:
    """Return generators (columns) of the combinations of `weights` with which some placements weigh 0.

    `sums` has the weight of each placement (row) under each column of `weights`. Row and column operations make `sums`
    diagonal; the column operations are applied to the weights, too. Pivots with the least power of the prime come
    first. Of a column with the pivot p^v the multiples of p^(power - v) remain.
    """
    modulus = prime**power
    rows, columns = sums.shape
    weights = weights.copy()
    done = level = 0
    while done < min(rows, columns) and level < power:
        is_pivot = sums[done:, done:] % prime ** (level + 1) != 0
        if not is_pivot.any():
            level += 1
            continue
        row, column = (done + place for place in divmod(int(is_pivot.argmax()), columns - done))
        sums[[done, row]] = sums[[row, done]]
        sums[:, [done, column]] = sums[:, [column, done]]
        weights[:, [done, column]] = weights[:, [column, done]]
        pivots = sums[done] * pow(int(sums[done, done]) // prime**level, -1, modulus) % modulus
        below = done + 1 + sums[done + 1 :, done].nonzero()[0]
        columns_of_pivots = done + pivots[done:].nonzero()[0]
        block = np.ix_(below, columns_of_pivots)
        sums[block] = (sums[block] - np.outer(sums[below, done] // prime**level, pivots[columns_of_pivots])) % modulus
        later = columns_of_pivots[1:]
        support = weights[:, done].nonzero()[0]
        block = np.ix_(support, later)
        weights[block] = (weights[block] - np.outer(weights[support, done], pivots[later] // prime**level)) % modulus
        weights[:, done] = weights[:, done] * prime ** (power - level) % modulus
        done += 1
    return weights[:, weights.any(axis=0)]
