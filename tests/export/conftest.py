"""What the page is tested in: a headless Chromium, driven over its DevTools protocol, and node for what needs none.

Tests skip where a program is missing; with CP_PUZZLES_PAGE_TESTS=required, as in CI, they fail.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.processes import finished, started

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--remote-debugging-port=0",
    "--remote-allow-origins=*",
    "--hide-scrollbars",
)


class Browser:
    """One tab: `open` a page, evaluate JavaScript in it, press keys, drag, take screenshots."""

    def __init__(self, websocket: Any, profile: str) -> None:
        port_file = Path(profile, "DevToolsActivePort")
        for _ in range(400):
            if port_file.exists() and port_file.read_text().strip():
                break
            time.sleep(0.05)
        port = port_file.read_text().split()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
            tab = next(target for target in json.load(answer) if target["type"] == "page")
        self._socket = websocket.create_connection(tab["webSocketDebuggerUrl"], timeout=60)
        self._number = 0
        self.events: list[dict[str, Any]] = []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.command(f"{domain}.enable")

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send one command of the protocol and wait for its answer; events that come meanwhile are kept."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == self._number:
                assert "error" not in message, message["error"]
                return dict(message["result"])
            self.events.append(message)

    def open(self, page: Path, width: int = 1280, height: int = 860, *, dark: bool = False) -> float:
        """Open a page and wait until it says that it is ready; gives the milliseconds that it took by its own clock."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.command("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        self.command("Page.navigate", url="about:blank")
        self.events.clear()
        self.command("Page.navigate", url=page.as_uri())
        for _ in range(2000):
            ready = self.evaluate(
                "location.protocol === 'file:' && (document.documentElement?.dataset.ready || "
                "(document.readyState === 'complete' && !document.getElementById('data') ? 1 : '')) || ''"
            )
            if ready:
                return float(ready)
            if self.faults():
                break
            time.sleep(0.01)
        raise AssertionError(f"the page never got ready: {self.faults()}")

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression; promises are waited for."""
        answer = self.command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait_for(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        for _ in range(1000):
            if self.evaluate(f"Boolean({condition})"):
                return
            time.sleep(0.02)
        raise AssertionError(f"never came true: {condition}")

    def text(self, element: str) -> str:
        """The text of the element with an id."""
        return str(self.evaluate(f"document.getElementById({element!r}).textContent"))

    def press(self, key: str, modifiers: int = 0) -> None:
        """Press and release a key (8: with Shift)."""
        more = {"text": "\r", "windowsVirtualKeyCode": 13} if key == "Enter" else {}
        self.command("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers, **more)
        self.command("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)

    def touch(self, points: list[tuple[float, float]]) -> None:
        """Press with a finger, go along points, let go."""
        steps = ["touchStart"] + ["touchMove"] * (len(points) - 1)
        for kind, (x, y) in zip(steps, points, strict=True):
            self.command("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def click(self, x: float, y: float, times: int = 1) -> None:
        """Click with the left mouse button, or more than once."""
        for count in range(1, times + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.command(
                    "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=count
                )

    def middle(self, selector: str) -> tuple[float, float]:
        """Where the middle of an element is on the screen, scrolled into view."""
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({selector!r}); e.scrollIntoView({{ block: 'nearest' }});"
            " const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()"
        )
        return float(box[0]), float(box[1])

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with the left mouse button."""
        steps = [("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)]
        for kind, (x, y) in steps:
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def screenshot(self) -> bytes:
        """What is to be seen, as PNG."""
        return base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"])

    def faults(self) -> list[dict[str, Any]]:
        """Exceptions and errors on the console since the page was opened."""
        return [
            event
            for event in self.events
            if event["method"] == "Runtime.exceptionThrown"
            or (event["method"] == "Runtime.consoleAPICalled" and event["params"]["type"] == "error")
        ]

    def requests(self) -> list[str]:
        """The addresses that the page asked for."""
        sent = [event for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [str(event["params"]["request"]["url"]) for event in sent]

    def close(self) -> None:
        """Close the tab, and with it the browser."""
        self.command("Browser.close")
        self._socket.close()


def program(*names: str) -> str:
    """The path of a program by one of its names."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        if os.environ.get("CP_PUZZLES_PAGE_TESTS") == "required":
            pytest.fail(f"{names[0]} is not on this machine")
        pytest.skip(f"no {names[0]} on this machine: the page is not tested with it")
    return found


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node."""
    return program("node")


@pytest.fixture(scope="session")
def page_logic(node: str) -> Callable[[dict[str, Any], list[list[Any]]], list[Any]]:
    """Asks the page's own modules, without a browser: data of a page and questions [name, arguments...], answers."""

    def ask(data: dict[str, Any], questions: list[list[Any]]) -> list[Any]:
        told = json.dumps({"data": data, "questions": questions})
        script = Path(__file__).with_name("page_logic.mjs")
        return list(json.loads(finished([node, str(script)], told=told, status=0).stdout))

    return ask


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this run of the tests."""
    chromium = program("chromium", "chromium-browser", "google-chrome")
    websocket = pytest.importorskip("websocket", reason="websocket-client, which drives the browser, is missing")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [chromium, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        with started(command, stderr=subprocess.DEVNULL) as process:
            browser = Browser(websocket, profile)
            yield browser
            browser.close()
            process.wait(timeout=20)
