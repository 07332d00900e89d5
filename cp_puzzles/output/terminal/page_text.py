"""Pages of the documentation: where they are, which have a word, and their Markdown without directives of the site."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata
from itertools import zip_longest
from pathlib import Path
from posixpath import dirname, join, normpath

from cp_puzzles.errors import MistakeError, SpecError

CLONE = Path(__file__).resolve().parents[3] / "docs"
"""The folder of the documentation in a clone."""

FOLDERS = (Path(__file__).resolve().parents[2] / "documentation", CLONE)
"""The folders of the pages: in an installed package, and in a clone."""

BUILT = CLONE / "_build" / "html"
"""The pages that are built for a browser."""

START = "index"

SECTIONS = ("start", "tutorials", "how-to", "reference", "background", "develop")
"""The folders of the pages."""

SYNONYMS = {
    **dict.fromkeys(("mirror", "flip", "turn over", "mirrored", "flipped"), ("reflect",)),
    **dict.fromkeys(("timeout", "timeouts"), ("time limit", "--time-limit")),
    **dict.fromkeys(("rotate", "turn"), ("rotation",)),
    **dict.fromkeys(("copies",), ("multiplicity",)),
    **dict.fromkeys(("piece", "shape"), ("tile",)),
    **dict.fromkeys(("solver", "algorithm"), ("engine",)),
    **dict.fromkeys(("threads", "cores", "parallel"), ("--jobs",)),
    **dict.fromkeys(("hole", "obstacle"), ("holes",)),
    **dict.fromkeys(("unique",), ("one solution",)),
}
"""Words of readers, with those that the pages use."""

_FENCE = re.compile(r"(^( *)(```+|~~~+).*?^\2\3 *$\n?)", re.MULTILINE | re.DOTALL)
_GENERATED = re.compile(r"^## [^\n]*\n\n```\{include\}[^\n]*\n```\n?", re.MULTILINE)
"""A section that only the site has."""

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
    parts = _FENCE.split(_GENERATED.sub("", text))  # each block with its groups stands between two texts
    pairs = zip_longest(parts[::4], parts[1::4], fillvalue="")
    return "".join(_prose(prose, page) + _block(block, page) for prose, block in pairs).strip("\n")


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
    return normpath(join("/", dirname(page), path))[1:].removesuffix(".md")


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


def documentation_pages() -> dict[str, Path]:
    """Return the file of each page by its name; raises `MistakeError` for an installation without the pages."""
    folder = next((folder for folder in FOLDERS if (folder / "reference").is_dir()), None)
    if folder is None:
        raise MistakeError("docs", "this installation has no documentation", "install the package again")
    files = (file for section in SECTIONS for file in sorted((folder / section).glob("*.md")))
    return {START: folder, **{file.relative_to(folder).with_suffix("").as_posix(): file for file in files}}


def pages_with(word: str, pages: dict[str, Path]) -> dict[str, Path]:
    """Return the pages that contain a word, or another word for it, those that have it in their title first."""
    searched = {word.casefold(), *SYNONYMS.get(word.casefold(), ())}
    texts = {name: file.read_text("utf-8").casefold() for name, file in pages.items() if file.is_file()}
    found = [name for name, text in texts.items() if any(each in text for each in searched)]
    found.sort(key=lambda name: not any(each in texts[name].partition("\n")[0] for each in searched))
    return {name: pages[name] for name in found}


def contents_page(pages: dict[str, Path], title: str) -> str:
    """Return a list of pages with their titles, as Markdown."""
    lines = [f"# {title}", "", "`cp-puzzles docs PAGE` shows a page, `cp-puzzles docs WORD` lists those with a word."]
    for section in SECTIONS:
        names = [name for name in pages if name.startswith(f"{section}/") and not name.endswith("/index")]
        if names:
            lines += ["", f"| {section} | |", "|---|---|", *(f"| `{name}` | {_title(pages[name])} |" for name in names)]
    return "\n".join(lines)


def _title(file: Path) -> str:
    first = file.read_text("utf-8").partition("\n")[0]
    return first.removeprefix("# ") if first.startswith("# ") else ""


def page_address(page: str) -> str:
    """Return the address of a page for a browser: built in a clone, or online; raise `MistakeError` if it has none.

    The address of the documentation is in the metadata of the installed package, if there is one.
    """
    file = BUILT / f"{page}.html"
    if file.is_file():
        return file.as_uri()
    urls: list[str] = []
    with suppress(PackageNotFoundError):
        urls = metadata("cp-puzzles").get_all("Project-URL") or []
    online = dict(url.split(", ", 1) for url in urls).get("Documentation", "").rstrip("/")
    if not online:
        remedy = "read it without --browser, or build it in a clone: sphinx-build docs docs/_build/html"
        raise MistakeError("--browser", "the documentation is not built", remedy)
    return f"{online}/{page}.html"


_FILE_KEYS = "name description source board colors fill overlap tiles multiplicity given expected labeled"
PAGES = {
    **dict.fromkeys(("rules", "maximize", "minimize"), "reference/rules"),
    **dict.fromkeys(("lattice", "board.wrap"), "reference/lattices"),
    "tiles.set": "reference/tile-sets",
    **dict.fromkeys(_FILE_KEYS.split(), "reference/puzzle-file"),
}
"""The page about a key of a puzzle file, or about a key within another one."""


def page_about(mistake: SpecError) -> str | None:
    """Return the page about the field of a mistake; None if its place names no key of a puzzle file.

    >>> page_about(SpecError("my.yaml:5:5: tiles.0.set", "there is no set 'pentomino'"))
    'reference/tile-sets'
    """
    keys = [key for key in mistake.where.rpartition(": ")[2].split(".") if not key.isdecimal()]
    return next((PAGES[key] for key in (".".join(keys[:2]), *keys[:1]) if key in PAGES), None)


def explained(mistake: MistakeError) -> str:
    """Return the message of a mistake, which ends with the commands that open the pages about its rules."""
    parts = mistake.each() if isinstance(mistake, SpecError) else ()
    pages = dict.fromkeys(filter(None, map(page_about, parts)))
    if not pages:
        return mistake.typed
    separator = "\n" if len(parts) > 1 else " " if mistake.typed.endswith("?") else "; "
    return f"{mistake.typed}{separator}see {' and '.join(f'cp-puzzles docs {page}' for page in pages)}"
