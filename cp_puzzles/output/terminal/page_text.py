"""Pages of the documentation as Markdown for the terminal, without the directives of the site."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$\n?", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^\([\w-]+\)=\n", re.MULTILINE), ""),  # a target of links
    (re.compile(r"^:+\{(?:warning|note)\}(.*)$", re.MULTILINE), r"**Note.**\1\n"),
    (re.compile(r"^:{3,}.*\n?", re.MULTILINE), ""),  # a frame of a picture
    (re.compile(r"^ *!\[[^\]]*\]\([^)]*\)(?:\{[^}]*\})?\n", re.MULTILINE), ""),
    (re.compile(r"<a href=[^>]*>(.*?)</a>"), r"\1"),
    (re.compile(r"\{(?:ref|download)\}`([^`<]*?) ?<[^`]*>`"), r"\1"),
    (re.compile(r"^(\S.*)\n: (?=\S)", re.MULTILINE), r"**\1**: "),  # a term and its definition
)


def page_markdown(text: str, page: str) -> str:
    """Return the text of a page for a terminal: links name the command that shows their page, pictures are left out.

    Parameters
    ----------
    text
        The Markdown of the site.
    page
        The name of the page, such as `reference/rules`, from which links are read.

    >>> print(page_markdown("See [Rules](rules.md#measures) or [a picture](../generated/rules.md).", "reference/a"))
    See Rules (`cp-puzzles docs reference/rules`) or a picture.
    """
    parts = []
    end = 0
    for block in _FENCE.finditer(text):
        parts += [_prose(text[end : block.start()], page), _block(block[0], page)]
        end = block.end()
    return "".join([*parts, _prose(text[end:], page)]).strip("\n")


def _prose(text: str, page: str) -> str:
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return _LINK.sub(lambda match: _link(match[1], match[2], page), text)


def _link(text: str, target: str, page: str) -> str:
    """Return a link to another page as its title and the command, one to an address as it is, others as their text."""
    path, _, _ = target.partition("#")
    if "://" in target:
        return f"{text} <{target}>"
    if not path.endswith(".md") or "generated" in path:
        return text
    return f"{text} (`cp-puzzles docs {_resolved(path, page)}`)"


def _resolved(path: str, page: str) -> str:
    """Return the name of the page to which a path leads.

    >>> _resolved("../how-to/rules.md", "reference/rules")
    'how-to/rules'
    """
    parts: list[str] = []
    for part in (*PurePosixPath(page).parent.parts, *PurePosixPath(path).parts):
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts).removesuffix(".md")


def _block(block: str, page: str) -> str:
    """Return a block of code as it is, a list of pages as commands that show them; leave out other directives."""
    head = re.match(r" *(?:```+|~~~+) *(\{[\w-]+\})?", block)
    if head is None or head[1] is None:
        return block
    if head[1] != "{toctree}":
        return ""
    entries = [line.strip() for line in block.splitlines()[1:-1]]
    caption = next((line.removeprefix(":caption: ") for line in entries if line.startswith(":caption:")), "")
    pages = [line for line in entries if line and not line.startswith(":") and "generated" not in line]
    lines = [f"- `cp-puzzles docs {_resolved(name, page)}`" for name in pages]
    return "\n".join([*([f"**{caption}**", ""] if caption and lines else []), *lines]) + "\n"
