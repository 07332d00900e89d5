"""Scenes, the text and color of each cell of a board on any lattice, and their drawings, layers side by side."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from string import ascii_lowercase, ascii_uppercase, digits

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from cp_puzzles.output.terminal.canvas import (
    BOLD,
    DOT,
    FEW_COLORS,
    PLAIN,
    Arm,
    Block,
    Box,
    Canvas,
    CellForm,
    EdgeForm,
    Frame,
    Grid,
    Spot,
    flow,
    frame,
)
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, Corner, side_colors
from cp_puzzles.puzzle.geometry.footprint import canonical_side, footprint, footprint_sides, has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import class_color, copy_shades, shade
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights

OPTIONAL = "?"
UNCOVERED = "·"


@dataclass(frozen=True)
class CellView:
    """The text and color of a cell; cells of equal region have no line between them; an empty cell has no color.

    The `mark`, the letter of the cell's color or its value, follows the text, and stands alone without it. `sides` has
    the letter and the color of each colored side of its footprint, by its number there.
    """

    region: int
    text: str
    color: str | None = None
    mark: str = ""
    sides: Mapping[int, tuple[str, str]] = field(default_factory=dict)


Scene = Mapping[Cell, CellView]
"""The views of the cells of a board; the other cells are blank."""


def board_scene(
    puzzle: Puzzle,
    placements: Iterable[Placement] | None,
    columns: int,
    *,
    hinted: Placement | None = None,
    classes: Sequence[int] = (),
) -> Scene:
    """Return the scene of a board with placements; None draws the board before anything is placed.

    Texts fit cells of `columns` columns. A piece with a value on each cell has no name there. A covered cell
    has the letter of the color that its piece shows, or else that of the board. Adjacent copies of a tile have
    different shades. With a `hinted` placement the others have names and no colors; with `classes` each placement has
    the color and the number of its class.
    """
    labels = {cell: printable(name) for name, cell in puzzle.board.labels}
    has_letters = bool(puzzle.color_letters) and (columns > 1 or placements is None or puzzle.has_values)
    cell_letters = dict(puzzle.board.cell_colors) if has_letters else {}
    regions = (
        {} if placements is not None else {c: rule.region[:1] for rule in puzzle.drawn_regions for c in rule.cells}
    )
    views: dict[Cell, CellView] = {}
    for number, cell in enumerate((*puzzle.board.cells, *sorted(puzzle.board.left_empty))):
        bare = (OPTIONAL if cell in puzzle.board.optional else "") if placements is None else UNCOVERED
        bare = regions.get(cell, bare)
        views[cell] = CellView(-1 - number, labels.get(cell, bare), mark=cell_letters.get(cell, ""))
    placed = tuple(placements or ())
    shades = copy_shades([(p.tile, p.cells) for p in placed], puzzle.lattice.neighbors)
    numbered = bool(classes) and columns - has_letters > 1
    width = max(1, columns - has_letters - numbered)
    marks = marks_of(puzzle, width)
    copies: Counter[str] = Counter()
    for number, placement in enumerate(placed):
        tile = puzzle.tile(placement.tile)
        copies[tile.name] += 1
        text = marks[tile.name] + (str(copies[tile.name]) if 0 < _number_width(puzzle, tile) < width else "")
        # the colors of sides, and a value on each cell, tell tiles apart
        if tile.has_sides or (puzzle.has_values and placement.shown and all(placement.shown)):
            text = ""
        if numbered:
            text += f"{classes[number] + 1}"
        tone = class_color(classes[number]) if classes else shade(puzzle.tile_colors[placement.tile], shades[number])
        color = tone if hinted in (None, placement) else None
        shown = placement.letters_at() if has_letters else {}
        sides = placement.shown_at() if puzzle.side_letters else {}
        for cell in placement.cells:
            drawn = _sides(puzzle, cell, sides[cell]) if cell in sides else {}
            views[cell] = CellView(number, text, color, shown.get(cell) or cell_letters.get(cell, ""), drawn)
    return views


def _sides(puzzle: Puzzle, cell: Cell, shown: str) -> Mapping[int, tuple[str, str]]:
    """Return the letter and the color of each colored side of the footprint of a cell."""
    colors = side_colors(shown)
    if not colors:
        return {}
    palette = puzzle.side_palette
    letters = (colors[side] for side in footprint_sides(puzzle.lattice, puzzle.lattice.class_of(cell)))
    return {place: (letter, palette[letter]) for place, letter in enumerate(letters) if letter != NO_COLOR}


def marks_of(puzzle: Puzzle, columns: int) -> dict[str, str]:
    """Return the mark of each tile, with space for the number where copies are numbered."""
    marks = tile_marks((tile.name for tile in puzzle.tiles), columns)
    for tile in puzzle.tiles:
        if (width := _number_width(puzzle, tile)) and width < columns:
            marks[tile.name] = tile_marks(marks, columns - width)[tile.name]
    return marks


def text_columns(puzzle: Puzzle) -> int:
    """Return the number of columns, 1 to 3, that names, labels and cell colors need."""
    names = [cell_len(tile.name) for tile in puzzle.tiles]
    numbers = [1 + width for tile in puzzle.tiles if (width := _number_width(puzzle, tile))]
    widest = max(*names, *numbers, *(cell_len(label) for label, _ in puzzle.board.labels), 1)
    return min(3, widest + bool(puzzle.color_letters))


def _number_width(puzzle: Puzzle, tile: Tile) -> int:
    """Return the width of the numbers of copies of a tile: in a box no line joins the layers of a piece; else 0."""
    return len(str(tile.maximum)) if tile.maximum > 1 and not puzzle.lattice.is_flat else 0


def tile_scene(puzzle: Puzzle, tile: Tile, color: str, text: str) -> Scene:
    """Return the scene of a tile alone, with a text or the letter of its color in each cell."""
    letters, shown = tile.shape.letters_at(), tile.shape.shown_at()
    marked = ((cell, letters.get(cell, ""), _sides(puzzle, cell, shown.get(cell, ""))) for cell in tile.form)
    return {cell: CellView(0, "" if letter else text, color, letter, sides) for cell, letter, sides in marked}


_ALPHABET = ascii_uppercase + ascii_lowercase + digits


def printable(name: str) -> str:
    r"""Return the name with unprintable characters replaced.

    >>> printable("a\x1b[2J")
    'a?[2J'
    """
    return "".join(character if character.isprintable() else "?" for character in name)


def tile_marks(names: Iterable[str], columns: int) -> dict[str, str]:
    """Return a mark of at most `columns` columns for each name, distinct as far as possible.

    A name that fits is its own mark; a longer name starts its mark.

    >>> tile_marks(["L", "L1", "L2", "block"], 1)
    {'L': 'L', 'L1': '1', 'L2': '2', 'block': 'b'}
    >>> tile_marks(["L1", "block", "blue"], 2)
    {'L1': 'L1', 'block': 'bl', 'blue': 'bu'}
    """
    names = tuple(names)
    marks = {name: printable(name) for name in names if cell_len(name) <= columns}
    taken = set(marks.values())
    for name in names:
        if name not in marks:
            options = _candidates(printable(name), columns)
            marks[name] = next((mark for mark in options if mark not in taken), set_cell_size(name, columns))
            taken.add(marks[name])
    return {name: marks[name] for name in names}


def _candidates(name: str, columns: int) -> Iterator[str]:
    head = set_cell_size(name, columns - 1).rstrip()
    for character in (*name[len(head) :], *_ALPHABET):
        if character != " " and cell_len(head + character) <= columns:
            yield head + character
    if columns > 1:
        yield from (first + last for first in _ALPHABET for last in _ALPHABET)


TITLE_STYLE = Style(dim=True)
LAYER_GAP = 2
"""Columns between two layers."""

MAX_LINES = 2_000
"""Maximum lines of a drawing; further lines are cut off."""

Characters = dict[Spot, tuple[str, Style]]
"""The characters of a drawing, each with its style."""

SharedSides = Mapping[tuple[Corner, ...], list[tuple[Cell, EdgeForm]]]
"""The cells beside each side, with its characters."""


def draw_scene(
    lattice: Lattice, scene: Scene, grid: Grid, canvas: Canvas, highlights: Highlights = NO_HIGHLIGHTS
) -> Block:
    """Draw the scene of a board in layers, in as many rows of layers as the canvas needs.

    A torus that is one long row is drawn as a parallelogram.
    """
    drawn = lattice.drawn
    if drawn is not lattice:
        scene = {drawn.reduce(cell): view for cell, view in scene.items()}
        highlights = highlights.mapped(drawn.reduce)
    blocks = _planes(scene, frame(drawn, grid), canvas, highlights)
    if lattice.is_flat:
        return blocks[0]
    titled = []
    for number, block in enumerate(blocks, start=1):
        titles = (f"layer {number} (bottom)",) * (number == 1 < len(blocks)) + (f"layer {number}", str(number))
        titled.append(block.titled(*titles, style=TITLE_STYLE))
    return flow(titled, canvas.width, LAYER_GAP)


def sketch(lattice: Lattice, scene: Scene, grid: Grid, canvas: Canvas) -> Block:
    """Draw a tile: layers without titles, the bottom layer first, separated by lines."""
    planes = _planes(scene, frame(lattice, grid), canvas)
    upright = canvas.joint({(0, -1), (0, 1)})
    line = Block(1, ((Segment(upright, TITLE_STYLE),),) * len(planes[0].lines))
    return flow([block for plane in planes for block in (line, plane)][1:], canvas.width, 1)


def _planes(scene: Scene, frame: Frame, canvas: Canvas, highlights: Highlights = NO_HIGHLIGHTS) -> list[Block]:
    """Draw each layer of a scene, all in the same box of characters."""
    box = frame.box(tuple(scene))
    parts = [{cell: scene[cell] for cell in layer} for layer in layers(frame.lattice, scene)]
    if has_edges(frame.lattice):
        return [_draw_edges(part, frame, box, canvas) for part in parts]
    return [draw_plane(part, frame, box, canvas, highlights) for part in parts]


def draw_plane(scene: Scene, frame: Frame, box: Box, canvas: Canvas, highlights: Highlights = NO_HIGHLIGHTS) -> Block:
    """Draw the cells of a scene, all in one layer, into a box of characters; highlighted lines are heavy."""
    characters: Characters = {}
    sides: dict[tuple[Corner, ...], list[tuple[Cell, EdgeForm]]] = defaultdict(list)
    letters: list[tuple[Spot, str, Style]] = []
    ends: dict[Corner, set[Spot]] = {}
    for cell, form, text in _placed(scene, frame, canvas):
        view, style = scene[cell], canvas.style(scene[cell].color)
        characters |= dict.fromkeys(form.inside, (" ", style))
        indent = max(0, frame.columns - cell_len(text)) // 2
        _write(characters, form.text, set_cell_size(" " * indent + text, frame.columns), style)
        corners = footprint(frame.lattice, cell) if frame.lines else ()
        for i, edge in enumerate(form.edges):
            pair = corners[i], corners[(i + 1) % len(corners)]
            sides[canonical_side(frame.lattice, *pair)].append((cell, edge))
            drawn = {end for end, _ in edge.ends}
            ends |= {corner: ends.get(corner, drawn) & drawn for corner in pair}
            if i in view.sides and edge.spots:
                letter, color = view.sides[i]
                letters.append((edge.spots[len(edge.spots) // 2], letter, canvas.style(color)))
    _draw_sides(characters, scene, sides, highlights, canvas, frame)
    for place, letter, letter_style in reversed(letters):  # of two sides that meet, the first one is shown
        _write(characters, place, letter, letter_style)
    for group in highlights.points:
        if all(cell in scene for cell in group):
            shared = set[Corner].intersection(*(set(footprint(frame.lattice, cell)) for cell in group))
            dots = (place for corner in shared for place in ends.get(corner, ()))
            characters |= dict.fromkeys(dots, (canvas.glyph(DOT), BOLD))
    return _block(characters, box, canvas)


def _draw_sides(
    characters: Characters, scene: Scene, sides: SharedSides, highlights: Highlights, canvas: Canvas, frame: Frame
) -> None:
    """Draw lines between pieces, and leave them out between cells of one piece."""
    heavy = {side for line in highlights.lines for side in line}
    joints: dict[Spot, tuple[set[Arm], set[Arm]]] = defaultdict(lambda: (set(), set()))
    for shared in sides.values():
        is_border = len({scene[cell].region for cell, _ in shared}) == len(shared)
        is_heavy = tuple(cell for cell, _ in shared) in heavy
        # both cells have a side of their own only on a wrapped board
        for cell, edge in shared if frame.lattice.periods else shared[:1]:
            if not is_border:
                seam = (" ", canvas.style(scene[cell].color))
                for place in (*edge.spots, *(end for end, _ in edge.ends)):
                    characters.setdefault(place, seam)
                continue
            line = canvas.joint({*edge.arms}, edge.arms if is_heavy else ())
            characters |= dict.fromkeys(edge.spots, (line, BOLD if is_heavy else PLAIN))
            for end, arm in edge.ends:
                joints[end][0].add(arm)
                joints[end][1].update(edge.arms if is_heavy else ())
    for place, (arms, strong) in joints.items():
        characters[place] = (canvas.joint(arms, strong), BOLD if strong else PLAIN)


def _draw_edges(scene: Scene, frame: Frame, box: Box, canvas: Canvas) -> Block:
    """Draw the edges of a scene into a box of characters.

    In a vertex the lines of the piece that passes through it join; if none or several do, it is a point.
    """
    characters: Characters = {}
    vertices: dict[Spot, dict[int, set[Arm]]] = defaultdict(lambda: defaultdict(set))
    for cell, form, text in _placed(scene, frame, canvas):
        view, [edge] = scene[cell], form.edges
        style = canvas.style(view.color)
        characters |= dict.fromkeys(edge.spots, (canvas.joint({*edge.arms}), style))
        x, y = form.text
        _write(characters, (x + (frame.columns - len(text)) // 2, y), text, style)
        for end, arm in edge.ends:
            vertices[end][view.region].add(arm)
    for place, meeting in vertices.items():
        through = [arms for arms in meeting.values() if len(arms) > 1]
        joined = through or list(meeting.values())
        glyph = canvas.joint(joined[0]) if len(joined) == 1 else canvas.glyph(UNCOVERED)
        characters[place] = (glyph, PLAIN)
    return _block(characters, box, canvas)


def _placed(scene: Scene, frame: Frame, canvas: Canvas) -> Iterator[tuple[Cell, CellForm, str]]:
    """Yield each cell with its characters and its text: a piece has its name on each cell, or on one of a part."""
    cells = sorted(scene)
    named = frozenset(cells) if canvas.colors <= FEW_COLORS else named_cells(scene, frame.lattice)
    for cell, form in zip(cells, frame.placed(cells) if cells else (), strict=True):
        view = scene[cell]
        text = canvas.glyph(view.text) if view.color is None or cell in named else ""
        yield cell, form, (text + view.mark)[: frame.columns]


def _write(characters: Characters, place: Spot, text: str, style: Style) -> None:
    """Write a text with one character a place; wide characters take two."""
    column, line = place
    for character in text:
        characters[column, line] = (character, style)
        for further in range(1, cell_len(character)):
            characters[column + further, line] = ("", style)
        column += cell_len(character)


def _block(characters: Characters, box: Box, canvas: Canvas) -> Block:
    """Return the characters in a box, at most as many as a console shows: cells may be far apart."""
    left, top, right, bottom = box
    right, bottom = min(right, left + canvas.width + 1), min(bottom, top + MAX_LINES)
    lines = []
    for y in range(top, bottom):
        row = (characters.get((x, y), (" ", PLAIN)) for x in range(left, right))
        runs = groupby(row, key=lambda character: character[1])
        lines.append(tuple(Segment("".join(text for text, _ in run), style) for style, run in runs))
    return Block(right - left, tuple(lines))


def named_cells(scene: Scene, lattice: Lattice) -> frozenset[Cell]:
    """Return one cell of each connected part of a piece: the one with the most neighbors in it."""
    regions: dict[int, list[Cell]] = {}
    for cell, view in scene.items():
        regions.setdefault(view.region, []).append(cell)
    parts = (lattice.components(cells) if len(cells) > 1 else [tuple(cells)] for cells in regions.values())
    named = (max(p, key=lambda cell: sum(n in p for n in lattice.neighbors(cell))) for p in chain.from_iterable(parts))
    return frozenset(named)
