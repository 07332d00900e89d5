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

MAX_COLUMNS = 100
"""Width of a page in the terminal."""


@command
@argument("page", "[PAGE]", "a page such as reference/rules", required=False, default=START)
@flag("browser", "open the page in the browser, if the documentation is built or online")
def run(asked: Asked) -> int:
    """Show a page of the documentation in the terminal; it needs no network.

    With --browser open the page with its pictures: as it is built in a clone, or online. The address is printed.

    Examples
    --------
    cp-puzzles docs  the list of pages
    cp-puzzles docs reference/rules  a page in the terminal
    cp-puzzles docs reference/rules --browser  the same page with pictures, in the browser
    """
    pages = _pages()
    page = asked.page.removesuffix(".html").removesuffix(".md").strip("/")
    page = f"{page}/index" if page in SECTIONS else page
    if page not in pages:
        raise MistakeError(asked.page, "the documentation has no such page", _suggestion(page, pages))
    if asked.browser:
        return _open(page)
    _show(page, pages)
    return 0


def _show(page: str, pages: dict[str, Path]) -> None:
    from rich.constrain import Constrain
    from rich.markdown import Markdown

    from cp_puzzles.cli.console import print_paged, stdout
    from cp_puzzles.output.terminal.page_text import page_markdown

    text = _contents(pages) if page == START else page_markdown(pages[page].read_text("utf-8"), page)
    print_paged(Constrain(Markdown(text, hyperlinks=False), min(stdout().width, MAX_COLUMNS)))


def _contents(pages: dict[str, Path]) -> str:
    """Return the list of all pages with their titles, as Markdown."""
    lines = ["# The pages of the documentation", "", "`cp-puzzles docs PAGE` shows a page."]
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


def _suggestion(page: str, pages: dict[str, Path]) -> str:
    """Return similar names, or the pages that contain the word."""
    word = page.lower()
    containing = [name for name, file in pages.items() if file.is_file() and word in file.read_text("utf-8").lower()]
    otherwise = f"pages with this word: {', '.join(containing)}" if containing else "cp-puzzles docs lists all pages"
    return suggestion(page, [*pages], otherwise)


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
