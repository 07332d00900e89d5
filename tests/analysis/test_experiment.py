"""Experiments: runs of every combination, comparison of their counts, and data of the measurements."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from cp_puzzles import experiment
from cp_puzzles.analysis.experiment import contradictions, reconcile
from cp_puzzles.analysis.experiment_result import ExperimentResult, plot_experiment, save_plot
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.terminal.result_tables import ExperimentTable
from cp_puzzles.search.search import count_solutions


@pytest.fixture(scope="module")
def tilings() -> ExperimentResult:
    """Domino tilings of 4x4: 36, and 9 up to symmetry, by lex and by filter, each run twice."""
    return experiment("dominoes4x4", symmetry=("off", "full"), breaking=("lex", "filter"), repeat=2)


def text_of(result: ExperimentResult, width: int) -> str:
    """The table on a console of that width."""
    console = Console(width=width, no_color=True)
    with console.capture() as capture:
        console.print(ExperimentTable(result))
    return capture.get()


def test_every_combination_runs_and_agrees(tilings: ExperimentResult) -> None:
    """Breaking varies only if symmetry is not off; the orbit sizes of every run sum to 36."""
    assert tilings.labels() == ("symmetry off", "symmetry full, lex", "symmetry full, filter")
    assert [(row.solutions, row.raw) for row in tilings.rows] == [(36, 36), (9, 36), (9, 36)]
    assert [row.is_reconciled for row in tilings.rows] == [True] * 3
    assert [len(row.runs) for row in tilings.rows] == [2] * 3
    assert tilings.rows[0].speed_up == 1


def test_every_second_round_is_reversed() -> None:
    """A round runs everything once before anything runs again; the second goes backwards against drift."""
    order: list[str] = []
    experiment(
        "dominoes4x4", symmetry=("off", "full"), repeat=3, on_turn=lambda turn: order.append(turn.setup.symmetry)
    )
    assert order == ["off", "full", "full", "off", "off", "full"]


def test_contradiction_is_named(tilings: ExperimentResult) -> None:
    """A row whose orbits do not add up is named, with both numbers."""
    wrong = replace(tilings.rows[1], runs=tuple(replace(run, raw=35) for run in tilings.rows[1].runs))
    rows = reconcile((tilings.rows[0], wrong))
    assert rows[1].is_reconciled is False
    (contradiction,) = contradictions(rows)
    assert "symmetry full" in contradiction
    assert "35, not to the 36" in contradiction
    assert "CONTRADICTION" in text_of(replace(tilings, rows=rows, contradictions=(contradiction,)), 80)


def test_runs_of_one_setup_that_differ_are_an_error(tilings: ExperimentResult) -> None:
    """Repeats of the same search must find the same number."""
    row = tilings.rows[0]
    (contradiction,) = contradictions((replace(row, runs=(row.runs[0], replace(row.runs[1], count=37))),))
    assert "[36, 37]" in contradiction


def test_settings_apply_to_engines_that_know_them() -> None:
    """A setting of cp-sat is varied for cp-sat, and exact-cover runs once."""
    result = experiment(
        "dominoes4x4",
        symmetry=["full"],
        engine=("cp-sat", "exact-cover"),
        settings={"fixed_search": (True, False)},
        repeat=1,
    )
    assert result.labels() == ("cp-sat, fixed_search on", "cp-sat, fixed_search off", "exact-cover")
    assert [row.setup.engine for row in result.rows].count("exact-cover") == 1
    assert result.records()[2]["fixed_search"] is None
    assert result.rows[0].is_reconciled is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"settings": {"nonsense": (True,)}}, "setting nonsense: no such setting of cp-sat; use one of fixed_search"),
        ({"repeat": 0}, "repeat=0"),
        ({"symmetry": ()}, "symmetry: no value is given"),
        ({"engine": ("abacus",)}, "engine='abacus': must be one of"),
        (None, "no puzzle"),
    ],
)
def test_experiment_refuses_invalid_requests(options: dict[str, Any] | None, message: str) -> None:
    """An invalid experiment, or one without a puzzle, is refused before its first run."""
    with pytest.raises(MistakeError, match=message):
        experiment(*([] if options is None else ["dominoes4x4"]), **options or {})


def test_unfinished_run_is_not_repeated() -> None:
    """A row stopped by the time limit has its status, no raw count and a single run."""
    result = experiment("pentomino6x10", symmetry=["full"], repeat=3, time_limit=0.05)
    (row,) = result.rows
    assert (row.status, row.raw, row.is_reconciled, len(row.runs)) == ("time-limit", None, None, 1)
    assert re.search(r"> [0-9]", text_of(result, 80))


def test_experiment_keeps_finished_runs_after_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the second run leaves the first row, and the result is marked as interrupted."""
    honest, calls = count_solutions, SimpleNamespace(number=0)

    def count(*arguments: Any, **options: Any) -> Any:
        calls.number += 1
        result = honest(*arguments, **options)
        return replace(result, status="interrupted") if calls.number == 3 else result

    monkeypatch.setattr("cp_puzzles.analysis.experiment.count_solutions", count)
    result = experiment("dominoes4x4", symmetry=("off", "full"))
    assert result.is_interrupted
    assert [row.setup.symmetry for row in result.rows] == ["off"]


def test_experiment_table_is_complete_at_every_width(tilings: ExperimentResult) -> None:
    """Every figure stands in a column of its own, none is cut, and no line is wider than the console.

    At 120 to 123 letters the column `speed-up` was once cut off.
    """
    for width in range(60, 201):
        text = text_of(tilings, width)
        assert max(map(len, text.splitlines())) <= width
        assert all(text.split().count(word) == 1 for word in ("total", "Booleans", "constraints", "conflicts")), width
        for row in tilings.rows:
            assert f"{row.speed_up:.2g}x" in text, width
            assert str(row.statistic("constraints")) in text.split(), width
        assert "…" not in text
    assert "orbits checked: in 2 rows their sizes add up to the 36 solutions" in " ".join(text.split())


def test_experiment_compares_off_and_full_by_default() -> None:
    """Short runs are repeated, three times in all."""
    result = experiment("dominoes4x4")
    assert [(row.setup.symmetry, len(row.runs), row.is_reconciled) for row in result.rows] == [
        ("off", 3, True),
        ("full", 3, True),
    ]


def test_experiment_is_a_table_in_a_notebook(tilings: ExperimentResult) -> None:
    """A notebook has the figures in an HTML table, not as letters in a frame of lines."""
    html = tilings._repr_html_() or ""
    assert html.count("<tr>") == 1 + len(tilings.rows)
    assert "<pre>" not in html
    assert ">speed-up</th>" in html


def test_experiment_frame_and_csv(tilings: ExperimentResult, tmp_path: Path) -> None:
    """The frame and the file hold a row a row, with the same columns."""
    frame = tilings.to_frame()
    assert frame["solutions"].tolist() == [36, 9, 9]
    tilings.write_csv(tmp_path / "table.csv")
    with (tmp_path / "table.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(frame.columns)
    assert [row["raw"] for row in rows] == ["36"] * 3
    with pytest.raises(MistakeError, match="cannot be written"):
        tilings.write_csv(tmp_path / "missing" / "table.csv")


def test_experiment_plot(tilings: ExperimentResult, tmp_path: Path) -> None:
    """A panel a figure, a line a row, bars that begin at 0 or points; and a file in the format of its suffix."""
    seconds, branches, *_ = plot_experiment(tilings).axes
    assert [label.get_text() for label in seconds.get_yticklabels()] == list(tilings.labels("puzzle"))
    for axes, figure in ((seconds, "seconds"), (branches, "branches")):
        assert axes.get_xlabel().startswith(figure)
        assert ("logarithmic" in axes.get_xlabel()) == (axes.get_xscale() == "log") != bool(axes.patches)
        assert axes.get_xscale() == "log" or axes.get_xlim()[0] == 0
    save_plot(tilings, tmp_path / "plot.svg")
    assert "<svg" in (tmp_path / "plot.svg").read_text()


def test_short_time_limit_is_the_status_of_a_run() -> None:
    """A time limit that is shorter than the reading of the puzzle ends the runs, as it ends a count."""
    rows = experiment("pentomino6x10", symmetry=["full"], engine=["exact-cover"], time_limit=0.001).rows
    assert [row.status for row in rows] == ["time-limit"]
