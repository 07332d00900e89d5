"""Commands that show what there is: `list`, `demo`, `docs`."""

from __future__ import annotations

import shlex
import sys
import webbrowser
from typing import TYPE_CHECKING

import click

from cp_puzzles.base.text import suggestion
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.console import print_json, print_paged, say, stdout
from cp_puzzles.cli.parameters import JSON_LINES, argument, flag
from cp_puzzles.errors import MistakeError

if TYPE_CHECKING:
    from pathlib import Path

STEPS = (
    ("Draw a puzzle: its board and its pieces.", "show soma"),
    ("Solve a puzzle: all its solutions, without rotations and reflections.", "solve pentomino3x20"),
    ("Add a rule to this puzzle: V and L must not touch.", "solve pentomino3x20 --rule separate=[[V,L]]"),
    ("Ask why: two squares are missing, and dominoes cannot cover the rest.", "explain mutilated_chessboard"),
)
"""The steps of the tour: a description and a command; none of the commands has to compile a search first."""

MAX_COLUMNS = 100
"""Width of a page in the terminal."""


@command(
    argument("words", "[WORD]...", "list only the puzzles with all of these words", nargs=-1),
    JSON_LINES,
)
def list_command(asked: Asked) -> int:
    """List the included puzzles with the names that the other commands accept.

    Examples
    --------
    cp-puzzles list  all puzzles
    cp-puzzles list kanoodle  the puzzles with this word in the name, the title or the source
    cp-puzzles show soma  the board and the tiles of one puzzle
    """
    from cp_puzzles.output.terminal.result_tables import catalog_table
    from cp_puzzles.puzzle.spec.loader import catalog, load_spec, puzzle_name

    entries = [(puzzle_name(file), load_spec(file)) for file in catalog()]
    words = [word.casefold() for word in asked.words]
    texts = [f"{name} {spec.name} {spec.description} {spec.source}".casefold() for name, spec in entries]
    entries = [entry for entry, text in zip(entries, texts, strict=True) if all(word in text for word in words)]
    if not entries:
        say(f"{' '.join(asked.words)}: no included puzzle matches; `cp-puzzles list` shows all")
        return 0
    if asked.json:
        for name, spec in entries:
            print_json(
                {"name": name, **spec.model_dump(include={"description", "source", "expected"}, exclude_none=True)}
            )
    else:
        print_paged(catalog_table(entries, stdout().width))
    return 0


@command()
def demo_command(asked: Asked) -> int:
    """Show what the program does: draw a puzzle, solve it, add a rule, and explain why a puzzle has no solution.

    Each step shows the command that it runs. On a terminal, Enter goes to the next step and Ctrl-C ends the tour.

    Examples
    --------
    cp-puzzles demo  a tour of four commands
    """
    root = click.get_current_context().find_root()
    assert root.info_name is not None
    assert isinstance(root.command, click.Group)
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    for number, (title, line) in enumerate(STEPS, start=1):
        words = line.split()
        print(f"{number}. {title}\n$ {shlex.join([root.info_name, *words])}\n", flush=True)
        with root.command.make_context(root.info_name, words) as context:
            root.command.invoke(context)
        print(flush=True)
        if waits and number < len(STEPS):
            _wait()
    print(f"Next: {root.info_name} list, {root.info_name} COMMAND --help, {root.info_name} docs")
    return 0


def _wait() -> None:
    """Wait for Enter, or the end of the input."""
    sys.stderr.write("Press Enter to continue, Ctrl-C to stop. ")
    sys.stderr.flush()
    sys.stdin.readline()


@command(
    argument("page", "[PAGE|WORD]...", "a page such as reference/rules, or a word to look for", nargs=-1),
    flag("browser", "open the page in the browser, if the documentation is built or online"),
)
def docs_command(asked: Asked) -> int:
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

    print_paged(Constrain(Markdown(text, hyperlinks=False), min(stdout().width, MAX_COLUMNS)))
    return 0


def _open(page: str) -> int:
    """Open a page in the browser if the output is a terminal, and print its address."""
    from cp_puzzles.output.terminal.page_text import page_address

    address = page_address(page)
    print(address)
    if sys.stdout.isatty():
        webbrowser.open(address)
    return 0
