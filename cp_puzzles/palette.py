"""Colours of tiles: the same in the terminal, in pictures and on the page.

`PALETTE` was found by simulated annealing over OKLCH candidates: the first 13 colours together, the rest one by one,
each as far as possible from those before it. Distance is the least CIEDE2000 difference seen by normal, deuteranopic,
protanopic and tritanopic eyes (simulated as in Machado, Oliveira and Fernandes 2009), the normal one counted half.
What holds of it is measured in `tests/test_palette.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from math import cos, dist, pi, sin

PALETTE = (
    "#f9e03f", "#3480fc", "#a21c10", "#8ef6d3", "#eca5fc", "#412db5", "#f0a276", "#8a085a",
    "#8a7b1d", "#e3406a", "#9764a3", "#29a895", "#1d6835", "#989cbe", "#bae7f5", "#7ab22c",
    "#c0c9a5", "#65836b", "#bff18b", "#c49eaf", "#0559d2", "#648e9b", "#e87a69", "#974555",
    "#4eccd3", "#6b4485", "#259cde", "#ae7284", "#9d6f48", "#c04688", "#f3b94c", "#a5cfbf",
    "#8ea789", "#7b69c6", "#385805", "#79028e", "#aa32a4", "#84afdc", "#7e903e", "#f45fb0",
    "#6fd087", "#b25d5f", "#af2938", "#f3afb8", "#ebddb9", "#8c4877", "#e1c3f9", "#aa9afc",
)  # fmt: skip
"""Colours in the order in which tiles take them."""

CLASSES = (PALETTE[0], PALETTE[1], PALETTE[9], PALETTE[11])
"""Colours of classes of pieces."""

CLEAR = 0.06
"""Palette colours nearer than this (in OKLab, to the worst of the eyes) to a given colour are taken last."""

SHADES = (1.0, 0.86, 1.22, 0.73, 1.42, 0.62)
"""What `shade` makes of a tile's colour for copies of it that lie side by side."""

Vector = tuple[float, float, float]

_TO_CONE = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005))  # fmt: skip
_TO_OKLAB = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
             (0.0259040371, 0.7827717662, -0.8086757660))  # fmt: skip
_FROM_OKLAB = ((1.0, 0.3963377774, 0.2158037573), (1.0, -0.1055613458, -0.0638541728),
               (1.0, -0.0894841775, -1.2914855480))  # fmt: skip
_FROM_CONE = ((4.0767416621, -3.3077115913, 0.2309699292), (-1.2684380046, 2.6097574011, -0.3413193965),
              (-0.0041960863, -0.7034186147, 1.7076147010))  # fmt: skip
_EYES = (
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
)
"""Normal eyes, then deuteranopes and protanopes: what linear RGB looks like to them."""


def tile_colors(tiles: Iterable[tuple[str, str | None]]) -> tuple[str, ...]:
    """The colour, `#rrggbb`, of each tile, from (name, given colour or None) pairs in spec order.

    A given colour is kept; the others take the palette in its order, those like a given colour last. Tiles beyond the
    palette get the colour farthest from all taken ones.

    >>> tile_colors([("F", None), ("I", "#ff0000"), ("L", None)])
    ('#f9e03f', '#ff0000', '#3480fc')
    """
    given = [color for _, color in tiles]
    taken = [color.lower() for color in given if color is not None]
    free = sorted(
        (color for color in PALETTE if color not in taken),
        key=lambda color: any(difference(color, other) < CLEAR for other in taken),
    )
    wanted = sum(color is None for color in given)
    while len(free) < wanted:
        free.append(_farthest(tuple(taken + free)))
    colors = iter(free)
    return tuple(next(colors) if color is None else color.lower() for color in given)


def class_color(number: int) -> str:
    """The colour of a class of pieces, such as the colours of a map: bright ones that are far from each other.

    >>> class_color(0), class_color(len(CLASSES))
    ('#f9e03f', '#a21c10')
    """
    return CLASSES[number] if number < len(CLASSES) else PALETTE[2 + (number - len(CLASSES)) % (len(PALETTE) - 2)]


def copy_shades(
    pieces: Sequence[tuple[str, Sequence[tuple[int, ...]]]],
    neighbours: Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]],
) -> tuple[float, ...]:
    """The shade of each piece, given by tile and cells, that tells it from copies of the same tile beside it.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> dominoes = [("D", [(0, 0), (0, 1)]), ("D", [(1, 0), (1, 1)]), ("M", [(0, 2)])]
    >>> copy_shades(dominoes, LATTICES["square"].neighbours)
    (1.0, 0.86, 1.0)
    """
    owners: dict[tuple[int, ...], int] = {}
    shades: list[float] = []
    for number, (tile, cells) in enumerate(pieces):
        beside = {owners[n] for cell in cells for n in neighbours(cell) if n in owners}
        taken = {shades[other] for other in beside if pieces[other][0] == tile}
        free = [factor for factor in SHADES if factor not in taken]
        shades.append(free[0] if free else SHADES[number % len(SHADES)])
        owners.update(dict.fromkeys(cells, number))
    return tuple(shades)


def text_color(background: str) -> str:
    """Black or white: the one that reads better (WCAG contrast) on a background colour.

    >>> text_color("#f9e03f"), text_color("#412db5")
    ('#000000', '#ffffff')
    """
    luminance = sum(k * x for k, x in zip((0.2126, 0.7152, 0.0722), _linear(background), strict=True))
    return "#000000" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "#ffffff"


def shade(color: str, factor: float) -> str:
    """A colour made darker (factor below 1: towards black) or lighter (above 1: towards white), in OKLab lightness.

    >>> shade("#3480fc", 1.0), shade("#3480fc", 0.0)
    ('#3480fc', '#000000')
    """
    if factor <= 1:
        return _hex(tuple(factor**3 * x for x in _linear(color)))
    return _hex(tuple(x + (1 - x) * (factor - 1) for x in _linear(color)))


def weight_colors(weights: Iterable[int]) -> dict[int, str]:
    """A colour for each weight: amber above 0, blue below, darker the more it weighs.

    >>> weight_colors([1, -1])
    {-1: '#5f9bd6', 1: '#e0a030'}
    """
    ordered = sorted(set(weights))
    most = max(map(abs, ordered), default=1)
    colors = {weight: "#e0a030" if weight > 0 else "#5f9bd6" for weight in ordered}
    return {weight: shade(color, 1.4 - 0.4 * abs(weight) / most) for weight, color in colors.items()}


@cache
def difference(first: str, second: str) -> float:
    """How different two colours look to the eyes that see them least apart, as a distance in OKLab (0 to about 1)."""
    return min(dist(a, b) for a, b in zip(_seen(first), _seen(second), strict=True))


@cache
def _seen(color: str) -> tuple[Vector, ...]:
    return tuple(_oklab(_times(eye, _linear(color))) for eye in _EYES)


def _farthest(taken: tuple[str, ...]) -> str:
    return max(_candidates(), key=lambda color: min(difference(color, other) for other in taken))


@cache
def _candidates() -> tuple[str, ...]:
    steps = product((0.46, 0.54, 0.62, 0.7, 0.78, 0.86), (0.06, 0.1, 0.14), range(0, 360, 12))
    lch = ((light, chroma * cos(h * pi / 180), chroma * sin(h * pi / 180)) for light, chroma, h in steps)
    rgb = (_times(_FROM_CONE, _cubes(_times(_FROM_OKLAB, lab))) for lab in lch)
    return tuple(_hex(color) for color in rgb if all(0 <= x <= 1 for x in color))


def _oklab(linear: Vector) -> Vector:
    cone = _times(_TO_CONE, linear)
    return _times(_TO_OKLAB, (_root(cone[0]), _root(cone[1]), _root(cone[2])))


def _root(x: float) -> float:
    return float(max(x, 0.0) ** (1 / 3))


def _cubes(vector: Vector) -> Vector:
    return (vector[0] ** 3, vector[1] ** 3, vector[2] ** 3)


def _times(matrix: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return (x, y, z)


def _linear(color: str) -> Vector:
    r, g, b = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (_decode(r), _decode(g), _decode(b))


def _decode(x: float) -> float:
    return x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4


def _hex(linear: Iterable[float]) -> str:
    clipped = (min(max(x, 0.0), 1.0) for x in linear)
    encoded = (12.92 * x if x <= 0.0031308 else 1.055 * x ** (1 / 2.4) - 0.055 for x in clipped)
    return "#" + "".join(f"{round(255 * x):02x}" for x in encoded)
