"""The proof of a certificate in clauses: for each node of the search tree, the clause that excludes its options.

A clause is a tuple of literals: `o + 1` if option o is chosen, `-o - 1` if not. The axioms are those of these clauses
that the proof needs:

- at most `high` options cover an item: of any `high + 1` of them one is not chosen;
- at least `low` of `n` options cover an item: of any `n - low + 1` of them one is chosen;
- a solution is blocked: one of its options is not chosen, or one that can be added to it is.

Each lemma follows from its reasons by unit propagation, one after the other; the last lemma is the empty clause.

The lemmas of an exact cover problem without symmetry are written by compiled code, as fast as the tree is walked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.jit import callee, compiled
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.exact_cover.kernel.proof_tree import ProofTree
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem

Clause = tuple[int, ...]

LITERAL_BYTES = 12
"""A literal with its sign and the space after it, at most."""

MINUS, DIGIT_0, SPACE, LETTER_D, NEWLINE = (ord(letter) for letter in "-0 d\n")


def options_by_item(count: int, options: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return for each of `count` items the options that cover it, in order."""
    return list(Ragged.of(options).transposed(count))


@dataclass(frozen=True)
class Lemma:
    """A clause, the clauses from which it follows in this order, and the lemmas that are not needed after it."""

    clause: Clause
    reasons: tuple[Clause, ...]
    forgotten: tuple[Clause, ...]


@dataclass
class _Node:
    """An open node: its item, its options that are not tried yet, those that are active, and lemmas of its children."""

    item: int | None
    untried: int
    active: int
    children: list[Clause] = field(default_factory=list)


class ClauseProof:
    """The proof that a cover problem has no other solutions than those of a search tree.

    `tree`: the item of each branching node in preorder, without symmetry. The walk keeps the options of the present
    `path`, how often they cover each item, those that cover a closed item, which allows no more, and the lemma that
    excludes each option below its node.
    """

    def __init__(self, bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]], tree: Sequence[int]) -> None:
        self._bounds, self._options, self._tree = bounds, options, tree
        self.nodes = len(tree)
        self._covering = options_by_item(len(bounds), options)
        self._masks = [sum(1 << option for option in covering) for covering in self._covering]
        self.place = 0
        self._path: list[int] = []
        self._times = [0] * len(bounds)
        self._excluded: dict[int, Clause] = {}
        self._closed: dict[int, tuple[int, ...]] = {item: () for item, (_, high) in enumerate(bounds) if high == 0}

    def lemmas(self) -> Iterator[Lemma]:
        """Yield the lemmas, each after those of the nodes below."""
        usable = (all(self._bounds[item][1] > 0 for item in items) for items in self._options)
        active = sum(1 << option for option, is_usable in enumerate(usable) if is_usable)
        stack: list[_Node] = []
        while True:
            dead = self._dead(active)
            if dead is None:
                stack.append(self._node(active))
            else:
                yield Lemma(self._clause(), self._reasons(dead, active), ())
            if dead is None or self._leave(stack):
                while not stack[-1].untried:
                    node = stack.pop()
                    reasons = self._solution_reasons() if node.item is None else self._reasons(node.item, 0)
                    yield Lemma(self._clause(), reasons, tuple(node.children))
                    for clause in node.children:
                        del self._excluded[-clause[-1] - 1]
                    if not self._leave(stack):
                        return
                active = self._choose(stack[-1])
            else:
                return

    def _node(self, active: int) -> _Node:
        """Return the node of the path: its item is the next one of the tree, or None if no item needs an option."""
        if all(times >= low for times, (low, _) in zip(self._times, self._bounds, strict=True)):
            return _Node(None, active, active)
        item = self._tree[self.place]
        self.place += 1
        return _Node(item, active & self._masks[item], active)

    def _choose(self, node: _Node) -> int:
        """Add the next untried option of a node to the path and return the options that stay active."""
        lowest = node.untried & -node.untried
        node.untried ^= lowest
        node.active ^= lowest
        active, option = node.active, lowest.bit_length() - 1
        self._path.append(option)
        for item in self._options[option]:
            self._times[item] += 1
            if self._times[item] == self._bounds[item][1]:
                active &= ~self._masks[item]
                self._closed[item] = tuple(chosen for chosen in self._path if item in self._options[chosen])
        return active

    def _leave(self, stack: list[_Node]) -> bool:
        """Return from a node to its parent, in which its option is excluded from now on; False at the root."""
        if not self._path:
            return False
        clause = self._clause()
        option = self._path.pop()
        for item in self._options[option]:
            self._times[item] -= 1
            self._closed.pop(item, None)
        self._excluded[option] = clause
        stack[-1].children.append(clause)
        return True

    def _clause(self) -> Clause:
        """Return the clause that not all options of the path are chosen."""
        return tuple(-option - 1 for option in self._path)

    def _dead(self, active: int) -> int | None:
        """Return the first item that has fewer active options than it needs."""
        for item, (times, mask) in enumerate(zip(self._times, self._masks, strict=True)):
            need = self._bounds[item][0] - times
            if need > 0 and (active & mask).bit_count() < need:
                return item
        return None

    def _reasons(self, item: int, active: int) -> tuple[Clause, ...]:
        """Return why too few options of an item can be chosen, with those as active ones that may be."""
        covering, enough = self._covering[item], len(self._covering[item]) - self._bounds[item][0] + 1
        if enough <= 0:
            return (1,), (-1,)  # the item has fewer options than it needs; files have no empty clause
        lost = [option for option in covering if not active >> option & 1 and option not in self._path][:enough]
        return *(self._exclusion(option) for option in lost), tuple(option + 1 for option in lost)

    def _solution_reasons(self) -> tuple[Clause, ...]:
        """Return why the path is a solution that is blocked, and no option can be added."""
        blocked = blocking_clause(self._path, self._bounds, self._options)
        return *(self._exclusion(literal - 1) for literal in blocked if literal > 0), blocked

    def _exclusion(self, option: int) -> Clause:
        """Return the clause that excludes an option, given the path."""
        if option in self._excluded:
            return self._excluded[option]
        covers = next(self._closed[item] for item in self._options[option] if item in self._closed)
        if len(covers) == 1:
            chosen = covers[0]
            return (-option - 1, -chosen - 1) if option > chosen else (-chosen - 1, -option - 1)
        return tuple(sorted(-each - 1 for each in (*covers, option)))


def blocking_clause(
    solution: Sequence[int], bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]]
) -> Clause:
    """Return the clause that excludes a solution and no other one: those with more options are allowed."""
    times = Counter(item for option in solution for item in options[option])
    added = (
        option + 1
        for option, items in enumerate(options)
        if option not in solution and all(times[item] < bounds[item][1] for item in items)
    )
    return (*sorted(-option - 1 for option in solution), *added)


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

    The text has each lemma of the proof tree and, after it, the deletion of the lemmas of its children.
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


@callee
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
