"""A spec that is written as text and read again is the same spec."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cp_puzzles.puzzle.spec.loader import parse_spec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.yaml_reader import spec_text
from tests.catalog_costs import catalog_spec, every_file
from tests.examples import examples
from tests.small_puzzles import specs

TRICKY = [
    "08", "1e5", "+.5", "1.", "007", "true", "off", "null", "~", "1:30", "0x10", "<<", "=", "- a", "a: b", "# a", "é",
]  # fmt: skip


@every_file()
def test_catalog_round_trip(path: Path) -> None:
    """Every puzzle of the catalog survives."""
    spec = catalog_spec(path)
    assert parse_spec(spec_text(spec)) == spec


@examples(40)
@given(specs())
def test_random_round_trip(spec: PuzzleSpec) -> None:
    """Boards, bounds and rules survive."""
    assert parse_spec(spec_text(spec)) == spec


def named(name: str) -> PuzzleSpec:
    """A spec in which a text stands in every place where text may stand."""
    return PuzzleSpec.model_validate(
        {
            "name": name,
            "description": name,
            "source": name,
            "board": {"size": (1, 2), "labels": {name: (0, 0)}},
            "tiles": [{"name": name, "drawing": "XX", "color": "red"}],
            "given": [{"tile": name, "cells": [(0, 0), (0, 1)]}],
        }
    )


@pytest.mark.parametrize(
    "rules", ["touching: {min: 0}", "border: {min: 0}", "crossroads: {min: 0, max: 0}", "faults: 0"]
)
def test_bounds_at_their_defaults_round_trip(rules: str) -> None:
    """A range of default values is written with one end; it once was `{}`, which the reader refuses."""
    spec = parse_spec(f"{{name: two, board: {{size: [2, 2]}}, tiles: [{{set: dominoes}}], rules: {{{rules}}}}}")
    assert parse_spec(spec_text(spec)) == spec


@pytest.mark.parametrize("name", TRICKY)
def test_tricky_names_round_trip(name: str) -> None:
    """Text that YAML could take for a number, a Boolean or a sign stays text."""
    assert parse_spec(spec_text(named(name))) == named(name)


@examples(60)
@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=12))
def test_any_name_round_trips(name: str) -> None:
    """Any name that a puzzle may have survives."""
    assume(name == name.strip())
    assert parse_spec(spec_text(named(name))) == named(name)
