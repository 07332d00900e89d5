"""How values show themselves in a terminal and in a notebook without knowing the rooms that draw them.

A value inherits `Displayed`; `VIEWS` names, for every kind of view, the function that draws it. It is imported when
the view is asked for, so that a value in an early room never depends on the drawing rooms behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

VIEWS = {
    "rich": "cp_puzzles.render.views:rich_view",
    "text": "cp_puzzles.render.views:text_view",
    "svg": "cp_puzzles.export.notebook:svg_view",
    "html": "cp_puzzles.export.notebook:html_view",
    "frame": "cp_puzzles.analysis.frames:solutions_frame",
}


def view(kind: str, value: object) -> Any:
    """Draw `value` in the way `kind` (a key of `VIEWS`)."""
    module, function = VIEWS[kind].split(":")
    return cast(Callable[[object], Any], getattr(import_module(module), function))(value)


class Displayed:
    """A value that rich and notebooks can show."""

    __slots__ = ()

    def __str__(self) -> str:
        return cast(str, view("text", self))

    def __rich__(self) -> Any:
        return view("rich", self)

    def _repr_html_(self) -> str | None:
        return cast(str | None, view("html", self))

    def _repr_svg_(self) -> str | None:
        return cast(str | None, view("svg", self))
