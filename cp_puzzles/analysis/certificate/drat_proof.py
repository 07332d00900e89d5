"""A DRAT proof of an exact cover problem, compiled: its lemmas are written as fast as the tree is walked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cp_puzzles.analysis.certificate.clause_proof import Clause, options_by_item
from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.jit import compiled
from cp_puzzles.engines.exact_cover.kernel.proof_tree import ProofTree
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem

LITERAL_BYTES = 12
"""A literal with its sign and the space after it, at most."""

MINUS, DIGIT_0, SPACE, LETTER_D, NEWLINE = (ord(letter) for letter in "-0 d\n")


def is_exact_cover(bounds: Sequence[Sequence[int]]) -> bool:
    """Return whether each item is covered exactly once or at most once: then few clauses state the bounds."""
    return all(low <= 1 and high == 1 for low, high in bounds)


def bound_clauses(bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]]) -> tuple[list[Clause], Ints]:
    """Return the clauses that some option of an item is chosen, and the pairs of options of which one is not."""
    covering = [[option + 1 for option in members] for members in options_by_item(len(bounds), options)]
    needed = [(*members,) for members, (low, _) in zip(covering, bounds, strict=True) if low == 1]
    pairs = [np.empty((0, 2), dtype=np.int64)]
    for members in covering:
        first, second = np.triu_indices(len(members), 1)
        pairs.append(np.column_stack([np.array(members, dtype=np.int64)[each] for each in (first, second)]))
    return needed, np.unique(np.concatenate(pairs), axis=0)


def drat_pieces(bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]]) -> Iterator[bytes]:
    """Yield the DRAT proof of an exact cover problem, without symmetry, as text in pieces.

    They have each lemma of its tree, and the deletion of those of its children.
    """
    problem = TreeProblem(bounds, options)
    kept, stack = np.empty(0, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for lemmas in ProofTree(problem, keep=False).lemmas():
        if len(kept) < stack[0] + len(lemmas):
            kept = np.concatenate([kept, np.empty(2 * len(lemmas) + len(kept), dtype=np.int64)])
        text = np.empty((2 * len(lemmas) + stack[0]) * LITERAL_BYTES + 4 * problem.depth, dtype=np.uint8)
        if (size := lemma_text(lemmas, kept, stack, text)) > 0:
            yield text[:size].tobytes()


@compiled
def lemma_text(lemmas, kept, stack, text):  # type: ignore[no-untyped-def]
    """Write lemmas as text and return its length; `kept` has those that are not deleted, `stack[0]` numbers long.

    Each kept lemma is followed by its length, so that the last ones can be read from the end.
    """
    end, begin = 0, 0
    for place in range(len(lemmas)):
        if lemmas[place] >= 0:
            continue
        size = place - begin
        end = clause_text(lemmas[begin:place], text, end)
        while stack[0] > 0 and kept[stack[0] - 1] == size + 1:
            child = kept[stack[0] - size - 2 : stack[0] - 1]
            text[end], text[end + 1] = LETTER_D, SPACE
            end = clause_text(child, text, end + 2)
            stack[0] -= size + 2
        for k in range(size):
            kept[stack[0] + k] = lemmas[begin + k]
        kept[stack[0] + size] = size
        stack[0] += size + 1
        begin = place + 1
    return end


@compiled
def clause_text(options, text, end):  # type: ignore[no-untyped-def]
    """Write the clause that not all of some options are chosen from a place on, and return where it ends."""
    for option in options:
        text[end] = MINUS
        number, digits = option + 1, 1
        while number >= 10**digits:
            digits += 1
        for k in range(digits):
            text[end + digits - k] = DIGIT_0 + number % 10
            number //= 10
        text[end + digits + 1] = SPACE
        end += digits + 2
    text[end], text[end + 1] = DIGIT_0, NEWLINE
    return end + 2
