"""The command `docs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cp_puzzles.base.text import suggestion
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, flag
from cp_puzzles.errors import MistakeError

if TYPE_CHECKING:
    from pathlib import Path

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
    from cp_puzzles.output.terminal.page_text import SECTIONS, START, contents_page, documentation_pages, pages_with

    pages = documentation_pages()
    word = " ".join(asked.page) or START
    page = word.removesuffix(".html").removesuffix(".md").strip("/")
    page = f"{page}/index" if page in SECTIONS else page
    if page in pages:
        return _open(page) if asked.browser else _show(page, pages)
    found = pages_with(word, pages)
    if not found or "/" in word:
        remedy = suggestion(page, [*pages], "cp-puzzles docs lists all pages")
        raise MistakeError(word, "the documentation has no such page" + ("" if "/" in word else " or word"), remedy)
    return _print(contents_page(found, f"Pages with the word {word}"))


def _show(page: str, pages: dict[str, Path]) -> int:
    from cp_puzzles.output.terminal.page_text import START, contents_page, page_markdown

    is_list = page == START
    text = contents_page(pages, "The pages of the documentation") if is_list else pages[page].read_text("utf-8")
    return _print(text if is_list else page_markdown(text, page))


def _print(text: str) -> int:
    """Print a text in Markdown."""
    from rich.constrain import Constrain
    from rich.markdown import Markdown

    from cp_puzzles.cli.console import print_paged, stdout

    print_paged(Constrain(Markdown(text, hyperlinks=False), min(stdout().width, MAX_COLUMNS)))
    return 0


def _open(page: str) -> int:
    """Open a page in the browser if the output is a terminal, and print its address."""
    import sys
    import webbrowser

    from cp_puzzles.output.terminal.page_text import page_address

    address = page_address(page)
    print(address)
    if sys.stdout.isatty():
        webbrowser.open(address)
    return 0
