"""The exact-cover engine beside others from the package index and beside the page's kernel, and its refinements.

python -m pytest -q -s tests/benchmarks/test_exact_cover_speed.py -m benchmark
"""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cp_puzzles import load_spec
from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.output.web.edit_page import editor_lattices
from tests.benchmarks.processor_time import least_time, timed
from tests.benchmarks.prototype import prototype_solutions
from tests.processes import finished

pytestmark = pytest.mark.benchmark

PUZZLES: dict[str, tuple[Symmetry, int]] = {
    "pentomino6x10": ("full", 2339),
    "pentomino5x12": ("full", 1010),
    "pentomino8x8_center": ("full", 65),
    "solid_pentomino2x5x6": ("full", 264),
    "solid_pentomino3x4x5": ("full", 3940),
    "bedlam": ("rotations", 19186),
    "y_pentacubes5x5x5": ("full", 1264),
    "soma": ("off", 11520),
}
SMALL = ("pentomino8x8_center", "soma")
"""What takes the slowest of the others less than a minute."""

PAGE_NAMES = ("pentomino6x10", "pentomino5x12", "solid_pentomino2x5x6", "y_pentacubes5x5x5")
PAGE_SCRIPT = Path(__file__).parents[1] / "output" / "web" / "editor" / "editor_logic.mjs"

REFINEMENTS: dict[str, dict[str, object]] = {
    "all": {},
    "without the scan of narrow boards": {"scan": False},
    "without remembering failures": {"remember": False},
    "remembering them everywhere": {"remember": True},
    "without a price for the rim": {"rim": 0},
    "with a price for the rim everywhere": {"rim": 40},
}


def request(name: str) -> SearchRequest:
    return cover_and_request(name, symmetry=PUZZLES[name][0])[1]


def run(asked: SearchRequest) -> tuple[int, float, int]:
    """Return the number of solutions, the least of the seconds, and the nodes."""
    result, seconds = least_time(ExactCoverEngine().run, PartTask(asked))
    return result.solutions, seconds, int(result.statistics["nodes"])


def leaders(asked: SearchRequest, found: Iterable[Iterable[int]]) -> int:
    """Return the number of solutions that lead their orbits; libraries exclude only options that no leader has."""
    return sum(asked.leader.is_leader(np.array(sorted(solution))) for solution in found)


def instance(asked: SearchRequest) -> tuple[NDArray[np.intp], int, list[list[int]]]:
    """The options that some leader has, and the items covered exactly once, numbered, that each of them covers."""
    kept = np.flatnonzero(~asked.leader.dominated)
    needed = {item: number for number, item in enumerate(_needed(asked))}
    return kept, len(needed), [[needed[i] for i in asked.problem.options[o] if i in needed] for o in kept.tolist()]


def xcover_seconds(asked: SearchRequest) -> tuple[int, float]:
    """The package xcover: dancing cells, compiled by numba."""
    kept, items, options = instance(asked)
    names = [[str(i) for i in option] for option in options]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        xcover = pytest.importorskip("xcover")
        covers = xcover.covers(names, primary=list(map(str, range(items))))
        found, seconds = timed(lambda: [kept[solution] for solution in covers])
    return leaders(asked, found), seconds


def exact_cover_seconds(asked: SearchRequest) -> tuple[int, float]:
    """The package exact-cover: dancing links in C."""
    exact_cover = pytest.importorskip("exact_cover")
    kept, items, options = instance(asked)
    matrix = np.zeros((len(kept), items), dtype=bool)
    for row, option in enumerate(options):
        matrix[row, option] = True
    found, seconds = timed(lambda: [kept[list(solution)] for solution in exact_cover.get_all_solutions(matrix)])
    return leaders(asked, found), seconds


def prototype_seconds(asked: SearchRequest) -> tuple[int, float]:
    """The same search before anything was refined: sixty lines."""
    kept, items, options = instance(asked)
    prototype_solutions(options[:1], items)
    found, seconds = timed(prototype_solutions, options, items)
    return leaders(asked, (kept[row[: row.argmin()]] for row in found)), seconds


def _needed(asked: SearchRequest) -> list[int]:
    """The items covered exactly once; the number of copies of a single tile follows from them."""
    return [i for i, item in enumerate(asked.problem.items) if item.is_exact_one]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Compiles everything before anything is timed."""
    for name in ("soma", "pentomino6x10"):
        run(request(name))


@pytest.mark.parametrize("name", PUZZLES)
def test_the_share_of_each_refinement(name: str) -> None:
    """Each refinement off and on: the answer stays, the ratio of the times is printed."""
    asked = request(name)
    usual = None
    for label, settings in REFINEMENTS.items():
        solutions, seconds, nodes = run(replace(asked, settings=settings))
        assert solutions == PUZZLES[name][1]
        usual = usual or seconds
        print(f"\n{name:22} {label:38} {seconds:8.4f} s {nodes:12,} nodes {seconds / usual:6.2f}", end="")


@pytest.mark.parametrize("name", PUZZLES)
def test_exact_cover_compared_with_other_programs(name: str) -> None:
    """The same instance, symmetry broken by the same deletions; the answers agree."""
    asked = request(name)
    solutions, seconds, _ = run(asked)
    assert solutions == PUZZLES[name][1]
    print(f"\n{name:22} {'ours':12} {seconds:8.4f} s", end="")
    others: dict[str, Callable[[SearchRequest], tuple[int, float]]] = {
        "prototype": prototype_seconds,
        "xcover": xcover_seconds,
    }
    if name in SMALL:
        others["exact-cover"] = exact_cover_seconds
    for label, other in others.items():
        count, theirs = other(asked)
        assert count == solutions
        print(f"\n{name:22} {label:12} {theirs:8.4f} s {theirs / seconds:6.1f} times ours", end="")


def test_page_kernel_against_native_search() -> None:
    """The WebAssembly kernel of the editor and the native search find the same solutions with the same algorithm."""
    node = shutil.which("node") or pytest.skip("node is not installed")
    questions = [["time", load_spec(name).to_dict()] for name in PAGE_NAMES]
    data = json.dumps({"data": editor_lattices(), "questions": questions})
    answers = json.loads(finished([str(node), str(PAGE_SCRIPT)], input=data, status=0).stdout)
    print(f"\n{'puzzle':24}{'page s':>9}{'native s':>10}{'ratio':>7}{'page nodes':>13}{'native nodes':>14}")
    for name, page in zip(PAGE_NAMES, answers, strict=True):
        asked = replace(request(name), settings={"scan": False, "remember": False, "rim": 0})
        solutions, seconds, nodes = run(asked)
        ratio = page["seconds"] / seconds
        print(f"{name:24}{page['seconds']:9.3f}{seconds:10.3f}{ratio:7.2f}{page['nodes']:13,.0f}{nodes:14,}")
        assert page["solutions"] == solutions == PUZZLES[name][1]
