"""Views of values in a terminal and in a notebook, drawn by packages that the values do not import.

A value inherits `Displayed`; `VIEWS` names the function for each kind of view. The function is imported when the view
is requested, so that values do not depend on the packages that draw them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

VIEWS = {
    "rich": "cp_puzzles.output.terminal.rich_views:rich_view",
    "text": "cp_puzzles.output.terminal.rich_views:text_view",
    "svg": "cp_puzzles.output.web.notebook_view:svg_view",
    "html": "cp_puzzles.output.web.notebook_view:html_view",
    "frame": "cp_puzzles.analysis.frames:solutions_frame",
}


def view(kind: str, value: object) -> Any:
    """Return a view of a value; `kind` is a key of `VIEWS`."""
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
