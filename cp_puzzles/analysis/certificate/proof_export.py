"""The proof of a certificate in clauses, for other checkers: CNF with a proof in LRAT.

A clause is a tuple of literals: `o + 1` if option o is chosen, `-o - 1` if not. The problem has those of these clauses
that the proof needs:

- at most `high` options cover an item: of any `high + 1` of them one is not chosen;
- at least `low` of `n` options cover an item: of any `n - low + 1` of them one is chosen;
- a solution is blocked: one of its options is not chosen, or one that can be added to it is.

The proof has for each node of the search tree a lemma, the clause that excludes the options of its path. Each lemma
follows from its reasons by unit propagation, one after the other; the last lemma is the empty clause.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import copyfile
from typing import Any, NamedTuple

from cp_puzzles.analysis.certificate.checker import CLAUSE_CHECKER
from cp_puzzles.analysis.certificate.writer import WEIGHTS_FORMAT, proof_of
from cp_puzzles.base.file_access import atomic_file, writing
from cp_puzzles.base.memory import bytes_text
from cp_puzzles.cover.proofs.forced_moves import bits_of
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.exact_cover.logged_search import LoggedProblem
from cp_puzzles.errors import DisagreementError, MistakeError

ID_BYTES = 8
"""The bytes of a clause number in a proof and of the space after it, at most: proofs have under 10^7 clauses."""

Numbers = Sequence[Sequence[int]]
Clause = tuple[int, ...]


class Lemma(NamedTuple):
    """A clause, the clauses from which it follows in this order, and the lemmas that are not needed after it."""

    clause: Clause
    reasons: tuple[Clause, ...]
    forgotten: tuple[Clause, ...]


@dataclass
class _Node:
    """An open node of the walk: the options on the `path` to it, and how often they cover each item.

    `item`: the item that it branches on or that has too few options; None for a solution. The options `untried` are
    tried next, `active` ones may still be chosen, and `free` ones could be added, whether they were tried or not. The
    lemmas of its `children`, and those of nodes above it, exclude the options in `excluded`.
    """

    path: tuple[int, ...]
    times: list[int]
    active: int
    free: int
    excluded: dict[int, Clause]
    item: int | None = None
    untried: int = 0
    children: list[Clause] = field(default_factory=list)


class ClauseProof:
    """The proof that a cover problem has no other solutions than those of a search tree.

    `tree`: the item of each branching node in preorder, without symmetry. `place`: the number of those that the walk
    has passed.
    """

    def __init__(self, bounds: Numbers, options: Numbers, tree: Sequence[int]) -> None:
        self._bounds, self._options, self._tree = bounds, options, tree
        self._covering = [*Ragged.of(options).transposed(len(bounds))]
        self._masks = [sum(1 << option for option in covering) for covering in self._covering]
        self.nodes, self.place = len(tree), 0

    def lemmas(self) -> Iterator[Lemma]:
        """Yield the lemmas, each after those of the nodes below."""
        usable = (all(self._bounds[item][1] > 0 for item in items) for items in self._options)
        active = sum(1 << option for option, is_usable in enumerate(usable) if is_usable)
        stack = [self._entered(_Node((), [0] * len(self._bounds), active, active, {}))]
        while stack:
            if stack[-1].untried:
                stack.append(self._child(stack[-1]))
                continue
            node = stack.pop()
            clause = tuple(-option - 1 for option in node.path)
            yield Lemma(clause, self._reasons(node), tuple(node.children))
            if stack:  # the parent excludes the option from now on
                stack[-1].excluded[node.path[-1]] = clause
                stack[-1].children.append(clause)

    def _entered(self, node: _Node) -> _Node:
        """Return a node as a leaf with an item that has too few options, a solution, or the next branch."""
        needs = [low - times for (low, _), times in zip(self._bounds, node.times, strict=True)]
        for item, (need, mask) in enumerate(zip(needs, self._masks, strict=True)):
            if need > 0 and (node.active & mask).bit_count() < need:
                return replace(node, item=item)
        if max(needs, default=0) <= 0:
            return replace(node, untried=node.active)
        item = self._tree[self.place]
        self.place += 1
        return replace(node, item=item, untried=node.active & self._masks[item])

    def _child(self, node: _Node) -> _Node:
        """Return the node below the next untried option."""
        lowest = node.untried & -node.untried
        node.untried ^= lowest
        node.active ^= lowest
        option, times, active, free = lowest.bit_length() - 1, [*node.times], node.active, node.free ^ lowest
        for item in self._options[option]:
            times[item] += 1
            if times[item] == self._bounds[item][1]:
                active, free = active & ~self._masks[item], free & ~self._masks[item]
        return self._entered(_Node((*node.path, option), times, active, free, {**node.excluded}))

    def _reasons(self, node: _Node) -> tuple[Clause, ...]:
        """Return why too few options of an item can be chosen, or why a solution is an image of a listed one."""
        item = node.item
        if item is None:  # the solution is blocked, and none of the free options can be added
            addable = bits_of(node.free)
            blocked = (*sorted(-option - 1 for option in node.path), *(option + 1 for option in addable))
            return *(self._exclusion(option, node) for option in addable), blocked
        covering, enough = self._covering[item], len(self._covering[item]) - self._bounds[item][0] + 1
        if enough <= 0:
            return (1,), (-1,)  # the item has fewer options than it needs; files have no empty clause
        lost = [option for option in covering if not node.active >> option & 1 and option not in node.path][:enough]
        return *(self._exclusion(option, node) for option in lost), tuple(option + 1 for option in lost)

    def _exclusion(self, option: int, node: _Node) -> Clause:
        """Return the clause that excludes an option, given the path to a node."""
        if option in node.excluded:
            return node.excluded[option]
        full = next(item for item in self._options[option] if node.times[item] == self._bounds[item][1])
        covers = (each for each in node.path if full in self._options[each])
        return tuple(sorted(-each - 1 for each in (*covers, option)))


class Exported(NamedTuple):
    """The files of an exported proof, their bytes, and the commands that check them."""

    problem: Path
    proof: Path
    bytes: int
    commands: str


def export_proof(folder: Path, max_bytes: int) -> Exported:
    """Write the problem of a certificate with its solutions excluded, and a proof that this problem has no solution.

    The files are `proof.cnf`, `proof.lrat` and the checker `check_cnf.py`, in the folder of the certificate, which must
    be valid. Raises `MistakeError` if the proof would have more than `max_bytes`, or if it has no form in clauses.
    """
    claim, statement = (json.loads((folder / f"{name}.json").read_bytes()) for name in ("claim", "statement"))
    if claim["format"] == WEIGHTS_FORMAT or claim["value"] is not None:
        subject = "weights have" if claim["format"] == WEIGHTS_FORMAT else "an objective has"
        raise MistakeError(str(folder), f"{subject} no proof in clauses", "certificate check verifies it")
    bounds, options = [[item["minimum"], item["maximum"]] for item in statement["items"]], statement["options"]
    searched = proof_of(LoggedProblem(bounds, options))
    if len(searched.solutions) != claim["raw"]:
        raise DisagreementError(f"{folder}: the certificate has other solutions than a search without symmetry")
    tree = bounds, options, searched.items.tolist()
    axioms = _axioms(ClauseProof(*tree), max_bytes, folder)
    problem, proof = folder / "proof.cnf", folder / "proof.lrat"
    contents = (problem, _cnf_lines(statement, axioms)), (proof, _lrat_lines(ClauseProof(*tree), axioms))
    with writing(folder, noun="the folder"):
        for file, lines in contents:
            with atomic_file(file) as new, new.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(f"{line}\n" for line in lines)
        copyfile(CLAUSE_CHECKER, folder / CLAUSE_CHECKER.name)
    size = problem.stat().st_size + proof.stat().st_size
    return Exported(problem, proof, size, f"python -I {folder / CLAUSE_CHECKER.name}, then cake_lpr {problem} {proof}")


def _axioms(proof: ClauseProof, max_bytes: int, folder: Path) -> dict[Clause, int]:
    """Return the axioms that the lemmas need, numbered from 1; raise `MistakeError` if the proof is too large."""
    numbers, lemmas, size = dict[Clause, int](), set[Clause](), 0
    for lemma in proof.lemmas():
        for reason in lemma.reasons:
            if reason not in lemmas and reason not in numbers:
                numbers[reason] = len(numbers) + 1
                size += _bytes(reason)
        lemmas.difference_update(lemma.forgotten)
        lemmas.add(lemma.clause)
        size += 2 * _bytes(lemma.clause) + ID_BYTES * len(lemma.reasons)
        if size > max_bytes:
            all_bytes = bytes_text(size * proof.nodes // max(1, proof.place))
            problem = f"the proof would have about {all_bytes}, more than {bytes_text(max_bytes)}"
            remedy = "allow it with --max-size, or check the certificate itself"
            raise MistakeError(str(folder), problem, remedy)
    return numbers


def _bytes(clause: Clause) -> int:
    return 3 + sum(2 + len(str(literal)) for literal in clause)


def _cnf_lines(statement: dict[str, Any], axioms: Collection[Clause]) -> Iterator[str]:
    name = " ".join(statement["name"].split())
    yield "c puzzle: " + "".join(letter if letter.isprintable() else "?" for letter in name)
    yield "c variable o: option o - 1 of statement.json is chosen"
    yield "c clauses that the proof names: bounds of items, and a blocking clause for each solution"
    variables = max(len(statement["options"]), *(abs(literal) for clause in axioms for literal in clause), 0)
    yield f"p cnf {variables} {len(axioms)}"
    for clause in axioms:
        yield " ".join(map(str, (*clause, 0)))


def _lrat_lines(proof: ClauseProof, axioms: dict[Clause, int]) -> Iterator[str]:
    numbers = dict(axioms)
    for number, lemma in enumerate(proof.lemmas(), start=len(axioms) + 1):
        reasons = (numbers[reason] for reason in lemma.reasons)
        yield " ".join(map(str, (number, *lemma.clause, 0, *reasons, 0)))
        if lemma.forgotten:
            yield " ".join(map(str, (number, "d", *(numbers.pop(clause) for clause in lemma.forgotten), 0)))
        numbers[lemma.clause] = number
