"""The command `docs`."""

from __future__ import annotations

import sys
import webbrowser
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, flag
from cp_puzzles.errors import MistakeError

CLONE = Path(__file__).resolve().parents[2] / "docs"
"""The folder of the documentation in a clone."""

FOLDERS = (Path(__file__).resolve().parents[1] / "documentation", CLONE)
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

MAX_COLUMNS = 100
"""Width of a page in the terminal."""


@command
@argument("page", "[PAGE|WORD]...", "a page such as reference/rules, or a word to look for", nargs=-1)
@flag("browser", "open the page in the browser, if the documentation is built or online")
def run(asked: Asked) -> int:
    """Show a page of the documentation in the terminal, or list the pages with a word; it needs no network.

    With --browser open the page with its pictures: as it is built in a clone, or online. The address is printed.

    Examples
    --------
    cp-puzzles docs  the list of pages
    cp-puzzles docs reference/rules  a page in the terminal
    cp-puzzles docs timeout  the pages about time limits
    cp-puzzles docs reference/rules --browser  the same page with pictures, in the browser
    """
    pages = _pages()
    word = " ".join(asked.page) or START
    page = word.removesuffix(".html").removesuffix(".md").strip("/")
    page = f"{page}/index" if page in SECTIONS else page
    if page in pages:
        return _open(page) if asked.browser else _show(page, pages)
    found = _pages_with(word, pages)
    if not found or "/" in word:
        remedy = suggestion(page, [*pages], "cp-puzzles docs lists all pages")
        raise MistakeError(word, "the documentation has no such page" + ("" if "/" in word else " or word"), remedy)
    _print(_contents(found, f"Pages with the word {word}"))
    return 0


def _pages_with(word: str, pages: dict[str, Path]) -> dict[str, Path]:
    """Return the pages that contain a word, or another word for it, those that have it in their title first."""
    searched = {word.casefold(), *SYNONYMS.get(word.casefold(), ())}
    texts = {name: file.read_text("utf-8").casefold() for name, file in pages.items() if file.is_file()}
    found = [name for name, text in texts.items() if any(each in text for each in searched)]
    found.sort(key=lambda name: not any(each in texts[name].partition("\n")[0] for each in searched))
    return {name: pages[name] for name in found}


def _show(page: str, pages: dict[str, Path]) -> int:
    from cp_puzzles.output.terminal.page_text import page_markdown

    title = "The pages of the documentation"
    _print(_contents(pages, title) if page == START else page_markdown(pages[page].read_text("utf-8"), page))
    return 0


def _print(text: str) -> None:
    """Print a text in Markdown."""
    from rich.constrain import Constrain
    from rich.markdown import Markdown

    from cp_puzzles.cli.console import print_paged, stdout

    print_paged(Constrain(Markdown(text, hyperlinks=False), min(stdout().width, MAX_COLUMNS)))


def _contents(pages: dict[str, Path], title: str) -> str:
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


def _pages() -> dict[str, Path]:
    """Return the file of each page by its name; raises `MistakeError` for an installation without the pages."""
    folder = next((folder for folder in FOLDERS if (folder / "reference").is_dir()), None)
    if folder is None:
        raise MistakeError("docs", "this installation has no documentation", "install the package again")
    files = (file for section in SECTIONS for file in sorted((folder / section).glob("*.md")))
    return {START: folder, **{file.relative_to(folder).with_suffix("").as_posix(): file for file in files}}


def _open(page: str) -> int:
    """Open a page in the browser if the output is a terminal, and print its address."""
    file = BUILT / f"{page}.html"
    online = online_address()
    if not file.is_file() and online is None:
        remedy = "read it without --browser, or build it in a clone: sphinx-build docs docs/_build/html"
        raise MistakeError("--browser", "the documentation is not built", remedy)
    address = file.as_uri() if file.is_file() else f"{online}/{page}.html"
    print(address)
    if sys.stdout.isatty():
        webbrowser.open(address)
    return 0


def online_address() -> str | None:
    """Return the address of the documentation in the metadata of the installed package, if there is one."""
    try:
        urls = metadata("cp-puzzles").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    labeled = dict(url.split(", ", 1) for url in urls)
    return labeled.get("Documentation", "").rstrip("/") or None
