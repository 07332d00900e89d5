"""The widget of a notebook: a board to play on, whose pieces Python reads and places."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from cp_puzzles.analysis.hint import Hint, hint
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MissingExtraError, MistakeError, echo
from cp_puzzles.output.web.solution_page import PageContent
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.schema import changed_spec

try:
    import traitlets
    from anywidget import AnyWidget
except ImportError:
    raise MissingExtraError(
        "PuzzleWidget", "the package anywidget is not installed", "install it: pip install 'cp-puzzles[notebook]'"
    ) from None

HEIGHT = 620
"""Height of the widget, in pixels."""


class PuzzleWidget(AnyWidget):
    """A puzzle to play in a notebook: Python reads the pieces on its board and can place pieces.

    `observe(function, "placed")` calls a function after each change; `left`, `cell` and `tile` can be observed, too.

    Parameters
    ----------
    puzzle
        A name of `catalog_names()`, the path of a file, a dictionary, a spec or a puzzle.
    solutions
        Solutions of the puzzle to browse on the page; with all of them it counts the ways to finish.
    height
        Height in pixels.

    Attributes
    ----------
    placed
        The placements on the board that the puzzle does not give; assign to it to place pieces.
    left
        The cells that are to stay empty.
    cell, tile
        The cell that was clicked last, and the name of the piece in the hand; None if there is none.

    Examples
    --------
    >>> board = PuzzleWidget("five_tiles4x4")
    >>> board.place_hint().status, len(board.placed)
    ('found', 1)
    >>> from cp_puzzles import count
    >>> count(board.position, jobs=1).count > 0
    True
    """

    _esm = files("cp_puzzles.output.web").joinpath("bundles", "widget.min.js").read_text("utf-8")

    page = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(HEIGHT).tag(sync=True)
    game = traitlets.Dict().tag(sync=True)

    placed = traitlets.Tuple()
    left = traitlets.Tuple()
    cell = traitlets.Any(None, allow_none=True)
    tile = traitlets.Unicode(None, allow_none=True)

    def __init__(self, puzzle: PuzzleSource, solutions: Iterable[Solution] = (), *, height: int = HEIGHT) -> None:
        self.puzzle: Puzzle = puzzle_from(puzzle)
        content = PageContent(self.puzzle, embedded=True)
        for solution in solutions:
            content.write(solution)
        data = content.data()
        self._placements, self._cells = data.placements, data.cells
        self._number = {placement: number for number, placement in enumerate(self._placements)}
        super().__init__(page=content.html(), title=self.puzzle.name, height=height)

    @property
    def position(self) -> Puzzle:
        """Return the puzzle with the placements on the board given."""
        spec = self.puzzle.spec
        if spec is None:
            return self.puzzle.replaced(given=(*self.puzzle.given, *self.placed))
        changed = changed_spec(spec, given=[*spec.given, *self.given], expected=None)
        labels = {cell: name for name, cell in self.puzzle.board.labels}
        return build_puzzle(changed, leave=[labels[cell] for cell in self.puzzle.board.left_empty])

    @property
    def given(self) -> list[dict[str, Any]]:
        """Return the placements on the board as plain data, for the keyword `given` and for puzzle files."""
        return [placement.data(self.puzzle.lattice) for placement in self.placed]

    def place_hint(self, **options: Any) -> Hint:
        """Place the piece of `hint(position, **options)`, and return the hint."""
        found = hint(self.position, **options)
        if found.placement is not None:
            self.placed = (*self.placed, found.placement)
        return found

    def clear(self) -> None:
        """Remove all pieces from the board except the given ones."""
        self.placed = ()

    @traitlets.validate("placed")
    def _possible(self, proposal: Any) -> tuple[Placement, ...]:
        """Refuse placements that the board cannot have together."""
        placed: tuple[Placement, ...] = tuple(proposal["value"])
        covered: set[Cell] = {cell for placement in self.puzzle.given for cell in placement.cells}
        for placement in placed:
            if placement not in self._number:
                raise MistakeError(
                    "placed", f"{echo(placement)} is not a placement of the puzzle", "use a placement of a solution"
                )
            if not covered.isdisjoint(placement.cells):
                raise MistakeError("placed", f"{placement.tile!r} covers a cell twice", "remove a piece first")
            covered.update(placement.cells)
        return placed

    @traitlets.observe("placed", "left")
    def _show_pieces(self, _change: Any) -> None:
        """Show the pieces on the page."""
        numbers = [self._number[placement] for placement in self.placed]
        left = [self._cells.index(cell) for cell in self.left]
        if (numbers, left) != (self.game.get("placed", []), self.game.get("left", [])):
            self.game = {**self.game, "placed": numbers, "left": left}

    @traitlets.observe("game")
    def _take_game(self, change: Any) -> None:
        """Update the state after a change on the page."""
        game = change["new"]
        values = {
            "placed": tuple(self._placements[number] for number in game.get("placed", ())),
            "left": tuple(self._cells[number] for number in game.get("left", ())),
            "cell": None if game.get("cell") is None else self._cells[game["cell"]],
            "tile": None if game.get("tile") is None else self.puzzle.tiles[game["tile"]].name,
        }
        with self.hold_trait_notifications():
            for name, value in values.items():
                if getattr(self, name) != value:
                    self.set_trait(name, value)
