"""HTML pages from Jinja templates; a Content-Security-Policy allows nothing but the style and script in a page."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from cp_puzzles.output.draw.picture import Picture, svg
from cp_puzzles.output.draw.puzzle_picture import boards_picture
from cp_puzzles.puzzle.palette import DARK, LIGHT

if TYPE_CHECKING:
    from cp_puzzles.cover.proofs.explanation import Explanation

_ENVIRONMENT = Environment(
    loader=PackageLoader("cp_puzzles.output.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def html_page(template: str, *, style: str, script: str = "", data: Any = None, **values: Any) -> str:
    """Return the page of a template, with its style sheet and at most one script and one block of data in it.

    Parameters
    ----------
    template, style, script
        Names of files: `page.html` of `templates`, `page.css` of `styles`, `page.min.js` of `bundles`.
    data
        A value for the script, which the page holds as JSON.
    values
        Values of the template's variables; texts are escaped. With `compiles` the script may run WebAssembly, also in
        workers that it makes of itself; `framed` is the style sheet of a page that it makes of itself in a frame;
        `served`: it asks the server that it comes from, and frames its pages.
    """
    sheet, code = _theme() + _text(f"styles/{style}"), _text(f"bundles/{script}") if script else ""
    data_text = "" if data is None else json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    rights: dict[str, Any] = {
        name: values.pop(name) for name in ("images", "framed", "compiles", "served") if name in values
    }
    parts = {
        "policy": _policy(sheet, code, rights),
        "style": sheet,
        "script": code,
        "data": data_text.replace("<", "\\u003c"),  # it stands in a script element
    }
    trusted = {name: Markup(text) for name, text in parts.items()}
    return _ENVIRONMENT.get_template(template).render(trusted | values)


@cache
def _text(name: str) -> str:
    return files("cp_puzzles.output.web").joinpath(*name.split("/")).read_text(encoding="utf-8")


def inline_picture(picture: Picture, widest: float) -> Markup:
    """Return a picture as SVG for a page whose style sheet defines its colors."""
    before, _, after = svg(picture, widest=widest).partition("<style>")
    return Markup(before + after.partition("</style>\n")[2])


@cache
def _theme() -> str:
    """Return the style rules that define the colors of all pages; prints are light."""
    light, dark = (
        ":root { color-scheme: light dark; " + " ".join(f"--{name}: {value};" for name, value in colors.items()) + " }"
        for colors in (LIGHT, DARK)
    )
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{ {dark} }}\n"


def _policy(style: str, script: str, rights: Mapping[str, Any]) -> str:
    """Return the Content-Security-Policy of a page with one style sheet and at most one script, which loads images."""
    compiled = " 'wasm-unsafe-eval'; worker-src blob:" if rights.get("compiles") else ""
    scripts = f"script-src '{_hash(script)}'{compiled}; " if script else ""
    rest = "base-uri 'none'; form-action 'none'"
    styles = f"style-src '{_hash(style)}'"
    if "framed" in rights:
        styles += f" '{_hash(_theme() + _text('styles/' + rights['framed']))}'; frame-src blob:"
        if rights.get("served"):
            styles += " 'self'; connect-src 'self'"
    return f"default-src 'none'; {scripts}{styles}; img-src {rights.get('images', 'data: blob:')}; {rest}"


def _hash(text: str) -> str:
    """Return the source of an inline script or style as a Content-Security-Policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


EXPLANATION_PIXELS = 720
"""The greatest width of a picture of an explanation."""


def explanation_page(explanation: Explanation) -> str:
    """Return a page without scripts: boards, sentences, and the proof as data that a program can check."""

    def picture(part: Explanation) -> Markup:
        boards = boards_picture(part)
        return inline_picture(boards, EXPLANATION_PIXELS) if boards else Markup("")

    return html_page(
        "explanation.html",
        style="plain.css",
        title=f"{explanation.puzzle.name}: why there is no solution",
        explanation=explanation,
        picture=picture,
        proof_data=json.dumps(explanation.data(), ensure_ascii=False),
    )
