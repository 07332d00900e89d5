"""The refinements of the exact-cover engine, and the engine beside the kernel of the page.

python -m pytest -q -s tests/benchmarks/test_exact_cover_speed.py -m benchmark
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cp_puzzles import load_spec
from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.output.web.edit_page import editor_lattices
from tests.benchmarks.processor_time import least_time
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
