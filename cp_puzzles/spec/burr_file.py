"""What a BurrTools file says: a grid, shapes, and problems made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from cp_puzzles.errors import SpecError
from cp_puzzles.geometry.burr_grids import BURR_GRIDS, BurrGrid, Voxel
from cp_puzzles.spec.burr_xml import FOUND, Element
from cp_puzzles.spec.origin import echo

MAX_VOXELS = 1_000_000
"""The most voxels of the box of a shape."""

MAX_COLOUR = 63
NO_SHAPE = "4294967295"
"""What stands where a problem has no result."""

_COORDINATE = re.compile(r"-?[0-9]{1,9}")
_VOXEL = re.compile(r"([_#+])(\d{0,3})")


@dataclass(frozen=True)
class BurrShape:
    """A shape: its voxels with their colours, 0 for none; `variable` are those that may stay empty.

    The `hotspot`, any place, says in assemblies where the shape lies.
    """

    number: int
    name: str
    voxels: dict[Voxel, int]
    variable: frozenset[Voxel]
    hotspot: Voxel
    line: int

    @property
    def title(self) -> str:
        """What BurrTools calls it."""
        return " ".join(self.name.split()) or f"S{self.number + 1}"


@dataclass(frozen=True)
class BurrPiece:
    """How often a shape is used."""

    shape: int
    minimum: int
    maximum: int
    line: int


@dataclass(frozen=True)
class BurrProblem:
    """A problem: pieces and the shape that they make, -1 if none is said.

    `pairs` are the colours, of piece and result, that may lie on one another. `assemblies` is their number if
    BurrTools has found all, `found` those that the file has, with their lines. `lost` says what a puzzle file has no
    place for.
    """

    number: int
    name: str
    pieces: tuple[BurrPiece, ...]
    result: int
    pairs: frozenset[tuple[int, int]]
    max_holes: int | None
    assemblies: int | None
    found: tuple[tuple[str, int], ...]
    lost: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class BurrFile:
    """A file, and the name by which messages call it; `lost` says what no problem of it has a place for."""

    source: str
    grid: BurrGrid
    shapes: tuple[BurrShape, ...]
    problems: tuple[BurrProblem, ...]
    comment: str
    lost: tuple[str, ...]


def burr_file(root: Element, source: str) -> BurrFile:
    """The file that an XML text describes; raises `SpecError` with `source:line: element` of what is wrong."""
    if root.name != "puzzle":
        raise root.mistake(
            source, f"a BurrTools file begins with puzzle, this one with {echo(root.name)}", "is it one?"
        )
    if (version := root.attributes.get("version", "")) not in ("1", "2"):
        raise root.mistake(source, f"the version is {echo(version)}", "versions 1 and 2 are known")
    kinds = root.all("gridType")
    number = kinds[0].number(source, "type", 0) if kinds else 0
    if number >= len(BURR_GRIDS):
        known = ", ".join(f"{grid.number} {grid.lattice}" for grid in BURR_GRIDS)
        raise kinds[0].mistake(source, f"there is no grid {number}", f"grids: {known}")
    colours = len(root.all("colors", "color"))
    shapes = tuple(_shape(its, n, source, colours) for n, its in enumerate(root.all("shapes", "voxel")))
    lost = []
    if any(its.attributes.get("weight", "1") != "1" for its in root.all("shapes", "voxel")):
        lost.append("weights of shapes")
    if any("popup" in its.attributes for its in root.all("comment")):
        lost.append("that the comment pops up")
    return BurrFile(
        source,
        BURR_GRIDS[number],
        shapes,
        tuple(_problem(its, n, source) for n, its in enumerate(root.all("problems", "problem"))),
        "\n".join(its.text.strip() for its in root.all("comment")).strip(),
        tuple(lost),
    )


def _shape(its: Element, number: int, source: str, colours: int) -> BurrShape:
    size = tuple(its.number(source, axis) for axis in "xyz")
    if its.attributes.get("type") != "0":
        raise its.mistake(source, f"the type is {echo(its.attributes.get('type', ''))}", "only type 0 is known")
    if prod(size) > MAX_VOXELS:
        raise its.mistake(source, f"{' x '.join(map(str, size))} voxels are too many", f"keep to {MAX_VOXELS:,}")
    voxels: dict[Voxel, int] = {}
    variable = set()
    count = end = 0
    text = "".join(its.text.split())
    for match in _VOXEL.finditer(text):
        if match.start() != end:
            break
        end = match.end()
        state, colour = match[1], int(match[2] or 0)
        x, rest = count % size[0] if size[0] else 0, count // size[0] if size[0] else 0
        voxel = (x, rest % size[1] if size[1] else 0, rest // size[1] if size[1] else 0)
        count += 1
        if state == "_":
            continue
        if colour > min(MAX_COLOUR, colours):
            raise its.mistake(
                source, f"a voxel has the colour {colour} of {colours}", "add the colour, or take it away"
            )
        voxels[voxel] = colour
        if state == "+":
            variable.add(voxel)
    if end != len(text):
        raise its.mistake(source, f"{echo(text[end])} is no voxel", "write _, # or +, perhaps with a colour, 0 to 63")
    if count != prod(size):
        much = "many" if count > prod(size) else "few"
        raise its.mistake(source, f"{count} voxels are too {much} for {' x '.join(map(str, size))}", "change the size")
    hot = tuple(its.attributes.get(name, "").strip() or "0" for name in ("hx", "hy", "hz"))
    if not all(_COORDINATE.fullmatch(x) for x in hot):
        raise its.mistake(source, f"the hotspot is {echo(' '.join(hot))}", "three whole numbers belong there")
    hotspot = (int(hot[0]), int(hot[1]), int(hot[2]))
    return BurrShape(number, its.attributes.get("name", ""), voxels, frozenset(variable), hotspot, its.line)


def _problem(its: Element, number: int, source: str) -> BurrProblem:
    results = its.all("result")
    is_done = its.number(source, "state", 0) == 2
    holes = its.number(source, "maxHoles", -1) if "maxHoles" in its.attributes else -1
    return BurrProblem(
        number,
        " ".join(its.attributes.get("name", "").split()),
        tuple(_pieces(its, source)),
        -1 if not results or results[0].attributes.get("id") == NO_SHAPE else results[0].number(source, "id"),
        frozenset((p.number(source, "piece") + 1, p.number(source, "result") + 1) for p in its.all("bitmap", "pair")),
        None if holes < 0 else holes,
        its.number(source, "assemblies") if is_done and its.attributes.get("assemblies") else None,
        tuple((found.text, found.line) for found in its.all("solutions", FOUND, "assembly")),
        tuple(_lost(its)),
        its.line,
    )


def _pieces(its: Element, source: str) -> Iterator[BurrPiece]:
    for piece in its.all("shapes", "shape"):
        number = piece.number(source, "id")
        if piece.attributes.get("count"):
            least = most = piece.number(source, "count")
        elif piece.attributes.get("min") and piece.attributes.get("max"):
            least, most = piece.number(source, "min"), piece.number(source, "max")
        else:
            least = most = 1
        if least > most:
            raise piece.mistake(source, f"min {least} is more than max {most}", "swap them")
        yield BurrPiece(number, least, most, piece.line)


def _lost(its: Element) -> Iterator[str]:
    if its.all("shapes", "shape", "group") or any(p.attributes.get("group") for p in its.all("shapes", "shape")):
        yield "groups of pieces"
    if its.all("solutions", FOUND):
        yield "found solutions, which `render` and `verify` read, and how they come apart"
    if its.all("assembler"):
        yield "the state of a search"


def shape_of(file: BurrFile, number: int, line: int, what: str) -> BurrShape:
    """A shape by its number; raises `SpecError` if there is none, or none of its voxels is filled."""
    if number >= len(file.shapes):
        raise SpecError(
            f"{file.source}:{line}: {what}", f"there is no shape {number}", f"the file has {len(file.shapes)} of them"
        )
    shape = file.shapes[number]
    if not shape.voxels:
        raise SpecError(f"{file.source}:{shape.line}: voxel", f"{shape.title!r} has no voxel", "fill one")
    return shape
