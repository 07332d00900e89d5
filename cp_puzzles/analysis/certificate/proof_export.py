"""Proofs of a certificate for other checkers: clauses with a DRAT or LRAT proof, or an OPB file with a VeriPB proof."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from shutil import copyfile
from typing import Any, Literal

from cp_puzzles.analysis.certificate import check, check_cnf, check_pbp
from cp_puzzles.analysis.certificate.clause_proof import (
    Clause,
    ClauseProof,
    blocking_clause,
    bound_clauses,
    drat_pieces,
    is_exact_cover,
)
from cp_puzzles.analysis.certificate.pseudo_boolean_proof import SearchTreeProof, formula_head, weight_proof_lines
from cp_puzzles.analysis.certificate.statement import item_bounds
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

SIZE_REMEDY = "allow it with --max-size, or check the certificate itself"


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
    `proof.pbp`, with `check_pbp.py`, in the folder of the certificate, which must be valid. Only the latter have
    objectives and symmetry. `read` returns the claim and the content of the files. Raises `MistakeError` if the files
    would have more than `max_bytes`.
    """
    claim, files = read(folder)
    statement = json.loads(files["statement.json"])
    if claim["format"] == WEIGHTS_FORMAT:
        return _export_weights(folder, form, claim, statement)
    if claim["value"] is not None and form != "veripb":
        problem = f"an objective has no {form} proof"
        raise MistakeError(str(folder), problem, "export --format veripb, whose proofs have objectives")
    bounds, options = item_bounds(statement), statement["options"]
    if form == "veripb":
        search_tree = SearchTreeProof(claim, statement, files)
        size = 0
        for line in chain(search_tree.formula_lines(), search_tree.lines()):
            size += len(line) + 1
            if size > max_bytes:
                problem = f"the {form} proof would have more than {bytes_text(max_bytes)}"
                raise MistakeError(str(folder), problem, SIZE_REMEDY)
        return _written(folder, form, search_tree.formula_lines(), search_tree.lines())
    group = check.checked_group(statement, bounds, options, [0] * len(options))
    _, raw = check.checked_solutions(files["solutions.txt"], bounds, options, [0] * len(options), 0, group)
    searched = ProofTree(TreeProblem(bounds, options))
    if {*searched.solutions()} != raw:
        raise DisagreementError(f"{folder}: the certificate has other solutions than a search without symmetry")
    if form == "drat" and is_exact_cover(bounds):
        return _export_drat(folder, statement, bounds, options, raw, max_bytes)
    make = partial(ClauseProof, bounds, options, searched.items.tolist())
    axioms = _axioms(make, form, max_bytes, folder)
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
    return MistakeError(str(folder), problem, SIZE_REMEDY)


def _written(folder: Path, form: ProofFormat, problem_lines: Iterable[str], proof_lines: Iterable[str]) -> Exported:
    """Write the two files of a proof and the checker of its problem."""
    is_linear = form == "veripb"
    names = ("proof.opb", "proof.pbp") if is_linear else ("proof.cnf", f"proof.{form}")
    problem, proof = (folder / name for name in names)
    with writing(folder, noun="the folder"):
        for file, lines in zip((problem, proof), (problem_lines, proof_lines), strict=True):
            with whole_file(file) as new, new.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(f"{line}\n" for line in lines)
        checker = str((check_pbp if is_linear else check_cnf).__file__)
        copyfile(checker, folder / Path(checker).name)
    command = {"drat": "drat-trim", "lrat": "cake_lpr", "veripb": "veripb"}[form]
    return Exported(
        problem, proof, sum(file.stat().st_size for file in (problem, proof)), f"{command} {problem} {proof}"
    )


def _export_weights(folder: Path, form: ProofFormat, claim: dict[str, Any], statement: dict[str, Any]) -> Exported:
    """Write the weights of a certificate as one cutting plane."""
    if form != "veripb" or claim["modulus"] is not None:
        problem = f"weights{' with a modulus' * (claim['modulus'] is not None)} have no {form} proof"
        raise MistakeError(str(folder), problem, CHECK_REMEDY)
    rows, proof = weight_proof_lines(claim, statement)
    return _written(folder, form, [*formula_head(statement, rows), *rows], proof)


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
