"""The NumPy section `Parameters` of a function whose keywords are declared options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from inspect import Signature, cleandoc
from textwrap import fill
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from cp_puzzles.base.option_types import Declaration, words_of

_WIDTH = 100
"""Characters of a line."""

_PARAMETERS = "Parameters\n----------"
_SECTION = re.compile(r"^(Returns|Yields|Raises|See Also|References|Examples)\n-+$", re.MULTILINE)


def with_parameters(
    doc: str | None, names: Iterable[str], declared: Iterable[Declaration], others: Mapping[str, str]
) -> str | None:
    """Return a docstring with an entry for each name in its section `Parameters`, before its other sections.

    Names that the section has are left as they are. An entry is made of the option of that name, or of the sentence in
    `others`; a name in neither is a `KeyError` when the module is imported. A docstring that was stripped is returned
    as it is.
    """
    if doc is None:
        return None
    text = cleandoc(doc)
    first = _SECTION.search(text)
    end = len(text) if first is None else first.start()
    opening, rest = text[:end].rstrip(), text[end:]
    existing = opening.partition(_PARAMETERS)[2]
    documented = {name for line in existing.splitlines() if line[:1].strip() for name in line.split(", ")}
    entries = "\n".join(_entries([name for name in names if name not in documented], declared, others))
    gap = "\n" if existing else f"\n\n{_PARAMETERS}\n"
    return "\n\n".join(part for part in (opening + (gap + entries if entries else ""), rest) if part)


def type_text(annotation: Any) -> str:
    """Return a type as a person writes it in a signature, without the modules of its names.

    >>> from collections.abc import Callable, Sequence
    >>> type_text(Sequence[str] | None), type_text(Callable[[int], None]), type_text(Literal["a", "b"])
    ('Sequence[str] | None', 'Callable[[int], None]', "Literal['a', 'b']")
    """
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, list):
        return f"[{', '.join(map(type_text, annotation))}]"
    if annotation in (None, NoneType):
        return "None"
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return " | ".join(map(type_text, arguments))
    texts = map(repr if origin is Literal else type_text, arguments)
    name = getattr(origin or annotation, "__name__", None) or str(annotation).rpartition(".")[2]
    return f"{name}[{', '.join(texts)}]" if arguments else name


def with_type_texts(signature: Signature) -> Signature:
    """Return a signature whose types are texts, as `help` and notebooks show them."""
    parameters = [
        each if each.annotation is each.empty else each.replace(annotation=type_text(each.annotation))
        for each in signature.parameters.values()
    ]
    return signature.replace(parameters=parameters)


def _entries(names: Iterable[str], declared: Iterable[Declaration], others: Mapping[str, str]) -> Iterator[str]:
    options = {entry.name: entry for entry in declared}
    for name in names:
        if name in options:
            entry = options[name]
            about = re.sub(r"--([a-z][a-z-]*)", lambda match: match[1].replace("-", "_"), entry.option.help)
            sentences = f"{_sentence(about)} {_sentence(words_of(entry.annotation).description)}"
        else:
            sentences = _sentence(others[name])
        yield name
        yield fill(sentences, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."
