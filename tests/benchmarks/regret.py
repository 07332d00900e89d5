"""Regret of the choice of the engine: the processor time of a command by default over that of the best single engine.

    python -m tests.benchmarks.regret [CASE ...] [--command COMMAND] [--part K/N] [--seed N] [--table FILE]

Each case is a whole process, by default and with each engine, in seconds of processor time, which other processes
hardly change. An engine that takes a second longer than the default is stopped: it is not the best one, and its time is
`inf`, as is that of an engine that declines. All engines that finish must agree. `--command` is `count` by default;
`hint` and `explain` have no `--engine`, so they have no regret. `--seed` draws other random puzzles of a count.
`--part 2/5` measures every fifth case from the second one, and `--table` adds the rows to a file, which later calls
complete; the file alone is printed if no case is left. The aim is at most 1.5 times the best engine plus half a second.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil, inf
from pathlib import Path
from random import Random
from resource import RLIMIT_CPU, setrlimit
from statistics import median

from cp_puzzles.cli import NONE
from cp_puzzles.engines.registry import COUNTERS, ENGINES, FASTEST
from tests.cli.program import ROOT
from tests.processes import started

LIMIT_SECONDS = 20.0
"""A process is stopped after this processor time, and its time is unknown."""

MARGIN_SECONDS = 1.0
"""An engine is stopped after this much more processor time than the default."""

FACTOR, PLUS_SECONDS = 1.5, 0.5
"""The regret that is allowed."""

CATALOG = """
soma soma_bathtub pentomino6x10 pentomino5x12 pentomino4x15 pentomino3x20 pentomino8x8_center pentomino8x8_corners
pentomino_two5x6 pentomino5x12_started pentomino6x10_no_crossroads pentomino6x10_rim pentomino_triple_x
fault_free_pentomino6x10 fault_free_dominoes6x8 fault_free_trominoes7x9 tatami6x6 tatami_mats9x10 ten_tiles8x8
ten_tiles8x8_one_side kanoodle5x11 kanoodle_diagonal kanoodle_pyramid lonpos_tray iq_puzzler_pro_pyramid
dominoes8x8 dominoes8x8_quarter_turn mutilated_chessboard matchings4x4 monominoes_dominoes4x4 torus_dominoes4x4
torus_dominoes6x6 p_pentominoes_torus5x5 p_pentominoes_tube5x5 tetrahexes_torus28 tetromino_tube4x5
hexiamonds6x6 hexiamonds_hexagon hexiamonds_star one_sided_tetrahexes8x5 pentahexes5x5 polysticks3x4 tribones9
trihex_triangles8 tritrigs_hexagon tangram_square tetraboloes4x5 welded_tetrasticks5x5 prisms_hexagon
trispheres_pyramid3 aztec_diamond4 lozenges4_third_turn bars6x6x6 bent_tricubes3x3x3 conway5x5x5 blocks5x5x5 bedlam
corners3x3 diabolical_cube slothouber_graatsma3x3x3 solid_pentomino2x5x6 solid_pentomino2x3x10 solid_pentomino3x4x5
solid_pentomino_cross_block tetracubes2x2x8 tetracubes2x4x4 y_pentacubes5x5x5 squares10x10 squares20x20
squared_rectangle32x33 calendar t_tetrominoes8x8 y_pentominoes5x10 l_trominoes5x9 tetrominoes_twice5x8
most_t_tetrominoes5x5 most_t_tetrominoes6x6 most_v_pentominoes8x8 clumsy_dominoes5x5 clumsy_dominoes6x6
most_pentominoes7x7 blocking_pentominoes5x5 burrs/notchable_solid burrs/piston_burr
"""
"""Puzzles of the catalog: sets, rules, objectives, lattices, boxes, copies, tori."""

WRITTEN = {
    "dominoes 10x10": "board: {size: [10, 10]}, tiles: [{set: domino, multiplicity: any}]",
    "dominoes 4x30": "board: {size: [4, 30]}, tiles: [{set: domino, multiplicity: any}]",
    "dominoes 3x4x4": "board: {size: [3, 4, 4]}, tiles: [{set: domino, multiplicity: any}]",
    "trominoes 2x4x6": "board: {size: [2, 4, 6]}, tiles: [{set: trominoes, multiplicity: any}]",
    "trominoes 6x9": "board: {size: [6, 9]}, tiles: [{set: trominoes, multiplicity: any}]",
    "tetrominoes 6x8": "board: {size: [6, 8]}, tiles: [{set: tetrominoes, multiplicity: any}]",
    "tetrominoes 4x5": "board: {size: [4, 5]}, tiles: [{set: tetrominoes, multiplicity: any}]",
    "pentominoes 5x9": "board: {size: [5, 9]}, tiles: [{set: pentominoes, multiplicity: any}]",
}
"""Boards whose tiles have any number of copies, and which a count covers without a search."""

OPTIONS = {
    "pentomino5x12": ("--symmetry", "off"),
    "pentomino6x10": ("--symmetry", "rotations"),
    "soma": ("--symmetry", "off"),
    "dominoes8x8": ("--rule", "faults=0"),
    "tetrominoes_twice5x8": ("--symmetry", "off"),
}
"""The same puzzles with other options."""

RANDOM_CASES, SEED = 24, 36
"""The number of puzzles with random boards, sets and copies, and their seed."""

SOME = """
soma pentomino6x10 pentomino3x20 fault_free_dominoes6x8 tatami6x6 kanoodle5x11 kanoodle_pyramid dominoes8x8
torus_dominoes6x6 p_pentominoes_torus5x5 hexiamonds_star polysticks3x4 squares20x20 mutilated_chessboard
tetrominoes_twice5x8 solid_pentomino2x5x6 conway5x5x5
"""
"""Puzzles of all kinds, and one without a solution."""

BURRS = """
burrs/chinese_cross burrs/yamato_block burrs/diabolical_structure burrs/loves_dozen burrs/tenyo_burr burrs/double_cross
burrs/notchable_solid burrs/computers_choice_unique10 soma conway5x5x5 slothouber_graatsma3x3x3 diabolical_cube
"""
"""Burrs, and solid puzzles that come apart or not."""

TILED = """
y_pentominoes5x10 l_trominoes5x9 dominoes8x8 t_tetrominoes8x8 x_pentominoes8x8 straight_trominoes8x8 tetrominoes4x5
p_pentominoes_torus5x5 bent_tricubes3x3x3 i_tetrominoes10x10 tatami6x6 l_tetrominoes10x10
"""
"""Tiles for the smallest rectangle."""

GIVEN = """
pentomino6x10 pentomino3x20 soma kanoodle5x11 hexiamonds6x6 tetrominoes_twice5x8 dominoes6x6 solid_pentomino2x5x6
polysticks3x4 tangram_square conway5x5x5 pentomino8x8_center
"""
"""Boards for challenges with given pieces."""

TABLES = """
soma pentomino6x10 pentomino3x20 pentomino5x12 fault_free_dominoes6x8 tatami6x6 kanoodle5x11 dominoes6x6
tetrominoes_twice5x8 hexiamonds6x6 t_tetrominoes8x8 solid_pentomino2x5x6
"""
"""Puzzles for a table by the cells of the boundary."""


@dataclass(frozen=True)
class Command:
    """A command with its options and cases; all engines print the same under the keys of `answer`."""

    arguments: tuple[str, ...]
    cases: str = SOME
    answer: tuple[str, ...] = ("status",)


COMMANDS = {
    "count": Command(("count",), "", ("status", "solutions", "raw")),
    "by": Command(("count", "--by", "touching"), TABLES, ("status", "by")),
    "solve": Command(("solve", "--limit", "1"), SOME),
    "sample": Command(("sample", "--seed", "1"), SOME, ("raw",)),
    "smallest": Command(("smallest", "--up-to", "100"), TILED, ("status", "size")),
    "apart": Command(("apart",), BURRS, ("status", "assemblies", "apart")),
    "design": Command(("design", "--seed", "1"), GIVEN, ("status", "smallest")),
}
"""The commands that have `--engine`."""


def cases(command: str = "count", seed: int = SEED) -> dict[str, tuple[str, ...]]:
    """Return the spec and options of each case, by its name; a spec that begins with `{` is written to a file."""
    found: dict[str, tuple[str, ...]] = {name: (name,) for name in (COMMANDS[command].cases or CATALOG).split()}
    if COMMANDS[command].cases:
        return found
    found |= {name: (f"{{name: {name}, {text}}}",) for name, text in WRITTEN.items()}
    found |= {" ".join((name, *options)): (name, *options) for name, options in OPTIONS.items()}
    random = Random(seed)
    for number in range(RANDOM_CASES):
        found[f"random {number}"] = (_random_spec(random, number),)
    return found


def _random_spec(random: Random, number: int) -> str:
    """Return a puzzle: a set with a random number of copies on a rectangle or a box of a size that suits it."""
    name, size = random.choice([("domino", 2), ("trominoes", 3), ("tetrominoes", 4), ("pentominoes", 5)])
    while True:
        dimensions = random.choice((2, 2, 3))
        sides = [random.randint(2, 4 if dimensions == 3 else 9) for _ in range(dimensions)]
        cells = 1
        for side in sides:
            cells *= side
        if 16 <= cells <= 64 and cells % size == 0:
            break
    copies = random.choice(("any", f"{{max: {random.randint(2, 6)}}}"))
    return f"{{name: r{number}, board: {{size: {sides}}}, tiles: [{{set: {name}, multiplicity: {copies}}}]}}"


def measured(
    command: str, arguments: tuple[str, ...], engine: str | None, limit: float
) -> tuple[float, Mapping[str, object]]:
    """Return the processor seconds of a process and its summary; infinite seconds if it is stopped or declined."""
    with tempfile.TemporaryDirectory() as folder:
        spec, *rest = arguments
        if spec.startswith("{"):
            file = Path(folder, "spec.yaml")
            file.write_text(spec, encoding="utf-8")
            spec = str(file)
        named = [] if engine is None else ["--engine", engine]
        name, *options = COMMANDS[command].arguments
        program = [sys.executable, "-m", "cp_puzzles", name, spec, *options, *rest, *named, "--json"]
        before = os.times()
        pipe = subprocess.PIPE
        with started(program, cwd=ROOT, stdout=pipe, stderr=pipe, preexec_fn=partial(_limit, limit)) as process:
            output, _ = process.communicate()
        after = os.times()
    is_answered = process.returncode in (0, NONE) and output.strip()
    seconds = sum(after[2:4]) - sum(before[2:4])
    return (seconds, json.loads(output)) if is_answered else (inf, {})


def _limit(seconds: float) -> None:
    """Limit this process to one core, so that it starts no workers, and to some processor time."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[os.getpid() % len(cores)]})
    if seconds < inf:
        setrlimit(RLIMIT_CPU, (ceil(seconds), ceil(seconds)))


def compile_all() -> None:
    """Compile what a count may need, so that no case waits for it, by counts that are too long to be interpreted."""
    for name in ("solid_pentomino2x5x6", "pentomino3x20", "dominoes8x8", "tatami6x6"):
        for _ in range(2):
            measured("count", (name,), FASTEST, inf)


def row_of(name: str, arguments: tuple[str, ...], command: str = "count") -> dict[str, str]:
    """Return the times of a case; assert that all engines have the same answer."""
    seconds, chosen = measured(command, arguments, None, LIMIT_SECONDS)
    limit = LIMIT_SECONDS if seconds == inf else seconds + MARGIN_SECONDS
    summaries = [chosen]
    row = {"case": name, "chosen": str(chosen.get("engine", "")), "default": f"{seconds:.2f}"}
    for engine in (*ENGINES, *COUNTERS):
        taken, summary = measured(command, arguments, engine, limit)
        row[engine] = f"{taken:.2f}"
        summaries.append(summary)
    answers = [[summary.get(key) for key in COMMANDS[command].answer] for summary in summaries if summary]
    assert all(answer == answers[0] for answer in answers), f"{name}: {answers}"
    return row


def regret_of(row: Mapping[str, str]) -> tuple[float, bool]:
    """Return the factor to the best engine, and True if it is allowed; an unfinished default has an infinite one."""
    best = min(float(row[engine]) for engine in (*ENGINES, *COUNTERS))
    default = float(row["default"])
    if best == inf:
        return 1.0, True
    return default / best, default <= FACTOR * best + PLUS_SECONDS


def printed(rows: list[dict[str, str]]) -> Iterator[str]:
    """Yield the lines of the table and a summary."""
    engines = (*ENGINES, *COUNTERS)
    yield f"{'case':38}{'chosen':>13}{'default':>9}" + "".join(f"{engine:>13}" for engine in engines) + f"{'regret':>9}"
    for row in rows:
        factor, is_allowed = regret_of(row)
        times = "".join(f"{row[engine]:>13}" for engine in engines)
        mark = "" if is_allowed else "  too much"
        yield f"{row['case']:38}{row['chosen']:>13}{row['default']:>9}{times}{factor:9.2f}{mark}"
    factors = [regret_of(row) for row in rows]
    kept = sum(is_allowed for _, is_allowed in factors)
    allowed = f"{FACTOR} times the best engine plus {PLUS_SECONDS} s"
    yield f"{kept} of {len(rows)} within {allowed}; median {median(factor for factor, _ in factors):.2f}"


def main() -> None:
    """Measure cases, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--command", choices=COMMANDS, default="count")
    parser.add_argument("--seed", type=int, default=SEED, help="of the random puzzles")
    parser.add_argument("--part", default="1/1", help="the K-th of N parts, K/N")
    parser.add_argument("--table", type=Path, help="a .csv file to which rows are added")
    asked = parser.parse_args()
    every = cases(asked.command, asked.seed)
    number, parts = map(int, asked.part.split("/"))
    names = asked.cases or list(every)[number - 1 :: parts]
    compile_all()
    rows: list[dict[str, str]] = []
    if asked.table and asked.table.exists():
        with asked.table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    for name in names:
        if name in {row["case"] for row in rows}:
            continue
        row = row_of(name, every[name], asked.command)
        rows.append(row)
        print(*row.values(), flush=True)
        if asked.table:
            with asked.table.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
                writer.writerows(rows)
    print(*printed(rows), sep="\n")


if __name__ == "__main__":
    main()
