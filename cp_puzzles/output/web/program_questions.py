"""Questions of the editor's page to the program that serves it: commands on its puzzle, each in a process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.text import integer
from cp_puzzles.output.terminal.live_progress import PROGRESS_LINES, PROGRESS_PREFIX

PUZZLE = "puzzle.yaml"
"""The file of the puzzle in the folder of a question."""

PUZZLES = "puzzles"
"""The folder of the puzzle files that an answer consists of."""

MAX_OUTPUT = 200_000
"""Characters of output that the page is given; the last ones, if there are more."""

MAX_RUNNING = 4
"""Questions that may be answered at the same time."""

MAX_KEPT = 100
"""Questions whose answers and files are kept: the page asks again at each change of a puzzle."""

GRACE_SECONDS = 5.0
"""How long a command that is stopped may take to print what it has found."""


@dataclass(frozen=True)
class Question:
    """A command on the puzzle, its options after the puzzle, the file that shows the answer; `words` of its button."""

    command: str
    options: tuple[str, ...] = ()
    words: str | None = None
    shown: str | None = None
    source: str = PUZZLE

    @property
    def arguments(self) -> list[str]:
        """The command line after `cp-puzzles`."""
        return [self.command, self.source, *self.options]


_SOLUTIONS = ("--show", "none", "--limit", "1000", "--json")

QUESTIONS = {
    "search": Question("solve", (*_SOLUTIONS, "--out", "solutions.jsonl", "--time-limit", "5")),
    "search on": Question("solve", (*_SOLUTIONS, "--out", "solutions.jsonl")),
    "solve": Question("solve", (*_SOLUTIONS, "--out", "solutions.html"), "Solve", "solutions.html"),
    "count": Question("count", ("--json",), "Count"),
    "estimate": Question("estimate", ("--json",), "How long to count?"),
    "explain": Question(
        "explain", ("--json", "--out", "explanation.html"), "Why is there no solution?", "explanation.html"
    ),
    "grade": Question("check", ("--grade", "--json"), "How difficult?"),
    "challenge": Question("design", ("--json", "--files", "yaml", "--out", PUZZLES), "Make a challenge"),
    "hint": Question("hint", ("--json",), "Hint"),
    "apart": Question("apart", ("--limit", "100", "--json", "--out", "moves.jsonl"), "Take apart"),
    "certificate": Question("count", ("--json", "--certificate", "certificate"), "Count with a certificate"),
    "laser": Question("make", ("cut.svg",), "Laser files"),
}
"""The questions, by the name with which the page asks them."""

FOREIGN = ("xmpuzzle", "polyomino", "polyiamond", "json", "txt")
"""The suffixes of files of other programs whose puzzles the page asks for."""

LABELS = {
    "answer": "solutions",
    "solutions": "solutions",
    "raw": "counting rotations and reflections",
    "objective.value": "best value",
    "status": "search",
    "reason": "reason",
    "difficulty.grade": "difficulty",
    "difficulty.rounds": "longest look ahead",
    "difficulty.steps.forced": "forced steps",
    "difficulty.steps.hole": "holes seen",
    "difficulty.steps.look-ahead": "looks ahead",
    "difficulty.steps.guess": "guesses",
    "no_grade": "difficulty",
    "placement.tile": "piece",
    "choices": "placements to choose from",
    "assemblies": "assemblies",
    "apart": "of them can be taken apart",
    "levels.0.level": "level of the first",
    "challenges.0.difficulty.grade": "difficulty",
    "smallest": "fewest given pieces",
    "engine": "engine",
    "jobs": "processes",
    "seconds": "seconds",
}
"""What the page shows of an answer: the words for a value by its place in the JSON that a command prints."""


def table_rows(answer: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the answer of a command as the rows of a table.

    >>> table_rows({"solutions": 240, "seconds": {"value": 0.2129, "low": 0.071, "high": 1.64}})
    [('solutions', '240'), ('seconds', '0.213 (0.071 to 1.64)')]
    """
    rows = []
    for place, words in LABELS.items():
        value: Any = answer
        with suppress(LookupError, TypeError, ValueError):  # the answer does not have it
            for key in place.split("."):
                value = value[int(key) if isinstance(value, list) else key]
            rows += [(words, _value_text(value))] * (value is not None)
    return rows


def _value_text(value: Any) -> str:
    if isinstance(value, Mapping):
        if "value" not in value:
            return ", ".join(f"{key}: {_value_text(each)}" for key, each in value.items())
        ends = [_value_text(value[end]) for end in ("low", "high") if value.get(end) is not None]
        return _value_text(value["value"]) + (f" ({' to '.join(ends)})" if len(set(ends)) > 1 else "")
    if isinstance(value, list):
        return ", ".join(map(_value_text, value))
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.3g}"
    return integer(int(value)) if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


STOP = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT)
"""The signal that interrupts a command: on Windows the one that a group of processes receives."""


def kill_group(number: int) -> None:
    """Kill a process with all that it has started; on Windows `taskkill` follows the tree."""
    if os.name == "posix":
        os.killpg(number, signal.SIGKILL)
    else:
        subprocess.run(  # noqa: TID251
            ["taskkill", "/F", "/T", "/PID", str(number)], capture_output=True, check=False
        )


class QuestionRun:
    """A question that is being answered, or was: its process, its folder and its output."""

    def __init__(self, question: Question, content: bytes, folder: Path) -> None:
        self._folder = folder / "files"
        self._folder.mkdir(parents=True)
        write_file(self._folder / question.source, content)
        self._streams = [folder / "output", folder / "messages"]
        self._lock = threading.Lock()
        self.question = question
        environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **PROGRESS_LINES}
        with self._streams[0].open("wb") as output, self._streams[1].open("wb") as messages:
            self._process = subprocess.Popen(  # noqa: TID251 - `end` ends it
                [sys.executable, "-m", "cp_puzzles", *question.arguments],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=messages,
                env=environment,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # for Windows, as the session
            )

    @property
    def is_running(self) -> bool:
        """True until the command has ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Interrupt the command: it prints what it has found."""
        if self.is_running:
            with suppress(OSError):
                self._process.send_signal(STOP)

    def end(self) -> None:
        """Interrupt the command, and kill it with all its processes if it does not end."""
        self.stop()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_SECONDS)
        with suppress(OSError):
            kill_group(self._process.pid)
        self._process.kill()
        self._process.wait()

    def remove(self) -> None:
        """Remove the files of the answer."""
        shutil.rmtree(self._folder.parent, ignore_errors=True)

    def state(self) -> dict[str, Any]:
        """Return what the page shows: the answer, the last line of progress, the exit status, and the files.

        `answer` is the JSON that the command printed, `rows` the same as a table, `output` what else it said, and
        `puzzles` has the titles and the texts of puzzle files that it wrote.
        """
        status = self._process.poll()
        output, messages = (stream.read_text("utf-8", "replace") for stream in self._streams)
        lines = messages.splitlines()
        progress = [line.removeprefix(PROGRESS_PREFIX) for line in lines if line.startswith(PROGRESS_PREFIX)]
        reported = [line for line in lines if not line.startswith(PROGRESS_PREFIX)]
        files = [] if status is None else self._files()
        answer = None
        if status is not None and "--json" in self.question.options:
            with suppress(ValueError):
                answer, output = json.loads(output), ""
        return {
            "command": " ".join(["cp-puzzles", *self.question.arguments]),
            "output": "\n".join([*reported, output])[-MAX_OUTPUT:].strip("\n"),
            "answer": answer,
            "rows": [] if answer is None else table_rows(answer),
            "progress": progress[-1] if progress and status is None else "",
            "status": status,
            "files": files,
            "shown": self.question.shown if self.question.shown in files else None,
            "puzzles": [] if status is None else self._puzzles(),
        }

    def file(self, name: str) -> Path | None:
        """Return a file that the command wrote, by its name in `state`; None for any other name."""
        return self._folder / name if name in self._files() else None

    def _puzzles(self) -> list[dict[str, str]]:
        paths = sorted((self._folder / PUZZLES).glob("*.yaml"))
        return [{"title": path.stem.replace("_", " "), "text": path.read_text("utf-8")} for path in paths]

    def _files(self) -> list[str]:
        with self._lock:
            folders = [path for path in self._folder.iterdir() if path.is_dir() and not path.is_symlink()]
            for folder in (path for path in folders if path.name != PUZZLES):
                shutil.make_archive(str(folder), "zip", folder.parent, folder.name)
                shutil.rmtree(folder)
            return sorted(
                path.name for path in self._folder.iterdir() if path.is_file() and path.name != self.question.source
            )


class Program:
    """The questions of one page; a folder for temporary files that is removed at the end."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="cp-puzzles-", ignore_cleanup_errors=True)
        self._work: dict[str, QuestionRun] = {}
        self._lock = threading.Lock()
        self._count = 0

    def begin(self, question: Question, content: bytes) -> str | None:
        """Begin to answer a question about a file; return its number, None if too many are running."""
        with self._lock:
            if sum(work.is_running for work in self._work.values()) >= MAX_RUNNING:
                return None
            for number in list(self._work)[:-MAX_KEPT]:
                if not self._work[number].is_running:
                    self._work.pop(number).remove()
            number, self._count = str(self._count), self._count + 1
            self._work[number] = QuestionRun(question, content, Path(self._folder.name) / number)
            return number

    def work(self, number: str) -> QuestionRun | None:
        """Return the work with a number, as an address writes it; None if there is none."""
        return self._work.get(number)

    def close(self) -> None:
        """End all work and remove its files."""
        for work in self._work.values():
            work.end()
        self._folder.cleanup()
