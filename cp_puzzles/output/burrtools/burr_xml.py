"""The elements of a BurrTools file: XML, compressed or not, parsed without trust."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import Any, NoReturn
from xml.parsers import expat

from cp_puzzles.base.file_access import content_of
from cp_puzzles.errors import SpecError, echo

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


def read_elements(path: str, skipped: str = FOUND) -> Element:
    """Return the root element of a file; raise `SpecError` if it cannot be read or is not XML.

    Of `skipped` elements only the first one of each parent is kept, without its content.
    """
    source = shown_path(path)
    remedy, smaller = "give a file that BurrTools has written", "delete its solutions in BurrTools"
    raw = content_of(path, MAX_BYTES, remedy, smaller=smaller, place=source, mistake=SpecError)
    return parse_elements(raw, source, skipped)


def shown_path(path: str) -> str:
    """Return a path as messages show it."""
    return path if path.isprintable() and len(path) <= 255 else echo(path)


def printable_text(text: str) -> str:
    """Return a text with a space for each character that cannot be printed, such as U+202E; line breaks stay."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)


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
