"""Names of version 0.1 that changed: they work, with a warning."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

import cp_puzzles
from cp_puzzles import Puzzle, build_puzzle, iter_solutions, load_spec
from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.symmetry import leader, symmetry_group
from cp_puzzles.engines.cp_sat import cp_sat_model
from cp_puzzles.engines.engine import SearchRequest
from cp_puzzles.engines.engine_settings import CpSatSettings


@pytest.mark.parametrize(
    ("module", "member", "present"),
    [
        ("analysis.count_each", "dates", cp_puzzles.dates),
        ("analysis.experiment_plot", "plot_experiment", cp_puzzles.plot_experiment),
        ("analysis.heat_map", "coverage_frame", cp_puzzles.coverage_frame),
        ("analysis.neighbours", "neighbours_frame", cp_puzzles.neighbors_frame),  # codespell:ignore neighbours
        ("analysis.orbits", "self_symmetric", cp_puzzles.self_symmetric),
        ("engines.base", "Question", SearchRequest),
        ("engines.cp_sat.model", "compile_model", cp_sat_model.compile_model),
        ("engines.cp_sat.settings", "Settings", CpSatSettings),
        ("geometry.placement", "Placement", cp_puzzles.Placement),
        ("symmetry.group", "SymmetryGroup", symmetry_group.SymmetryGroup),
        ("symmetry.leader", "lex_leader", leader.lex_leader),
    ],
)
def test_renamed_module_has_the_present_members(
    module: str, member: str, present: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The modules that the notebooks of version 0.1 import lead to the present ones."""
    name = f"cp_puzzles.{module}"
    monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.warns(DeprecationWarning, match="is now") as caught:
        assert getattr(import_module(name), member) is present
    assert f"the module {name} is now" in str(caught[-1].message)


def test_renamed_member_has_the_present_value() -> None:
    """Puzzles, boards, tiles, solutions, leaders and settings have their members also under the earlier names."""
    solution = next(iter_solutions("pentomino6x10_most_crossroads", engine="exact-cover", jobs=1))
    puzzle, request = solution.puzzle, cover_and_request("dominoes4x4")[1]
    names: list[tuple[object, str]] = [
        (puzzle, "ground=board_geometry is_seen=has_highlights possible_sight=all_highlights sight=highlights"),
        (puzzle, "tiles_left=remaining_tiles colours=color_letters"),  # codespell:ignore colours
        (puzzle.board, "colours=cell_colors left=left_empty size=extents"),  # codespell:ignore colours
        (puzzle.tiles[0], "color=display_color painted=colored_orientations looks=distinct_orientations"),
        (puzzle.tiles[0], "colours=cell_colors"),  # codespell:ignore colours
        (solution, "sight=highlights"),
        (request.leader, "never=dominated"),
    ]
    for value, pairs in names:
        for old, new in (pair.split("=") for pair in pairs.split()):
            with pytest.warns(DeprecationWarning, match=rf"\.{old} is now .*\.{new}"):
                assert np.all(getattr(value, old) == getattr(value, new))
    with pytest.warns(DeprecationWarning, match="solver_parameters"):
        assert CpSatSettings().parameters() == cp_sat_model.solver_parameters(CpSatSettings())


def test_puzzle_constructor_of_values_still_works() -> None:
    """`dataclasses.replace` and the constructor of version 0.1 make the puzzle that `replaced` makes."""
    puzzle = build_puzzle(load_spec("pentomino5x12_started"))
    with pytest.warns(DeprecationWarning, match="replaced"):
        assert replace(puzzle, name="empty", given=()) == puzzle.replaced(name="empty", given=())
    with pytest.warns(DeprecationWarning, match="replaced"):
        made = Puzzle(name="plain", lattice=puzzle.lattice, board=puzzle.board, tiles=puzzle.tiles)
    assert made == puzzle.replaced(name="plain", given=(), description="", source="")
