"""The widget in JupyterLab itself: its page is shown, and moves go from Python to the page and back."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Page, expect

from tests.output.web.conftest import TIMEOUT_MILLISECONDS, Browser
from tests.processes import started

CELLS = (
    "from cp_puzzles import PuzzleWidget\nboard = PuzzleWidget('five_tiles4x4')\nboard",
    "board.place_hint()\nprint('from Python:', len(board.placed))",
    "print('from the page:', len(board.placed))",
)


def free_port() -> int:
    """Return a port of this machine on which no program listens."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture
def notebook(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A notebook with the cells, open in JupyterLab."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [new_code_cell(cell) for cell in CELLS]
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), folder / "board.ipynb")
    port, token = free_port(), secrets.token_hex(8)
    server = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--ServerApp.root_dir={folder}"]
    server += [f"--ServerApp.port={port}", f"--IdentityProvider.token={token}", "--LabApp.news_url=None"]
    home = {
        name: str(tmp_path / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "HOME")
    }
    with (tmp_path / "server.log").open("w") as log, started(server, env=os.environ | home, stdout=log, stderr=log):
        browser.close()
        page = browser.new_page()
        for _ in range(600):
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            page.wait_for_timeout(100)
        page.goto(f"http://127.0.0.1:{port}/lab/tree/board.ipynb?token={token}")
        yield page
        browser.close()


@pytest.mark.slow
def test_widget_plays_in_jupyterlab(notebook: Page) -> None:
    """A hint that Python places is seen on the page, and a piece that is taken away on the page is gone in Python."""
    cells = notebook.locator(".jp-Notebook .jp-CodeCell")
    expect(cells).to_have_count(len(CELLS), timeout=TIMEOUT_MILLISECONDS)
    expect(notebook.locator("[data-status=idle]").first).to_be_attached(timeout=TIMEOUT_MILLISECONDS)

    def run_cell(number: int) -> None:
        cells.nth(number).locator(".cm-content").click()
        notebook.keyboard.press("Control+Enter")

    run_cell(0)
    frame = cells.nth(0).frame_locator("iframe")
    expect(frame.locator("html[data-ready]")).to_be_attached(timeout=TIMEOUT_MILLISECONDS)
    run_cell(1)
    expect(cells.nth(1)).to_contain_text("from Python: 1", timeout=TIMEOUT_MILLISECONDS)
    expect(frame.locator("[data-placement]")).to_have_count(1)
    frame.locator("#restart").click()
    expect(frame.locator("[data-placement]")).to_have_count(0)
    run_cell(2)
    expect(cells.nth(2)).to_contain_text("from the page: 0", timeout=TIMEOUT_MILLISECONDS)
