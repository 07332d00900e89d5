"""Colours can be told apart, by normal and by colour-blind eyes, measured independently of how they were chosen."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from cp_puzzles.palette import PALETTE, copy_shades, difference, text_color, tile_colors

coloraide = pytest.importorskip("coloraide", reason="coloraide, which measures colours, is not installed")


def least_difference(colors: tuple[str, ...], eyes: str | None) -> float:
    """The least CIEDE2000 difference of two of the colours, seen by eyes that lack a cone (Machado et al. 2009)."""
    seen = [coloraide.Color(color) for color in colors]
    if eyes is not None:
        seen = [color.filter(eyes, 1, method="machado").clip() for color in seen]
    return float(min(a.delta_e(b, method="2000") for a, b in combinations(seen, 2)))


@pytest.mark.parametrize(
    ("count", "eyes", "least"),
    [
        (7, None, 24), (7, "deutan", 13), (7, "protan", 13), (7, "tritan", 11),
        (13, None, 18), (13, "deutan", 9), (13, "protan", 9), (13, "tritan", 9),
        (25, None, 12), (25, "deutan", 6), (25, "protan", 6), (25, "tritan", 6),
        (48, None, 8), (48, "deutan", 4), (48, "protan", 4), (48, "tritan", 4),
    ],
)  # fmt: skip
def test_the_first_colors_are_far_apart(count: int, eyes: str | None, least: float) -> None:
    """Any two of the first colours differ clearly; about 2 is the least that eyes notice side by side."""
    assert least_difference(PALETTE[:count], eyes) >= least


def test_given_colors_are_kept_and_not_imitated() -> None:
    """A given colour stays, and no other tile gets one like it while there are others."""
    colors = tile_colors([("a", None), ("b", "#FAE140"), ("c", None), ("d", "#3480fc")])
    assert colors[1::2] == ("#fae140", "#3480fc")
    assert all(difference(first, second) > 0.05 for first, second in combinations(colors, 2))


@pytest.mark.slow
def test_more_tiles_than_the_palette_has_colors() -> None:
    """A hundred tiles get a hundred colours, the first of them the palette's, the same at every call."""
    colors = tile_colors([(str(n), None) for n in range(100)])
    assert len(set(colors)) == 100
    assert colors[: len(PALETTE)] == PALETTE
    assert colors == tile_colors([(str(n), None) for n in range(100)])


@pytest.mark.parametrize("color", [*PALETTE, "#000000", "#ffffff", "#777777"])
def test_text_can_be_read_on_every_color(color: str) -> None:
    """The contrast of text is at least 4.5 : 1 (WCAG AA)."""
    assert coloraide.Color(text_color(color)).contrast(coloraide.Color(color), method="wcag21") >= 4.5


def test_neighbouring_copies_get_shades_of_their_own() -> None:
    """On a strip of copies no two neighbours share a shade, and a lone copy keeps its colour."""
    pieces = [("D", [(0, n)]) for n in range(9)] + [("M", [(0, 9)])]
    shades = copy_shades(pieces, lambda cell: [(cell[0], cell[1] - 1), (cell[0], cell[1] + 1)])
    assert all(first != second for first, second in pairwise(shades[:9]))
    assert shades[0] == shades[9] == 1.0
