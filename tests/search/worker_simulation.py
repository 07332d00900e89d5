"""A thousand workers on one machine: `python -m tests.search.worker_simulation 1000` prints what is lost.

Each worker is a process that searches one share of the 6x10 pentominoes, in random order and after a random delay. Many
are killed at a random moment and start again. Some lie: their files hide a solution, repeat one, come twice or are
another share's. The script prints one line a fact, and ends with status 1 if a solution is lost or a lie is merged.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.dlx_problem import problem_from
from cp_puzzles.engines.engine import PartResult
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.ordered_results import Pair
from cp_puzzles.search.shares.share_files import search_share, split_run
from cp_puzzles.search.shares.share_merge import merge_shares, pass_chance
from cp_puzzles.search.store.run_transfer import FinishedPart, adopt_parts, create_run, read_part, read_run

PUZZLE, SOLUTIONS, RAW = "pentomino6x10", 2339, 9356
AT_ONCE = 4
DEATHS = 0.3
"""The probability that a worker is killed before it ends."""

Change = Callable[[list[Pair]], list[Pair]]


def work(file: Path, seconds: float) -> None:
    """Search a share in this process after a delay, and end the process."""
    time.sleep(seconds)
    try:
        search_share(str(file), SearchOptions(engine="exact-cover", jobs=1))
    except BaseException:
        os._exit(70)
    os._exit(0)


def search_all(files: list[Path], chance: random.Random) -> Counter[str]:
    """Run a worker for each share until all are finished; return how many were started and killed."""
    waiting, running, facts = chance.sample(files, len(files)), dict[int, Path](), Counter[str]()
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            file, delay = waiting.pop(), chance.uniform(0, 0.01)
            if (process := os.fork()) == 0:
                work(file, delay)
            running[process] = file
            facts["workers started"] += 1
            if chance.random() < DEATHS:
                time.sleep(chance.uniform(0, 0.1))
                os.kill(process, signal.SIGKILL)
        process, status = os.wait()
        file = running.pop(process)
        if status != 0:
            facts["workers killed"] += 1
            waiting.insert(0, file)
    return facts


def falsify(source: Path, target: Path, change: Change) -> bool:
    """Write a share whose first part with solutions is changed; return False if no part has any."""
    record, cover = read_run(str(source)), build_cover(problem_from(PUZZLE))
    parts, is_changed = [], False
    for part in record.partition.parts:
        pairs, result = [*read_part(str(source), record, part.index, cover)], record.results[part.index]
        if pairs and not is_changed:
            pairs, is_changed = change(pairs), True
            sizes = np.concatenate([sizes for _, sizes in pairs])
            result = PartResult(len(sizes), int(sizes.sum()), int((sizes < 4).sum()))
        parts.append(FinishedPart(part.index, 0, result, pairs))
    target.unlink(missing_ok=True)
    create_run(target, record.identity, record.partition)
    adopt_parts(str(target), [replace(record.sessions[0], number=1)], parts)
    return is_changed


def hide_a_solution(pairs: list[Pair]) -> list[Pair]:
    """Leave out the last solution."""
    return [*pairs[:-1], (pairs[-1][0][:-1], pairs[-1][1][:-1])]


def repeat_a_solution(pairs: list[Pair]) -> list[Pair]:
    """Add the first solution once more."""
    return [*pairs, (pairs[0][0][:1], pairs[0][1][:1])]


def enlarge_an_orbit(pairs: list[Pair]) -> list[Pair]:
    """State the double size of an orbit."""
    sizes = pairs[0][1].copy()
    sizes[0] *= 2
    return [(pairs[0][0], sizes), *pairs[1:]]


def refusals(run: Path, files: list[str], check: float, seeds: range) -> int:
    """Return how many merges of copies of a run are refused, with different random choices."""
    refused = 0
    for seed in seeds:
        copy = run.with_name("copy.run")
        shutil.copyfile(run, copy)
        try:
            merge_shares(str(copy), files, check, random.Random(seed))
        except MistakeError:
            refused += 1
        copy.unlink()
    return refused


def main(workers: int) -> int:
    """Simulate this many workers and return the exit status."""
    merges = 20 if workers >= 100 else 2
    chance = random.Random(workers)
    with tempfile.TemporaryDirectory() as name:
        run, folder = Path(name) / "whole.run", Path(name) / "shares"
        files = split_run(problem_from(PUZZLE), str(run), folder, workers, SearchOptions(), keep=True)
        search_share(str(files[0]), SearchOptions(engine="exact-cover", jobs=1))  # compiles once for all workers
        facts = search_all(files, chance)
        shares = [str(file) for file in files]
        bad = 0
        for change in (repeat_a_solution, enlarge_an_orbit):
            false = Path(name) / "false.run"
            place = next(n for n, file in enumerate(files) if falsify(file, false, change))
            bad += 1 - refusals(run, [*shares[:place], str(false), *shares[place + 1 :]], 0.0, range(1))
        for broken in (shares[1:], [*shares, shares[0]], [*shares[:-1], shares[0]]):
            bad += 1 - refusals(run, broken, 0.0, range(1))
        lying, liars = list(shares), 0
        for place, file in enumerate(files):
            false = Path(name) / f"hidden{place}.run"
            if liars < max(1, workers // 50) and falsify(file, false, hide_a_solution):
                lying[place], liars = str(false), liars + 1
        parts = len(read_run(str(run)).partition.parts)
        caught = refusals(run, lying, 0.05, range(merges))
        chance_to_pass = pass_chance(parts, -(-parts // 20), liars)
        bad += 1 - refusals(run, lying, 1.0, range(1))
        merged = merge_shares(str(run), shares, 0.05, random.Random(0)).status
    lost = SOLUTIONS - merged.solutions, RAW - merged.raw
    print(f"workers: {workers}, started {facts['workers started']} times, killed {facts['workers killed']} times")
    print("refused without a replay: a repeated solution, a wrong orbit, a missing, a doubled and an exchanged share")
    print(f"{liars} workers hide a solution: {caught} of {merges} merges with --check 0.05 refused")
    print(f"the chance of each such merge to pass was {chance_to_pass:.0%}")
    print(f"lies merged that can be seen: {bad}")
    print(f"solutions lost: {lost[0]} of {SOLUTIONS}, {lost[1]} of {RAW}")
    return int(any(lost) or bad > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
