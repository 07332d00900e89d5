"""Files of shares: split a run into files with parts of about the same work, and search such a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from heapq import heapify, heapreplace
from pathlib import Path

from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.registry import DEFAULT, entry_of, refuse_counter
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.partition.partition import Partition, partition
from cp_puzzles.search.request import collect, job_of, run_of
from cp_puzzles.search.run_plan import RunConfig, RunPlan
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.store.run_identity import identity_of
from cp_puzzles.search.store.run_transfer import create_run, read_run
from cp_puzzles.search.store.run_writer import StoreWriter

PARTS_PER_SHARE = 4
"""Parts of a new run for each share: with several parts the shares differ less, and a stopped one loses less."""


def split_run(puzzle: Puzzle, run: str, folder: Path, into: int, options: SearchOptions, *, keep: bool) -> list[Path]:
    """Write the unfinished parts of a run, which is created if needed, to files with shares of about the same work.

    Parameters
    ----------
    puzzle, options
        The puzzle, and the equivalence of its solutions.
    run
        The file of the run, into which the shares are to be merged.
    folder
        The folder of the shares `1.run`, `2.run`, ...
    into
        The number of shares.
    keep
        Keep the solutions in a new run, as `solve` does; otherwise they are only counted.

    Raises
    ------
    MistakeError
        If there are fewer unfinished parts than shares, or if a share exists already.
    """
    if puzzle.objective is not None:
        raise MistakeError(
            puzzle.name,
            "a search for the best value cannot be split",
            "find the best value first, and write it as a rule",
        )
    job = job_of(puzzle, options, keep=keep)
    plan = RunPlan.of(job, RunConfig(replace(options, store=run)), chooses_engine=False)
    if plan.early is not None:
        raise KeyboardInterrupt
    if plan.reason is not None:
        raise MistakeError(puzzle.name, f"there is no solution: {plan.reason}", "there is nothing to split")
    policy = entry_of(job.engine).tuning.partition
    policy = replace(policy, parts=max(policy.parts, PARTS_PER_SHARE * into), min_work_to_split=0.0)
    cover, request = plan.cover, plan.request
    store = StoreWriter(
        run, job, cover, request, make_partition=lambda: partition(cover.problem, request.leader, policy), jobs=1
    )
    store.close()
    state = store.resume_state
    pairs = zip(state.partition.parts, state.partition.weights, strict=True)
    unfinished = [(part, weight) for part, weight in pairs if part.index not in state.finished]
    if len(unfinished) < into:
        problem = f"the run {run} has only {len(unfinished)} unfinished parts"
        raise MistakeError(Parameter("into", into), problem, "ask for fewer shares")
    identity = identity_of(job, cover, request)
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{number}.run" for number in range(1, into + 1)]
    for number, (file, parts) in enumerate(zip(files, _shares(unfinished, into), strict=True), start=1):
        create_run(file, replace(identity, share=f"{number}/{into}"), parts)
    return files


def _shares(parts: list[tuple[Part, float]], into: int) -> Iterable[Partition]:
    """Distribute parts, the largest first, each to the share with the least work so far."""
    shares: list[list[tuple[Part, float]]] = [[] for _ in range(into)]
    loads = [(0.0, 0, number) for number in range(into)]
    heapify(loads)
    for part, weight in sorted(parts, key=lambda pair: (-pair[1], pair[0].index)):
        work, count, number = loads[0]
        shares[number].append((part, weight))
        heapreplace(loads, (work + weight, count + 1, number))
    for share in shares:
        share.sort(key=lambda pair: pair[0].index)
        numbered = tuple(replace(part, index=index) for index, (part, _) in enumerate(share))
        yield Partition(numbered, tuple(weight for _, weight in share))


def search_share(path: str, options: SearchOptions) -> RunResult:
    """Search the unfinished parts of a share, with any engine; the result is that of its parts alone.

    The puzzle and the equivalence are those of the file. Raises `MistakeError` if the file is not a share of a run.
    """
    identity = read_run(path).identity
    if not identity.share:
        remedy = ("resume it with count or solve and ", Parameter("store"), ", or make shares with split")
        raise MistakeError(path, "this file is a run, not a share", remedy)
    refuse_counter(options.engine or DEFAULT, "this engine does not search parts")
    options = replace(options, symmetry=identity.symmetry, store=path)
    run = run_of(identity.build_puzzle(), options, keep=identity.command == "solve", share=identity.share)
    return collect(run, [], lambda solution: None)
