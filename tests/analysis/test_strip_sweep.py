"""The counts of strips by one sweep over the longest."""

from __future__ import annotations

from typing import Any

import pytest

from cp_puzzles.analysis.family.each import each
from tests.examples import sampled

DOMINOES = [{"set": "domino", "multiplicity": "{n*m//2}"}]
L = [{"name": "L", "drawing": "XX\nX.", "multiplicity": "any"}]
HEXES = [{"set": "trihexes", "multiplicity": "any"}]
SPEC: dict[str, Any] = {"name": "strips", "parameters": {"n": 3, "m": 8}, "board": {"size": ["{n}", "{m}"]}}


@pytest.mark.parametrize(
    ("changes", "varied", "is_swept"),
    sampled(
        [
            ({"tiles": DOMINOES}, "m=1..9", True),
            ({"tiles": L}, "n=1..3,m=1..7", True),
            ({"tiles": [{"set": "tetrominoes", "multiplicity": "any"}]}, "m=3..8", True),
            ({"tiles": [*L, {"set": "monomino", "multiplicity": "any"}]}, "m=8,4,5", True),
            ({"tiles": HEXES, "lattice": "hexagonal", "parameters": {"n": 6, "m": 3}}, "n=3..6", False),
            ({"tiles": DOMINOES, "board": {"size": [2, 2, "{m}"]}, "parameters": {"n": 4, "m": 8}}, "m=1..6", True),
            ({"tiles": DOMINOES, "board": {"size": ["{n}", "{m}"], "wrap": "torus"}}, "m=3..6", False),
            ({"tiles": [{"set": "domino", "multiplicity": "any"}], "fill": False}, "m=1..6", False),
            ({"tiles": [{"set": "domino", "multiplicity": 3}]}, "m=1..6", False),
            ({"tiles": [*L, {"set": "domino"}]}, "m=1..5", False),
            ({"tiles": DOMINOES, "rules": {"crossroads": 0}}, "m=2..6", False),
        ],
        every=2,
    ),
)
def test_strips_have_the_counts_of_each_alone(
    changes: dict[str, Any], varied: str, is_swept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sweep counts strips as separate searches do, and serves no other family."""
    from cp_puzzles.analysis.family.answer_plan import strip_counts

    swept = []

    def spied(*arguments: Any) -> Any:
        for found in strip_counts(*arguments):
            swept.append(found)
            yield found

    monkeypatch.setattr("cp_puzzles.analysis.family.answer_plan.strip_counts", spied)
    spec = {**SPEC, **changes}
    result = each(spec, for_=varied, question="count", jobs=1)
    alone = each(spec, for_=varied, question="count", engine="exact-cover", jobs=1)
    assert [answer.solutions for answer in result.answers] == [answer.solutions for answer in alone.answers]
    assert None not in [answer.solutions for answer in result.answers]
    assert bool(swept) is is_swept
