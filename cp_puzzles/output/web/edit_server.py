"""The editor at an address of this machine: the page as in the file, with the program behind it.

Only this machine is answered, only with the token of the address, and only to the page itself: another page in the same
browser can send requests here, but has another origin, does not know the token and cannot read an answer.
"""

from __future__ import annotations

import base64
import json
import mimetypes
import secrets
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cp_puzzles.base.file_access import write_file
from cp_puzzles.errors import PuzzleError
from cp_puzzles.output.web.edit_page import FRESH, edit_page
from cp_puzzles.output.web.program_questions import FOREIGN, PUZZLES, QUESTIONS, Program, Question

HOST = "127.0.0.1"

PORT = 8417
"""The port, if it is free: a browser keeps what was drawn for an address, with its port."""

MAX_BYTES = 5_000_000
"""The largest request."""

_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class EditServer(ThreadingHTTPServer):
    """Serves the editor until it is closed; then the work of the page ends, too.

    Parameters
    ----------
    text
        The puzzle file with which the page begins.
    file
        The file on disk that the page may save to; None if the puzzle came from elsewhere.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, text: str = FRESH, file: Path | None = None) -> None:
        super().__init__((HOST, PORT), _Handler, bind_and_activate=False)
        try:
            self.server_bind()
        except OSError:  # another editor has the port
            self.server_address = (HOST, 0)
            self.server_bind()
        self.server_activate()
        self.program = Program()
        self.token = secrets.token_urlsafe(24)
        self.origins = {f"http://{name}:{self.server_port}" for name in (HOST, "localhost")}
        self._file, self._saved = file, "" if file is None else file.read_text("utf-8")
        questions = [{"name": name, "words": each.words} for name, each in QUESTIONS.items() if each.words]
        self.page = edit_page(text, {"questions": questions, "file": file.name if file else None}).encode()

    @property
    def address(self) -> str:
        """The address of the page, with its token."""
        return f"http://{HOST}:{self.server_port}/{self.token}/"

    def save(self, text: str) -> str | None:
        """Write the puzzle to its file; return None, or why it was not written."""
        if self._file is None:
            return "This puzzle has no file on disk: download it."
        try:
            if self._file.read_text("utf-8") != self._saved:
                problem = "has changed on disk since this page read it, and was not overwritten: download your puzzle"
                return f"{self._file.name} {problem}."
            write_file(self._file, text)
        except (OSError, UnicodeDecodeError, PuzzleError) as error:
            return f"{self._file.name} was not written: {error}"
        self._saved = text
        return None

    def server_close(self) -> None:
        """Stop listening and end all work."""
        super().server_close()
        self.program.close()


class _Handler(BaseHTTPRequestHandler):
    """Answers one request of the page."""

    server: EditServer
    server_version = "cp-puzzles"
    sys_version = ""
    timeout = 30

    def do_GET(self) -> None:
        """Send the page, the state of a question, or a file that it wrote."""
        match self._path():
            case [""]:
                self._send(HTTPStatus.OK, self.server.page, "text/html; charset=utf-8")
            case ["work", number] if work := self.server.program.work(number):
                self._answer(work.state())
            case ["work", number, name] if (work := self.server.program.work(number)) and (file := work.file(name)):
                kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
                is_page = kind == "text/html"
                shown = "text/html; charset=utf-8" if is_page else kind
                self._send(HTTPStatus.OK, file.read_bytes(), shown, None if is_page else name)
            case _:
                self._refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Begin a question, stop it, or save the puzzle."""
        path, data = self._path(), self._data()
        if data is None:
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        match path, data:
            case ["ask"], {"question": str(name), "text": str(text)} if name in QUESTIONS:
                self._begin(QUESTIONS[name], text.encode)
            case ["open"], {"suffix": str(suffix), "content": str(content)} if suffix in FOREIGN:
                question = Question("import", (PUZZLES,), source=f"file.{suffix}")
                self._begin(question, lambda: base64.b64decode(content, validate=True))
            case ["stop", number], _ if work := self.server.program.work(number):
                work.stop()
                self._answer({})
            case ["save"], {"text": str(text)}:
                problem = self.server.save(text)
                self._answer({} if problem is None else {"problem": problem})
            case _:
                self._refuse(HTTPStatus.NOT_FOUND)

    def _begin(self, question: Question, content: Callable[[], bytes]) -> None:
        """Begin a question about a file, and answer with its number or why it is not asked."""
        try:
            number = self.server.program.begin(question, content())
        except ValueError:  # a lone surrogate, or no base64
            self._answer({"problem": "The puzzle has a character that is not text: remove it."})
            return
        full = {"problem": "Four questions are being answered: stop one, or wait."}
        self._answer(full if number is None else {"work": number})

    def _path(self) -> list[str]:
        """Return the parts of the path after the token; none if the request is not one of the page."""
        token, *parts = self.path.partition("?")[0].removeprefix("/").split("/")
        origin = self.headers.get("Origin")
        is_same_origin = f"http://{self.headers.get('Host', '')}" in self.server.origins
        is_same_origin &= origin in self.server.origins or (origin is None and self.command != "POST")
        is_same_origin &= self.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")
        knows = secrets.compare_digest(token.encode("utf-8", "replace"), self.server.token.encode())
        return parts if is_same_origin and knows else []

    def _data(self) -> dict[str, Any] | None:
        """Return the JSON object of a request; None if it has none."""
        length = self.headers.get("Content-Length", "")
        is_json = self.headers.get_content_type() == "application/json"
        if not (is_json and length.isascii() and length.isdecimal() and len(length) < 10 and int(length) <= MAX_BYTES):
            return None
        try:
            data = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            return None
        return data if isinstance(data, dict) else None

    def _answer(self, data: dict[str, Any]) -> None:
        self._send(HTTPStatus.OK, json.dumps(data).encode(), "application/json")

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self._send(status, status.phrase.encode(), "text/plain; charset=utf-8")

    def _send(self, status: HTTPStatus, body: bytes, kind: str, name: str | None = None) -> None:
        self.send_response(status)
        for key, value in _HEADERS.items():
            self.send_header(key, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if name is not None:
            self.send_header("Content-Disposition", f'attachment; filename="{name}"')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *values: object) -> None:
        """Write nothing: the terminal belongs to the person who began the editor."""


def serve(server: EditServer, on_address: Callable[[str], None]) -> None:
    """Answer requests until the program is interrupted; `on_address` gets the address."""
    with server:
        on_address(server.address)
        server.serve_forever(poll_interval=0.2)
