"""Fixtures for tests of pages: a headless Chromium, driven by Playwright, and node for scripts without a browser.

Tests skip if a program is missing; with CP_PUZZLES_PAGE_TESTS=required, as in CI, they fail.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, sync_playwright

from tests.processes import finished

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TIMEOUT_MILLISECONDS = 60_000
POLLS = 3000


class Browser:
    """A tab in which a page is opened, evaluated, clicked and photographed."""

    page: Page

    def __init__(self, chromium: Chromium) -> None:
        self._chromium = chromium
        self._faults: list[str] = []
        self._requests: list[str] = []

    def open(self, file: Path, width: int = 1280, height: int = 860, *, dark: bool = False, script: str = "") -> float:
        """Open a page in a new context, with a script before its own; return its milliseconds until it was ready."""
        self.page = self.new_page(width, height, dark=dark)
        if script:
            self.page.context.add_init_script(script)
        return self._load(file)

    def new_page(self, width: int = 1280, height: int = 860, *, dark: bool = False) -> Page:
        """Return an empty page of a new context, the only one."""
        self.close()
        context = self._chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=width < 600,
            is_mobile=width < 600,
        )
        context.set_default_timeout(TIMEOUT_MILLISECONDS)
        return context.new_page()

    def reopen(self, file: Path) -> float:
        """Open a page in a new tab of the same context, instead of the one before."""
        context = self.page.context
        self.page.close()
        self.page = context.new_page()
        return self._load(file)

    def _load(self, file: Path) -> float:
        self._faults, self._requests = [], []
        self.page.on("pageerror", lambda error: self._faults.append(str(error)))
        self.page.on("console", lambda line: self._faults.append(line.text) if line.type == "error" else None)
        self.page.on("request", lambda request: self._requests.append(request.url))
        self.page.goto(file.as_uri())
        self.wait_for("document.documentElement.dataset.ready || !document.getElementById('data')")
        return float(self.evaluate("document.documentElement.dataset.ready || 0"))

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression; promises are awaited."""
        return self.page.evaluate(expression)

    def wait_for(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        for _ in range(POLLS):
            if self.evaluate(f"Boolean({condition})"):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never came true: {condition}; {self.faults()}")

    def text(self, element: str) -> str:
        """Return the text of the element with an id."""
        return str(self.page.locator(f"#{element}").text_content())

    def press(self, key: str) -> None:
        """Press and release a key, such as `Enter` or `Control+z`."""
        self.page.keyboard.press(key)

    def touch(self, points: list[tuple[float, float]]) -> None:
        """Touch the first point, move along the others, and let go."""
        session = self.page.context.new_cdp_session(self.page)
        for kind, (x, y) in zip(["touchStart"] + ["touchMove"] * (len(points) - 1), points, strict=True):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def click(self, x: float, y: float, times: int = 1) -> None:
        """Click with the left mouse button."""
        self.page.mouse.click(x, y, click_count=times)

    def point(self, x: float, y: float) -> None:
        """Move the mouse to a point."""
        self.page.mouse.move(x, y)

    def middle(self, selector: str) -> tuple[float, float]:
        """Return the middle of an element on the screen, after scrolling it into view."""
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({selector!r}); e.scrollIntoView({{ block: 'nearest' }});"
            " const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()"
        )
        return float(box[0]), float(box[1])

    def on_board(self, point: str) -> tuple[float, float]:
        """Return the point on the screen of a point of the flat board, which is a JavaScript expression."""
        x, y = self.evaluate(
            f"(([x, y]) => {{ const at = new DOMPoint(40 * x, 40 * y).matrixTransform("
            f"solutionPage.flatView.element.getScreenCTM()); return [at.x, at.y]; }})({point})"
        )
        return float(x), float(y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with the left mouse button."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end)
        mouse.up()

    def screenshot(self) -> bytes:
        """Return the visible part of the page as PNG."""
        return self.page.screenshot()

    def faults(self) -> list[str]:
        """Return the exceptions and console errors since the page was opened."""
        return self._faults

    def requests(self) -> list[str]:
        """Return the addresses that the page has requested."""
        return self._requests

    def close(self) -> None:
        """Close the tab and its context."""
        for context in self._chromium.contexts:
            context.close()


def program(*names: str) -> str:
    """Return the path of a program by one of its names; skip or fail if it is missing."""
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        missing(f"{names[0]} is not installed")
    return str(path)


def missing(problem: str) -> None:
    """Fail if all tests of pages are required, else skip."""
    if os.environ.get("CP_PUZZLES_PAGE_TESTS") == "required":
        pytest.fail(problem)
    pytest.skip(problem)


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node."""
    return program("node")


@pytest.fixture(scope="session")
def page_logic(node: str) -> Callable[[dict[str, Any], list[list[Any]]], list[Any]]:
    """A function from the data of a page and questions [name, *arguments] to the answers of the page's modules."""

    def ask(data: dict[str, Any], questions: list[list[Any]]) -> list[Any]:
        request = json.dumps({"data": data, "questions": questions})
        script = Path(__file__).with_name("page_logic.mjs")
        return list(json.loads(finished([node, str(script)], input=request, status=0).stdout))

    return ask


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this session."""
    path = program("chromium", "chromium-browser", "google-chrome")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield Browser(chromium)
        chromium.close()
