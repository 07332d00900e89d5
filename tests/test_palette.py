"""The colors of tiles differ enough for normal and for color-blind vision, measured by an independent library."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from cp_puzzles.cli.app import run
from cp_puzzles.puzzle.palette import PALETTE, color_difference, copy_shades, text_color, tile_colors

coloraide = pytest.importorskip("coloraide", reason="coloraide, which measures colors, is not installed")


def smallest_difference(colors: tuple[str, ...], eyes: str | None) -> float:
    """Return the smallest CIEDE2000 difference of two colors for a type of vision (Machado et al. 2009)."""
    seen = [coloraide.Color(color) for color in colors]
    if eyes is not None:
        seen = [color.filter(eyes, 1, method="machado").clip() for color in seen]
    return float(min(a.delta_e(b, method="2000") for a, b in combinations(seen, 2)))


@pytest.mark.parametrize(
    ("count", "eyes", "bound"),
    [
        (7, None, 24), (7, "deutan", 13), (7, "protan", 13), (7, "tritan", 11),
        (13, None, 18), (13, "deutan", 9), (13, "protan", 9), (13, "tritan", 9),
        (25, None, 12), (25, "deutan", 6), (25, "protan", 6), (25, "tritan", 6),
        (48, None, 8), (48, "deutan", 4), (48, "protan", 4), (48, "tritan", 4),
    ],
)  # fmt: skip
def test_palette_colors_are_distinct(count: int, eyes: str | None, bound: float) -> None:
    """Any two of the first colors differ clearly; a difference of about 2 is just noticeable."""
    assert smallest_difference(PALETTE[:count], eyes) >= bound


def test_tile_colors_keeps_given_colors() -> None:
    """A given color is kept, and no other tile gets a similar one while the palette has others."""
    colors = tile_colors([("a", None), ("b", "#FAE140"), ("c", None), ("d", "#3480fc")])
    assert colors[1::2] == ("#fae140", "#3480fc")
    assert all(color_difference(first, second) > 0.05 for first, second in combinations(colors, 2))


def test_tile_colors_beyond_the_palette() -> None:
    """369 octominoes get 369 distinct colors, the palette first, in every call."""
    colors = tile_colors([(str(n), None) for n in range(369)])
    assert len(set(colors)) == 369
    assert colors[: len(PALETTE)] == PALETTE
    assert colors == tile_colors([(str(n), None) for n in range(369)])


@pytest.mark.parametrize("command", [["solve", "soma", "--limit", "1", "--jobs", "1"], ["check", "soma"]])
def test_json_needs_no_colors(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Colors of tiles are not chosen where only data is printed."""
    monkeypatch.delattr("cp_puzzles.puzzle.puzzle.tile_colors")
    assert run([*command, "--json"]) == 0
    assert capsys.readouterr().out.startswith("{")


@pytest.mark.parametrize("color", [*PALETTE, "#000000", "#ffffff", "#777777"])
def test_text_color_has_wcag_contrast(color: str) -> None:
    """The contrast of text on any color is at least 4.5 : 1 (WCAG AA)."""
    assert coloraide.Color(text_color(color)).contrast(coloraide.Color(color), method="wcag21") >= 4.5


def test_copy_shades_separates_neighbors() -> None:
    """Adjacent copies in a strip have different shades; a single copy keeps its color."""
    pieces = [("D", [(0, n)]) for n in range(9)] + [("M", [(0, 9)])]
    shades = copy_shades(pieces, lambda cell: [(cell[0], cell[1] - 1), (cell[0], cell[1] + 1)])
    assert all(first != second for first, second in pairwise(shades[:9]))
    assert shades[0] == shades[9] == 1.0
