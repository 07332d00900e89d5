"""Boards with words: the overview of a puzzle, explanations, hints, challenges, days; places and moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from cp_puzzles.base.text import counted, integer
from cp_puzzles.output.terminal.board_view import best_grid, board_view, solution_view
from cp_puzzles.output.terminal.canvas import TIMES, Block, BlockDrawing, Canvas, Grid, flow, frame
from cp_puzzles.output.terminal.result_panels import facts_table
from cp_puzzles.output.terminal.scene import CellView, board_scene, draw_scene, printable, sketch, tile_scene
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.disassembly.piece_groups import directions
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice, Rotate
from cp_puzzles.puzzle.geometry.placement import Orientation, Placement, shown_orientations
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.region_values import RegionRule, condition_signs
from cp_puzzles.puzzle.spec.yaml_reader import rules_text

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.challenge import Challenge
    from cp_puzzles.analysis.family.days import DayPuzzle, Days
    from cp_puzzles.analysis.hint import Hint
    from cp_puzzles.cover.proofs.explanation import Explanation, Panel
    from cp_puzzles.puzzle.disassembly.take_apart import Step

_GAP = 3
_SMALL, _OUTLINED = Grid(2, False), Grid(1, True)


def puzzle_overview(puzzle: Puzzle, with_orientations: bool = False) -> RenderableType:
    """Return the overview that `show` prints, with all orientations of each tile if asked."""
    parts: list[RenderableType] = [Text(printable(puzzle.name), style="bold")]
    parts += [Text(text.strip()) for text in (puzzle.description, puzzle.lattice.wrap_description) if text.strip()]
    parts += [Text(f"Source: {puzzle.source.strip()}", style="dim")] * bool(puzzle.source.strip())
    cards = BlockDrawing(partial(_cards, puzzle, with_orientations))
    return Group(*parts, Text(), board_view(puzzle), Text(), cards, Text(), facts_table(_facts(puzzle)))


def _facts(puzzle: Puzzle) -> dict[str, str | None]:
    board, tiles = puzzle.board, puzzle.tiles
    cells = integer(len(board.cells))
    bounds = [(tile.minimum, tile.maximum, tile.minimum * tile.size, tile.maximum * tile.size) for tile in tiles]
    fewest, greatest, least, most = map(sum, zip(*bounds, strict=True))
    free = len(board.cells) - least
    if free and not puzzle.fill:
        cells += f", {f'any {integer(free)}' if least == most else 'any'} of them may stay empty"
    elif free and board.optional:
        cells += f", {integer(len(board.optional))} of them (drawn ?) may stay empty"
    if board.left_empty:
        cells += f"; besides, {counted(len(board.left_empty), 'cell')} that --leave leaves empty"
    signs = {rule.region: rule.sign for rule in puzzle.drawn_regions}
    rules = (rule for rule in puzzle.rules if isinstance(rule, RegionRule) and rule.region not in signs)
    signs |= {f"each {rule.region.partition(' ')[0]}": rule.sign for rule in rules}
    members: dict[str, list[str]] = {}
    for tile in tiles:
        for group, size in tile.groups:
            part = "" if size >= tile.maximum else f"{integer(size)} of "
            members.setdefault(group, []).append(part + tile.name)
    return {
        "cells": cells,
        "tiles": integer(len(tiles)),
        "pieces": f"{_span(fewest, greatest)}, with {_span(least, most)} cells",
        "colors": next((rule.words for rule in puzzle.rules if isinstance(rule, ColorsFit) and rule.words), None),
        "values": printable("; ".join(f"{region}: {sign}" for region, sign in signs.items())) or None,
        "groups": printable("; ".join(f"{group}: {', '.join(names)}" for group, names in members.items())) or None,
    }


def _span(least: int, most: int) -> str:
    return integer(least) if least == most else f"{integer(least)} to {integer(most)}"


def _cards(puzzle: Puzzle, with_orientations: bool, canvas: Canvas) -> Block:
    """Return the tiles of a puzzle side by side with their allowed isometries.

    With orientations: all rotations and reflections of the tiles, with their numbers under `orientations:`.
    """
    cards = []
    for tile in puzzle.tiles:
        if not with_orientations:
            title = printable(tile.name) + (f" {canvas.glyph(TIMES)}{tile.copies}" if tile.copies else "")
            allowed = counted(len(tile.orientations), "orientation"), moves(puzzle.lattice, tile)
            cards.append(_card(puzzle, tile, canvas, title, *filter(None, allowed)))
            continue
        for number, image in enumerate(shown_orientations(puzzle.lattice.unwrapped, tile.shape, reflect=True), 1):
            turned = replace(tile, form=image.cells, shown=image.shown)
            is_used = Orientation.of(puzzle.lattice, image.cells, image.shown) in tile.orientations
            title = f"{printable(tile.name)} {number}"
            cards.append(_card(puzzle, turned, canvas, title, "" if is_used else "not used"))
    return flow(cards, canvas.width, _GAP)


def _card(puzzle: Puzzle, tile: Tile, canvas: Canvas, title: str, *words: str) -> Block:
    """Return a small tile below a title and words: filled cells without lines if possible, else its outline."""
    lattice, color = puzzle.lattice, puzzle.tile_colors[tile.name]
    grid = _SMALL if frame(lattice, _SMALL).is_filled and not tile.has_sides else _OUTLINED
    text = "" if canvas.colors or grid.lines else "██"
    drawing = sketch(lattice, tile_scene(puzzle, tile, color, text), grid, canvas)
    lines = [(Segment(title, Style(bold=True)),), *((Segment(word, Style(dim=True)),) for word in words)]
    width = max(drawing.width, *map(cell_len, (title, *words)))
    return Block(min(width, canvas.width), (*lines, *drawing.lines))


def moves(lattice: Lattice, tile: Tile) -> str:
    """Return the isometries allowed for a tile beyond translation, if they change its shape.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> form = ((0, 0), (1, 0), (2, 0), (2, 1))
    >>> square = LATTICES["square"]
    >>> for rotate, reflect in ((True, True), (True, False), (False, True), (False, False)):
    ...     images = shown_orientations(square, Orientation(form), rotate=rotate, reflect=reflect)
    ...     print(len(images), moves(square, Tile("L", form, images, 1, 1)))
    8 rotated, flipped
    4 only rotated
    2 only flipped
    1 fixed
    """
    flipped = "flipped" if lattice.is_flat else "mirrored"
    allowed = set(tile.orientations)

    def images(rotate: Rotate, *, reflect: bool = False) -> set[Orientation]:
        return set(shown_orientations(lattice, tile.shape, rotate=rotate, reflect=reflect))

    fixed, rotated, upright = images(False), images(True), images("upright")
    reflected, both = images(False, reflect=True), images(True, reflect=True)
    if allowed == both:
        return "" if both == fixed else "rotated" if both == rotated else f"rotated, {flipped}"
    if allowed == fixed or len(allowed) == 1:
        return "fixed"
    words = ((rotated, "only rotated"), (upright, "upright"), (reflected, f"only {flipped}"))
    return next((text for each, text in words if allowed == each), "only some ways")


_HEADS = {"none": "no solution", "some": "there are solutions", "unknown": "not known"}


def explanation_view(explanation: Explanation) -> RenderableType:
    """Return boards, sentences, and the reason behind them if there is one."""
    head = Text(f"{printable(explanation.puzzle.name)}: {_HEADS[explanation.answer]}", style="bold")
    return Group(head, *_body(explanation))


def _body(explanation: Explanation) -> list[RenderableType]:
    from cp_puzzles.cover.proofs.explanation import panels  # with all proofs

    views: list[RenderableType] = []
    for panel in panels(explanation):
        caption = [Text(printable(panel.caption), style="dim")] * bool(panel.caption)
        views.append(Group(*caption, BlockDrawing(partial(_panel_block, explanation.puzzle, panel))))
    parts: list[RenderableType] = [Columns(views, padding=(1, 3))] if len(views) > 1 else views
    parts += [Text(printable(step)) for step in explanation.steps]
    if explanation.because is not None:
        parts += [Text("\nReason:", style="bold"), *_body(explanation.because)]
    return parts


def _panel_block(puzzle: Puzzle, panel: Panel, canvas: Canvas) -> Block:
    """Draw a board with pieces and marked cells."""
    grid = best_grid(puzzle, canvas)
    scene = dict(board_scene(puzzle, panel.placements, grid.columns))
    scene |= {cell: replace(view, text="") for cell, view in scene.items() if view.region < 0}
    for cell, (text, color) in panel.marks.items():
        scene[cell] = CellView(scene[cell].region, text or "#", color)
    return draw_scene(puzzle.lattice, scene, grid, canvas, panel.highlights)


MAX_CHOICES = 5
"""Placements on a cell that a person can compare: with more, the number is no reason."""

_WORDS = {
    "finished": "All pieces are placed: the puzzle is finished.",
    "none": "The puzzle cannot be completed from here.",
    "time-limit": "The time limit was reached before it was known whether the puzzle can be completed.",
    "interrupted": "Interrupted before it was known whether the puzzle can be completed.",
}


def hint_view(hint: Hint) -> RenderableType:
    """Return the board with the given pieces and the piece to place next, and a sentence about it."""
    if hint.placement is None:
        return Text(_WORDS[hint.status] + (f" Reason: {hint.reason}." if hint.reason else ""))
    if not hint.puzzle.has_board:
        reason = f" Only {counted(hint.choices, 'option')} can cover the item {hint.item}." if hint.item else ""
        return Text(printable(f"Choose the option {hint.placement.tile}.{reason}"))
    placements = tuple(sorted((*hint.puzzle.given, hint.placement)))
    sentence = f"Place {hint.placement.tile} {place_words(hint.puzzle, hint.placement.cells)}."
    if hint.cell is not None and hint.choices <= MAX_CHOICES:
        only = "It is the only placement that" if hint.choices == 1 else f"Only {hint.choices} placements"
        sentence += f" {only} can cover the cell {place_words(hint.puzzle, [hint.cell]).removeprefix('on ')}."
    return Group(board_view(hint.puzzle, placements, hinted=hint.placement), Text(sentence))


def challenge_view(challenge: Challenge) -> RenderableType:
    """Return number and grade, the board with given pieces, and the reason of the grade."""
    puzzle = challenge.puzzle
    title = f"challenge {challenge.number}" + (f": {challenge.grade}" if challenge.grade else "")
    parts: list[RenderableType] = [Text(title, style="bold"), board_view(puzzle)]
    if signs := condition_signs(puzzle.rules):
        parts.append(Text(f"conditions: {signs}"))
    if rules := rules_text(challenge.spec):
        parts.append(Text(f"rules: {printable(rules)}"))
    left = [tile.caption for tile in puzzle.remaining_tiles if tile.maximum]
    parts.append(Text(f"to place: {printable(', '.join(left) or 'nothing')}"))
    if challenge.difficulty is not None:
        parts.append(Text(str(challenge.difficulty), style="dim"))
    return Group(*parts, Text())


HINTS = 3
"""Pieces that are told before the solution."""


def hints_of(day: DayPuzzle) -> list[str]:
    """Return where the first pieces of a solution are, in words."""
    return [piece_words(day.puzzle, placement) for placement in day.placements[:HINTS]]


def days_summary(days: Days) -> dict[str, Any]:
    """Return the puzzles of the day as plain data, with hints in words."""
    summaries = [day.summary(hints_of(day)) for day in days.shown]
    data = {"boards": summaries} if days.has_boards else summaries[0] if summaries else {"date": days.asked}
    is_ended = bool(days.days) and (days.is_complete or not days.has_boards)
    return {**data, "status": "complete" if is_ended else "time-limit"}


def days_view(days: Days, hints: int, *, with_answer: bool) -> Iterator[RenderableType]:
    """Yield the board, the hints and, if it is wanted, a solution of each puzzle of the day."""
    for day in days.shown:
        every, is_answered = hints_of(day), with_answer and bool(day.placements)
        yield f"{day.title}: {counted(day.solutions or 0, 'solution')}"
        if not is_answered:
            yield board_view(day.puzzle)
            yield from filter(None, [condition_signs(day.puzzle.rules)])
        yield from (f"hint: {text}" for text in every[:hints])
        if is_answered:
            yield solution_view(day.solution)
        elif hints < len(every):
            yield f"--hints {hints + 1} shows another hint"
    if not days.is_complete and (days.has_boards or not days.days):
        yield "the time limit came first"


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NEAR = 1e-6
"""Lengths below this are rounding errors."""


def ordinal(number: int) -> str:
    """Return an ordinal number in words, counted from 1; from 11 on with digits.

    >>> ordinal(2), ordinal(11), ordinal(22), ordinal(33)
    ('second', '11th', '22nd', '33rd')
    """
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def place_words(puzzle: Puzzle, cells: Iterable[Cell]) -> str:
    """Return where some cells are, as a person says it.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> place_words(puzzle_from("pentomino6x10"), [(1, 3)]), place_words(puzzle_from("calendar"), [(0, 0), (0, 1)])
    ('in the second row, fourth column', 'on Jan and Feb')
    >>> place_words(puzzle_from("pentomino6x10"), [(1, 3), (0, 1), (0, 2)])
    'in the first row, second and third column; in the second row, fourth column'
    """
    labels = {cell: name for name, cell in reversed(puzzle.board.labels)}
    listed = sorted(cells)
    if all(cell in labels for cell in listed):
        return f"on {_joined([labels[cell] for cell in listed])}"
    if puzzle.lattice.name not in ("square", "cubic"):
        return f"on {', '.join(str(list(puzzle.lattice.coordinates(cell))) for cell in listed)}"
    return "; ".join(
        f"{_row(row)}, {_joined([ordinal(cell[-1] + 1) for cell in group])} column"
        for row, group in groupby(listed, key=lambda cell: cell[:-1])
    )


def piece_words(puzzle: Puzzle, placement: Placement) -> str:
    """Return where a piece is, with the cells of each of its values or colors if it shows several.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> piece_words(puzzle_from("domino_values1"), Placement(((0, 0), (0, 1)), "4-6", shown=("4", "6")))
    '4-6 with 4 in the first row, first column, 6 in the first row, second column'
    """
    cells: dict[str, list[Cell]] = {}
    for cell, shown in placement.letters_at().items():
        cells.setdefault(shown, []).append(cell)
    if len(cells) < 2:
        return f"{placement.tile} {place_words(puzzle, placement.cells)}"
    return f"{placement.tile} with " + ", ".join(f"{shown} {place_words(puzzle, at)}" for shown, at in cells.items())


def moves_words(puzzle: Puzzle, pieces: Sequence[Placement], steps: Iterable[Step]) -> Iterator[tuple[int, str]]:
    """Yield the moves that take an assembly apart in words: the number of steps, and how the same pieces move in them.

    >>> from cp_puzzles.puzzle.disassembly.take_apart import Step
    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> up, left = Step((0,), (1, 0, 0), 2), Step((0,), (0, 0, -1), None)
    >>> [*moves_words(puzzle_from("soma"), [Placement(((0, 0, 0),), "V")], [up, left])]
    [(2, 'lift V up by two, then out to the left')]
    """
    copies, seen = Counter(piece.tile for piece in pieces), Counter[str]()
    names = []
    for piece in pieces:
        seen[piece.tile] += 1
        names.append(piece.tile if copies[piece.tile] == 1 else f"{piece.tile} ({ordinal(seen[piece.tile])})")
    for moved, group in groupby(steps, key=lambda step: step.pieces):
        words = [_move_words(puzzle.lattice, step) for step in group]
        verb = "take" if words[0].startswith("out") else "lift" if words[0].startswith("up") else "move"
        yield len(words), f"{verb} {_joined([names[piece] for piece in moved])} {', then '.join(words)}"


def _move_words(lattice: Lattice, step: Step) -> str:
    words = direction_words(lattice)[step.direction]
    if step.distance is None:
        return f"out {words.replace('up', 'upward').replace('down', 'downward')}"
    return f"{words} by {CARDINALS[step.distance - 1] if step.distance <= len(CARDINALS) else step.distance}"


@cache
def direction_words(lattice: Lattice) -> dict[Cell, str]:
    """Return the words for each direction of moves, with its translation if several have the same."""
    words = {}
    for direction in directions(lattice):
        # in drawings x is to the right, y down or, in space, to the front, z up
        x, y, *z = np.array(lattice.embedding) @ np.array(direction)
        vertical = (z[0], "up", "down") if z else (-y, "up", "down")
        axes = [vertical, *[(y, "to the front", "to the back")] * len(z), (x, "to the right", "to the left")]
        words[direction] = _joined(
            [plus if length > 0 else minus for length, plus, minus in axes if abs(length) > NEAR]
        )
    alike = Counter(words.values())
    written = lattice.translations.coordinates if lattice.is_numbered else tuple
    return {
        way: text if alike[text] == 1 else f"{text} ({', '.join(map(str, written(way)))})"
        for way, text in words.items()
    }


def _row(row: Cell) -> str:
    words = [f"{ordinal(number + 1)} {name}" for number, name in zip(row, ("layer", "row")[-len(row) :], strict=True)]
    return f"in the {', '.join(words)}"


def _joined(words: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
