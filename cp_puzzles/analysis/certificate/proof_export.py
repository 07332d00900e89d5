"""Proofs of a certificate for other checkers: clauses with a DRAT or LRAT proof, or an OPB file with a VeriPB proof."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import Any, Literal

from cp_puzzles.analysis.certificate import check, check_cnf
from cp_puzzles.analysis.certificate.clause_proof import (
    Clause,
    ClauseProof,
    blocking_clause,
    bound_clauses,
    drat_pieces,
    is_exact_cover,
    options_by_item,
)
from cp_puzzles.analysis.certificate.statement import bounds_of
from cp_puzzles.analysis.certificate.writer import WEIGHTS_FORMAT
from cp_puzzles.base.file_access import whole_file, writing
from cp_puzzles.base.memory import bytes_text
from cp_puzzles.engines.exact_cover.kernel.proof_tree import ProofTree
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem
from cp_puzzles.errors import DisagreementError, MistakeError

ProofFormat = Literal["drat", "lrat", "veripb"]

ID_BYTES = 8
"""The bytes of a clause number in a proof and of the space after it, at most: proofs have under 10^7 clauses."""

CHECK_REMEDY = "certificate check verifies it"


Numbers = Sequence[Sequence[int]]

Reader = Callable[[Path], tuple[dict[str, Any], dict[str, bytes]]]
"""A function that returns the claim of a certificate and the content of its other files."""


@dataclass(frozen=True)
class Exported:
    """The files of an exported proof, their bytes, and the command that checks it."""

    problem: Path
    proof: Path
    bytes: int
    command: str


def export_proof(folder: Path, form: ProofFormat, max_bytes: int, read: Reader = check.read_claim) -> Exported:
    """Write the problem of a certificate with its solutions excluded, and a proof that this problem has no solution.

    The files are `proof.cnf` and `proof.drat` or `proof.lrat`, with the checker `check_cnf.py`, or `proof.opb` and
    `proof.pbp`, in the folder of the certificate, which must be valid. Raises `MistakeError` if they would have more
    than `max_bytes`. `read` returns the claim and the content of the files.
    """
    claim, files = read(folder)
    statement = json.loads(files["statement.json"])
    if claim["format"] == WEIGHTS_FORMAT:
        return _export_weights(folder, form, claim, statement)
    if claim["value"] is not None:
        raise MistakeError(str(folder), "the certificate of an objective cannot be exported", CHECK_REMEDY)
    bounds, options, weights = bounds_of(statement), statement["options"], [0] * len(statement["options"])
    group = check.checked_group(statement, bounds, options, weights)
    _, raw = check.checked_solutions(files["solutions.txt"], bounds, options, weights, 0, group)
    searched = ProofTree(TreeProblem(bounds, options))
    if {*searched.solutions()} != raw:
        raise DisagreementError(f"{folder}: the certificate has other solutions than a search without symmetry")
    if form == "drat" and is_exact_cover(bounds):
        return _export_drat(folder, statement, bounds, options, raw, max_bytes)
    make = partial(ClauseProof, bounds, options, searched.items.tolist())
    axioms = _axioms(make, form, max_bytes, folder)
    if form == "veripb":
        constraints = [*_bound_lines(bounds, options), *_blocking_lines(raw, bounds, options)]
        return _written(folder, form, _opb_lines(statement, constraints), _veripb_lines(make, constraints))
    return _written(folder, form, _cnf_lines(statement, axioms), _clause_lines(make, axioms, form))


def _export_drat(
    folder: Path, statement: dict[str, Any], bounds: Numbers, options: Numbers, raw: Iterable[Clause], max_bytes: int
) -> Exported:
    """Write all clauses of an exact cover problem, and the lemmas of its tree without their reasons."""
    needed, pairs = bound_clauses(bounds, options)
    blocking = (blocking_clause(solution, bounds, options) for solution in sorted(raw))
    axioms: list[Clause] = [*needed, *map(tuple, (-pairs).tolist()), *blocking]
    if () in axioms:
        axioms += [(1,), (-1,)]  # files have no empty clause
        axioms.remove(())
    size = sum(map(_bytes, axioms)) + sum(map(len, drat_pieces(bounds, options)))
    if size > max_bytes:
        raise _too_large(folder, "drat", size, max_bytes)
    lines = (piece[:-1].decode() for piece in drat_pieces(bounds, options))
    return _written(folder, "drat", _cnf_lines(statement, axioms), lines)


def _too_large(folder: Path, form: ProofFormat, size: int, max_bytes: int) -> MistakeError:
    problem = f"the {form} proof would have about {bytes_text(size)}, more than {bytes_text(max_bytes)}"
    return MistakeError(str(folder), problem, "allow it with --max-size, or check the certificate itself")


def _written(folder: Path, form: ProofFormat, problem_lines: Iterable[str], proof_lines: Iterable[str]) -> Exported:
    """Write the two files of a proof."""
    files = ("proof.opb", "proof.pbp") if form == "veripb" else ("proof.cnf", f"proof.{form}")
    problem, proof = (folder / name for name in files)
    with writing(folder, noun="the folder"):
        for file, lines in zip((problem, proof), (problem_lines, proof_lines), strict=True):
            with whole_file(file) as new, new.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(f"{line}\n" for line in lines)
        if form != "veripb":
            copyfile(str(check_cnf.__file__), folder / "check_cnf.py")
    command = {"drat": "drat-trim", "lrat": "cake_lpr", "veripb": "veripb"}[form]
    return Exported(
        problem, proof, sum(file.stat().st_size for file in (problem, proof)), f"{command} {problem} {proof}"
    )


def _export_weights(folder: Path, form: ProofFormat, claim: dict[str, Any], statement: dict[str, Any]) -> Exported:
    """Write the weights of a certificate as one cutting plane: the sum of the bounds of the items, times the prices."""
    if form != "veripb" or claim["modulus"] is not None:
        problem = f"weights{' with a modulus' * (claim['modulus'] is not None)} have no {form} proof"
        raise MistakeError(str(folder), problem, CHECK_REMEDY)
    bounds, options = bounds_of(statement), statement["options"]
    constraints = [*_bound_lines(bounds, options)]
    numbers = iter(range(1, len(constraints) + 1))
    terms: list[str] = []
    for (low, high), members, price in zip(bounds, options_by_item(len(bounds), options), claim["prices"], strict=True):
        covering = [option + 1 for option in members]
        least = next(numbers) if low > 0 else None
        most = next(numbers) if high < len(covering) else None
        number, literal = (most, "~x") if price > 0 else (least, "x")
        used = [str(number)] if number is not None else [f"{literal}{option}" for option in covering]
        terms += [f"{each} {abs(price)} *" for each in used if price != 0]
    costs = (sum(claim["prices"][item] for item in items) for items in options)
    terms += [f"x{option} {cost} *" for option, cost in enumerate(costs, start=1) if cost > 0]
    lines = [
        "pseudo-Boolean proof version 1.1",
        f"f {len(constraints)}",
        "pol " + " ".join([terms[0], *(f"{term} +" for term in terms[1:])]),
        f"c {len(constraints) + 1} 0",
    ]
    return _written(folder, form, _opb_lines(statement, constraints), lines)


def _axioms(make: Callable[[], ClauseProof], form: ProofFormat, max_bytes: int, folder: Path) -> dict[Clause, int]:
    """Return the axioms that the lemmas need, numbered from 1; raise `MistakeError` if the proof is too large."""
    proof, numbers, lemmas, size = make(), dict[Clause, int](), set[Clause](), 0
    for lemma in proof.lemmas():
        for reason in lemma.reasons:
            if reason not in lemmas and reason not in numbers:
                numbers[reason] = len(numbers) + 1
                size += _bytes(reason)
        lemmas.difference_update(lemma.forgotten)
        lemmas.add(lemma.clause)
        size += 2 * _bytes(lemma.clause) + (ID_BYTES * len(lemma.reasons) if form == "lrat" else 0)
        if size > max_bytes:
            total_bytes = size * proof.nodes // max(1, proof.place)
            raise _too_large(folder, form, total_bytes, max_bytes)
    return numbers


def _bytes(clause: Clause) -> int:
    return 3 + sum(2 + len(str(literal)) for literal in clause)


def _cnf_lines(statement: dict[str, Any], axioms: Collection[Clause]) -> Iterator[str]:
    yield "c puzzle: " + " ".join(statement["name"].split())
    yield "c variable o: option o - 1 of statement.json is chosen"
    yield "c clauses: bounds of items, and a blocking clause for each solution; of LRAT proofs those that it names"
    yield f"p cnf {len(statement['options'])} {len(axioms)}"
    for clause in axioms:
        yield " ".join(map(str, (*clause, 0)))


def _clause_lines(make: Callable[[], ClauseProof], axioms: dict[Clause, int], form: ProofFormat) -> Iterator[str]:
    numbers = dict(axioms)
    number = len(axioms)
    for lemma in make().lemmas():
        number += 1
        literals = " ".join(map(str, (*lemma.clause, 0)))
        if form == "drat":
            yield literals
            for clause in lemma.forgotten:
                yield " ".join(map(str, ("d", *clause, 0)))
            continue
        yield " ".join(map(str, (number, literals, *(numbers[reason] for reason in lemma.reasons), 0)))
        if lemma.forgotten:
            yield " ".join(map(str, (number, "d", *(numbers.pop(clause) for clause in lemma.forgotten), 0)))
        numbers[lemma.clause] = number


def _opb_lines(statement: dict[str, Any], constraints: list[str]) -> Iterator[str]:
    yield f"* #variable= {max(1, len(statement['options']))} #constraint= {len(constraints)}"
    yield "* puzzle: " + " ".join(statement["name"].split())
    yield "* variable xo: option o - 1 of statement.json is chosen; a blocking constraint for each solution at the end"
    yield from constraints


def _bound_lines(bounds: Numbers, options: Numbers) -> Iterator[str]:
    for (low, high), members in zip(bounds, options_by_item(len(bounds), options), strict=True):
        covering = [option + 1 for option in members]
        if low > 0:
            yield " ".join([*(f"1 x{option}" for option in covering or [1]), f">= {low if covering else 2} ;"])
        if high < len(covering):
            yield " ".join([*(f"-1 x{option}" for option in covering), f">= {-high} ;"])


def _blocking_lines(solutions: Iterable[Clause], bounds: Numbers, options: Numbers) -> Iterator[str]:
    for solution in sorted(solutions):
        clause = blocking_clause(solution, bounds, options)
        yield " ".join([*(f"{1 if x > 0 else -1} x{abs(x)}" for x in clause), f">= {1 - sum(x < 0 for x in clause)} ;"])


def _veripb_lines(make: Callable[[], ClauseProof], constraints: list[str]) -> Iterator[str]:
    yield "pseudo-Boolean proof version 1.1"
    yield f"f {len(constraints)}"
    number, numbers = len(constraints), dict[Clause, int]()
    for lemma in make().lemmas():
        number += 1
        yield " ".join(["u", *(f"1 {'~' * (x < 0)}x{abs(x)}" for x in lemma.clause), ">= 1 ;"])
        if lemma.forgotten:
            yield " ".join(["d", *(str(numbers.pop(clause)) for clause in lemma.forgotten), "0"])
        numbers[lemma.clause] = number
    yield f"c {number} 0"
