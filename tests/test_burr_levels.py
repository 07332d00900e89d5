"""Published levels of six-piece burrs in the catalog."""

from __future__ import annotations

import pytest

from cp_puzzles import apart
from cp_puzzles.analysis.puzzle_check import check_spec
from tests.catalog_costs import expectations

BURRS = [name for name, expected in expectations().items() if expected.level is not None]
BY_DEFAULT = ("burrs/chinese_cross", "burrs/computers_choice_unique10", "burrs/piston_burr")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in BY_DEFAULT else pytest.mark.slow) for name in BURRS]
)
def test_burr_has_published_level(name: str) -> None:
    """The number of assemblies that come apart is the expected one, and the highest level the published one."""
    expected = expectations()[name]
    result = apart(name, symmetry="rotations", engine="exact-cover", jobs=1)
    assert (result.status, result.unknown) == ("complete", 0)
    assert (result.buildable, result.by_level()[-1][0]) == (expected.apart, expected.level)


def test_check_compares_levels() -> None:
    """`check --solve` verifies the expected level and the number of assemblies that can be built."""
    check = check_spec("burrs/dubois_burr", solve=True, jobs=1)
    assert {(c.name, c.counted) for c in check.comparisons} >= {("apart", 1), ("level", 6)}
    assert check.exit_status == 0
