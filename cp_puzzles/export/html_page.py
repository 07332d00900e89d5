"""Pages that are one file: they work offline, and a Content-Security-Policy allows nothing but what is in them."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from html import escape
from typing import Any


def html_page(template: str, *, title: str, style: str, script: str, data: Mapping[str, Any]) -> str:
    """The template with its {{title}}, {{policy}}, {{style}}, {{script}} and {{data}} put in.

    >>> html_page("<title>{{title}}</title>{{data}}", title="a<b", style="", script="", data={"x": "</script>"})
    '<title>a&lt;b</title>{"x":"\\\\u003c/script>"}'
    """
    parts = {
        "title": escape(title),
        "policy": f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'",
        "style": style,
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "script": script,
    }
    before, *pieces = template.split("{{")
    return before + "".join(parts[key] + rest for key, rest in (piece.split("}}", 1) for piece in pieces))


def _hash(text: str) -> str:
    """The source of an inline script or style as a Content-Security-Policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
