"""The WebAssembly kernel of the editor beside the native search with the same algorithm.

python -m pytest -q -s tests/benchmarks/test_page_kernel_speed.py -m benchmark
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cp_puzzles import load_spec
from cp_puzzles.output.web.editor.lattice_data import lattice_data
from tests.benchmarks.test_exact_cover_speed import PUZZLES, request, run
from tests.processes import finished

pytestmark = pytest.mark.benchmark

NAMES = ("pentomino6x10", "pentomino5x12", "solid_pentomino2x5x6", "y_pentacubes5x5x5")
SCRIPT = Path(__file__).parents[1] / "output" / "web" / "editor" / "editor_logic.mjs"


def test_page_kernel_against_native_search() -> None:
    """Both find the same solutions; print processor seconds and nodes, in one process each."""
    node = shutil.which("node") or pytest.skip("node is not installed")
    questions = [["time", load_spec(name).to_dict()] for name in NAMES]
    data = json.dumps({"data": lattice_data(), "questions": questions})
    answers = json.loads(finished([str(node), str(SCRIPT)], input=data, status=0).stdout)
    print(f"\n{'puzzle':24}{'page s':>9}{'native s':>10}{'ratio':>7}{'page nodes':>13}{'native nodes':>14}")
    for name, page in zip(NAMES, answers, strict=True):
        asked = replace(request(name), settings={"scan": False, "remember": False, "rim": 0})
        solutions, seconds, nodes = run(asked)
        ratio = page["seconds"] / seconds
        print(f"{name:24}{page['seconds']:9.3f}{seconds:10.3f}{ratio:7.2f}{page['nodes']:13,.0f}{nodes:14,}")
        assert page["solutions"] == solutions == PUZZLES[name][1]
