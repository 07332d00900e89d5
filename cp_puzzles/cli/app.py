"""The program: its commands, and what becomes of errors and interrupts."""

from __future__ import annotations

import argparse
import difflib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from itertools import takewhile
from pathlib import Path
from types import FrameType
from typing import NoReturn

from cp_puzzles import __version__
from cp_puzzles.cli import exits
from cp_puzzles.deadline import TimeIsOver, unswallowed
from cp_puzzles.errors import LostPartError, MistakeError, PuzzleError
from cp_puzzles.files import reason_of
from cp_puzzles.spec.catalogue import catalogue, catalogue_file, puzzle_name

PROGRAM = "cp-puzzles"

COMMANDS = (
    "solve",
    "count",
    "check",
    "show",
    "list",
    "hint",
    "explain",
    "sample",
    "design",
    "smallest",
    "estimate",
    "verify",
    "render",
    "gallery",
    "export",
    "import",
    "experiment",
    "status",
    "schema",
)
"""The commands in the order of the help text; each is a module of this package.

Its HELP, DESCRIPTION and EPILOG are what `--help` says, `add_arguments` declares its arguments, and `run` does what
these ask for and gives the exit status.
"""

OUT_OF_MEMORY = (
    "there is not enough memory for this puzzle; use a smaller board or fewer tiles, fewer --jobs, or a larger machine"
)

REPORT = "please report this line and the command, as CONTRIBUTING.md says"

LONGEST = 200
"""Letters of a crash that are told."""

DESCRIPTION = """\
Tiling puzzles in a few lines of YAML: solutions, their number up to symmetry, and why there is none.
`cp-puzzles SPEC` is short for `cp-puzzles solve SPEC`. A SPEC is a puzzle file or a name that `list` shows."""

EPILOG = """\
examples:
  cp-puzzles list                                   the puzzles that come along
  cp-puzzles pentomino6x10                          find and draw the 2,339 ways to fill 6x10
  cp-puzzles count soma --symmetry off              11,520: every solution, turned and mirrored ones too
  cp-puzzles my_puzzle.yaml --limit 1               one solution of your own puzzle
  cp-puzzles COMMAND --help                         what a command does, with examples

exit status: 0 finished, or found as many as --limit asks for; 1 proved that there is no solution; 2 a mistake in
the command or the puzzle; 3 the time limit came first; 70 a fault of the program; 130 interrupted (what was found is
kept)"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(exits.MISTAKE, f"{self.prog}: {message}; see {self.prog} --help\n")


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of the whole command line; where the command is known, of that alone, so that no other is loaded."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser(prog=PROGRAM, description=DESCRIPTION, epilog=EPILOG, formatter_class=raw)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in names:
        module = import_module(f"cp_puzzles.cli.{name}_command")
        command = commands.add_parser(
            name, help=module.HELP, description=module.DESCRIPTION, epilog=module.EPILOG, formatter_class=raw
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def run(arguments: Sequence[str], begin: Callable[[], None] = lambda: None) -> int:
    """Run a command line; gives the exit status. Calls `begin()` when the command is known and loaded."""
    arguments = list(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    _open_streams()
    with unswallowed():
        return _run(arguments, begin)


def _run(arguments: list[str], begin: Callable[[], None]) -> int:
    try:
        if arguments and arguments[0] not in (*COMMANDS, "-h", "--help", "--version"):
            _refuse_misspelt(arguments[0])
            arguments.insert(0, "solve")
        parser = build_parser(arguments[:1] if arguments[:1] and arguments[0] in COMMANDS else COMMANDS)
        options, strays = parser.parse_known_args(arguments or ["--help"])
        if strays:
            parser.error(_stray(strays, arguments))
        begin()
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except MistakeError as error:
        print(error.typed, file=sys.stderr)
        return exits.MISTAKE
    except LostPartError as error:
        return _report_lost(error, as_json=options.json)
    except PuzzleError as error:
        print(f"{PROGRAM}: {_crash(error)}", file=sys.stderr)
        return exits.FAULT
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return exits.INTERRUPTED
    except TimeIsOver as over:
        if getattr(options, "json", False):
            print(f'{{"status": "time-limit", "stopped_while": "{over.phase}"}}')
        print(f"out of time while {over.phase}", file=sys.stderr)
        return exits.TIME
    except BrokenPipeError:
        # whoever read our output has closed it: nothing more to say
        _discard_output()
        return 0
    except OSError as error:
        _discard_output()
        what = f"{error.filename or 'the output'}: this cannot be written: {reason_of(error)}"
        print(f"{what}; make room for it", file=sys.stderr)
        return exits.MISTAKE
    except MemoryError:
        _discard_output()
        print(f"{PROGRAM}: {OUT_OF_MEMORY}", file=sys.stderr)
        return exits.MISTAKE
    except Exception as error:
        if _is_interrupt(error):
            print("interrupted", file=sys.stderr)
            return exits.INTERRUPTED
        if sys.flags.dev_mode:
            raise
        _discard_output()
        print(f"{PROGRAM}: {_crash(error)}", file=sys.stderr)
        return exits.FAULT


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether an error was made of a Ctrl-C, as by a library that is loaded and broken off."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _crash(error: Exception) -> str:
    """A fault of the program in one line: what, where, and what to do with it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    what = " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST]
    return f"a fault of the program, version {__version__}: {what}{where}; {REPORT}"


def _stray(strays: Sequence[str], arguments: Sequence[str]) -> str:
    """What is said about arguments that no command takes; values of one option may have been listed with spaces."""
    before = arguments[: arguments.index(strays[0])]
    message = "unrecognized arguments: " + " ".join(strays)
    if arguments[0] == "experiment" and len(before) > 2 and before[-2].startswith("--") and strays[0][0] != "-":
        listed = ",".join([before[-1], *takewhile(lambda word: not word.startswith("-"), strays)])
        return f"{message}; write several values with commas: {before[-2]} {listed}"
    return message


def _refuse_misspelt(word: str) -> None:
    """Refuse a word that is nearer to a command than to a puzzle that comes along, and no puzzle itself."""
    names = [*COMMANDS, *(puzzle_name(file) for file in catalogue())]
    near = difflib.get_close_matches(word, names, n=1) if word.isalpha() else []
    if set(near) & set(COMMANDS) and not (Path(word).exists() or catalogue_file(word)):
        raise MistakeError(PROGRAM, f"{word!r} is no command and no puzzle", f"did you mean {near[0]!r}?")


def _open_streams() -> None:
    """A stream that was closed leads nowhere; a letter that a stream's encoding does not have is written as \\u...."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """What waits to be printed goes nowhere, so that nothing fails once more at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_lost(error: LostPartError, *, as_json: bool) -> int:
    """Say which parts are lost, and what the others gave."""
    from cp_puzzles.cli.console import print_json, stdout
    from cp_puzzles.render.report import summary_panel
    from cp_puzzles.search.result import RunResult

    summary = error.result.summary() if isinstance(error.result, RunResult) else {}
    if as_json:
        print_json(summary)
    elif summary:
        stdout().print(summary_panel(summary))
    print(f"{PROGRAM}: {error}", file=sys.stderr)
    return exits.FAULT


def _interrupt(signum: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
