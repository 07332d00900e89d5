"""The exchanges of colors that map the tiles of a puzzle to its tiles, up to isometries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.colored_isometry import ColorExchange
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, colored_orientations, normalize_colored
from cp_puzzles.puzzle.geometry.shown import letter_of, side_colors

MAX_EXCHANGES = 5_040
"""The largest number of exchanges: all of seven colors."""

Signature = tuple[object, ...]


def color_exchanges(cover: Cover) -> tuple[ColorExchange, ...]:
    """Return the exchanges of colors that map tiles to tiles of equal bounds, up to isometries, the identity first.

    They form a group. An exchange may be a symmetry of the puzzle only together with an isometry of the board. Raises
    `MistakeError` if there are more than `MAX_EXCHANGES`.
    """
    return tuple(_Exchanges(cover).found())


class _Exchanges:
    """The search for exchanges: letters are distinguished by their occurrences in tiles, then mapped one by one."""

    def __init__(self, cover: Cover) -> None:
        puzzle = cover.puzzle
        lattice, self._is_wrapped = puzzle.lattice.unwrapped, bool(puzzle.lattice.periods)
        tiles = [tile for tile in puzzle.tiles if tile.colored_orientations and tile.maximum]
        self._forms = [normalize_colored(lattice, tile.shown) for tile in tiles]
        self._bounds = [(tile.minimum, tile.maximum) for tile in tiles]
        self._class_of: dict[ColoredCells, ColoredCells] = {}
        for form in self._forms:
            images = colored_orientations(lattice, dict(form), reflect=True)
            self._class_of.update(dict.fromkeys(images, images[0]))
        self._kinds = self._counted(self._forms)
        self._colors = [
            [*chain.from_iterable((letter_of(text), *side_colors(text)) for _, text in form)] for form in self._forms
        ]
        self._pairs: dict[tuple[str, str], tuple[object, ...]] = {}
        self._board = Counter(letter for _, letter in puzzle.board.cell_colors)
        self._letters = sorted({*puzzle.side_letters, *filter(str.isalpha, puzzle.color_letters)})
        self._signature = self._refined()

    def found(self) -> Iterator[ColorExchange]:
        """Yield the exchanges, the identity first."""
        count = 0
        for images in self._mappings(()):
            exchange = ColorExchange(
                tuple(pair for pair in zip(self._letters, images, strict=True) if len({*pair}) > 1)
            )
            moved = [tuple((cell, exchange.shown(text)) for cell, text in form) for form in self._forms]
            # different tiles may become the same on a wrapped board; the letters on its tiles are compared alone
            if self._is_wrapped or self._counted(moved) == self._kinds:
                count += 1
                if count > MAX_EXCHANGES:
                    raise MistakeError(
                        Parameter("symmetry", "colors"),
                        f"the {len(self._letters)} colors can be exchanged in more than {MAX_EXCHANGES:,} ways",
                        "ask for full",
                    )
                yield exchange

    def _counted(self, forms: Sequence[ColoredCells]) -> Counter[object]:
        """Return how many tiles of each class and with each bounds there are among some forms."""
        classes = (self._class_of.get(form) for form in forms)
        return Counter(zip(classes, self._bounds, strict=True))

    def _mappings(self, images: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the images of the letters that continue those of the first ones, the identity first."""
        if len(images) == len(self._letters):
            yield images
            return
        letter = self._letters[len(images)]
        for image in sorted({*self._letters} - {*images}, key=lambda other: (other != letter, other)):
            if self._signature[image] == self._signature[letter] and all(
                self._together(a, letter) == self._together(b, image)
                for a, b in zip(self._letters, images, strict=False)
            ):
                yield from self._mappings((*images, image))

    def _refined(self) -> dict[str, Signature]:
        """Return a value for each letter that exchanges keep, refined by those of the letters of the same tiles."""
        signature: dict[str, Signature] = {
            letter: (self._board[letter], self._together(letter, letter)) for letter in self._letters
        }
        for _ in self._letters:
            seen = {
                letter: (
                    signature[letter],
                    tuple(sorted((repr(signature[b]), self._together(letter, b)) for b in self._letters)),
                )
                for letter in self._letters
            }
            ranks = {value: rank for rank, value in enumerate(sorted({*seen.values()}, key=repr))}
            refined: dict[str, Signature] = {letter: (ranks[seen[letter]],) for letter in self._letters}
            if len({*refined.values()}) == len({*signature.values()}):
                return refined
            signature = refined
        return signature

    def _together(self, a: str, b: str) -> tuple[object, ...]:
        """Return how often two letters are on one tile, by the tile's bounds."""
        if (a, b) not in self._pairs:
            counted = Counter(
                (bounds, colors.count(a) * colors.count(b))
                for colors, bounds in zip(self._colors, self._bounds, strict=True)
            )
            self._pairs[a, b] = tuple(sorted(counted.items()))
        return self._pairs[a, b]
