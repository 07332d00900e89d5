"""The command `docs`."""

from __future__ import annotations

import sys
import webbrowser
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import click

from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.cli.command import Options, command
from cp_puzzles.errors import MistakeError

FOLDER = Path(__file__).resolve().parents[2] / "docs"
"""The sources of the documentation in a clone; an installed package has none."""

BUILT = (Path(__file__).resolve().parents[1] / "documentation", FOLDER / "_build" / "html")
"""The folders of the built documentation: in an installed package, and in a clone."""

BUILD = """\
python -m pip install '.[docs]'
sphinx-build docs docs/_build/html"""
"""The commands that build the documentation, in the folder of the clone."""

START = "index"


@command("""
cp-puzzles docs  the first page
cp-puzzles docs reference/rules  a page of the documentation
""")
@click.argument("page", metavar="[PAGE]", required=False, default=START, help="a page such as reference/rules")
def run(options: Options) -> int:
    """Open the documentation in the browser, and print its address.

    The command opens the documentation of this version, if it is part of the installed package or built in a clone, and
    otherwise the online documentation. If there is neither, it prints the commands that build the documentation. It
    does not open the browser if the output is not a terminal.
    """
    folder = local_folder()
    address = online_address() if folder is None else folder.as_uri()
    if address is None:
        where = "" if FOLDER.is_dir() else " of the repository (this installation has no documentation)"
        print(f"The documentation is not built. In the folder of a clone{where}, run\n\n{BUILD}")
        return 0
    page = f"{address}/{_page(options.page, folder)}.html"
    print(page)
    if sys.stdout.isatty():
        webbrowser.open(page)
    return 0


def online_address() -> str | None:
    """Return the address of the documentation in the metadata of the installed package, if there is one."""
    try:
        urls = metadata("cp-puzzles").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    labeled = dict(url.split(", ", 1) for url in urls)
    return labeled.get("Documentation", "").rstrip("/") or None


def local_folder() -> Path | None:
    """Return the folder of the documentation on this computer, if there is one."""
    return next((folder for folder in BUILT if (folder / "index.html").is_file()), None)


def _page(name: str, folder: Path | None) -> str:
    """Return the name of a page; raise `MistakeError` for a page that the folder does not have."""
    page = name.removesuffix(".html").removesuffix(".md")
    if folder is not None and not (folder / f"{page}.html").is_file():
        pages = [file.relative_to(folder).with_suffix("").as_posix() for file in sorted(folder.rglob("*.html"))]
        raise MistakeError(name, "the documentation has no such page", suggestion(page, pages, "see cp-puzzles docs"))
    return page
