"""The smallest linear recurrence with integer coefficients that fits a row of numbers: a guess, not a proof."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from cp_puzzles.analysis.family.member import FamilyResult

TERMS_OVER = 4
"""Terms that must be left over to confirm a recurrence, beside those that determine it."""


def sequence_of(result: FamilyResult) -> list[tuple[int, int]] | None:
    """Return a row of numbers in order: pairs of the parameter that varies and the number of solutions or the value.

    None if something else varies, a number is not known, or the parameter does not increase by one.
    """
    pairs = []
    rows = [member.columns for member in result.members]
    varying = [name for name in rows[0] if len({row.get(name) for row in rows}) > 1] or [*rows[0]]
    for row, answer in zip(rows, result.answers, strict=True):
        numbers = [row[name] for name in varying if name in row]
        value = answer.solutions if result.question == "count" else answer.value
        if len(numbers) != 1 or not isinstance(numbers[0], int) or not isinstance(value, int) or value is True:
            return None
        pairs.append((numbers[0], value))
    pairs.sort()
    return pairs if all(n == m + 1 for (m, _), (n, _) in pairwise(pairs)) else None


def guess_recurrence(terms: Sequence[int]) -> tuple[int, ...] | None:
    """Return coefficients c with a(n) = c[0] a(n-1) + c[1] a(n-2) + ..., or None if no recurrence fits.

    The recurrence has the smallest order; at least `TERMS_OVER` terms agree with it that did not determine it.

    >>> guess_recurrence([1, 2, 3, 5, 8, 13, 21, 34]), guess_recurrence([1, 2, 6, 40, 472, 10668, 450924])
    ((1, 1), None)
    """
    for order in range(1, (len(terms) - TERMS_OVER) // 2 + 1):
        coefficients = _solved([[*reversed(terms[n : n + order]), terms[n + order]] for n in range(order)])
        if coefficients is None or any(value.denominator != 1 for value in coefficients):
            continue
        whole = tuple(int(value) for value in coefficients)
        if all(
            terms[n] == sum(c * terms[n - k] for k, c in enumerate(whole, start=1)) for n in range(order, len(terms))
        ):
            return whole
    return None


def recurrence_text(coefficients: Sequence[int]) -> str:
    """Return a recurrence as a formula.

    >>> recurrence_text((1, 0, -2))
    'a(n) = a(n-1) - 2 a(n-3)'
    """
    text = ""
    for k, value in enumerate(coefficients, start=1):
        if value:
            sign = (" - " if value < 0 else " + ") if text else ("-" if value < 0 else "")
            text += f"{sign}{'' if abs(value) == 1 else f'{abs(value)} '}a(n-{k})"
    return f"a(n) = {text or '0'}"


def _solved(rows: list[list[int]]) -> list[Fraction] | None:
    """Return the solution of linear equations, with right-hand sides last; None without a single one."""
    matrix, size = [[Fraction(value) for value in row] for row in rows], len(rows)
    for column in range(size):
        pivot = next((row for row in range(column, size) if matrix[row][column]), None)
        if pivot is None:
            return None
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        matrix[column] = [value / matrix[column][column] for value in matrix[column]]
        for row in range(size):
            if row != column and matrix[row][column]:
                factor = matrix[row][column]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)]
    return [row[-1] for row in matrix]
