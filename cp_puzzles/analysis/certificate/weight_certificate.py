"""Certificates of weight proofs: prices of items, which show that there is no solution."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles.analysis.certificate import check_weights
from cp_puzzles.analysis.certificate.folder import Content, Written, source_of, write_folder
from cp_puzzles.analysis.certificate.statement import PLACE, Statement, statement_of
from cp_puzzles.base.number_text import counted
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.explanation import CountingProof, Explanation
from cp_puzzles.cover.proofs.weight_proof import WeightProof
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle

FORMAT = "cp-puzzles certificate of weights"

README = """\
Certificate: {name} has no solution.

- `statement.json`: the board, the tiles, the rules as bounds on numbers of options, and the cover problem: items with
  bounds, options as lists of items.
- `claim.json`: the price of each item, the modulus, and the SHA-256 of the statement.
- `check_weights.py` and `check.py`: the checker, with the standard library of Python only. Read both, then run
  `python check_weights.py`.
"""


def certify_weights(puzzle: Puzzle, explanation: Explanation, folder: Path) -> Written:
    """Write the weights of an explanation as a certificate that a puzzle has no solution.

    Raises `MistakeError` if the explanation has no weights, or other given pieces than the puzzle.
    """
    proof = explanation.proof.weights if isinstance(explanation.proof, CountingProof) else explanation.proof
    remedy = "count --certificate proves the number of solutions by a search"
    if not isinstance(proof, WeightProof) or explanation.puzzle.given != puzzle.given:
        raise MistakeError(PLACE, "the explanation is not a weighted count of the cells", remedy)
    if any(demand.remainder is not None for demand in proof.demands):
        raise MistakeError(PLACE, "the weights use remainders of rules", remedy)
    statement = statement_of(explanation.puzzle, "off")
    prices = _prices(build_cover(explanation.puzzle, drop=False), statement, proof)
    claim: dict[str, object] = {"format": FORMAT, "version": 1, "modulus": proof.modulus, "prices": prices}
    readme = README.format(name=" ".join(puzzle.name.split()))
    checkers = {"check_weights.py": source_of(check_weights)}
    weighted = sum(price != 0 for price in prices)
    return write_folder(folder, statement.data, Content({}, claim, readme, checkers, counted(weighted, "weight")))


def _prices(cover: Cover, statement: Statement, proof: WeightProof) -> list[int]:
    """Return the price of each item: what a tile may weigh, and minus the weight of a cell or of a demand of a rule.

    An item that may not be covered gets a price that its options are never cheaper than.
    """
    weights, tiles = dict(proof.cells), dict(proof.tiles)
    demands = {(demand.rule, demand.name): demand.weight for demand in proof.demands}
    prices = [-weights.get(cell, 0) for cell in cover.cells]
    problem = cover.problem
    prices += [tiles[problem.items[item].name] for item in problem.tiles]
    prices += [-demands.get((cover.rule_of(item), problem.items[item].name), 0) for item in problem.rules]
    for items in statement.options:
        banned = next((item for item in items if problem.items[item].maximum == 0), None)
        if banned is not None and proof.modulus is None:
            prices[banned] += max(0, -sum(prices[item] for item in items))
    return prices
