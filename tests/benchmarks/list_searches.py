"""The gain of the beam search and the local search: one solution of ten packings of 8,000 to 72,000 placements.

    python -m tests.benchmarks.list_searches [NAME ...] [--limit SECONDS]

Each search on lists alone, all of them in turns as the engine runs them, and restarts on bit sets: processor seconds of
a process that has compiled before, without placing; nothing where the limit came first. Every solution is verified.
NAME selects packings whose names contain it.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from dataclasses import replace
from itertools import product
from time import process_time
from typing import Any

from cp_puzzles import build_puzzle, parse_spec
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.engine import PartTask
from cp_puzzles.engines.exact_cover import exact_cover_engine as engine_module
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.worker import Job
from tests.benchmarks.packings import packings

LIMIT_SECONDS, WARM_SECONDS = 20.0, 4.0
"""Processor time of each search for each packing, and before, to compile."""

SEED = 36

SEARCHES = ("all", "beam", "local", "depth-first", "bit sets")

HOLES = [[row, column + row // 8 % 2] for row, column in product(range(3, 80, 8), range(1, 80, 4))]

CHOSEN = (
    "eight boxes on a pallet",
    "region 35 wide, 85 % full",
    "region 41 wide, 90 % full",
    "region 43 wide, 91 % full",
    "8 of each pentomino in 20x24",
    "2 of each hexomino in 20x21",
    "16 of each tetracube in 8x8x8",
    "5 of each solid pentomino in 5x6x10",
)

MADE = {
    "dominoes in 80x80 less 200 cells": (
        f"board: {{size: [80, 80], holes: {HOLES}}}, tiles: [{{set: domino, multiplicity: any}}]"
    ),
    "P in 80x80": "board: {size: [80, 80]}, tiles: [{set: pentominoes, only: [P], multiplicity: any}]",
}


def chosen_packings() -> dict[str, str]:
    """Return the packings by name, as specs."""
    every = packings()
    return {
        **{name: every[name] for name in CHOSEN},
        **{name: f"{{name: packing, {text}}}" for name, text in MADE.items()},
    }


EVERY = engine_module.searches_on_lists


def only(search: str) -> Any:
    """Return `searches_on_lists` with one of the searches; raise `NoSearchError` where it cannot run."""

    def searches(*arguments: Any, **keywords: Any) -> Any:
        found = EVERY(*arguments, **keywords)
        if search not in found:
            raise NoSearchError
        return {search: found[search]}

    return searches


class NoSearchError(Exception):
    """Raised where a packing has no such search: a beam needs cells that may stay empty."""


def seconds_of(search: str, puzzle: Puzzle, limit: float) -> float | None:
    """Return the processor seconds of a search for one solution, which is verified; None at the limit."""
    cover, request = Job(puzzle, "off", "exact-cover").cover_and_request()
    request = replace(request, settings={"sparse": search != "bit sets", "seed": SEED})
    rows: list[list[int]] = []
    began = process_time()
    task = PartTask(
        request,
        limit=1,
        emit=lambda batch, sizes: rows.append(batch[0].tolist()),
        stop=lambda: process_time() - began > limit,
    )
    with suppress(NoSearchError):
        ExactCoverEngine().run(task)
    seconds = process_time() - began
    if not rows:
        return None
    violation = Verifier(puzzle).violation(cover.placements.several([option for option in rows[0] if option >= 0]))
    assert violation is None, f"{search}: {violation}"
    return seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--limit", type=float, default=LIMIT_SECONDS)
    asked = parser.parse_args()
    print("| packing | placements |", " | ".join(SEARCHES), "|")
    print("|---|---|" + "---|" * len(SEARCHES))
    for name, text in chosen_packings().items():
        if asked.names and not any(part in name for part in asked.names):
            continue
        puzzle, row = build_puzzle(parse_spec(text)), []
        for search in SEARCHES:
            engine_module.searches_on_lists = only(search) if search in ("beam", "local", "depth-first") else EVERY
            seconds_of(search, puzzle, WARM_SECONDS)
            seconds = seconds_of(search, puzzle, asked.limit)
            row.append("" if seconds is None else f"{seconds:.2f}")
        print(f"| {name} | {len(build_cover(puzzle).problem.options):,} |", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
