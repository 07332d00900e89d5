"""Edge matching: all solutions of sets of squares, by the exact-cover engine and by other programs.

    python -m tests.benchmarks.edge_matching [NAME ...] [--limit SECONDS]

The whole takes up to an hour with the limit of 20 seconds. The orders that the engine does not take and CP-SAT
have a quarter of the limit.

`C` is the program of solvers of Eternity II: it fills row by row and looks candidates up by the colors to the left and
above; it is compiled with `cc -O3 -march=native`. `CP-SAT` is a plain model with one worker. The engine takes one of
three orders by an estimate; here it takes each. Times are processor seconds without compilation; `-` is a time beyond
the limit. Numbers of solutions must agree. NAME selects sets by the start of their names.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import pytest
from ortools.sat.python.cp_model import CpModel, CpSolver

from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.engine import PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.engines.exact_cover.matched_search import Filling
from cp_puzzles.puzzle.geometry.polyform_sets import random_tiles
from tests.benchmarks.processor_time import timed
from tests.processes import finished
from tests.written import puzzle_of

NAMES = (
    *(f"eternity-7x7-6-{seed}" for seed in range(1, 6)),
    *(f"eternity-8x8-8-{seed}" for seed in range(1, 11)),
    *(f"tetravex-8x8-10-{seed}" for seed in range(1, 6)),
)
ORDERS = ("rows", "square", "frame")

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
typedef struct { int piece, down, right; } Way;
static int n, framed, side[256][4], used[256], corner = -1;
static Way *ways[64][64], board[256];
static long nodes, found;
static void fill(int cell) {
  if (cell == n * n) { found++; return; }
  int row = cell / n, column = cell % n, up = row ? board[cell - n].down : 0, left = column ? board[cell - 1].right : 0;
  for (Way *way = ways[left][up]; way->piece >= 0; way++) {
    if (used[way->piece] || (cell == 0 && framed && way->piece != corner)) continue;
    if (framed && ((way->right == 0) != (column == n - 1) || (way->down == 0) != (row == n - 1))) continue;
    used[way->piece] = 1; board[cell] = *way; nodes++;
    fill(cell + 1);
    used[way->piece] = 0;
  }
}
int main(void) {
  if (scanf("%d %d", &n, &framed) != 2) return 2;
  for (int p = 0; p < n * n; p++) {
    int zeros = 0;
    for (int s = 0; s < 4; s++) { if (scanf("%d", &side[p][s]) != 1) return 2; zeros += side[p][s] == 0; }
    if (zeros == 2 && corner < 0) corner = p;
  }
  for (int left = 0; left < 64; left++) for (int up = 0; up < 64; up++) {
    Way *list = ways[left][up] = malloc((4 * n * n + 1) * sizeof *list);
    for (int p = 0; p < n * n; p++) for (int turn = 0; turn < (framed ? 4 : 1); turn++) {
      int *s = side[p];
      if (turn == 2 && s[0] == s[2] && s[1] == s[3]) break;
      int fits = (left == 0 && !framed) || s[(turn + 3) % 4] == left;
      if (fits && ((up == 0 && !framed) || s[turn] == up))
        *list++ = (Way){p, s[(turn + 2) % 4], s[(turn + 1) % 4]};
    }
    list->piece = -1;
  }
  fill(0);
  printf("%ld %ld\n", found, nodes);
}
"""


def sides_of(name: str) -> tuple[int, list[str]]:
    """Return the size of a set, and the colors of its squares."""
    kind, size, colors, seed = name.split("-")
    number = int(size.partition("x")[0])
    return number, list(random_tiles(number, number, int(colors), int(seed), is_framed=kind == "eternity"))


def request_of(name: str) -> SearchRequest:
    """Return the search for all solutions; those of a framed set up to rotations."""
    number, _ = sides_of(name)
    rules = "match: equal, boundary: x" if name.startswith("eternity") else "match: equal"
    keys = f"board: {{size: [{number}, {number}]}}, tiles: [{{set: {name}}}], rules: {{{rules}}}"
    return cover_and_request(puzzle_of(keys), symmetry="rotations")[1]


def ours(request: SearchRequest, order: int | None = None) -> tuple[int, int, float]:
    """Return the number of solutions, of nodes, and the seconds, in one of the orders or in that which is taken."""
    orders, limit = Filling.orders, LIMIT if order is None else LIMIT / 4
    with pytest.MonkeyPatch.context() as patch:
        if order is not None:
            patch.setattr(Filling, "orders", lambda filling: [[*orders(filling)][order]])
        result, seconds = timed(ExactCoverEngine().run, PartTask(request, budget=limit))
    return (result.solutions if not result.rest else -1), int(result.statistics["nodes"]), seconds


def in_c(program: Path, name: str) -> tuple[int, int, float]:
    """Return the same of the compiled program; its times are those of `ulimit -t` and of `times`."""
    number, tiles = sides_of(name)
    letters = {"x": 0} if name.startswith("eternity") else {}
    texts = [" ".join(str(letters.setdefault(color, len(letters) + 1)) for color in tile[:4]) for tile in tiles]
    text = f"{number} {int(name.startswith('eternity'))}\n" + "\n".join(texts)
    command = ["bash", "-c", f"ulimit -t {int(LIMIT)}; {program}; times"]
    lines = finished(command, input=text, timeout=20 * LIMIT).stdout.splitlines()
    minutes, _, seconds = lines[-1].split()[0].rstrip("s").partition("m")
    found, nodes = map(int, lines[0].split()) if len(lines) == 3 else (-1, -1)
    return found, nodes, 60 * int(minutes) + float(seconds)


def in_cp_sat(name: str) -> tuple[int, float]:
    """Return 1 if a plain model has a solution within the limit, and the seconds."""
    number, tiles = sides_of(name)
    is_framed, model = name.startswith("eternity"), CpModel()
    showing, at, of = defaultdict(list), defaultdict(list), defaultdict(list)
    for row, column, (piece, tile), turn in product(range(number), range(number), enumerate(tiles), range(4)):
        sides = [tile[:4][(turn + side) % 4] for side in range(4)]
        outside = [row == 0, column == number - 1, row == number - 1, column == 0]
        if (is_framed and [side == "x" for side in sides] != outside) or (turn and not is_framed):
            continue
        choice = model.new_bool_var("")
        at[row, column].append(choice)
        of[piece].append(choice)
        for side, place in enumerate([(row, column, 0), (row, column + 1, 1), (row + 1, column, 0), (row, column, 1)]):
            showing[place, sides[side], side % 3 == 0].append(choice)
    for choices in (*at.values(), *of.values()):
        model.add_exactly_one(choices)
    for (row, column, way), color, _ in list(showing):
        if (row if way == 0 else column) in range(1, number):
            model.add(sum(showing[(row, column, way), color, False]) == sum(showing[(row, column, way), color, True]))
    solver = CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, LIMIT / 4
    status, seconds = timed(solver.solve, model)
    return int(solver.status_name(status) in ("OPTIMAL", "FEASIBLE")), seconds


def main() -> None:
    """Print a row for each set."""
    heads = " ".join(f"{order:>8}" for order in ORDERS)
    print(f"set                  solutions     nodes  engine | {heads} |     C nodes       C | ratio | CP-SAT, one")
    ratios = []
    with TemporaryDirectory() as folder:
        program = Path(folder) / "rows"
        finished(["cc", "-O3", "-march=native", "-x", "c", "-o", str(program), "-"], status=0, input=PROGRAM)
        ours(request_of(NAMES[2]))  # compiles; a smaller set is interpreted
        for name in (name for name in NAMES if not NAMED or name.startswith(tuple(NAMED))):
            request = request_of(name)
            found, nodes, seconds = ours(request)
            each = [ours(request, order) for order in range(len(ORDERS))]
            found_in_c, nodes_in_c, seconds_in_c = in_c(program, name)
            is_found, seconds_of_model = in_cp_sat(name)
            agreed = {number for number in (found, found_in_c, *(number for number, _, _ in each)) if number >= 0}
            assert len(agreed) < 2, f"{name}: {agreed} solutions"
            shown = " ".join(f"{s:8.2f}" if n >= 0 else "       -" for n, _, s in each)
            of_c = f"{nodes_in_c:11,} {seconds_in_c:7.2f}" if found_in_c >= 0 else f"          - {'-':>7}"
            ratio = seconds / seconds_in_c
            if found >= 0 and found_in_c >= 0:
                ratios.append(ratio)
            one = f"{seconds_of_model:.1f}" if is_found else "-"
            print(
                f"{name:20} {found:9} {nodes:9,} {seconds:7.2f} | {shown} | {of_c} | {ratio:5.2f} | {one}", flush=True
            )
    ended = f"{len(ratios)} sets of which both ended"
    print(f"ratio to C of {ended}: median {median(ratios):.2f}, largest {max(ratios):.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--limit", type=float, default=20.0)
    arguments = parser.parse_args()
    NAMED, LIMIT = arguments.names, arguments.limit
    main()
