"""The content of a BurrTools file: XML, compressed or not, parsed without trust; a grid, shapes, and problems."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Any, NoReturn
from xml.parsers import expat

from cp_puzzles.base.file_access import content_of
from cp_puzzles.base.text import counted
from cp_puzzles.errors import SpecError, echo
from cp_puzzles.output.burrtools.voxels import BURR_GRIDS, BurrGrid, Voxel, printable_text, voxels_of_box

MAX_BYTES = 20_000_000
"""The maximum size of a file, in bytes."""

MAX_TEXT = 60_000_000
"""The maximum size of a decompressed file, in characters."""

MAX_ELEMENTS = 200_000

FOUND = "solution"
"""The element of a solution, which puzzles do not need: files may hold a hundred thousand of them."""

SEPARATION = "separation"
"""The element that describes the disassembly of a solution, usually the largest part of a file."""

_DIGITS = 9
"""The maximum number of digits of a number."""


@dataclass
class Element:
    """An element with its place `source:line` where it begins. Characters that cannot be printed become spaces."""

    name: str
    source: str
    line: int
    attributes: dict[str, str]
    parts: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, *path: str) -> list[Element]:
        """Return the elements at a path below this one, in file order."""
        elements = [self]
        for name in path:
            elements = [part for element in elements for part in element.parts if part.name == name]
        return elements

    def number(self, name: str, default: int | None = None) -> int:
        """Return the nonnegative integer in an attribute.

        Raise `SpecError` if it is invalid, or if it is missing and there is no default.
        """
        written = self.attributes.get(name, "").strip()
        if not written and default is not None:
            return default
        if not (written.isascii() and written.isdigit() and len(written) <= _DIGITS):
            problem = f"{name} is {echo(written)}" if written else f"{name} is missing"
            largest = f"at most {10**_DIGITS - 1:,}" if written.isdigit() else "an integer >= 0"
            raise self.mistake(problem, f"write {largest}")
        return int(written)

    @property
    def place(self) -> str:
        """Return the place of this element in messages."""
        return f"{self.source}:{self.line}: {self.name}"

    def mistake(self, problem: str, remedy: str) -> SpecError:
        """Return the error for a problem with this element."""
        return SpecError(self.place, problem, remedy)


def read_burr(path: str, skipped: str = FOUND) -> BurrFile:
    """Return the content of a file; raise `SpecError` with `source:line: element` if it cannot be read.

    Of `skipped` elements, by default its solutions, only the first one of each parent is kept, without its content.
    """
    source = path if path.isprintable() and len(path) <= 255 else echo(path)
    remedy, smaller = "give a file that BurrTools has written", "delete its solutions in BurrTools"
    raw = content_of(path, MAX_BYTES, remedy, smaller=smaller, place=source, mistake=SpecError)
    return burr_file(parse_elements(raw, source, skipped))


def parse_elements(raw: bytes, source: str, skipped: str = FOUND) -> Element:
    """Return the root element of the content of a file."""
    data = _unpacked(raw, source) if raw.startswith(b"\x1f\x8b") else raw
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # BurrTools declares no encoding and writes what its user typed
        text = data.decode("latin-1")
    return _Builder(source, skipped).build(text)


def _unpacked(raw: bytes, source: str) -> bytes:
    unpacker = zlib.decompressobj(wbits=31)
    try:
        data = unpacker.decompress(raw, MAX_TEXT + 1)
    except zlib.error:
        raise SpecError(source, "the compressed file is damaged", "save it once more in BurrTools") from None
    if len(data) > MAX_TEXT:
        raise SpecError(source, f"it unpacks to more than {MAX_TEXT:,} letters", "delete its solutions in BurrTools")
    if not unpacker.eof:
        raise SpecError(source, "the compressed file ends too early", "save it once more in BurrTools")
    return data


class _Builder:
    """Builds elements from the events of the XML parser."""

    def __init__(self, source: str, skipped: str) -> None:
        self._source, self._skipped = source, skipped
        self._file = Element("", source, 0, {})
        self._open: list[tuple[Element, list[str]]] = [(self._file, [])]
        self._with_skipped: set[int] = set()
        self._count = self._skipping = 0
        self._parser: Any = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._letters
        self._parser.StartDoctypeDeclHandler = self._refuse

    def build(self, text: str) -> Element:
        try:
            self._parser.Parse(text.encode(), True)
        except expat.ExpatError as error:
            raise SpecError(
                f"{self._source}:{error.lineno}:{error.offset + 1}",
                f"this is not XML: {expat.ErrorString(error.code)}",
                "give a file that BurrTools has written",
            ) from None
        return self._file.parts[0]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipping or (name == self._skipped and len(self._open) > 1):
            self._skipping += 1
            if self._skipping > 1:
                return
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise SpecError(self._source, f"the file has more than {MAX_ELEMENTS:,} elements", "remove some of them")
        attributes = {key: printable_text(value) for key, value in attributes.items()}
        element = Element(name, self._source, self._parser.CurrentLineNumber, attributes)
        parent = self._open[-1][0]
        if not self._skipping:
            self._open.append((element, []))
        elif id(parent) in self._with_skipped:
            return
        else:
            self._with_skipped.add(id(parent))
        parent.parts.append(element)

    def _end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
            return
        element, texts = self._open.pop()
        element.text = printable_text("".join(texts))

    def _letters(self, text: str) -> None:
        if not self._skipping:
            self._open[-1][1].append(text)

    def _refuse(self, *_: object) -> NoReturn:
        raise SpecError(
            f"{self._source}:{self._parser.CurrentLineNumber}",
            "the file declares a document type, in which entities may hide",
            "BurrTools writes none: remove it",
        )


MAX_VOXELS = 1_000_000
"""The maximum number of voxels of the box of a shape."""

MAX_COLOR = 63
NO_SHAPE = "4294967295"
"""The shape number of a problem without a result."""

_COORDINATE = re.compile(r"-?[0-9]{1,9}")
_VOXEL = re.compile(r"([_#+])(\d{0,3})")


@dataclass(frozen=True)
class BurrShape:
    """A shape: its voxels with their color numbers, 0 for none; `variable` voxels may stay empty.

    The `hotspot`, any position, is the reference point of the shape in assemblies.
    """

    number: int
    name: str
    voxels: dict[Voxel, int]
    variable: frozenset[Voxel]
    hotspot: Voxel
    node: Element

    @property
    def title(self) -> str:
        """Return the name of the shape in BurrTools."""
        return " ".join(self.name.split()) or f"S{self.number + 1}"


@dataclass(frozen=True)
class BurrPiece:
    """A shape with the bounds on its copies; `groups` has the largest number of copies that belong to each group."""

    shape: int
    minimum: int
    maximum: int
    groups: dict[int, int]
    node: Element


@dataclass(frozen=True)
class BurrProblem:
    """A problem: pieces and the shape they form, -1 if none is set.

    `pairs` are the colors of piece and result that may meet. `assemblies` is their number if BurrTools has found all;
    `assembly_texts` are those in the file, with their lines; `separated` are the solutions that have a disassembly.
    `lost` lists what a puzzle file cannot express.
    """

    number: int
    name: str
    pieces: tuple[BurrPiece, ...]
    result: int
    pairs: frozenset[tuple[int, int]]
    max_holes: int | None
    assemblies: int | None
    assembly_texts: tuple[Element, ...]
    separated: tuple[Element, ...]
    lost: tuple[str, ...]
    node: Element


@dataclass(frozen=True)
class BurrFile:
    """A file with its version and its name in messages; `lost` lists what no puzzle file can express."""

    source: str
    version: int
    grid: BurrGrid
    shapes: tuple[BurrShape, ...]
    problems: tuple[BurrProblem, ...]
    comment: str
    lost: tuple[str, ...]


def burr_file(root: Element) -> BurrFile:
    """Return the file of an XML tree; raise `SpecError` with `source:line: element`."""
    if root.name != "puzzle":
        raise root.mistake(f"a BurrTools file begins with puzzle, this one with {echo(root.name)}", "is it one?")
    if (version := root.attributes.get("version", "")) not in ("1", "2"):
        raise root.mistake(f"the version is {echo(version)}", "versions 1 and 2 are known")
    grids = root.all("gridType")
    number = grids[0].number("type", 0) if grids else 0
    if number >= len(BURR_GRIDS):
        names = ", ".join(f"{grid.number} {grid.lattice}" for grid in BURR_GRIDS)
        raise grids[0].mistake(f"there is no grid {number}", f"grids: {names}")
    colors = len(root.all("colors", "color"))
    shapes = tuple(_shape(node, n, colors) for n, node in enumerate(root.all("shapes", "voxel")))
    has_weights = any(node.attributes.get("weight", "1") != "1" for node in root.all("shapes", "voxel"))
    has_popup = any("popup" in node.attributes for node in root.all("comment"))
    return BurrFile(
        root.source,
        int(version),
        BURR_GRIDS[number],
        shapes,
        tuple(_problem(node, n) for n, node in enumerate(root.all("problems", "problem"))),
        "\n".join(node.text.strip() for node in root.all("comment")).strip(),
        ("weights of shapes",) * has_weights + ("the popup of the comment",) * has_popup,
    )


def _shape(node: Element, number: int, colors: int) -> BurrShape:
    size = tuple(node.number(axis) for axis in "xyz")
    if node.attributes.get("type") != "0":
        raise node.mistake(f"the type is {echo(node.attributes.get('type', ''))}", "only type 0 is known")
    if prod(size) > MAX_VOXELS:
        raise node.mistake(f"{' x '.join(map(str, size))} voxels are too many", f"use at most {MAX_VOXELS:,}")
    text = "".join(node.text.split())
    marks = [(state, int(color or 0)) for state, color in _VOXEL.findall(text)]
    if wrong := _VOXEL.sub("", text):
        raise node.mistake(f"{echo(wrong[0])} is no voxel", "write _, # or +, perhaps with a color, 0 to 63")
    if len(marks) != prod(size):
        much = "many" if len(marks) > prod(size) else "few"
        amount = f"{counted(len(marks), 'voxel')} {'is' if len(marks) == 1 else 'are'} too {much}"
        raise node.mistake(f"{amount} for {' x '.join(map(str, size))}", "change the size")
    filled = [(voxel, *mark) for voxel, mark in zip(voxels_of_box(size), marks, strict=True) if mark[0] != "_"]
    voxels = {voxel: color for voxel, _, color in filled}
    variable = frozenset(voxel for voxel, state, _ in filled if state == "+")
    if (color := max(voxels.values(), default=0)) > min(MAX_COLOR, colors):
        raise node.mistake(f"a voxel has the color {color} of {colors}", "add the color, or remove it")
    hot = tuple(node.attributes.get(name, "").strip() or "0" for name in ("hx", "hy", "hz"))
    if not all(_COORDINATE.fullmatch(x) for x in hot):
        raise node.mistake(f"the hotspot is {echo(' '.join(hot))}", "write three integers")
    hotspot = (int(hot[0]), int(hot[1]), int(hot[2]))
    return BurrShape(number, node.attributes.get("name", ""), voxels, variable, hotspot, node)


def _problem(node: Element, number: int) -> BurrProblem:
    results = node.all("result")
    is_done = node.number("state", 0) == 2
    holes = node.number("maxHoles", -1) if "maxHoles" in node.attributes else -1
    lost = ("found solutions, which `render` and `verify` read, and their disassemblies",) * bool(
        node.all("solutions", FOUND)
    ) + ("the state of a search",) * bool(node.all("assembler"))
    return BurrProblem(
        number,
        " ".join(node.attributes.get("name", "").split()),
        tuple(_pieces(node)),
        -1 if not results or results[0].attributes.get("id") == NO_SHAPE else results[0].number("id"),
        frozenset((p.number("piece") + 1, p.number("result") + 1) for p in node.all("bitmap", "pair")),
        None if holes < 0 else holes,
        node.number("assemblies") if is_done and node.attributes.get("assemblies") else None,
        tuple(node.all("solutions", FOUND, "assembly")),
        tuple(each for each in node.all("solutions", FOUND) if each.all("assembly") and each.all(SEPARATION)),
        lost,
        node,
    )


def _pieces(node: Element) -> Iterator[BurrPiece]:
    for piece in node.all("shapes", "shape"):
        number = piece.number("id")
        if piece.attributes.get("count"):
            least = most = piece.number("count")
        elif piece.attributes.get("min") and piece.attributes.get("max"):
            least, most = piece.number("min"), piece.number("max")
        else:
            least = most = 1
        if least > most:
            raise piece.mistake(f"min {least} is more than max {most}", "swap them")
        groups = Counter({piece.number("group", 0): most})
        for group in piece.all("group"):
            groups[group.number("group")] += group.number("count")
        # group 0 is none
        belonging = {group: size for group, size in sorted(groups.items()) if group and size}
        yield BurrPiece(number, least, most, belonging, piece)


def shape_of(file: BurrFile, number: int, node: Element) -> BurrShape:
    """Return the shape of a number in an element; raise `SpecError` if it does not exist or has no filled voxel."""
    if number >= len(file.shapes):
        raise node.mistake(f"there is no shape {number}", f"the file has {len(file.shapes)} of them")
    shape = file.shapes[number]
    if not shape.voxels:
        raise shape.node.mistake(f"{shape.title!r} has no voxel", "fill one")
    return shape
