"""Certificates, of a search tree and of weights: the files of each in a folder with its checker.

Several threads search the parts of a search tree.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from cp_puzzles.analysis.certificate.checker import CHECKER
from cp_puzzles.analysis.certificate.statement import PLACE, Statement, encoded, statement_of
from cp_puzzles.base.deadline import NO_DEADLINE, TICK_SECONDS, Deadline
from cp_puzzles.base.file_access import write_file, writing
from cp_puzzles.base.memory import bytes_text
from cp_puzzles.base.text import counted, integer, seconds
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.explanation import CountingProof, Explanation
from cp_puzzles.cover.proofs.linear_programs import item_prices
from cp_puzzles.cover.proofs.weight_proof import WeightProof
from cp_puzzles.cover.symmetry.symmetry_group import effective_symmetry
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.exact_cover.logged_search import NODES, Logged, LoggedProblem
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import DisagreementError, MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.pool import available_cores
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search_options import SearchOptions

README = """\
Certificate: {name} has {claim}.

- `statement.json`: the board, the tiles, the rules as bounds on numbers of options, and the cover problem: items with
  bounds, options as lists of items, generators of the symmetry group as permutations of the items, and the objective
  as weights of the options and a constant.
{proof}- `claim.json`: the claim, with prices of the items where it has any, and the SHA-256 of the other files.
- `check.py`: the checker, with the standard library of Python only. Read it, then run `python -I check.py`.
"""

TREE_README = """\
- `solutions.txt`: the size of the orbit of each solution, and its options by number.
- `tree.gz`: the search tree, as the item of each branching node in preorder (32-bit integers, little-endian, gzip).
"""

TREE_FORMAT, WEIGHTS_FORMAT = "cp-puzzles certificate", "cp-puzzles certificate of weights"

VERSION = 3
"""The version of the format."""

MAX_LINES_BYTES = 1 << 28
"""The largest list of solutions, and the largest packed tree, that the checker reads."""

MAX_LISTED = 1_000_000
"""Solutions, without symmetry, up to which a count without a list is certified by one: some hundred megabytes."""


GZIP_LEVEL = 5
"""The tree of 6x10 is packed to 266 kB in 0.02 s, with level 9 to 231 kB in 0.8 s, four times as long as the walk."""

NOTICE_SECONDS = 15
"""The time between two sentences about a long proof."""

FIRST_NODES, GROWTH = 2 * NODES, 4
"""The nodes of the first part, and the factor from a part to those that are left of it."""


class ObjectiveClaim:
    """The claim that no solution has a better value, with the `prices` and the `scale` that bound all values.

    The prices of the items of an option are at least its weight times the scale; the difference is its cost. The
    problem has further options that leave an item uncovered, after those of the statement. A `value` of None claims
    nothing: there is no objective, or no solution.
    """

    def __init__(self, statement: Statement, value: int | None) -> None:
        self._bounds, self._options, self._value = statement.bounds, [*statement.options], value
        self._count, self._best = len(self._options), 0
        self._weights = [0] * self._count
        self.prices, self.scale = [0] * len(self._bounds), 0
        if value is not None:
            stated = statement.data["objective"]
            self._best = (1 if stated["maximize"] else -1) * (value - stated["constant"])
            for item, bounds in enumerate(self._bounds):
                if bounds[0] + 1 == bounds[1]:
                    self._options.append([item])
                    bounds[0] += 1
            self._weights = statement.weights + [0] * (len(self._options) - self._count)
            found = item_prices(self._bounds, self._options, self._weights)
            if found is None:
                raise MistakeError(PLACE, "no prices of cells and tiles bound the objective", "omit the objective")
            self.scale, self.prices = found

    def problem(self, *, beyond: bool = False, root: int | None = None, roots: Sequence[int] = ()) -> LoggedProblem:
        """Return the problem of solutions that have the value or a better one; `beyond`: only of better ones.

        The search begins with the options `roots` of the item `root`, see `LoggedProblem`.
        """
        target = self._best + (beyond and self._value is not None)
        weighted = zip(self._options, self._weights, strict=True)
        costs = [sum(self.prices[item] for item in items) - self.scale * weight for items, weight in weighted]
        limits = zip(self.prices, self._bounds, strict=True)
        budget = sum(max(price * low, price * high) for price, (low, high) in limits) - self.scale * target
        roots = [*roots, *range(self._count, len(self._options))]
        return LoggedProblem(self._bounds, self._options, costs, budget, root=root, roots=roots)

    def best_of(self, solutions: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """Yield the solutions of a problem that have the value; raise `DisagreementError` for a better one."""
        for solution in solutions:
            kept = tuple(option for option in solution if option < self._count)
            gain = sum(self._weights[option] for option in kept) - self._best
            if gain > 0:
                words = "the proof has a solution with a better one"
                raise DisagreementError(f"the best value is not {self._value}: {words}")
            if gain == 0:
                yield kept


@dataclass
class ProofProgress:
    """The state of the search of a proof: branching nodes of finished parts, and parts."""

    nodes: int = 0
    done: int = 0
    parts: int = 1

    def __str__(self) -> str:
        parts = f"{self.done} of {counted(self.parts, 'part')}, " if self.parts > 1 else ""
        return f"{parts}{integer(self.nodes)} branching nodes"


def proof_of(problem: LoggedProblem, jobs: int = 1, progress: ProofProgress | None = None) -> Logged:
    """Return the tree of a problem, the same for any number of threads."""
    progress, stopped, found = progress or ProofProgress(), Event(), dict[tuple[int, ...], Logged]()

    def search(part: Part, nodes: float) -> tuple[Part, float, Logged]:
        pieces = []
        for piece in problem.search(part, nodes, stopped.is_set):
            pieces.append(piece)
            progress.nodes += len(piece.items)
        return part, nodes, Logged.joined(pieces)

    pool = ThreadPoolExecutor(jobs)
    try:
        running = {pool.submit(search, Part(), FIRST_NODES if jobs > 1 else inf)}
        while running:
            # with a timeout, so that `CanceledError` is raised here
            finished, running = wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            for part, nodes, logged in (future.result() for future in finished):
                found[part.path] = logged
                running |= {pool.submit(search, each, GROWTH * nodes) for each in logged.rest}
                progress.done, progress.parts = progress.done + 1, progress.parts + len(logged.rest)
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)
    return Logged.joined(found[path] for path in sorted(found))


class Written(NamedTuple):
    """The size of a certificate: the steps of its proof, in words, and the bytes of its files."""

    steps: str
    bytes: int


class Certificate:
    """The certificate of the number of solutions of a puzzle, or of the best value of its objective.

    Its statement is made before the search. With a `limit` it is about the best value and lists that many solutions.
    Of the options it uses the limit, the symmetry, the jobs and the memory.
    Raises `MistakeError` if the puzzle cannot be stated in items with bounds.
    """

    def __init__(self, puzzle: Puzzle, options: SearchOptions) -> None:
        if options.limit is not None and puzzle.objective is None:
            raise MistakeError(PLACE, "a certificate covers all solutions", ("omit ", Parameter("limit")))
        self._puzzle, self._jobs, self._progress = puzzle, options.jobs or available_cores(), ProofProgress()
        self.statement = statement_of(puzzle, effective_symmetry(puzzle, options.symmetry), options.memory)

    def covers(self, result: RunResult) -> bool:
        """Return whether a result has what the certificate claims: all solutions, or the best value."""
        best = result.objective or {"value": None, "bound": None}
        is_best = result.status == "limit" and best["value"] is not None and best["value"] == best["bound"]
        return result.status == "complete" or is_best

    def write(
        self,
        folder: Path,
        result: RunResult,
        deadline: Deadline = NO_DEADLINE,
        on_notice: Callable[[str], None] = lambda notice: None,
    ) -> Written:
        """Search once more, with a proof, and write the folder of the certificate.

        `on_notice` gets a sentence about a long search every `NOTICE_SECONDS`. Raises `DisagreementError` if the
        numbers of the result are not those of the proof, and `CanceledError`, with nothing written, after the deadline.
        """
        started, noticed = monotonic(), 0.0

        def tick() -> None:
            nonlocal noticed
            elapsed = monotonic() - started
            if elapsed >= noticed + NOTICE_SECONDS:
                noticed = elapsed
                on_notice(f"certificate: {self._progress} of the proof after {seconds(round(elapsed))}")

        claim, about, steps, files = deadline.run("proving the number of solutions", lambda: self._proof(result), tick)
        return _write_folder(folder, self.statement, claim, about, steps, **files)

    def _proof(self, result: RunResult) -> tuple[dict[str, Any], str, str, dict[str, bytes]]:
        """Return the claim, also in words, the steps in words, and the list of solutions and the tree as files."""
        if not entry_of(result.engine).enumerates and self._puzzle.objective is None:
            solutions = result.count if result.raw is None else result.raw
            if solutions > MAX_LISTED:
                problem = f"the {solutions} solutions are too many to list"
                raise MistakeError(PLACE, problem, "count without a certificate")
        statement, value = self.statement, (result.objective or {"value": None})["value"]
        is_all, root = result.status == "complete", statement.symmetric_root
        objective = ObjectiveClaim(statement, value)
        searched = objective.problem(beyond=not is_all, root=root, roots=statement.roots)
        proof = proof_of(searched, self._jobs, self._progress)
        listed = _orbits(statement, objective.best_of(proof.solutions))
        if not is_all:
            best = objective.best_of(each for piece in objective.problem().search() for each in piece.solutions)
            listed = _orbits(statement, best, result.count)
        raw = sum(listed.values())
        if is_all and (result.count, raw) != (len(listed), raw if result.raw is None else result.raw):
            counts = f"{result.engine} counts {result.count} solutions, {result.raw} in all"
            raise DisagreementError(f"{counts}; the proof {len(listed)}, {raw}")
        lines = [f"{size}: {' '.join(map(str, solution))}" for solution, size in sorted(listed.items())]
        group = "symmetry" if statement.symmetry == "full" else f"the {len(statement.group)} listed symmetries"
        symmetry = "" if statement.symmetry == "off" else f" up to {group}, {raw} in all"
        about = f"{'exactly' if is_all else 'at least'} {counted(len(listed), 'solution')}{symmetry}"
        claim = {"format": TREE_FORMAT, "symmetry": statement.symmetry, "solutions": len(listed), "raw": raw}
        claim |= {"root": root, "value": value, "all_best": is_all}
        claim |= {"prices": objective.prices, "scale": objective.scale}
        packed = gzip.compress(proof.items.astype("<u4").tobytes(), GZIP_LEVEL, mtime=0)
        files = {"solutions.txt": "\n".join([*lines, f"end {len(lines)}", ""]).encode(), "tree.gz": packed}
        return claim, about, counted(len(proof.items), "branching node"), files


def _orbits(
    statement: Statement, solutions: Iterable[tuple[int, ...]], limit: int | None = None
) -> dict[tuple[int, ...], int]:
    """Return the least solution of each orbit and the size of the orbit, for at most `limit` orbits."""
    orbits: dict[tuple[int, ...], int] = {}
    for solution in solutions:
        images = np.sort(statement.group[:, np.array(solution, dtype=np.int64)], axis=1)
        orbit = {tuple(image) for image in images.tolist()}
        orbits[min(orbit)] = len(orbit)
        if len(orbits) == limit:
            break
    return orbits


def certify_weights(puzzle: Puzzle, explanation: Explanation, folder: Path) -> Written:
    """Write the weights of an explanation as a certificate that a puzzle has no solution.

    Raises `MistakeError` if the explanation has no weights, or other given pieces than the puzzle.
    """
    proof = explanation.proof.weights if isinstance(explanation.proof, CountingProof) else explanation.proof
    remedy = ("count with ", Parameter("certificate"), " proves the number of solutions by a search")
    if not isinstance(proof, WeightProof) or explanation.puzzle.given != puzzle.given:
        raise MistakeError(PLACE, "the explanation is not a weighted count of the cells", remedy)
    if any(weighed.marked is not None for weighed in proof.rule_items):
        raise MistakeError(PLACE, "the weights use that a rule is met an even, or an odd, number of times", remedy)
    statement = statement_of(explanation.puzzle, "off")
    prices = _prices(build_cover(explanation.puzzle, drop=False), statement, proof)
    claim = {"format": WEIGHTS_FORMAT, "modulus": proof.modulus, "prices": prices}
    return _write_folder(folder, statement, claim, "no solution", counted(sum(map(bool, prices)), "weight"))


def _prices(cover: Cover, statement: Statement, proof: WeightProof) -> list[int]:
    """Return the price of each item: what a tile may weigh, and minus the weight of a cell or of an item of a rule.

    An item that may not be covered gets a price that its options are never cheaper than.
    """
    weights, tiles = dict(proof.cells), dict(proof.tiles)
    rule_weights = {(weighed.rule, weighed.name): weighed.weight for weighed in proof.rule_items}
    prices = [-weights.get(cell, 0) for cell in cover.cells]
    problem = cover.problem
    prices += [tiles[problem.items[item].name] for item in problem.tiles]
    prices += [-rule_weights.get((cover.rule_of(item), problem.items[item].name), 0) for item in problem.rules]
    prices += [0] * (len(statement.bounds) - len(prices))
    for items in statement.options:
        banned = next((item for item in items if statement.bounds[item][1] == 0), None)
        if banned is not None and proof.modulus is None:
            prices[banned] += max(0, -sum(prices[item] for item in items))
    return prices


def _write_folder(
    folder: Path, statement: Statement, claim: dict[str, Any], about: str, steps: str, **proof: bytes
) -> Written:
    """Write the files of a certificate to a folder, which is created unless it exists; `proof` has some by name.

    `about` is the claim in words.
    """
    for name, data in proof.items():
        if len(data) > MAX_LINES_BYTES:
            problem = f"{name} would have {bytes_text(len(data))}, and the checker reads {bytes_text(MAX_LINES_BYTES)}"
            raise MistakeError(PLACE, problem, "count without a certificate")
    files = {"statement.json": encoded(statement.data), **proof}
    hashes = {name: sha256(data).hexdigest() for name, data in files.items()}
    claim = {"format": claim["format"], "version": VERSION} | claim | {"sha256": hashes}
    name = " ".join(statement.data["name"].split())
    readme = README.format(name=name, claim=about, proof=TREE_README if proof else "")
    files |= {"check.py": CHECKER.read_bytes(), "README.md": readme.encode(), "claim.json": encoded(claim)}
    with writing(folder, noun="the folder"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_file(folder / name, data)
    return Written(steps, sum(map(len, files.values())))
