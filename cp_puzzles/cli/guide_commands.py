"""Commands that show what there is: `list`, `demo`, `docs`."""

from __future__ import annotations

import shlex
import sys
import webbrowser

import click

from cp_puzzles.base.text import suggestion
from cp_puzzles.cli import command as cli
from cp_puzzles.cli.console import print_json, print_paged, say, stdout
from cp_puzzles.errors import MistakeError

STEPS = (
    ("Draw a puzzle: its board and its pieces.", "show soma"),
    ("Solve a puzzle: all its solutions, without rotations and reflections.", "solve pentomino3x20"),
    ("Add a rule to this puzzle: V and L must not touch.", "solve pentomino3x20 --rule separate=[[V,L]]"),
    ("Ask why: two squares are missing, and dominoes cannot cover the rest.", "explain mutilated_chessboard"),
)
"""The steps of the tour: a description and a command; none of the commands has to compile a search first."""

MAX_COLUMNS = 100
"""Width of a page in the terminal."""


@cli.command(
    cli.argument("words", "[WORD]...", "list only the puzzles with all of these words", nargs=-1), cli.JSON_LINES
)
def list_command(asked: cli.Asked) -> int:
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


@cli.command()
def demo_command(asked: cli.Asked) -> int:
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
            sys.stderr.write("Press Enter to continue, Ctrl-C to stop. ")
            sys.stderr.flush()
            sys.stdin.readline()
    print(f"Next: {root.info_name} list, {root.info_name} COMMAND --help, {root.info_name} docs")
    return 0


@cli.command(
    cli.argument("page", "[PAGE|WORD]...", "a page such as reference/rules, or a word to look for", nargs=-1),
    cli.flag("browser", "open the page in the browser, if the documentation is built or online"),
)
def docs_command(asked: cli.Asked) -> int:
    """Show a page of the documentation in the terminal, or list the pages with a word; it needs no network.

    With --browser open the page with its pictures: as it is built in a clone, or online. The address is printed.

    Examples
    --------
    cp-puzzles docs  the list of pages
    cp-puzzles docs reference/rules  a page in the terminal
    cp-puzzles docs timeout  the pages about time limits
    cp-puzzles docs reference/rules --browser  the same page with pictures, in the browser
    """
    from rich.constrain import Constrain
    from rich.markdown import Markdown

    from cp_puzzles.output.terminal import page_text

    pages = page_text.documentation_pages()
    word = " ".join(asked.page) or page_text.START
    page = word.removesuffix(".html").removesuffix(".md").strip("/")
    page = f"{page}/index" if page in page_text.SECTIONS else page
    if page in pages and asked.browser:
        print(address := page_text.page_address(page))
        if sys.stdout.isatty():
            webbrowser.open(address)
        return 0
    if page == page_text.START:
        text = page_text.contents_page(pages, "The pages of the documentation")
    elif page in pages:
        text = page_text.page_markdown(pages[page].read_text("utf-8"), page)
    else:
        found = page_text.pages_with(word, pages)
        if not found or "/" in word:
            problem = "the documentation has no such page" + ("" if "/" in word else " or word")
            raise MistakeError(word, problem, suggestion(page, [*pages], "cp-puzzles docs lists all pages"))
        text = page_text.contents_page(found, f"Pages with the word {word}")
    print_paged(Constrain(Markdown(text, hyperlinks=False), min(stdout().width, MAX_COLUMNS)))
    return 0
