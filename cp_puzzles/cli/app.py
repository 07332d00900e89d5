"""The program: its commands, shell completion, and the exit status and message of each error and interrupt."""

from __future__ import annotations

import errno
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click
from click import shell_completion
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class

from cp_puzzles import __version__
from cp_puzzles.base.deadline import CanceledError, LateError, reraise_interrupts
from cp_puzzles.base.file_access import reason_of, write_file, writing
from cp_puzzles.cli import FAULT, INTERRUPTED, MISTAKE, TIME
from cp_puzzles.cli.command import SETTINGS, SUMMARY, HelpContext, PuzzleName, write_epilog
from cp_puzzles.cli.commands import COMMANDS, PROGRAM, VARIABLE
from cp_puzzles.cli.console import print_json, stdout
from cp_puzzles.errors import LostPartError, MistakeError

ROOT_OPTIONS = ("-h", "--help", "--version", "--install-completion")
"""Options of the program itself; other options belong to `solve`."""

WELCOME = f"""\
{PROGRAM} {__version__} solves, counts, explains, draws and prints tiling puzzles.
  {PROGRAM} soma             find the 240 solutions of Soma, up to symmetry
  {PROGRAM} list pentomino   list the included puzzles with pentominoes
  {PROGRAM} demo             a tour: draw, solve, add a rule, explain
Help: {PROGRAM} --help; documentation: {PROGRAM} docs"""

DESCRIPTION = """\
Solve tiling puzzles that are described in a few lines of YAML: find solutions, count them up to symmetry, or explain
why there is none.

`cp-puzzles SPEC` is short for `cp-puzzles solve SPEC`. A SPEC is a puzzle file, or a name from `cp-puzzles list`."""

EXAMPLES = """\
cp-puzzles list                      the included puzzles
cp-puzzles pentomino6x10             find the 2,339 ways to fill 6x10 up to symmetry, draw a screenful
cp-puzzles count soma --symmetry off  11,520: rotations and reflections count separately
cp-puzzles my_puzzle.yaml --limit 1  one solution of your own puzzle
cp-puzzles COMMAND --help            describe a command, with examples"""

STATUSES = """\
0 finished, or found as many solutions as --limit asks for; 1 proved that there is no solution; 2 mistake in the command
or the puzzle; 3 the time limit was reached; 70 internal error; 130 interrupted (solutions found so far are kept)"""

OUT_OF_MEMORY = (
    "not enough memory for this puzzle; use a smaller board, fewer tiles, fewer --jobs, or a machine with more memory"
)

OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EACCES, errno.EPERM)
"""Errors of the system that tell of a device or a folder that cannot be written."""


class ProgramGroup(click.Group):
    """The commands; the module of each is imported when it is called."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; `solve` may be omitted before a SPEC."""
        if args and args[0].partition("=")[0] not in (*COMMANDS, *ROOT_OPTIONS):
            if args[0].isalpha() and not ctx.resilient_parsing:
                _refuse_misspelled(args[0])
            args = ["solve", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        """Return the commands and, after a first letter, the puzzles."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        commands: list[CompletionItem[Any]] = [
            CompletionItem(name, help=COMMANDS.about(name)) for name in COMMANDS if name.startswith(incomplete)
        ]
        puzzles = PuzzleName().shell_complete(ctx, self.params[0], incomplete) if incomplete else []
        return commands + [item for item in puzzles if item.type == "plain" or not commands]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS.about(name)) for name in COMMANDS])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples and exit statuses."""
        write_epilog(formatter, EXAMPLES, STATUSES)


def _install_completion(ctx: click.Context, param: click.Parameter, shell: str | None) -> None:
    """Install shell completion and exit, if a shell is given."""
    if shell is not None and not ctx.resilient_parsing:
        print(_installed(shell))
        ctx.exit()


PROGRAM_GROUP = click.option(
    "--install-completion",
    metavar="SHELL",
    help="complete commands, options and values in bash, zsh or fish; then exit",
    expose_value=False,
    is_eager=True,
    callback=_install_completion,
)(
    click.version_option(__version__, message=f"{PROGRAM} %(version)s")(
        ProgramGroup(PROGRAM, COMMANDS, help=DESCRIPTION, context_settings=SETTINGS)
    )
)
"""The command line."""

SHELLS = ("bash", "zsh", "fish")

_ZSH_PREFIX = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"
"""Load zsh's completion system where the user's settings do not."""

_BASH_NO_SPACE = "    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace\n    return 0\n"


@add_completion_class
class _Bash(BashComplete):
    """Bash, which splits words at `=` and adds no space after `NAME=`."""

    source_template = BashComplete.source_template.replace("    return 0\n", _BASH_NO_SPACE)

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the complete arguments and the incomplete one, with the words around `=` joined."""
        args, incomplete = super().get_completion_args()
        words: list[str] = []
        for word in (*args, incomplete):
            if words and (word == "=" or words[-1].endswith("=")):
                words[-1] += word
            else:
                words.append(word)
        return words[:-1], words[-1]


def _installed(shell: str) -> str:
    """Write the script of a shell and a line in its settings that loads it; return what was done.

    fish loads the script from its folder; the settings of bash and zsh get a line, once.
    """
    kind = get_completion_class(shell)
    if shell not in SHELLS or kind is None:
        raise MistakeError(f"--install-completion {shell}", f"must be one of {', '.join(SHELLS)}")
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / PROGRAM
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    script = config / "fish" / "completions" / f"{PROGRAM}.fish" if shell == "fish" else data / f"complete.{shell}"
    source = kind(PROGRAM_GROUP, {}, PROGRAM, VARIABLE).source()
    with writing(script, "choose another XDG_DATA_HOME"):
        script.parent.mkdir(parents=True, exist_ok=True)
    write_file(script, (_ZSH_PREFIX if shell == "zsh" else "") + source, "choose another XDG_DATA_HOME")
    done = f"wrote {script}"
    if shell != "fish":
        folder = Path(os.environ.get("ZDOTDIR") or home) if shell == "zsh" else home
        done += _add_line(folder / f".{shell}rc", f"[ -f '{script}' ] && . '{script}'  # {PROGRAM}")
    return f"{done}\nstart a new shell to use it"


def _add_line(file: Path, line: str) -> str:
    """Append a line to a file that does not have it; return what was done."""
    with writing(file, "make it writable"):
        text = file.read_text(encoding="utf-8", errors="surrogateescape") if file.exists() else ""
        if line in text.splitlines():
            return f", which {file} loads"
        with file.open("a", encoding="utf-8") as stream:
            stream.write(("" if text.endswith("\n") or not text else "\n") + line + "\n")
    return f" and added a line to {file}"


def run(arguments: Sequence[str], begin: Callable[[], None] = lambda: None) -> int:
    """Run a command line and return the exit status; call `begin()` when the command is loaded."""
    for number in (signal.SIGTERM, getattr(signal, "SIGBREAK", signal.SIGTERM)):  # Ctrl-Break on Windows
        signal.signal(number, _interrupt)
    _open_streams()
    context = None
    with reraise_interrupts():
        try:
            if instruction := os.environ.get(VARIABLE):
                return shell_completion.shell_complete(PROGRAM_GROUP, {}, PROGRAM, VARIABLE, instruction)
            if not arguments:
                print(WELCOME)
                return 0
            with PROGRAM_GROUP.make_context(PROGRAM, [*arguments], obj=begin) as context:
                status: int = PROGRAM_GROUP.invoke(context)
            sys.stdout.flush()
            return status
        except click.exceptions.Exit as end:
            return end.exit_code
        except BaseException as error:
            is_summarized = context is not None and SUMMARY in context.meta
            return _report(error, as_json="--json" in arguments and not is_summarized)


def _report(error: BaseException, *, as_json: bool) -> int:
    """Report an error, also as an object on stdout, and return the exit status; raise an unexpected one again."""
    summary: dict[str, Any] | None = None
    if isinstance(error, click.UsageError | MistakeError):
        from cp_puzzles.output.terminal.page_text import explained

        message, status = explained(error) if isinstance(error, MistakeError) else _usage_line(error), MISTAKE
        summary = {"status": "mistake", "message": message}
    elif isinstance(error, LostPartError):
        from cp_puzzles.output.terminal.result_panels import summary_panel
        from cp_puzzles.search.run_result import RunResult

        summary = error.result.summary() if isinstance(error.result, RunResult) else {}
        if summary and not as_json:
            stdout().print(summary_panel(summary))
        message, status = f"{PROGRAM}: {error}", FAULT
    elif isinstance(error, CanceledError | LateError):
        message, status = "; ".join([f"out of time while {error.phase}", *getattr(error, "__notes__", ())]), TIME
        summary = {"status": "time-limit", "stopped_while": error.phase}
    elif isinstance(error, BrokenPipeError) and _has_lost_reader():
        _discard_output()
        return 0
    elif isinstance(error, MemoryError):
        _discard_output()
        message, status = f"{PROGRAM}: {OUT_OF_MEMORY}", MISTAKE
    elif isinstance(error, OSError) and error.errno in OUTPUT_ERRORS:
        _discard_output()
        problem = f"{error.filename or 'the output'}: cannot be written: {reason_of(error)}"
        message, status = f"{problem}; free some space or choose another place", MISTAKE
    elif _is_interrupt(error):
        message, status = "; ".join(["interrupted", *getattr(error, "__notes__", ())]), INTERRUPTED
        summary = {"status": "interrupted"}
        if isinstance(error, KeyboardInterrupt) and error.args:
            summary["stopped_while"] = error.args[0]
    else:
        raise error
    if as_json and summary is not None:
        print_json(summary)
    print(message, file=sys.stderr)
    return status


def _usage_line(error: click.UsageError) -> str:
    """Return a mistake in the arguments as `place: problem; remedy`."""
    path = PROGRAM if error.ctx is None else error.ctx.command_path
    remedy = f"see {path} --help"
    if isinstance(error, click.NoSuchOption):
        from cp_puzzles.base.text import did_you_mean, near_names

        names = [name for option in error.ctx.command.params for name in option.opts] if error.ctx else []
        written = error.option_name.lstrip("-")  # the hyphens, which all options share, make any two of them similar
        near = near_names(written, [name.lstrip("-") for name in names])
        advice = did_you_mean([f"--{name}" for name in near]) or remedy
        return f"{error.option_name}: no such option of {path}; {advice}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{error.param.human_readable_name}: missing; {remedy}"
    if isinstance(error, click.BadOptionUsage):
        return f"{error.option_name}: needs a value; {remedy}"
    return f"{path}: {error.format_message().rstrip('.')}; {remedy}"


def _is_interrupt(error: BaseException | None) -> bool:
    """Return whether Ctrl-C caused an error, as it does in a library that is being loaded."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _refuse_misspelled(word: str) -> None:
    """Refuse a word that is similar to a command, unless it names a puzzle."""
    from cp_puzzles.base.text import near_names
    from cp_puzzles.puzzle.spec.loader import catalog, catalog_file, puzzle_name

    names = [*COMMANDS, *(puzzle_name(file) for file in catalog())]
    near = near_names(word, names)[:1]
    if set(near) & set(COMMANDS) and not (Path(word).exists() or catalog_file(word)):
        raise MistakeError(word, "no command or puzzle has this name", f"did you mean {near[0]!r}?")


def _open_streams() -> None:
    """Replace closed streams, and escape characters that the encoding of a stream does not have."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _has_lost_reader() -> bool:
    """Return whether the reader of the output has closed the pipe, as `| head` does."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            poll.register(stream.fileno(), select.POLLOUT)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))


def _discard_output() -> None:
    """Discard buffered output, which would fail once more at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupt(signum: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
