"""Tilings drawn at random: uniform, valid, the same for the same seed; numbers and tilings are one to one."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, estimate, parse_spec, sample, solve
from cp_puzzles.analysis import numbered_tilings
from cp_puzzles.analysis.frames import coverage_frame, placements_frame
from cp_puzzles.analysis.numbered_tilings import Tilings, tilings_of
from cp_puzzles.cli.app import run
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.symmetry.orbits import unfold
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.registry import load_counter
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats.solution_reader import write_shares
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.search.count_at_once import counting_seconds
from cp_puzzles.search.run_result import Interval
from tests.examples import sampled
from tests.processes import finished
from tests.written import puzzle_of

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
    "sides": "board: {size: [1, 2]}, tiles: [{set: wang-2, multiplicity: {min: 0, max: 1}}], rules: {match: equal}",
    "solid": "board: {size: [2, 2, 3]}, tiles: [{set: trominoes, only: [L], multiplicity: 4}]",
}
ENGINES = ["frontier", "cp-sat"]


def chi_square_bound(freedom: int) -> float:
    """Chi-square exceeds this once in 10,000 times (Wilson and Hilferty 1931)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", sampled(SPECS, every=2))
def test_draws_are_uniform(name: str, engine: str) -> None:
    """Chi-square of 40 draws for each tiling, over a fixed seed, against all tilings that a search finds."""
    puzzle = puzzle_of(SPECS[name])
    everything = solve(puzzle, symmetry="off", jobs=1).solutions
    drawn = sample(puzzle, 40 * len(everything), seed=1, engine=engine)
    assert drawn.total == len(everything)
    times = Counter(solution.placements for solution in drawn.solutions)
    assert set(times) <= {solution.placements for solution in everything}
    off = sum((times[solution.placements] - 40) ** 2 / 40 for solution in everything)
    assert off < chi_square_bound(len(everything) - 1)


def test_rules_checked_later_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many tilings before a rule on finished ones are no reason to refuse: an estimate of them once was."""
    monkeypatch.setattr("cp_puzzles.analysis.numbered_tilings.MAX_LISTED", 1)
    text = "board: {size: [2, 4]}, tiles: [{set: domino, multiplicity: 4}]"
    with pytest.raises(MistakeError, match="more than the 1 that are listed"):
        tilings_of(puzzle_of(text), engine="exact-cover")
    assert tilings_of(puzzle_of(f"{text}, rules: {{interlocking: true}}")).total == 0


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", sampled(SPECS, every=2))
def test_tilings_are_numbered_one_to_one(name: str, engine: str) -> None:
    """The numbers enumerate every tiling once; placements occur as often as in the list of tilings."""
    puzzle = puzzle_of(SPECS[name])
    tilings = tilings_of(puzzle, engine=engine)
    solutions = tilings.at(range(tilings.total))
    everything = solve(puzzle, symmetry="off", jobs=1).solutions
    assert sorted(s.placements for s in solutions) == sorted(s.placements for s in everything)
    verifier = Verifier(puzzle)
    assert not any(verifier.violation(solution.placements) for solution in solutions)
    counted = Counter(placement for solution in everything for placement in solution.placements)
    assert {placement: n for placement, n in tilings.occurrences.items() if n} == counted


def test_sample_seed_reproduces_the_sample() -> None:
    """The same seed, the same tilings; without one a new seed comes with the sample."""
    puzzle = puzzle_from("dominoes8x8")
    first = sample(puzzle, 5)
    assert sample(puzzle, 5, seed=first.seed).solutions == first.solutions
    assert sample(puzzle, 5, seed=1).numbers != sample(puzzle, 5, seed=2).numbers


def test_sample_of_no_numbers_is_empty() -> None:
    """An empty list of numbers gives no tiling; a random one comes only without numbers."""
    drawn = sample("dominoes4x4", kth=[])
    assert (drawn.total, drawn.numbers, len(drawn.solutions), drawn.seed) == (36, (), 0, None)
    with pytest.raises(MistakeError, match="excludes kth"):
        sample("dominoes4x4", 2, kth=[])


def tilings_pair(name: str) -> tuple[Tilings, Tilings]:
    puzzle = puzzle_of(SPECS[name])
    return tilings_of(puzzle, engine="frontier"), tilings_of(puzzle, engine="cp-sat")


def test_coverage_of_tilings_equals_unfolded_solutions() -> None:
    """The frames of tables that see no tiling, of a list, and of the solutions themselves."""
    solutions = unfold(solve(puzzle_of(SPECS["dominoes"]), jobs=1).solutions)
    for tilings in tilings_pair("dominoes"):
        assert coverage_frame(tilings).equals(coverage_frame(solutions))
        assert placements_frame(tilings).equals(placements_frame(solutions))


@pytest.mark.slow
def test_coverage_of_unlistable_board() -> None:
    """Every cell of 10x20 is covered by a domino in every one of 10^20 tilings and more."""
    spec = parse_spec("{name: d, board: {size: [10, 20]}, tiles: [{set: domino, multiplicity: any}]}")
    tilings = tilings_of(build_puzzle(spec))
    assert (coverage_frame(tilings)["I"] == 1).all()
    assert tilings.total > 10**20


def test_sample_without_tiling_is_empty() -> None:
    """Plainly none, and none after a sweep."""
    bar = "{size: [3, 6]}, tiles: [{set: trominoes, only: [L], multiplicity: 5}, {name: I, drawing: XXX}]"
    for spec, plain in (("{size: [4, 5]}, tiles: [{set: tetrominoes}]", True), (bar, False)):
        drawn = sample(puzzle_of(f"board: {spec}"), 3)
        assert (drawn.total, len(drawn.solutions), drawn.tilings.reason is not None) == (0, 0, plain)


def test_sample_refuses_tables_beyond_memory_with_their_size() -> None:
    """Any tricubes in a box of 4x6x6: neither a table nor a list."""
    spec = parse_spec("{name: t, board: {size: [4, 6, 6]}, tiles: [{set: tricubes, multiplicity: any}]}")
    with pytest.raises(
        MistakeError, match=r"would take .* GB.*, and about .* are more than the 1,000,000 that are listed"
    ):
        sample(build_puzzle(spec))


def test_sample_has_no_equivalence(capsys: pytest.CaptureFixture[str]) -> None:
    """Classes of tilings are not drawn: the option, and the keyword in Python, are refused in a line."""
    assert run(["sample", "wang_torus2x2", "--symmetry", "colors"]) == 2
    assert "--symmetry: no such option of cp-puzzles sample" in capsys.readouterr().err
    with pytest.raises(TypeError, match=r"sample.. has no keyword 'symmetry'"):
        sample("wang_torus2x2", symmetry="colors")  # type: ignore[call-arg]


def test_mistakes_in_the_request() -> None:
    """An empty sample, a tiling number out of range and an unknown engine are refused."""
    puzzle = puzzle_of(SPECS["dominoes"])
    with pytest.raises(MistakeError, match="n=0"):
        sample(puzzle, 0)
    with pytest.raises(MistakeError, match="must be one of cp-sat"):
        sample(puzzle, engine="magic")
    with pytest.raises(IndexError, match="numbered from 0 to 35"):
        tilings_of(puzzle).at([36])
    with pytest.raises(MistakeError, match=r"use \.csv"):
        write_shares("shares.txt", tilings_of(puzzle))


def test_sample_command_repeats_tilings_by_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`sample --json` prints the numbers of the tilings that it writes, which `--kth` returns again."""
    out, again = tmp_path / "some.jsonl", tmp_path / "again.jsonl"
    assert run(["sample", "dominoes4x4", "-n", "4", "--seed", "1", "--json", "--out", str(out)]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["raw"], summary["engine"], len(summary["drawn"])) == (36, "frontier", 4)
    chosen = [word for number in summary["drawn"] for word in ("--kth", str(number))]
    assert run(["sample", "dominoes4x4", *chosen, "--out", str(again), "--show", "none"]) == 0
    assert again.read_text() == out.read_text()
    shown = capsys.readouterr().out
    assert "4 tilings" in shown
    assert "36 tilings" in shown


INTERRUPTED = """import os, signal, sys
from cp_puzzles.analysis.numbered_tilings import Tilings, tilings_of
from cp_puzzles.__main__ import main
numbered = type(tilings_of("dominoes4x4"))
draw = numbered.solutions

def solutions(self, numbers):
    for number, solution in enumerate(draw(self, numbers)):
        if number == 5:
            os.kill(os.getpid(), signal.SIGINT)
        yield solution

numbered.solutions = solutions
sys.exit(main())
"""
"""The program, with Ctrl-C while the sixth tiling is drawn."""


def test_sample_interrupt_keeps_drawn_tilings(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a sample writes the tilings drawn before it, with status 130."""
    out = tmp_path / "some.jsonl"
    command = [sys.executable, "-c", INTERRUPTED, "sample", "dominoes4x4", "-n", "3000", "--json", "--out", str(out)]
    summary = json.loads(finished(command, status=130).stdout)
    assert summary["status"] == "interrupted"
    assert 0 < len(summary["drawn"]) == len(out.read_text().splitlines()) < 7


def test_sample_command_writes_shares(tmp_path: Path) -> None:
    """The shares are those of all tilings, with a row for each placement."""
    shares = tmp_path / "shares.csv"
    assert run(["sample", "dominoes4x4", "--json", "--shares", str(shares)]) == 0
    with shares.open() as file:
        rows = list(csv.DictReader(file))
    assert (len(rows), sum(int(row["tilings"]) for row in rows)) == (24, 36 * 8)
    assert rows[0]["share"] == str(int(rows[0]["tilings"]) / 36)


def test_sample_command_without_such_a_tiling(capsys: pytest.CaptureFixture[str]) -> None:
    """A number beyond the last tiling is a mistake; a puzzle without tilings has exit status 1."""
    assert run(["sample", "dominoes4x4", "--kth", "37"]) == 2
    assert "--kth 37: there are only 36 tilings; choose a smaller number" in capsys.readouterr().err
    assert run(["sample", "mutilated_chessboard"]) == 1


def test_sample_draws_from_the_best_tilings() -> None:
    """A puzzle with an objective is sampled from its best tilings: it was from all 400 packings of clumsy 4x4."""
    spec = parse_spec(
        "{name: clumsy, board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}], fill: false, "
        "rules: {maximal: true}, minimize: pieces}"
    )
    best = solve(spec, symmetry="off", jobs=1)
    assert best.objective is not None
    drawn = sample(spec, 50, seed=1)
    assert drawn.total == best.count
    assert {len(solution.placements) for solution in drawn.solutions} == {best.objective["value"]}


def test_estimate_names_an_objective() -> None:
    """An estimate counts all tilings instead of the best ones, which it names, and its bounds hold."""
    forecast = estimate("clumsy_dominoes5x5", jobs=1)
    assert forecast.unchecked_rules == ("minimize",)
    assert "frontier" not in forecast.engines
    assert forecast.seconds.low == 0
    assert forecast.solutions.low <= 39 <= forecast.solutions.high


def test_long_sample_forecasts_time() -> None:
    """Numbering the tilings of a wide floor once took two minutes without a line; the remedy comes at once."""
    floor = puzzle_of("board: {size: [14, 24]}, tiles: [{set: tetrominoes, multiplicity: any}]")
    notices = []
    for puzzle in (floor, puzzle_from("dominoes8x8")):
        counting = load_counter("frontier").begin(build_cover(puzzle).problem, memory_limit=1 << 30, estimates=False)
        notices.append(numbered_tilings._notice(counting_seconds(counting).value))
    assert notices[0] is not None
    assert "; solve --limit 1 --seed N finds one tiling soon" in notices[0]
    assert notices[1] is None


@pytest.mark.slow
def test_sample_is_listed_where_a_list_is_sooner() -> None:
    """The tables of a solid took over 25 s where all of its 264 solutions are found in a second."""
    drawn = sample("solid_pentomino2x5x6", 3, seed=1)
    assert (drawn.tilings.engine, drawn.total) == ("exact-cover", 2112)


@pytest.mark.parametrize(("seconds", "engine"), [(100.0, "exact-cover"), (0.5, "frontier"), (1.001, "exact-cover")])
def test_tilings_are_listed_where_an_attempt_ends(monkeypatch: pytest.MonkeyPatch, seconds: float, engine: str) -> None:
    """Tables that take longer than a second are left to an attempt of counted seconds that lists all; no clock is read.

    So a seed gives the same tilings everywhere; a list had to announce its end within a tenth of the time of tables.
    """
    monkeypatch.setattr(numbered_tilings, "counting_seconds", lambda counting: Interval.exactly(seconds))
    first, second = (sample("pentomino3x20", 3, seed=1) for _ in range(2))
    assert (first.tilings.engine, first.total) == (engine, 8)
    assert first.solutions == second.solutions


@pytest.mark.parametrize("budget", [2e-3, 1.0])
def test_attempt_that_lists_all_gives_the_list(monkeypatch: pytest.MonkeyPatch, budget: float) -> None:
    """The tilings of an attempt are those of a search, in the same order; one that does not end announces its end."""
    cover = build_cover(puzzle_from("pentomino5x5"))
    monkeypatch.setattr(numbered_tilings, "_ESTIMATE_SECONDS", budget)
    listed = numbered_tilings._soon_listed(cover, 1e9, None)
    assert listed is not None
    assert listed.listed == solve("pentomino5x5", engine="exact-cover", jobs=1).solutions


def test_sample_of_any_size_ends_in_time() -> None:
    """The time limit holds for more tilings than there is time, or memory, to draw; those drawn are kept."""
    drawn = sample("dominoes4x4", 10**30, seed=1, time_limit=0.3)
    assert drawn.status == "time-limit"
    assert 0 < len(drawn.numbers) == len(drawn.solutions)
