"""Views of values in a terminal and in a notebook, drawn by packages that the values do not import.

A value inherits `Displayed`; `VIEWS` names the function for each kind of view. The function is imported when the view
is requested, so that values do not depend on the packages that draw them.
"""

from __future__ import annotations

from typing import Any, cast

from cp_puzzles.base.registry import loaded

VIEWS = {
    "rich": "output.terminal.rich_views:rich_view",
    "text": "output.terminal.rich_views:text_view",
    "svg": "output.web.notebook_view:svg_view",
    "html": "output.web.notebook_view:html_view",
    "frame": "analysis.frames:solutions_frame",
}


def view(kind: str, value: object) -> Any:
    """Return a view of a value; `kind` is a key of `VIEWS`."""
    return loaded(VIEWS[kind])(value)


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
