"""Symmetry groups of cover problems as permutations of options, computed from the board and the options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.memory import allowed_memory, bytes_text
from cp_puzzles.cover.cover_problem import Cover, CoverProblem
from cp_puzzles.cover.placement_table import MORE, SMALL_PROBLEM_BYTES
from cp_puzzles.cover.symmetry import COUNT_PREFERENCE as COUNT_PREFERENCE
from cp_puzzles.cover.symmetry import EQUIVALENCES as EQUIVALENCES
from cp_puzzles.cover.symmetry import SYMMETRIES as SYMMETRIES
from cp_puzzles.cover.symmetry import WIDER as WIDER
from cp_puzzles.cover.symmetry import BoardSymmetry as BoardSymmetry
from cp_puzzles.cover.symmetry import Symmetry as Symmetry
from cp_puzzles.cover.symmetry.induced_permutations import ColoredIsometry, OptionAction, SymmetrySubgroup
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.cell_solid import NO_EXCHANGE, ColorExchange
from cp_puzzles.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from cp_puzzles.cover.symmetry.component_group import ComponentIsometries

MAX_COMPONENT_ISOMETRIES = 50_000
"""The largest number of isometries of components for which the group is computed."""

MAX_IMAGES = 50_000_000
"""The largest number of images of options under them, or under exchanges of colors: seconds of work."""

IMAGE_BYTES = 8
"""Bytes for an image of an option under a symmetry; measured."""

Permutations = npt.NDArray[np.int32]
Numbered = Sequence[int] | npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class SymmetryGroup:
    """The permutations of options that the board's isometries induce, the identity first.

    `options[g, o]` is the image of option o, `items[g, i]` the image of item i under element g. `kernel_order` is the
    number of isometries of the board that fix every option, the identity included. If it is more than 1, every solution
    is symmetric.
    """

    options: Permutations
    items: Permutations
    kernel_order: int = 1

    @classmethod
    def identity(cls, problem: CoverProblem) -> SymmetryGroup:
        """Return the trivial group of any cover problem."""
        options, items = (np.arange(len(part), dtype=np.int32)[None] for part in (problem.options, problem.items))
        return cls(options, items)

    def subgroup(self, elements: Iterable[int]) -> SymmetryGroup:
        """Return the subgroup that some elements generate."""
        rows = sorted(GeneratorTable.of(self.options, elements).order)
        return SymmetryGroup(self.options[rows], self.items[rows])

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.options)

    @property
    def trivial(self) -> SymmetryGroup:
        """The trivial subgroup."""
        return SymmetryGroup(self.options[:1], self.items[:1])

    def images(self, options: Numbered) -> Permutations:
        """Return the image of a set of options under each element: a row of ascending options."""
        return np.sort(self.options[:, np.asarray(options, dtype=np.int32)], axis=1)

    def representative(self, options: Numbered, items: Numbered = ()) -> bytes:
        """Return one image of a set of options, and of items, as bytes: the same for the whole orbit."""
        moved_items = np.sort(self.items[:, np.asarray(items, dtype=np.int32)], axis=1)
        images: list[bytes] = [image.tobytes() for image in np.hstack([self.images(options), moved_items])]
        return min(images)

    def orbit_sizes(self, batch: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """Return the number of different images of each row of options; -1 is padding."""
        if self.order == 1:
            return np.ones(len(batch), dtype=np.int64)
        images = np.sort(np.where(batch < 0, -1, self.options[:, batch]), axis=2)
        stabilizer_orders = (images == images[0]).all(axis=2).sum(axis=0)
        return np.asarray(self.order // stabilizer_orders, dtype=np.int64)


def effective_symmetry(puzzle: Puzzle, symmetry: Symmetry) -> Symmetry:
    """Return the equivalence that a puzzle can have: `off` for a cover problem without a board.

    Raises `MistakeError` if the user asks such a problem for `rotations`, `components` or `colors`.
    """
    if puzzle.has_board:
        return symmetry
    if symmetry not in ("off", "full"):
        problem = "a cover problem in a file has no board"
        raise MistakeError(Parameter("symmetry", symmetry), problem, ("omit ", Parameter("symmetry")))
    return "off"


def group_of(cover: Cover, symmetry: Symmetry, memory: int | None = None) -> SymmetryGroup:
    """Return the symmetry group of a puzzle under an equivalence; it is computed once for each cover problem.

    Raises `MistakeError` if it needs more than `memory` bytes, by default a share of the machine's memory.

    An isometry of the board is a symmetry of the puzzle if it preserves the colors of cells, and maps

    - required cells to required cells,
    - the placements of a tile to those of one tile with the same bounds,
    - the options that an item of a rule counts to those that one such item with the same bounds counts,
    - given placements to given placements.

    Different isometries can induce the same permutation of options. The group contains each permutation once, so the
    size of a solution's orbit is the order of the group divided by the order of the stabilizer. A problem without a
    board has the trivial group.

    With `components`, the isometries of each component of the board are combined, and congruent components exchanged.
    Raises `MistakeError` if there are too many combinations, or if a rule concerns the board as a whole.

    With `colors`, an isometry may be followed by an exchange of colors of cells and sides, which has to preserve what
    the puzzle says about them. Raises `MistakeError` if there are too many exchanges.

    >>> from cp_puzzles.api import cover_and_request
    >>> soma, _ = cover_and_request("soma")
    >>> [group_of(soma, symmetry).order for symmetry in SYMMETRIES]
    [1, 24, 48]
    """
    groups: dict[Symmetry, SymmetryGroup] = cover.cache.setdefault("symmetry groups", {})
    if symmetry not in groups:
        groups[symmetry] = _compute_group(cover, symmetry, memory)
    return groups[symmetry]


def cell_images(cover: Cover) -> Ints:
    """Return the images of the cells, by number, under each symmetry that maps every tile to itself; a row for each.

    >>> from cp_puzzles.api import cover_and_request
    >>> soma, _ = cover_and_request("soma")
    >>> cell_images(soma).shape
    (24, 27)
    """
    images, tiles = group_of(cover, "full").items, np.array(cover.problem.tiles, dtype=np.int64)
    kept = (images[:, tiles] == tiles).all(axis=1)
    return np.asarray(images[kept, : len(cover.cells)], dtype=np.int64)


def groups_of(cover: Cover) -> dict[Symmetry, SymmetryGroup]:
    """Return the group of each equivalence; one wider than `full` only where it differs and is not refused."""
    groups = {symmetry: group_of(cover, symmetry) for symmetry in SYMMETRIES}
    for symmetry in WIDER:
        with suppress(MistakeError):
            wider = group_of(cover, symmetry)
            if wider.order > groups["full"].order:
                groups[symmetry] = wider
    return groups


def isometry_counts(cover: Cover) -> dict[Symmetry, int]:
    """Return the number of isometries of the board that keep the puzzle; those that fix every cell do not count.

    >>> from cp_puzzles.api import cover_and_request
    >>> isometry_counts(cover_and_request("soma")[0])
    {'rotations': 24, 'full': 48}
    """
    if not cover.puzzle.has_board:
        return dict.fromkeys(SYMMETRIES[1:], 1)
    symmetries = _symmetries(cover, "full").elements
    rotations = tuple(element for element in symmetries if element.isometry.is_rotation)
    parts: dict[Symmetry, tuple[ColoredIsometry, ...]] = {"rotations": rotations, "full": symmetries}
    return {symmetry: len(part) // _idle(cover, part) for symmetry, part in parts.items()}


def _symmetries(cover: Cover, symmetry: Symmetry) -> SymmetrySubgroup:
    """Return the symmetries of a puzzle under isometries of the board as a whole."""
    isometries = cover.puzzle.lattice.board_isometries(cover.puzzle.board.cells)
    if symmetry == "rotations":
        isometries = tuple(isometry for isometry in isometries if isometry.is_rotation)
    exchanges = _exchanges(cover, len(isometries)) if symmetry == "colors" else (NO_EXCHANGE,)
    return OptionAction(cover).symmetries(isometries, exchanges)


def _idle(cover: Cover, symmetries: Sequence[ColoredIsometry]) -> int:
    """Return the number of symmetries that fix every cell and all that placements show on their cells and sides."""
    board = cover.puzzle.board.cells
    isometries = (element.isometry for element in symmetries if not element.exchange.images)
    fixing = [each for each in isometries if all(each(cell) == cell for cell in board)]
    if len(fixing) == 1:
        return 1
    action, cells = OptionAction(cover), np.arange(len(board))
    induced = (action.permuted(cells, ColoredIsometry(isometry)) for isometry in fixing)
    return sum(each is not None and bool((each.options == np.arange(len(each.options))).all()) for each in induced)


def _compute_group(cover: Cover, symmetry: Symmetry, memory: int | None) -> SymmetryGroup:
    if not cover.puzzle.has_board or symmetry == "off":
        return SymmetryGroup.identity(cover.problem)
    if symmetry == "components":
        return _component_group(cover)
    symmetries = _symmetries(cover, symmetry)
    order, options = len(symmetries.elements), len(cover.problem.options)
    size = order * options * IMAGE_BYTES
    if (memory is not None or size > SMALL_PROBLEM_BYTES) and size > (allowed := allowed_memory(memory)):
        raise MistakeError(
            Parameter("symmetry", symmetry),
            f"{order:,} symmetries of {options:,} placements would need about {bytes_text(size)}, but only "
            f"{bytes_text(allowed)} may be used",
            ("ask for off", MORE if memory is None else ", or allow more with ", Parameter("memory")),
        )
    group = _distinct(*symmetries.induced)
    return replace(group, kernel_order=order // group.order // _idle(cover, symmetries.elements))


def _exchanges(cover: Cover, isometries: int) -> tuple[ColorExchange, ...]:
    """Return the exchanges of colors to try; raise `MistakeError` if they have too many images of options."""
    from cp_puzzles.cover.symmetry.component_group import color_exchanges

    exchanges = color_exchanges(cover)
    if len(exchanges) > 1 and isometries * len(exchanges) * len(cover.problem.options) > MAX_IMAGES:
        raise MistakeError(
            Parameter("symmetry", "colors"),
            f"{isometries} isometries with {len(exchanges):,} exchanges of colors are too many for "
            f"{len(cover.problem.options):,} placements",
            "ask for full",
        )
    return exchanges


def _component_group(cover: Cover) -> SymmetryGroup:
    isometries = _component_isometries(cover)
    if isometries.components == 1:
        return group_of(cover, "full")
    action = OptionAction(cover)
    _refuse(cover, isometries, action)
    symmetries = {
        cells.tobytes(): permutations for cells in isometries if (permutations := action.permuted(cells)) is not None
    }
    options, items = map(np.stack, zip(*symmetries.values(), strict=True))
    group = _distinct(options, items)
    return replace(group, kernel_order=isometries.kernel * len(symmetries) // group.order)


def _component_isometries(cover: Cover) -> ComponentIsometries:
    """Return the isometries of the components that placements and the properties of cells distinguish."""
    from cp_puzzles.cover.symmetry.component_group import ComponentIsometries

    puzzle, colors = cover.puzzle, dict(cover.puzzle.board.cell_colors)
    placements = (*cover.placements, *puzzle.given, *puzzle.fixed)
    blocks = {frozenset(placement.cells) for placement in placements}
    labels = {cell: (cell in puzzle.required, colors.get(cell)) for cell in puzzle.board.cells}
    return ComponentIsometries(puzzle.lattice, puzzle.board.cells, blocks, labels)


def _distinct(options: Permutations, items: Permutations) -> SymmetryGroup:
    """Return the group of some permutations, each once, in order; the identity is the first."""
    kernel = np.flatnonzero(options[:, :1].ravel() == 0)
    if (options[kernel] == options[0]).all(axis=1).sum() == 1:
        return SymmetryGroup(options, items)
    first: dict[bytes, int] = {}
    for number, row in enumerate(options):
        first.setdefault(blake2b(row.tobytes(), digest_size=16).digest(), number)
    numbers = list(first.values())
    return SymmetryGroup(options[numbers], items[numbers])


def _refuse(cover: Cover, isometries: ComponentIsometries, action: OptionAction) -> None:
    """Raise `MistakeError` if the components cannot be moved each by itself, or in too many ways."""
    place = Parameter("symmetry", "components")
    if action.needs_isometry or cover.checks:
        raise MistakeError(
            place,
            "colors of pieces, tiles of one shape, some rules and wrapped boards need the board as a whole",
            "ask for full",
        )
    images = isometries.count * len(cover.problem.options)
    if isometries.count > MAX_COMPONENT_ISOMETRIES or images > MAX_IMAGES:
        raise MistakeError(
            place,
            f"the {isometries.components} components of the board can be moved in {isometries.count:,} ways, too many "
            f"for {len(cover.problem.options):,} placements",
            "ask for full",
        )


@dataclass(frozen=True)
class GeneratorTable:
    """A group of permutations as words in a few generators.

    `generators` has the indices of elements. `order` lists all elements, the identity first. If `words[i]` is `(p, g)`,
    then element `order[i + 1]` is the product of element `order[p]`, applied first, and generator number g.
    """

    generators: list[int]
    words: list[tuple[int, int]]
    order: list[int]

    @classmethod
    def of(cls, permutations: Permutations, elements: Iterable[int] | None = None) -> GeneratorTable:
        """Return the table of a group whose first element is the identity, or of what some elements generate.

        >>> import numpy as np
        >>> table = GeneratorTable.of(np.array([[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]))
        >>> table.generators, table.words, table.order
        ([1], [(0, 0), (1, 0), (2, 0)], [0, 1, 2, 3])
        """
        index = {row.tobytes(): number for number, row in enumerate(permutations)}
        generators: list[int] = []
        words: list[tuple[int, int]] = []
        order, visited = [0], {0}
        for element in range(len(permutations)) if elements is None else elements:
            if element in visited:
                continue
            generators.append(element)
            position = 0
            while position < len(order):
                for number, generator in enumerate(generators):
                    product = index[permutations[generator][permutations[order[position]]].tobytes()]
                    if product not in visited:
                        visited.add(product)
                        order.append(product)
                        words.append((position, number))
                position += 1
        return cls(generators, words, order)
