"""Tilings drawn at random: uniform, valid, the same for the same seed; numbers and tilings are one to one."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec, sample, solve
from cp_puzzles.analysis.frames import placements_frame
from cp_puzzles.analysis.heat_map import coverage_frame
from cp_puzzles.analysis.orbits import unfold
from cp_puzzles.analysis.shares_file import write_shares
from cp_puzzles.analysis.tilings import Tilings, tilings_of
from cp_puzzles.cli.app import run
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle

SPECS = {
    "dominoes": "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]",
    "bounds": "board: {size: [3, 3]}, tiles: [{set: domino, multiplicity: {min: 1, max: 2}}, "
    "{set: monomino, multiplicity: any}]",
    "optional": 'board: {drawing: "XX?\\nX?X\\n?XX"}, tiles: [{set: domino, multiplicity: any}]',
    "unfilled": "board: {size: [2, 3]}, fill: false, tiles: [{set: domino, multiplicity: {min: 1, max: 3}}]",
    "given": "board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}], "
    "given: [{tile: I, cells: [[0, 0], [1, 0]]}]",
    "rules": "board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 3}, {set: monomino, multiplicity: 3}, "
    "{set: trominoes, only: [L]}], rules: {crossroads: {max: 1}, touch: [[O, L]], faults: {max: 1}}",
    "solid": "board: {size: [2, 2, 3]}, tiles: [{set: trominoes, only: [L], multiplicity: 4}]",
}
ENGINES = ["frontier", "cp-sat"]


def puzzle_of(name: str) -> Puzzle:
    return build_puzzle(parse_spec(f"{{name: t, {SPECS[name]}}}"))


def chi_square_bound(freedom: int) -> float:
    """Chi-square exceeds this once in 10,000 times (Wilson and Hilferty 1931)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SPECS)
def test_draws_are_uniform(name: str, engine: str) -> None:
    """Chi-square of 40 draws for each tiling, over a fixed seed, against all tilings that a search finds."""
    puzzle = puzzle_of(name)
    everything = solve(puzzle, symmetry="off", jobs=1).solutions
    drawn = sample(puzzle, 40 * len(everything), seed=1, engine=engine)
    assert drawn.total == len(everything)
    times = Counter(solution.placements for solution in drawn.solutions)
    assert set(times) <= {solution.placements for solution in everything}
    off = sum((times[solution.placements] - 40) ** 2 / 40 for solution in everything)
    assert off < chi_square_bound(len(everything) - 1)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SPECS)
def test_every_number_is_another_tiling_and_occurrences_count_them(name: str, engine: str) -> None:
    """All numbers together are all tilings; a placement occurs as often as in all of them."""
    puzzle = puzzle_of(name)
    tilings = tilings_of(puzzle, engine=engine)
    solutions = tilings.at(range(tilings.total))
    everything = solve(puzzle, symmetry="off", jobs=1).solutions
    assert sorted(s.placements for s in solutions) == sorted(s.placements for s in everything)
    verifier = Verifier(puzzle)
    assert not any(verifier.fault(solution.placements) for solution in solutions)
    counted = Counter(placement for solution in everything for placement in solution.placements)
    assert {placement: n for placement, n in tilings.occurrences.items() if n} == counted


def test_a_seed_draws_the_same_again_and_none_is_told() -> None:
    """The same seed, the same tilings; without one a new seed comes with the sample."""
    puzzle = build_puzzle(load_spec("dominoes8x8"))
    first = sample(puzzle, 5)
    assert sample(puzzle, 5, seed=first.seed).solutions == first.solutions
    assert sample(puzzle, 5, seed=1).numbers != sample(puzzle, 5, seed=2).numbers


def tilings_pair(name: str) -> tuple[Tilings, Tilings]:
    puzzle = puzzle_of(name)
    return tilings_of(puzzle, engine="frontier"), tilings_of(puzzle, engine="cp-sat")


def test_heat_maps_of_all_tilings_are_those_of_the_unfolded_solutions() -> None:
    """The frames of tables that see no tiling, of a list, and of the solutions themselves."""
    solutions = unfold(solve(puzzle_of("dominoes"), jobs=1).solutions)
    for tilings in tilings_pair("dominoes"):
        assert coverage_frame(tilings).equals(coverage_frame(solutions))
        assert placements_frame(tilings).equals(placements_frame(solutions))


def test_shares_of_a_board_that_no_list_could_hold() -> None:
    """Every cell of 10x20 is covered by a domino in every one of 10^20 tilings and more."""
    spec = parse_spec("{name: d, board: {size: [10, 20]}, tiles: [{set: domino, multiplicity: any}]}")
    tilings = tilings_of(build_puzzle(spec))
    assert (coverage_frame(tilings)["I"] == 1).all()
    assert tilings.total > 10**20


def test_a_puzzle_without_a_tiling_has_an_empty_sample() -> None:
    """Plainly none, and none after a sweep."""
    bar = "{size: [3, 6]}, tiles: [{set: trominoes, only: [L], multiplicity: 5}, {name: I, drawing: XXX}]"
    for spec, plain in (("{size: [4, 5]}, tiles: [{set: tetrominoes}]", True), (bar, False)):
        drawn = sample(build_puzzle(parse_spec(f"{{name: t, board: {spec}}}")), 3)
        assert (drawn.total, len(drawn.solutions), drawn.tilings.reason is not None) == (0, 0, plain)


def test_what_cannot_be_numbered_is_refused_with_what_it_would_take() -> None:
    """Any tricubes in a box of 4x6x6: neither a table nor a list."""
    spec = parse_spec("{name: t, board: {size: [4, 6, 6]}, tiles: [{set: tricubes, multiplicity: any}]}")
    with pytest.raises(MistakeError, match=r"would take .* GB.*, and of about .* no more than 1,000,000 are listed"):
        sample(build_puzzle(spec))


def test_mistakes_in_the_request() -> None:
    """No draw, no such tiling, an unknown engine."""
    puzzle = puzzle_of("dominoes")
    with pytest.raises(MistakeError, match="n=0"):
        sample(puzzle, 0)
    with pytest.raises(MistakeError, match="there is no such engine"):
        sample(puzzle, engine="magic")
    with pytest.raises(IndexError, match="numbered from 0 to 35"):
        tilings_of(puzzle).at([36])
    with pytest.raises(MistakeError, match=r"use \.csv"):
        write_shares("shares.txt", tilings_of(puzzle))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`sample` writes solutions and shares, tells the numbers, and `--kth` gives the same tilings again."""
    out, shares = tmp_path / "some.jsonl", tmp_path / "shares.csv"
    assert (
        run(["sample", "dominoes4x4", "-n", "4", "--seed", "1", "--json", "--out", str(out), "--shares", str(shares)])
        == 0
    )
    summary = json.loads(capsys.readouterr().out)
    assert (summary["raw"], summary["engine"], len(summary["drawn"])) == (36, "frontier", 4)
    again = tmp_path / "again.jsonl"
    chosen = [word for number in summary["drawn"] for word in ("--kth", str(number))]
    assert run(["sample", "dominoes4x4", *chosen, "--out", str(again), "--show", "none"]) == 0
    assert again.read_text() == out.read_text()
    shown = capsys.readouterr().out
    assert "4 tilings" in shown
    assert "36 in all" in shown
    with shares.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24
    assert sum(int(row["tilings"]) for row in rows) == 36 * 8
    assert rows[0]["share"] == str(int(rows[0]["tilings"]) / 36)
    assert run(["sample", "dominoes4x4", "--kth", "37"]) == 2
    assert "--kth 37: there are 36 tilings; ask for one of them" in capsys.readouterr().err
    assert run(["sample", "mutilated_chessboard"]) == 1
