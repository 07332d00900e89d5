"""A headless Firefox, driven by its Marionette protocol: commands of WebDriver as JSON over a socket."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.processes import started

PREFERENCES = {
    "marionette.port": 0,  # a free one, which is written to a file of the profile
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "layout.css.devPixelsPerPx": "1.0",
}
NARROWEST, BARS = 500, 85
"""Pixels: the narrowest window, and the bars above a page."""

START_SECONDS = 120
WAIT_SECONDS = 120
POLL_SECONDS = 0.05
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014"}
KEYS |= {"ArrowDown": "\ue015", "Space": " ", "Escape": "\ue00c"}


class Firefox:
    """A tab of Firefox with the methods of `Browser` that journeys use."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=WAIT_SECONDS)
        self._number = 0
        self._receive()
        self._ask("WebDriver:NewSession", {})

    def _receive(self) -> Any:
        length = b""
        while (byte := self._socket.recv(1)) != b":":
            length += byte
        text = b""
        while len(text) < int(length):
            text += self._socket.recv(int(length) - len(text))
        return json.loads(text)

    def _ask(self, command: str, values: dict[str, Any]) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, command, values]).encode()
        self._socket.sendall(f"{len(text)}:".encode() + text)
        _, _, error, result = self._receive()
        assert error is None, error
        return result

    def open(self, file: Path, width: int, height: int) -> None:
        """Open a page in a window of this size; a narrower one than Firefox has is a frame."""
        self._ask("WebDriver:SetWindowRect", {"width": max(width, NARROWEST), "height": height + BARS})
        page = file
        if width < NARROWEST:
            page = file.with_name(f"frame_{width}.html")
            style = f"position:fixed;inset:0;border:0;width:{width}px;height:{height}px"
            page.write_text(f'<iframe src="{file.name}" style="{style}">', encoding="utf-8")
        self._ask("WebDriver:Navigate", {"url": page.as_uri()})
        if page != file:
            self._ask("WebDriver:SwitchToFrame", {"id": 0})
        self.wait_for("document.documentElement.dataset.ready")

    def close(self) -> None:
        """End the connection."""
        self._socket.close()

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression."""
        return self._ask("WebDriver:ExecuteScript", {"script": f"return ({expression})", "args": []})["value"]

    def wait_for(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        end = time.monotonic() + WAIT_SECONDS
        while not self.evaluate(f"Boolean({condition})"):
            assert time.monotonic() < end, f"never came true: {condition}"
            time.sleep(POLL_SECONDS)

    def press(self, key: str) -> None:
        """Press and release a key."""
        value = KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._ask("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def click(self, x: float, y: float) -> None:
        """Click with the left mouse button."""
        self._stroke([(x, y)], "mouse")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with the left mouse button."""
        self._stroke([start, end], "mouse")

    def touch(self, points: list[tuple[float, float]]) -> None:
        """Touch the first point, move along the others, and let go."""
        self._stroke(points, "touch")

    def _stroke(self, points: list[tuple[float, float]], kind: str) -> None:
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20} for x, y in points]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        actions = [moves[0], down, *moves[1:], up]
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self._ask("WebDriver:PerformActions", {"actions": [source]})


@contextmanager
def started_firefox(program: str, folder: Path) -> Iterator[Firefox]:
    """Start Firefox with a new profile in a folder, and end it."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with started(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        port = folder / "MarionetteActivePort"
        end = time.monotonic() + START_SECONDS
        while not (port.exists() and port.read_text("ascii").strip()):
            assert time.monotonic() < end, "Firefox does not start"
            time.sleep(POLL_SECONDS)
        browser = Firefox(int(port.read_text("ascii")))
        try:
            yield browser
        finally:
            browser.close()
