"""The proof of a certificate in clauses: for each node of the search tree, the clause that excludes its options.

A clause is a tuple of literals: `o + 1` if option o is chosen, `-o - 1` if not. The axioms are those of these clauses
that the proof needs:

- at most `high` options cover an item: of any `high + 1` of them one is not chosen;
- at least `low` of `n` options cover an item: of any `n - low + 1` of them one is chosen;
- a solution is blocked: one of its options is not chosen, or one that can be added to it is.

Each lemma follows from its reasons by unit propagation, one after the other; the last lemma is the empty clause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cp_puzzles.cover.ragged_rows import Ragged

Clause = tuple[int, ...]


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
