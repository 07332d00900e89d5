"""Every table and panel is whole at every width of a terminal from 60 to 200 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from rich.console import Group, RenderableType

from cp_puzzles import (
    build_puzzle,
    count,
    design,
    each,
    estimate,
    experiment,
    explain,
    hint,
    sample,
    smallest,
    solve,
    tabulate,
)
from cp_puzzles.analysis.disassemblies import apart
from cp_puzzles.output.terminal.result_panels import designs_panel, sample_panel, smallest_panel, summary_panel
from cp_puzzles.output.terminal.result_tables import catalog_table, moves_table
from cp_puzzles.output.web.value_views import rich_view
from cp_puzzles.puzzle.spec.loader import catalog, load_spec, puzzle_name
from tests.output.terminal.drawn_puzzles import Show

DOMINOES = {"name": "dominoes", "board": {"size": [3, 4]}, "tiles": [{"set": "domino", "multiplicity": "any"}]}
SIZES = DOMINOES | {"parameters": {"n": 3}, "board": {"size": [3, "{n}"]}}
UNEVEN = DOMINOES | {"board": {"size": [3, 3]}}
FAMILIES: Mapping[str, Mapping[str, Any]] = {
    "count": {"question": "count"},
    "solvable": {"question": "solvable"},
    "unique": {"question": "unique"},
    "grade": {"question": "grade"},
}


def explained(data: Mapping[str, Any]) -> RenderableType:
    """Return the summary of a search that finds nothing, with its reason."""
    return summary_panel(count(build_puzzle(data), jobs=1).summary(), verbose=True)


def of_catalog(word: str) -> RenderableType:
    """Return the table of the puzzles of the catalog with a word in their names."""
    entries = [(puzzle_name(file), load_spec(file)) for file in catalog()]
    return catalog_table([(name, spec) for name, spec in entries if word in name])


def moved() -> RenderableType:
    """Return the moves that take an assembly apart."""
    shown: list[Any] = []
    result = apart("soma", limit=1, on_disassembly=lambda *each: shown.append(each))
    return Group(rich_view(result), *(moves_table(*each) for each in shown))


VIEWS: Mapping[str, Callable[[], RenderableType]] = {
    "solve": lambda: summary_panel(solve(build_puzzle(DOMINOES), jobs=1).summary()),
    "count": lambda: summary_panel(count("soma", jobs=1).summary(), verbose=True),
    "limit": lambda: summary_panel(solve("soma", limit=1, jobs=1).summary(), verbose=True),
    "mutilated": lambda: summary_panel(count("mutilated_chessboard", jobs=1).summary()),
    "uneven": lambda: explained(UNEVEN),
    "objective": lambda: summary_panel(solve("clumsy_dominoes5x5", jobs=1).summary(), verbose=True),
    "explain parity": lambda: rich_view(explain(build_puzzle(UNEVEN))),
    "explain some": lambda: rich_view(explain(build_puzzle(DOMINOES))),
    "hint": lambda: rich_view(hint("pentomino6x10")),
    "estimate": lambda: rich_view(estimate("soma")),
    "sample": lambda: sample_panel(sample("dominoes8x8", 20, seed=1)),
    "smallest": lambda: smallest_panel(smallest(DOMINOES | {"rules": {"faults": 0}}, time_limit=20)),
    "design": lambda: designs_panel(design("pentomino6x10", count=1, seed=1, clues=5)),
    "design of nothing": lambda: designs_panel(design("pentomino6x10", count=1, seed=1, clues=40)),
    "tabulate": lambda: rich_view(tabulate("pentomino6x10", "crossroads", jobs=1)),
    "tabulate off": lambda: rich_view(tabulate(build_puzzle(DOMINOES), "faults", symmetry="off", jobs=1)),
    "experiment": lambda: rich_view(experiment("soma", jobs=1)),
    "experiment breaking": lambda: rich_view(
        experiment("five_tiles4x4", symmetry=["off", "rotations", "full"], engine=["exact-cover", "cp-sat"], jobs=1)
    ),
    "apart": moved,
    "catalog": lambda: of_catalog("pentomino"),
    "catalog soma": lambda: of_catalog("soma"),
    **{
        f"each {name}": lambda options=options: rich_view(each(SIZES, for_="n=1..12", jobs=1, **options))  # type: ignore[misc]
        for name, options in FAMILIES.items()
    },
}


def text_of(shown: str) -> Counter[str]:
    """Return how often each character stands in a table, without lines, spaces and line breaks of words."""
    return Counter(letter for letter in shown if letter.isalnum() or letter in "…%().,;:'")


def cut_widths(view: RenderableType, show: Show, widths: range) -> list[int]:
    """Return the widths at which a view is wider than the terminal, or lacks a character of the widest view."""
    whole = text_of(show(view, width=400))
    shown = {width: show(view, width=width) for width in widths}
    return [
        width
        for width, text in shown.items()
        if max(map(len, text.splitlines())) > width or whole - text_of(text) or text.count("…") > whole["…"]
    ]


@pytest.mark.parametrize("name", [*VIEWS][::5])
def test_tables_are_whole_at_some_widths(name: str, show: Show) -> None:
    """A table of each kind loses nothing at 15 widths."""
    assert cut_widths(VIEWS[name](), show, range(60, 201, 10)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", VIEWS)
def test_tables_are_whole_at_all_widths(name: str, show: Show) -> None:
    """25 tables lose nothing at the 141 widths from 60 to 200."""
    assert cut_widths(VIEWS[name](), show, range(60, 201)) == []
