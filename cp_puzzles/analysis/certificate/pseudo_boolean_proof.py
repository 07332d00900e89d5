"""Proofs for VeriPB: the bounds of items as linear constraints, and why no solution is missing or better.

The steps of a proof of version 2.0:

- `soli`, if only the best value is claimed: a listed solution; from then on the objective must be better.
- `red` with a symmetry: an option of the item of the root is excluded unless it is the first one of its orbit. Exactly
  one option of this item is chosen, so a solution with another one has an image with the first one.
- `red` with a new variable: it says that an item is covered once less than it may be, such as an empty cell.
- `pol`: the objective plus the bounds of items, times their prices, give the budget of the costs of options.
- `rup` for each node of the tree, after those below it: not all options of its path are chosen. `del` forgets the nodes
  below. The last one is the root, whose path is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cp_puzzles.analysis.certificate import check
from cp_puzzles.analysis.certificate.clause_proof import blocking_clause, options_by_item
from cp_puzzles.analysis.certificate.statement import item_bounds
from cp_puzzles.engines.exact_cover.kernel.proof_tree import ProofTree
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem

Terms = Iterable[tuple[int, int]]
"""Pairs of a factor and an option."""


def row(terms: Terms, degree: int) -> str:
    """Return the constraint that a sum is at least a degree."""
    return " ".join([*(f"{factor} x{option + 1}" for factor, option in terms), f">= {degree} ;"])


def formula_head(statement: dict[str, Any], rows: Sequence[str]) -> Iterator[str]:
    """Yield the comments at the head of a formula."""
    yield f"* #variable= {max(1, len(statement['options']))} #constraint= {len(rows)}"
    yield "* puzzle: " + " ".join(statement["name"].split())
    yield "* variable xo: option o - 1 of statement.json is chosen; the constraints are the bounds of its items,"
    yield "* the claimed value of the objective, and for each listed solution and its images one that excludes it"


def clause_row(literals: Iterable[int]) -> str:
    """Return the constraint that one of some literals is true: `o + 1` if the option o is chosen, `-o - 1` if not."""
    return " ".join([*(f"1 {'~' * (literal < 0)}x{abs(literal)}" for literal in literals), ">= 1 ;"])


class ItemRows:
    """The bounds of items as constraints, with their numbers, and sums of them as cutting planes.

    An item whose bound no choice can break has no constraint; literals take its place in a sum.
    """

    def __init__(self, bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]]) -> None:
        self.bounds, self.covering = bounds, options_by_item(len(bounds), options)
        self.rows: list[str] = []
        self.least: dict[int, int] = {}
        self.most: dict[int, int] = {}
        for item, ((low, high), members) in enumerate(zip(bounds, self.covering, strict=True)):
            if low > 0:
                self.rows.append(row([(1, option) for option in members or [0]], low if members else 2))
                self.least[item] = len(self.rows)
            if high < len(members):
                self.rows.append(row([(-1, option) for option in members], -high))
                self.most[item] = len(self.rows)

    def terms(self, prices: Sequence[int]) -> Iterator[str]:
        """Yield the terms of a sum of the bounds of the items, times their prices, for `pol`.

        A price above 0 is for a cover that is too large, one below 0 for a cover that is too small.
        """
        for item, (price, members) in enumerate(zip(prices, self.covering, strict=True)):
            number, sign = (self.most.get(item), "~") if price > 0 else (self.least.get(item), "")
            used = [f"{sign}x{option + 1}" for option in members] if number is None else [str(number)]
            yield from (f"{each} {abs(price)} *" for each in used if price)


def sum_line(terms: Sequence[str]) -> str:
    """Return the step that adds terms."""
    return "pol " + " ".join([terms[0], *(f"{term} +" for term in terms[1:])])


class SearchTreeProof:
    """The formula and the proof of a certificate with a search tree, whose content was verified."""

    def __init__(self, claim: dict[str, Any], statement: dict[str, Any], files: dict[str, bytes]) -> None:
        self._statement = statement
        self.bounds, self.options = item_bounds(statement), statement["options"]
        self._items = ItemRows(self.bounds, self.options)
        self._prices, self._scale, value = claim["prices"], claim["scale"], claim["value"]
        self._weights, self._best, objective = [0] * len(self.options), 0, statement["objective"]
        if value is not None:
            sign = 1 if objective["maximize"] else -1
            self._weights = [sign * weight for weight in objective["weights"]]
            self._best = sign * (value - objective["constant"])
        self._group = check.checked_group(statement, self.bounds, self.options, self._weights)
        solutions = files["solutions.txt"], self.bounds, self.options, self._weights, self._best, self._group
        _, raw = check.checked_solutions(*solutions)
        self.rows = [*self._items.rows]
        self._improved = None if claim["all_best"] else min(raw)
        self._has_value = value is not None
        if self._has_value and claim["all_best"]:
            self.rows.append(row(self._objective(), self._best))
        if claim["all_best"]:
            self.rows += [clause_row(blocking_clause(each, self.bounds, self.options)) for each in sorted(raw)]
        target = self._best + (not claim["all_best"])
        self._problem = check.priced(self.bounds, self.options, self._weights, target, self._prices, self._scale)
        self._leaders = [*map(min, zip(*self._group, strict=True))]
        self._root = self._symmetric_root()

    def _symmetric_root(self) -> int | None:
        """Return the item at which the tree branches on one option of each orbit: the one with the fewest of them.

        Every symmetry fixes the item, and exactly one of its options is chosen: an image of a solution has one, too.
        """
        images = self._statement["symmetries"]
        fixed = [
            (sum(self._leaders[option] == option for option in members), item)
            for item, members in enumerate(self._items.covering)
            if images and self.bounds[item] == [1, 1] and all(image[item] == item for image in images)
        ]
        return min(fixed)[1] if fixed else None

    def _tree(self) -> ProofTree:
        """Return the tree, to be walked once."""
        problem = TreeProblem(*self._problem)
        if self._root is None:
            return ProofTree(problem, keep=False)
        roots = [*sorted({*self._leaders}), *range(len(self.options), len(self._problem[1]))]
        return ProofTree(problem, roots, first=self._root, keep=False)

    def _objective(self, sign: int = 1) -> list[tuple[int, int]]:
        return [(sign * weight, option) for option, weight in enumerate(self._weights) if weight]

    def formula_lines(self) -> Iterator[str]:
        """Yield the lines of the formula; to maximize is to minimize the negative objective."""
        yield from formula_head(self._statement, self.rows)
        if self._improved is not None:
            yield " ".join(["min:", *(f"{factor} x{option + 1}" for factor, option in self._objective(-1)), ";"])
        yield from self.rows

    def lines(self) -> Iterator[str]:
        """Yield the lines of the proof."""
        number = len(self.rows)
        yield "pseudo-Boolean proof version 2.0"
        yield f"f {number}"
        # log the best solution, so that only better ones are left
        goal = len(self._items.rows) + 1
        if self._improved is not None:
            number += 1
            signs = ("" if option in self._improved else "~" for option in range(len(self.options)))
            yield "soli " + " ".join(f"{sign}x{option + 1}" for option, sign in enumerate(signs))
        # of each orbit only the leader is left
        for line in self._leader_lines():
            number += 1
            yield line
        # a spare variable for each item that may be covered less often than its maximum
        spare = [items[0] for items in self._problem[1][len(self.options) :]]
        for variable, item in enumerate(spare, start=len(self.options)):
            members = [*self._items.covering[item], variable]
            high = self.bounds[item][1]
            yield f"red {row([(1, option) for option in members], high)} x{variable + 1} -> 1"
            yield f"red {row([(-1, option) for option in members], -high)} x{variable + 1} -> 0"
            self._items.least[item], self._items.most[item] = number + 1, number + 2
            number += 2
        # the bound of a value by prices of the items
        if self._has_value:
            terms = [f"{goal} {self._scale} *"] if self._scale else []
            terms += self._items.terms(self._prices)
            if terms:
                yield sum_line(terms)
                number += 1
        # a clause for each node of the tree that is left; it makes those below it superfluous
        kept: list[tuple[int, int]] = []
        for path in self._paths():
            number += 1
            yield "rup " + clause_row(-option - 1 for option in path)
            below = len(kept)
            while below and kept[below - 1][0] == len(path) + 1:
                below -= 1
            if kept[below:]:
                yield " ".join(["del id", *(str(lemma) for _, lemma in kept[below:])])
            kept[below:] = [(len(path), number)]
        yield "output NONE"
        best = -self._best
        yield (
            f"conclusion UNSAT : {number}" if self._improved is None else f"conclusion BOUNDS {best} : {number} {best}"
        )
        yield "end pseudo-Boolean proof"

    def _leader_lines(self) -> Iterator[str]:
        """Yield why an option of the root may be the first one of its orbit, with a symmetry for each other one."""
        if self._root is None:
            return
        for option in self._items.covering[self._root]:
            if (leader := self._leaders[option]) != option:
                turn = next(element for element in sorted(self._group) if element[leader] == option)
                moved = (f"x{n + 1} -> x{image + 1}" for n, image in enumerate(turn) if n != image)
                yield f"red 1 ~x{option + 1} >= 1 ; {' '.join(moved)}"

    def _paths(self) -> Iterator[list[int]]:
        """Yield the options of each node of the tree, after those of the nodes below it."""
        for lemmas in self._tree().lemmas():
            path: list[int] = []
            for option in lemmas.tolist():
                if option < 0:
                    yield path
                    path = []
                else:
                    path.append(option)


def weight_proof_lines(claim: dict[str, Any], statement: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the constraints and the proof of weights: one cutting plane, the sum of the bounds times the prices."""
    options = statement["options"]
    items = ItemRows(item_bounds(statement), options)
    costs = (sum(claim["prices"][item] for item in covered) for covered in options)
    terms = [*items.terms(claim["prices"])]
    terms += [f"x{option} {cost} *" for option, cost in enumerate(costs, start=1) if cost > 0]
    number = len(items.rows)
    proof = ["pseudo-Boolean proof version 2.0", f"f {number}", sum_line(terms), "output NONE"]
    return items.rows, [*proof, f"conclusion UNSAT : {number + 1}", "end pseudo-Boolean proof"]
