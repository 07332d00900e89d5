"""Pages that are one file: they work offline, and a Content-Security-Policy allows nothing but what is in them."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any


def html_page(template: str, *, title: str, style: str, script: str, data: Mapping[str, Any]) -> str:
    """The template with its {{title}}, {{policy}}, {{style}}, {{script}} and {{data}} put in.

    >>> html_page("<title>{{title}}</title>{{data}}", title="a<b", style="", script="", data={"x": "</script>"})
    '<title>a&lt;b</title>{"x":"\\\\u003c/script>"}'
    """
    parts = {
        "title": escape(title),
        "policy": policy(style, script),
        "style": style,
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "script": script,
    }
    return filled(template, parts)


@cache
def asset(name: str) -> str:
    """The text of a file that comes with the package, such as `page_assets/page.html`."""
    return files("cp_puzzles.export").joinpath(*name.split("/")).read_text(encoding="utf-8")


def filled(template: str, parts: Mapping[str, str]) -> str:
    """A template with its {{parts}} put in; what is put in is taken as it is.

    >>> filled("<p>{{text}}</p>", {"text": "{{no}}"})
    '<p>{{no}}</p>'
    """
    before, *pieces = template.split("{{")
    return before + "".join(parts[key] + rest for key, rest in (piece.split("}}", 1) for piece in pieces))


def policy(style: str, script: str = "", images: str = "data: blob:") -> str:
    """The policy of a page that has one style sheet and at most one script in it, and loads images alone."""
    scripts = f"script-src '{_hash(script)}'; " if script else ""
    rest = "base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; {scripts}style-src '{_hash(style)}'; img-src {images}; {rest}"


def _hash(text: str) -> str:
    """The source of an inline script or style as a Content-Security-Policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
