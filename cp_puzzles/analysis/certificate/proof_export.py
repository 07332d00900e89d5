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
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from typing import Any, NamedTuple

from cp_puzzles.analysis.certificate.checker import CLAUSE_CHECKER
from cp_puzzles.analysis.certificate.statement import item_bounds
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
    """An open node of the walk, with the lemmas of its children.

    `item`: the item that it branches on or that has too few options; None for a solution. The options `untried` are
    tried next, `active` ones may still be chosen, and `free` ones could be added, whether they were tried or not.
    """

    item: int | None
    untried: int
    active: int
    free: int
    children: list[Clause] = field(default_factory=list)


class ClauseProof:
    """The proof that a cover problem has no other solutions than those of a search tree.

    `tree`: the item of each branching node in preorder, without symmetry. The walk keeps the options of the present
    `path`, how often each item is covered, the options that cover a closed item, which allows no more, and the lemma
    that excludes each option below its node.
    """

    def __init__(self, bounds: Numbers, options: Numbers, tree: Sequence[int]) -> None:
        self._bounds, self._options, self._tree = bounds, options, tree
        self.nodes = len(tree)
        self._covering = [*Ragged.of(options).transposed(len(bounds))]
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
        stack = [self._node(active, active)]
        while stack:
            if stack[-1].untried:
                stack.append(self._child(stack[-1]))
                continue
            node, clause = stack.pop(), tuple(-option - 1 for option in self._path)
            reasons = self._solution_reasons(node.free) if node.item is None else self._reasons(node.item, node.active)
            yield Lemma(clause, reasons, tuple(node.children))
            for *_, literal in node.children:
                del self._excluded[-literal - 1]
            if stack:  # the parent excludes the option from now on
                option = self._path.pop()
                for item in self._options[option]:
                    self._times[item] -= 1
                    self._closed.pop(item, None)
                self._excluded[option] = clause
                stack[-1].children.append(clause)

    def _node(self, active: int, free: int) -> _Node:
        """Return the node of the path: a leaf with an item that has too few options, a solution, or the next branch."""
        needs = [low - times for (low, _), times in zip(self._bounds, self._times, strict=True)]
        for item, (need, mask) in enumerate(zip(needs, self._masks, strict=True)):
            if need > 0 and (active & mask).bit_count() < need:
                return _Node(item, 0, active, free)
        if max(needs, default=0) <= 0:
            return _Node(None, active, active, free)
        item = self._tree[self.place]
        self.place += 1
        return _Node(item, active & self._masks[item], active, free)

    def _child(self, node: _Node) -> _Node:
        """Add the next untried option of a node to the path and return the node of the longer path."""
        lowest = node.untried & -node.untried
        node.untried ^= lowest
        node.active ^= lowest
        active, free, option = node.active, node.free ^ lowest, lowest.bit_length() - 1
        self._path.append(option)
        for item in self._options[option]:
            self._times[item] += 1
            if self._times[item] == self._bounds[item][1]:
                active, free = active & ~self._masks[item], free & ~self._masks[item]
                self._closed[item] = tuple(chosen for chosen in self._path if item in self._options[chosen])
        return self._node(active, free)

    def _reasons(self, item: int, active: int) -> tuple[Clause, ...]:
        """Return why too few options of an item can be chosen, with those as active ones that may be."""
        covering, enough = self._covering[item], len(self._covering[item]) - self._bounds[item][0] + 1
        if enough <= 0:
            return (1,), (-1,)  # the item has fewer options than it needs; files have no empty clause
        lost = [option for option in covering if not active >> option & 1 and option not in self._path][:enough]
        return *map(self._exclusion, lost), tuple(option + 1 for option in lost)

    def _solution_reasons(self, free: int) -> tuple[Clause, ...]:
        """Return why the path is a solution that is blocked, and none of the free options can be added."""
        addable = bits_of(free)
        blocked = (*sorted(-option - 1 for option in self._path), *(option + 1 for option in addable))
        return *map(self._exclusion, addable), blocked

    def _exclusion(self, option: int) -> Clause:
        """Return the clause that excludes an option, given the path."""
        if option in self._excluded:
            return self._excluded[option]
        covers = next(self._closed[item] for item in self._options[option] if item in self._closed)
        return tuple(sorted(-each - 1 for each in (*covers, option)))


class Exported(NamedTuple):
    """The files of an exported proof, their bytes, and the command that checks it."""

    problem: Path
    proof: Path
    bytes: int
    command: str


def export_proof(folder: Path, max_bytes: int) -> Exported:
    """Write the problem of a certificate with its solutions excluded, and a proof that this problem has no solution.

    The files are `proof.cnf`, `proof.lrat` and the checker `check_cnf.py`, in the folder of the certificate, which must
    be valid. Raises `MistakeError` if the proof would have more than `max_bytes`, or if it has no form in clauses.
    """
    claim, statement = (json.loads((folder / f"{name}.json").read_bytes()) for name in ("claim", "statement"))
    if claim["format"] == WEIGHTS_FORMAT or claim["value"] is not None:
        subject = "weights have" if claim["format"] == WEIGHTS_FORMAT else "an objective has"
        raise MistakeError(str(folder), f"{subject} no proof in clauses", "certificate check verifies it")
    bounds, options = item_bounds(statement), statement["options"]
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
    return Exported(problem, proof, size, f"cake_lpr {problem} {proof}")


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
