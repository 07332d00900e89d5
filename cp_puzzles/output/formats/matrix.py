"""Cover problems as matrices of 0 and 1 (.csv, .txt, .npy): a row is an option, a column an item covered once."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from cp_puzzles.base.file_access import content_of, numbered_lines, text_of
from cp_puzzles.cover.dlx_problem import DlxProblem
from cp_puzzles.errors import MistakeError, echo, visible
from cp_puzzles.output.formats.dlx import is_name, parse_dlx

MAX_BYTES = 100_000_000
"""The largest size of a file: a matrix of 10,000 rows and 5,000 columns in text."""

REMEDY = "give a matrix of 0 and 1, a row a line, with a first line of names if you like"


def read_matrix(path: str | os.PathLike[str]) -> DlxProblem:
    """Return the puzzle of a matrix; raises `MistakeError` with the line and the column of a mistake."""
    place = os.fspath(path)
    content = content_of(path, MAX_BYTES, REMEDY)
    names, rows = _of_array(content, place) if Path(path).suffix == ".npy" else _of_text(content, place)
    return parse_dlx("\n".join(_dlx_lines(names, rows, Path(path).stem)) + "\n", visible(Path(path).name), place)


def _of_array(content: bytes, place: str) -> tuple[list[str], list[Sequence[int]]]:
    """Return numbers as names, and the columns of the ones of each row, of a NumPy file."""
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        raise MistakeError(place, "this is not a NumPy array of numbers", "save it with numpy.save") from None
    if array.ndim != 2 or not array.size or array.dtype.kind not in "biuf":
        problem = f"the array has the shape {array.shape} and the type {array.dtype}"
        raise MistakeError(place, problem, "save a matrix of 0 and 1")
    wrong = np.argwhere((array != 0) & (array != 1))
    if len(wrong):
        row, column = wrong[0].tolist()
        problem = f"{array[row, column]} in row {row}, column {column}, is not 0 or 1"
        raise MistakeError(place, problem, "write 1 where the option covers the item")
    return [str(k + 1) for k in range(array.shape[1])], [np.flatnonzero(row).tolist() for row in array]


def _of_text(content: bytes, place: str) -> tuple[list[str], list[Sequence[int]]]:
    """Return the names of the columns, and the columns of the ones of each row, of a text."""
    text = text_of(content, place, REMEDY)
    names: list[str] = []
    width = 0
    rows: list[Sequence[int]] = []
    for number, line in numbered_lines(text, "#.*"):
        words = [word.strip("\"' ") for word in re.split(r"[,;\t]" if re.search(r"[,;\t]", line) else r"\s+", line)]
        words = [*line] if re.fullmatch("[01]{2,}", line) else words
        if not width and not all(re.fullmatch(r"-?\d+(\.\d*)?(e[-+]?\d+)?", word) for word in words):
            names, width = words, len(words)
            continue
        width = width or len(words)
        if len(words) != width:
            problem = f"{len(words)} numbers, where the rows above have {width}"
            raise MistakeError(f"{place}:{number}", problem, "write a number for each column")
        first = int(names[:1] == [""])  # a first column without a name has the names of the rows
        for column, word in enumerate(words[first:], start=first + 1):
            if not re.fullmatch(r"[01](\.0*)?(e[-+]?0+)?", word):
                problem = f"{echo(word)} in column {column} is not 0 or 1"
                raise MistakeError(f"{place}:{number}", problem, "write 1 where the option covers the item")
        rows.append([column for column, word in enumerate(words[first:]) if word[0] == "1"])
    if not rows:
        raise MistakeError(place, "there is no row", REMEDY)
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise MistakeError(f"{place}:1", f"two columns are named {echo(twice)}", "give each column a name of its own")
    return names[int(names[:1] == [""]) :] or [str(k + 1) for k in range(width)], rows


def _dlx_lines(names: Sequence[str], rows: Sequence[Sequence[int]], title: str) -> Iterator[str]:
    """Yield the lines of a DLX file; names that it does not allow are in comments."""
    yield f"| puzzle: {' '.join(title.split())}"
    items = [name if is_name(name) else f"c{number}" for number, name in enumerate(names, start=1)]
    for item, name in zip(items, names, strict=True):
        if item != name:
            yield f"| name {item} = {json.dumps(name)}"
    yield " ".join(items)
    for row in rows:
        if row:
            yield " ".join(items[column] for column in row)
