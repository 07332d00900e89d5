"""Make the pages independent of a network: formulas as MathML, and an error for a page that loads an address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes

_LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|preload|icon|modulepreload))[^>]*\bhref=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|(?:@import\s+(?:url\()?|\burl\()["']?((?:https?:)?//[^"'\s)]+)""",
    re.IGNORECASE,
)
"""An address that a browser loads without a click: scripts, pictures, styles and fonts."""


class LoadedAddressError(Exception):
    """A page of the documentation that loads something from a network."""


def loaded_addresses(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each page or style of a folder with an address that it loads."""
    for file in sorted((*folder.rglob("*.html"), *folder.rglob("*.css"))):
        for match in _LOADED.finditer(file.read_text("utf-8")):
            yield file.relative_to(folder).as_posix(), match[1] or match[2] or match[3]


def refuse_loaded_addresses(app: Any, error: Exception | None) -> None:
    """Raise `LoadedAddressError` after a build if one of its pages loads an address."""
    if error is None and app.builder.format == "html":
        found = [f"{page}: {address}" for page, address in loaded_addresses(Path(app.outdir))]
        if found:
            raise LoadedAddressError("a page loads an address, so it needs a network: " + "; ".join(found))


def add_formulas(app: Any) -> None:
    """Render formulas as MathML when the pages are built; browsers show them without a script."""
    app.add_html_math_renderer("mathml", inline_renderers=(_inline, None), block_renderers=(_block, None))


def _inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(_mathml(node, "inline"))
    raise nodes.SkipNode


def _block(translator: Any, node: nodes.math_block) -> None:
    translator.body.append(f'<div class="math">{_mathml(node, "block")}</div>')
    raise nodes.SkipNode


def _mathml(node: nodes.Node, display: str) -> str:
    from latex2mathml.converter import convert

    return str(convert(node.astext(), display=display))
