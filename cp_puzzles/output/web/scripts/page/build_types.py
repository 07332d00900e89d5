"""Write `page_data.d.ts`, the types of the data that the scripts read, from `output/web/page_types.py`.

`python cp_puzzles/output/web/scripts/page/build_types.py` writes it again; a test compares it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import getdoc
from pathlib import Path
from types import NoneType
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from cp_puzzles.base.file_access import write_file
from cp_puzzles.output.web import page_types

FILE = Path(__file__).with_name("page_data.d.ts")

NAMES = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any", NoneType: "null"}


def type_declarations() -> str:
    """Return the declarations of all types, in the order of the module."""
    types = [value for value in vars(page_types).values() if is_typeddict(value)]
    head = "// Made by build_types.py from cp_puzzles/output/web/page_types.py.\n"
    return "\n".join([head, *("\n".join(_interface(value)) for value in types)])


def _interface(described: type) -> Iterator[str]:
    """Yield the lines of the interface of a typed dictionary."""
    doc = (getdoc(described) or "").replace("\n", "\n * ")
    yield f"/** {doc} */".replace(" * \n", " *\n")
    yield f"export interface {described.__name__} {{"
    for name, hint in get_type_hints(described, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        yield f"  {name}{'?' if optional else ''}: {_type(get_args(hint)[0] if optional else hint)};"
    yield "}\n"


def _type(hint: Any) -> str:
    """Return a type as TypeScript writes it.

    >>> _type(Sequence[int | None]), _type(Mapping[int, str])
    ('(number | null)[]', 'Record<number, string>')
    """
    if hint in NAMES:
        return NAMES[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    parts = [_type(part) for part in get_args(hint)]
    if get_origin(hint) is Sequence:
        return f"({parts[0]})[]" if "|" in parts[0] else f"{parts[0]}[]"
    if get_origin(hint) is Mapping:
        return f"Record<{', '.join(parts)}>"
    return " | ".join(parts)


if __name__ == "__main__":
    write_file(FILE, type_declarations())
