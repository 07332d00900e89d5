"""The colors of the terminal, of pictures and of pages.

`PALETTE` was found by simulated annealing over OKLCH candidates: the first 13 colors together, the rest one by one,
each as far as possible from the colors before it. The distance is the smallest CIEDE2000 difference for normal,
deuteranopic, protanopic and tritanopic vision (simulated as in Machado, Oliveira and Fernandes 2009); the difference
for normal vision counts half. `tests/test_palette.py` measures the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from math import cos, pi, sin

import numpy as np
import numpy.typing as npt

PALETTE = (
    "#f9e03f", "#3480fc", "#a21c10", "#8ef6d3", "#eca5fc", "#412db5", "#f0a276", "#8a085a",
    "#8a7b1d", "#e3406a", "#9764a3", "#29a895", "#1d6835", "#989cbe", "#bae7f5", "#7ab22c",
    "#c0c9a5", "#65836b", "#bff18b", "#c49eaf", "#0559d2", "#648e9b", "#e87a69", "#974555",
    "#4eccd3", "#6b4485", "#259cde", "#ae7284", "#9d6f48", "#c04688", "#f3b94c", "#a5cfbf",
    "#8ea789", "#7b69c6", "#385805", "#79028e", "#aa32a4", "#84afdc", "#7e903e", "#f45fb0",
    "#6fd087", "#b25d5f", "#af2938", "#f3afb8", "#ebddb9", "#8c4877", "#e1c3f9", "#aa9afc",
)  # fmt: skip
"""The colors of tiles, in the order in which tiles take them."""

CLASSES = (PALETTE[0], PALETTE[1], PALETTE[9], PALETTE[11])
"""The first colors of classes of pieces, such as the colors of a map."""

LIGHT = {
    "paper": "#faf8f4", "panel": "#ffffff", "ink": "#1e2127", "muted": "#666b75", "line": "#dedad1",
    "cell": "#ece8df", "rim": "#cfc9bc", "accent": "#1f5fd0", "on-accent": "#ffffff", "piece-edge": "rgb(0 0 0 / .28)",
    "good": "#1d7a3d", "bad": "#c0392b", "edge": "#b9b4a8", "dead": "#8d8f95",
}  # fmt: skip
"""The interface colors on a light background, by role; "rim" outlines the board."""

DARK = {
    "paper": "#14161a", "panel": "#1c1f25", "ink": "#eceae5", "muted": "#9aa0ab", "line": "#31353e",
    "cell": "#2a2e36", "rim": "#3f4550", "accent": "#8ab4ff", "on-accent": "#10131a",
    "piece-edge": "rgb(255 255 255 / .22)", "good": "#6fd08c", "bad": "#ff8a7a", "edge": "#4c525d", "dead": "#7d838e",
}  # fmt: skip
"""The interface colors on a dark background, by role."""

AMBER, BLUE, RED = "#e0a030", "#5f9bd6", "#d64545"
"""The colors of explanations: positive weights, negative weights, cells that nothing covers."""

CUT_COLOR, ENGRAVING_COLOR = "#ff0000", "#0000ff"
"""Pure red and pure blue: the colors that laser cutters take for lines to cut and to engrave."""

TRAY_COLOR = "#c8c4ba"

MIN_DIFFERENCE = 0.06
"""A palette color that is closer than this to a given color (`color_difference`) is used last."""

_OKABE_ITO = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999")
_OKABE_ITO_SHADES = (1.0, 0.72, 1.45, 0.55, 1.7)

SHADES = (1.0, 0.86, 1.22, 0.73, 1.42, 0.62)
"""The factors of `shade` for adjacent copies of a tile."""

Vectors = npt.NDArray[np.float64]

_TO_CONE = np.array(((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005)))  # fmt: skip
_TO_OKLAB = np.array(((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
             (0.0259040371, 0.7827717662, -0.8086757660)))  # fmt: skip
_FROM_OKLAB = np.array(((1.0, 0.3963377774, 0.2158037573), (1.0, -0.1055613458, -0.0638541728),
               (1.0, -0.0894841775, -1.2914855480)))  # fmt: skip
_FROM_CONE = np.array(((4.0767416621, -3.3077115913, 0.2309699292), (-1.2684380046, 2.6097574011, -0.3413193965),
              (-0.0041960863, -0.7034186147, 1.7076147010)))  # fmt: skip
_EYES = np.array(
    (
        ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    )
)
"""Linear RGB as normal, deuteranopic and protanopic eyes see it, one matrix each."""


def tile_colors(tiles: Iterable[tuple[str, str | None]]) -> tuple[str, ...]:
    """Return the color, `#rrggbb`, of each tile from pairs (name, given color or None) in spec order.

    A given color is kept. The other tiles take the palette in its order; colors similar to a given one come last.
    Tiles beyond the palette get the color farthest from all colors in use.

    >>> tile_colors([("F", None), ("I", "#ff0000"), ("L", None)])
    ('#f9e03f', '#ff0000', '#3480fc')
    """
    given = [color for _, color in tiles]
    taken = [color.lower() for color in given if color is not None]
    free = sorted(
        (color for color in PALETTE if color not in taken),
        key=lambda color: any(color_difference(color, other) < MIN_DIFFERENCE for other in taken),
    )
    wanted = sum(color is None for color in given)
    if wanted > len(free):
        free += _farthest(taken + free, wanted - len(free))
    colors = iter(free)
    return tuple(next(colors) if color is None else color.lower() for color in given)


def class_color(number: int) -> str:
    """Return the color of a class of pieces, bright and far from the colors of the other classes.

    >>> class_color(0), class_color(len(CLASSES))
    ('#f9e03f', '#a21c10')
    """
    return CLASSES[number] if number < len(CLASSES) else PALETTE[2 + (number - len(CLASSES)) % (len(PALETTE) - 2)]


def accessible_color(number: int) -> str:
    """Return a color that color-blind people can tell from the others: Okabe and Ito's, then the same in shades."""
    color, factor = number % len(_OKABE_ITO), number // len(_OKABE_ITO) % len(_OKABE_ITO_SHADES)
    return shade(_OKABE_ITO[color], _OKABE_ITO_SHADES[factor])


def copy_shades(
    pieces: Sequence[tuple[str, Sequence[tuple[int, ...]]]],
    neighbors: Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]],
) -> tuple[float, ...]:
    """Return the shade of each piece (tile, cells) that distinguishes it from adjacent copies of the same tile.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> dominoes = [("D", [(0, 0), (0, 1)]), ("D", [(1, 0), (1, 1)]), ("M", [(0, 2)])]
    >>> copy_shades(dominoes, LATTICES["square"].neighbors)
    (1.0, 0.86, 1.0)
    """
    owners: dict[tuple[int, ...], int] = {}
    shades: list[float] = []
    for number, (tile, cells) in enumerate(pieces):
        adjacent = {owners[n] for cell in cells for n in neighbors(cell) if n in owners}
        taken = {shades[piece] for piece in adjacent if pieces[piece][0] == tile}
        free = [factor for factor in SHADES if factor not in taken]
        shades.append(free[0] if free else SHADES[number % len(SHADES)])
        owners.update(dict.fromkeys(cells, number))
    return tuple(shades)


def text_color(background: str) -> str:
    """Return black or white, whichever has the higher WCAG contrast on a background color.

    >>> text_color("#f9e03f"), text_color("#412db5")
    ('#000000', '#ffffff')
    """
    luminance = float(np.dot((0.2126, 0.7152, 0.0722), _linear(background)))
    return "#000000" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "#ffffff"


def shade(color: str, factor: float) -> str:
    """Return a color darkened (factor < 1, towards black) or lightened (> 1, towards white) in OKLab lightness.

    >>> shade("#3480fc", 1.0), shade("#3480fc", 0.0)
    ('#3480fc', '#000000')
    """
    linear = _linear(color)
    return _hex(factor**3 * linear if factor <= 1 else linear + (1 - linear) * (factor - 1))


def weight_colors(weights: Iterable[int]) -> dict[int, str]:
    """Return a color for each weight: amber if positive, blue if negative, darker for larger absolute values.

    >>> weight_colors([1, -1])
    {-1: '#5f9bd6', 1: '#e0a030'}
    """
    ordered = sorted(set(weights))
    largest = max(map(abs, ordered), default=1)
    colors = {weight: AMBER if weight > 0 else BLUE for weight in ordered}
    return {weight: shade(color, 1.4 - 0.4 * abs(weight) / largest) for weight, color in colors.items()}


@cache
def color_difference(first: str, second: str) -> float:
    """Return the OKLab distance (0 to about 1) of two colors for the kind of vision that separates them least."""
    return float(np.linalg.norm(_seen(first) - _seen(second), axis=1).min())


@cache
def _seen(color: str) -> Vectors:
    """Return a color in OKLab as each kind of vision in `_EYES` sees it, a row each."""
    return np.asarray(np.maximum(_EYES @ _linear(color) @ _TO_CONE.T, 0.0) ** (1 / 3) @ _TO_OKLAB.T)


def _farthest(taken: list[str], number: int) -> list[str]:
    """Return `number` colors, each as far as possible from the taken ones and from those before it."""
    candidates, colors = np.array([_seen(color) for color in _candidates()]), taken.copy()
    distances = np.full(len(candidates), np.inf)
    for index in range(len(taken) + number):
        if index == len(colors):
            colors.append(_candidates()[int(distances.argmax())])
        distances = np.minimum(distances, np.linalg.norm(candidates - _seen(colors[index]), axis=2).min(axis=1))
    return colors[len(taken) :]


@cache
def _candidates() -> tuple[str, ...]:
    steps = product((0.46, 0.54, 0.62, 0.7, 0.78, 0.86), (0.06, 0.1, 0.14), range(0, 360, 12))
    lch = ((light, chroma * cos(h * pi / 180), chroma * sin(h * pi / 180)) for light, chroma, h in steps)
    rgb = (np.array([*lch]) @ _FROM_OKLAB.T) ** 3 @ _FROM_CONE.T
    return tuple(map(_hex, rgb[((rgb >= 0) & (rgb <= 1)).all(axis=1)]))


def _linear(color: str) -> Vectors:
    x = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def _hex(linear: Vectors) -> str:
    x = np.clip(linear, 0.0, 1.0)
    encoded = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * value):02x}" for value in encoded.tolist())
