"""Questions of the editor's page to the program that serves it: commands on its puzzle, each in a process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cp_puzzles.base.file_access import write_file
from cp_puzzles.output.terminal.live_progress import PROGRESS_LINES, PROGRESS_PREFIX

PUZZLE = "puzzle.yaml"
"""The file of the puzzle in the folder of a question."""

MAX_OUTPUT = 200_000
"""Characters of output that the page is given; the last ones, if there are more."""

MAX_RUNNING = 4
"""Questions that may be answered at the same time."""

GRACE_SECONDS = 5.0
"""How long a command that is stopped may take to print what it has found."""


@dataclass(frozen=True)
class Question:
    """A button of the page: its words, the command, the options after the puzzle, the file that shows the answer."""

    words: str
    command: str
    options: tuple[str, ...] = ()
    shown: str | None = None

    @property
    def arguments(self) -> list[str]:
        """The command line after `cp-puzzles`."""
        return [self.command, PUZZLE, *self.options]


QUESTIONS = {
    "solve": Question(
        "Solve", "solve", ("--show", "none", "--limit", "1000", "--out", "solutions.html"), "solutions.html"
    ),
    "count": Question("Count", "count"),
    "estimate": Question("How long to count?", "estimate"),
    "explain": Question("Why is there no solution?", "explain", ("--out", "explanation.html"), "explanation.html"),
    "apart": Question("Take apart", "apart", ("--limit", "100", "--out", "moves.jsonl")),
    "hint": Question("Hint", "hint"),
    "certificate": Question("Count with a certificate", "count", ("--certificate", "certificate")),
    "laser": Question("Laser files", "show", ("--laser", "20", "--out", "cut.svg")),
}
"""The questions, by the name with which the page asks them."""


class Work:
    """A question that is being answered, or was: its process, its folder and its output."""

    def __init__(self, question: Question, text: str, folder: Path) -> None:
        self._folder = folder / "files"
        self._folder.mkdir(parents=True)
        write_file(self._folder / PUZZLE, text)
        self._streams = [folder / "output", folder / "messages"]
        self.question = question
        environment = os.environ | {"COLUMNS": "64", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **PROGRESS_LINES}
        with ExitStack() as stack:
            output, messages = (stack.enter_context(stream.open("wb")) for stream in self._streams)
            self._process = subprocess.Popen(  # noqa: TID251 - `end` ends it
                [sys.executable, "-m", "cp_puzzles", *question.arguments],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=messages,
                env=environment,
                start_new_session=True,
            )

    @property
    def is_running(self) -> bool:
        """True until the command has ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Interrupt the command: it prints what it has found."""
        if self.is_running:
            with suppress(OSError):
                self._process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)

    def end(self) -> None:
        """Interrupt the command, and kill it with all its processes if it does not end."""
        self.stop()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_SECONDS)
        if os.name == "posix":
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def state(self) -> dict[str, Any]:
        """Return what the page shows: the output, the last line of progress, the exit status, and the files."""
        status = self._process.poll()
        output, messages = (stream.read_text("utf-8", "replace") for stream in self._streams)
        lines = messages.splitlines()
        progress = [line.removeprefix(PROGRESS_PREFIX) for line in lines if line.startswith(PROGRESS_PREFIX)]
        reported = [line for line in lines if not line.startswith(PROGRESS_PREFIX)]
        files = [] if status is None else self._files()
        return {
            "command": " ".join(["cp-puzzles", *self.question.arguments]),
            "output": "\n".join([*reported, output])[-MAX_OUTPUT:].strip("\n"),
            "progress": progress[-1] if progress and status is None else "",
            "status": status,
            "files": files,
            "shown": self.question.shown if self.question.shown in files else None,
        }

    def file(self, name: str) -> Path | None:
        """Return a file that the command wrote, by its name in `state`; None for any other name."""
        return self._folder / name if name in self._files() else None

    def _files(self) -> list[str]:
        for folder in [path for path in self._folder.iterdir() if path.is_dir() and not path.is_symlink()]:
            shutil.make_archive(str(folder), "zip", folder.parent, folder.name)
            shutil.rmtree(folder)
        return sorted(path.name for path in self._folder.iterdir() if path.is_file() and path.name != PUZZLE)


class Program:
    """The questions of one page; a folder for temporary files that is removed at the end."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="cp-puzzles-", ignore_cleanup_errors=True)
        self._work: list[Work] = []

    def ask(self, name: str, text: str) -> int | None:
        """Begin to answer a question about the puzzle with this text; return its number, None if too many are running.

        Raises
        ------
        KeyError
            If no question has this name.
        """
        question = QUESTIONS[name]
        if sum(work.is_running for work in self._work) >= MAX_RUNNING:
            return None
        self._work.append(Work(question, text, Path(self._folder.name) / str(len(self._work))))
        return len(self._work) - 1

    def work(self, number: str) -> Work | None:
        """Return the work with a number, as an address writes it; None if there is none."""
        is_known = number.isascii() and number.isdecimal() and len(number) < 10 and int(number) < len(self._work)
        return self._work[int(number)] if is_known else None

    def close(self) -> None:
        """End all work and remove its files."""
        for work in self._work:
            work.end()
        self._folder.cleanup()
