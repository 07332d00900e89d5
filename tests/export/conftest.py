"""A headless Chromium, driven over its DevTools protocol; tests that need it skip where there is none."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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

    def __init__(self, program: str, profile: str) -> None:
        websocket = pytest.importorskip("websocket", reason="websocket-client, which drives the browser, is missing")
        self._process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"], stderr=subprocess.DEVNULL
        )
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
        for domain in ("Page", "Runtime", "Network"):
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
            ready = self.evaluate("location.protocol === 'file:' && document.documentElement?.dataset.ready || ''")
            if ready:
                return float(ready)
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
        for kind in ("keyDown", "keyUp"):
            self.command("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers)

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
        """End the browser."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(timeout=20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this run of the tests."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no chromium on this machine: the page is not tested in a browser")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        yield browser
        browser.close()
