"""The forecast of CP-SAT's processor time against measurements of catalog puzzles (`cp_sat_costs.csv`).

    python -m tests.benchmarks.test_forecast [PUZZLE ...]

measures puzzles again and prints them: one process, symmetry `full`, seconds of the processor. The file is of one
machine; another one is slower or faster by a constant factor. Four puzzles of more than 70 s were measured by a sample
of 24 parts.
"""

from __future__ import annotations

import csv
import os
import sys
from pathlib import Path
from statistics import median

import pytest

from cp_puzzles import count
from cp_puzzles.analysis.forecast import time_interval
from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.registry import FASTEST, MODEL_ENGINE, entry_of
from cp_puzzles.search.forecast.engine_choice import choose_engine
from cp_puzzles.search.forecast.engine_forecast import expected_work, forecast
from cp_puzzles.search.partition.partition import partition_of
from cp_puzzles.search.progress import Interval
from tests.examples import sampled

with Path(__file__).with_name("cp_sat_costs.csv").open(encoding="utf-8") as _file:
    MEASURED = {row["puzzle"]: float(row["seconds"]) for row in csv.DictReader(_file)}

BY_DEFAULT = ("pentomino6x10", "pentomino4x15", "kanoodle_pyramid", "tetracubes2x4x4", "pentomino3x20")
"""The default run forecasts these of the measured puzzles."""


def forecast_of(name: str) -> Interval:
    """Return the forecast of the processor time of a puzzle."""
    _, request = cover_and_request(name)
    parts = partition_of(request, entry_of(MODEL_ENGINE).tuning.partition).parts
    each = forecast(MODEL_ENGINE, request, parts, expected_work(request, 0.2), 0.2)
    loading = entry_of(MODEL_ENGINE).cost.loading  # the measured process had loaded the engine
    return Interval(*(seconds - loading for seconds in vars(each).values()))


def error_factor(seconds: float, name: str) -> float:
    """Return the factor, at least 1, between a forecast and the measurement of a puzzle."""
    ratio = seconds / MEASURED[name]
    return max(ratio, 1 / ratio)


@pytest.mark.parametrize("name", sampled(BY_DEFAULT, every=3))
def test_forecast_is_within_a_factor_of_three(name: str) -> None:
    """The forecast of a puzzle is between a third and three times its measured time."""
    assert error_factor(forecast_of(name).value, name) < 3


@pytest.mark.slow
def test_forecast_of_catalog_puzzles() -> None:
    """Every forecast is within a factor of three, the median within 1.5, and 95 of 100 intervals hold."""
    forecasts = {name: forecast_of(name) for name in MEASURED}
    factors = [error_factor(each.value, name) for name, each in forecasts.items()]
    intervals = {name: time_interval(each, 1) for name, each in forecasts.items()}
    inside = [each.low <= MEASURED[name] <= each.high for name, each in intervals.items()]
    assert sum(inside) >= 0.95 * len(inside)
    assert len(factors) >= 50
    assert max(factors) < 3
    assert median(factors) < 1.5


@pytest.mark.parametrize(("name", "engine"), [("pentomino6x10", MODEL_ENGINE), ("kanoodle_pyramid", FASTEST)])
def test_choice_is_the_model_for_moderate_searches(name: str, engine: str) -> None:
    """The Kanoodle pyramid, which CP-SAT does not finish in a minute, is left to the faster engine; 6x10 is not."""
    choice = choose_engine(cover_and_request(name)[1], draws=True)
    assert choice.engine == engine
    assert (choice.notice is None) == (engine == MODEL_ENGINE)


@pytest.mark.slow
def test_choice_for_an_endless_search_is_the_fastest_engine() -> None:
    """The cost that was fitted to searches of minutes once favored CP-SAT for dominoes on 60x60."""
    spec = {"name": "d", "board": {"size": [30, 30]}, "tiles": [{"set": "domino", "multiplicity": "any"}]}
    assert choose_engine(cover_and_request(spec)[1]).engine == FASTEST


def main(names: list[str]) -> None:
    """Measure puzzles and print a line of the file for each."""
    for name in names or list(MEASURED):
        before = os.times()
        count(name, engine=MODEL_ENGINE, jobs=1)
        after = os.times()
        print(f"{name},{sum(after[:4]) - sum(before[:4]):.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
