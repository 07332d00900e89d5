"""The forms of the files of a certificate: what is wrong with a folder that the checker cannot read."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Vector = list[int]
Number = Annotated[int, Field(ge=0)]


class _Form(BaseModel):
    model_config = ConfigDict(strict=True)


class _Tile(_Form):
    minimum: int
    maximum: int
    forms: list[list[Vector]] = Field(min_length=1)
    isometries: list[Number]


class _Given(_Form):
    tile: Number
    cells: list[Vector]


class _Board(_Form):
    cells: list[Vector]
    optional: list[Number]
    translations: list[Vector]
    periods: list[Vector]
    isometries: list[list[Vector]]
    tiles: list[_Tile]
    given: list[_Given]


class _Rule(_Form):
    minimum: int
    maximum: int
    options: list[Number]


class _Statement(_Form):
    name: str
    board: _Board | None
    rules: list[_Rule]
    auxiliaries: Number
    maximize: bool
    constant: int
    items: list[Annotated[list[str | int], Field(min_length=3, max_length=3)]]
    options: list[Vector]
    symmetries: list[Vector]
    weights: list[int]


class _ClaimForm(_Form):
    version: Literal[1]
    sha256: dict[str, str]


class _PricesClaim(_ClaimForm):
    prices: list[int]


class _TreeClaim(_PricesClaim):
    format: Literal["cp-puzzles certificate"]
    symmetry: str
    solutions: int
    raw: int
    fixed_root: bool
    value: int | None
    all_best: bool
    scale: int


class _LayersClaim(_ClaimForm):
    format: Literal["cp-puzzles certificate of layers"]
    raw: int


class _WeightsClaim(_PricesClaim):
    format: Literal["cp-puzzles certificate of weights"]
    modulus: Annotated[int, Field(ge=2)] | None


class _AnyClaim(_Form):
    format: Literal["cp-puzzles certificate", "cp-puzzles certificate of layers", "cp-puzzles certificate of weights"]
    version: Literal[1]


def problem_of(folder: Path) -> str:
    """Return the file of a folder that is not a certificate, the place in it, and what is wrong there."""
    try:
        return next(_problems(folder), "its files do not fit together")
    except ValueError as error:
        return str(error)


def _problems(folder: Path) -> Iterator[str]:
    if not folder.is_dir():
        yield "there is no such folder"
    named = _read_json(folder, "claim.json", _AnyClaim).format
    is_layers, is_weights = named.endswith("layers"), named.endswith("weights")
    claim: _ClaimForm = _read_json(
        folder, "claim.json", _LayersClaim if is_layers else _WeightsClaim if is_weights else _TreeClaim
    )
    lines = "layers.txt" if is_layers else "" if is_weights else "solutions.txt"
    for name in filter(None, ("statement.json", lines, "tree.gz" * (lines == "solutions.txt"))):
        if name not in claim.sha256:
            yield f"claim.json: sha256: {name} is missing"
    statement = _read_json(folder, "statement.json", _Statement)
    yield from _statement_problems(statement)
    if isinstance(claim, _PricesClaim) and len(claim.prices) != len(statement.items):
        yield f"claim.json: prices: {len(claim.prices)} numbers, but there are {len(statement.items)} items"
    if lines:
        pattern = r"\d+ \d+" if is_layers else r" *\d+ *:( *\d+)* *"
        yield from _line_problems(lines, _read(folder, lines), pattern)
    if isinstance(claim, _TreeClaim):
        try:
            if len(gzip.decompress(_read(folder, "tree.gz"))) % 4:
                yield "tree.gz: its length is not that of 32-bit integers"
        except (OSError, EOFError, zlib.error):
            yield "tree.gz: it is not gzip data, or cut short"


Form = TypeVar("Form", bound=_Form)


def _read_json(folder: Path, name: str, form: type[Form]) -> Form:
    """Return the content of a file; raise `ValueError` with its first problem."""
    try:
        return form.model_validate_json(_read(folder, name))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        problem = f"{name}: {place + ': ' if place else ''}{first['msg'][:1].lower()}{first['msg'][1:]}"
    raise ValueError(problem)


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        raise ValueError(f"{name}: {(error.strerror or 'it cannot be read').lower()}") from None


def _statement_problems(statement: _Statement) -> Iterator[str]:
    items, options = len(statement.items), len(statement.options)
    if len(statement.weights) != options:
        yield f"statement.json: weights: {len(statement.weights)} numbers, but there are {options} options"
    for n, (_, low, high) in enumerate(statement.items):
        if isinstance(low, str) or isinstance(high, str):
            yield f"statement.json: items.{n}: not a name and two bounds"
    for n, image in enumerate(statement.symmetries):
        if sorted(image) != [*range(items)]:
            yield f"statement.json: symmetries.{n}: not a permutation of the {items} items"
    for n, rule in enumerate(statement.rules):
        if max(rule.options, default=0) >= options:
            yield f"statement.json: rules.{n}: there is no option {max(rule.options)}"
    if (board := statement.board) is not None:
        yield from _board_problems(board)


def _board_problems(board: _Board) -> Iterator[str]:
    dimension = len(board.translations)
    vectors = [("cells", board.cells), ("translations", board.translations), ("periods", board.periods)]
    vectors += [(f"isometries.{n}", matrix) for n, matrix in enumerate(board.isometries)]
    for t, tile in enumerate(board.tiles):
        vectors += [(f"tiles.{t}.forms.{n}", form) for n, form in enumerate(tile.forms)]
        if max(tile.isometries, default=0) >= len(board.isometries):
            yield f"statement.json: board.tiles.{t}.isometries: there is no isometry {max(tile.isometries)}"
    for name, rows in vectors:
        for n, row in enumerate(rows):
            if len(row) != dimension or (name in ("translations", "periods") and not any(row)):
                yield f"statement.json: board.{name}.{n}: {row} is not a vector of the lattice"
        if not rows and name != "periods":
            yield f"statement.json: board.{name}: empty"
    for n, piece in enumerate(board.given):
        if piece.tile >= len(board.tiles) or any(cell not in board.cells for cell in piece.cells):
            yield f"statement.json: board.given.{n}: it is not a tile with cells of the board"


def _line_problems(name: str, data: bytes, pattern: str) -> Iterator[str]:
    """Yield the problems of a file of lines."""
    lines = data.decode("ascii", "replace").splitlines()
    if not lines or lines[-1] != f"end {len(lines) - 1}":
        yield f"{name}: the last line is not 'end {max(0, len(lines) - 1)}'"
    for number, line in enumerate(lines[:-1], start=1):
        if not re.fullmatch(pattern, line):
            yield f"{name}: line {number}: {line[:40]!r} does not consist of the numbers of such a line"
