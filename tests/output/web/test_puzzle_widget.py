"""The widget of a notebook: its page in a browser, and its values in Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import MistakeError, Puzzle, PuzzleWidget, count, hint, solve
from tests.output.web.conftest import Browser

HOST = """<!doctype html><html data-ready="1"><body style="margin:0"><div id="widget"></div><script type="module">
const values = {values};
const listeners = [];
const model = {{
  get: (name) => values[name],
  set: (name, value) => {{ values[name] = value; }},
  save_changes: () => {{ window.saved.push(JSON.parse(JSON.stringify(values.game))); }},
  on: (event, listener) => listeners.push(listener),
  off: () => {{}},
}};
window.saved = [];
window.send = (game) => {{ values.game = game; for (const listener of listeners) listener(); }};
{script}
window.isReady = true;
</script></body></html>"""
"""A page in place of a notebook: a model with the values of Python, and the script of the widget."""


class Notebook:
    """A widget in Python and in a browser; `sync` carries the game from the page to Python."""

    def __init__(self, browser: Browser, widget: PuzzleWidget, folder: Path) -> None:
        self.widget, self.browser = widget, browser
        values = {name: getattr(widget, name) for name in ("page", "title", "height", "game")}
        script = widget._esm.replace("export{", "const widget = {").replace(" as default", "")
        name = script.rpartition("{")[2].rstrip("};\n ")
        script = script[: script.rindex("const widget")] + f"{name}.render({{ model, el: document.body.firstChild }});"
        data = json.dumps(values).replace("<", "\\u003c")
        file = folder / "notebook.html"
        file.write_text(HOST.format(values=data, script=script), "utf-8")
        browser.open(file)
        browser.page.frame_locator("iframe").locator("html[data-ready]").wait_for()
        self.frame = browser.page.frames[1]

    def sync(self, games: int) -> None:
        """Wait for this number of games from the page, and give the last one to Python."""
        self.browser.wait_for(f"window.saved.length >= {games}")
        self.widget.game = self.browser.evaluate("window.saved.at(-1)")

    def show(self) -> None:
        """Give the game of Python to the page."""
        self.browser.evaluate(f"window.send({json.dumps(self.widget.game)})")


def test_clicks_on_the_board_are_seen_in_python(browser: Browser, tmp_path: Path) -> None:
    """A piece that is taken and placed by clicks is in `placed`; the selection and the cell are values, too."""
    widget = PuzzleWidget("five_tiles4x4", height=700)
    changes: list[Any] = []
    widget.observe(lambda change: changes.append(change["new"]), "placed")
    notebook = Notebook(browser, widget, tmp_path)
    frame = notebook.frame
    frame.locator("[data-tray]").nth(1).click()
    notebook.sync(1)
    assert widget.tile == widget.puzzle.tiles[1].name
    frame.locator('#view [data-cell="5"]').click()
    notebook.sync(2)
    [placed] = widget.placed
    assert changes == [(placed,)]
    assert placed.tile == widget.puzzle.tiles[1].name
    assert widget.cell in placed.cells
    assert widget.tile is None
    assert count(widget.position, jobs=1).count == count("five_tiles4x4", given=widget.given, jobs=1).count
    frame.locator("#undo").click()
    notebook.sync(3)
    assert widget.placed == ()
    assert browser.faults() == []


@pytest.mark.slow
def test_pieces_placed_in_python_are_on_the_board(browser: Browser, tmp_path: Path) -> None:
    """Hints and assignments in Python show on the page, which does not report them again; all views follow."""
    widget = PuzzleWidget("five_tiles4x4")
    notebook = Notebook(browser, widget, tmp_path)
    assert widget.place_hint().status == "found"
    notebook.show()
    pieces = notebook.frame.locator("[data-placement]")
    pieces.first.wait_for()
    assert pieces.count() == 1
    [solution, *_] = solve("five_tiles4x4", jobs=1).solutions
    widget.placed = solution.placements
    notebook.show()
    notebook.frame.locator("#status.won").wait_for()
    assert pieces.count() == len(solution.placements)
    notebook.frame.locator("#restart").click()
    browser.wait_for("window.saved.at(-1)?.placed.length === 0")
    widget.game = browser.evaluate("window.saved.at(-1)")
    assert widget.placed == ()
    assert browser.faults() == []


def test_widget_position_is_a_puzzle() -> None:
    """The position has the placed pieces as given ones, also after further changes and with left cells."""
    widget = PuzzleWidget(Puzzle(board=(4, 4), tiles={"I": {"cells": [(0, 0), (0, 1)], "multiplicity": 8}}))
    widget.game = {"placed": [0], "left": [], "cell": 3, "tile": None}
    assert (widget.placed[0].cells, widget.cell) == (((0, 0), (0, 1)), (0, 3))
    assert count(widget.position, symmetry="off", jobs=1).count == 18
    assert count(widget.position, rule="faults=0", jobs=1).count == 0
    assert hint(widget.position).placement not in widget.placed
    widget.clear()
    assert (widget.game["placed"], widget.given) == ([], [])
    with pytest.raises(MistakeError, match="covers a cell twice"):
        widget.placed = (widget._placements[0], widget._placements[0])
    with pytest.raises(MistakeError, match="is not a placement"):
        widget.placed = ("x",)
