"""The program: its commands, and the exit status and message of each error and interrupt."""

from __future__ import annotations

import errno
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    shell_complete,
)

from cp_puzzles import __version__
from cp_puzzles.base.deadline import CanceledError, LateError, reraise_interrupts
from cp_puzzles.base.file_access import reason_of, write_file, writing
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import SETTINGS, SUMMARY, HelpContext, write_epilog
from cp_puzzles.cli.commands import COMMANDS, PROGRAM
from cp_puzzles.errors import LostPartError, MistakeError

SHELLS = ("bash", "zsh", "fish")

VARIABLE = "_CP_PUZZLES_COMPLETE"
"""The environment variable in which Click's scripts ask for completions."""

_ZSH_PREFIX = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"
"""Load zsh's completion system where the user's settings do not."""

_BASH_NO_SPACE = "    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace\n    return 0\n"


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


def complete(root: click.Group, instruction: str) -> int:
    """Print the completions or the script that a shell asks for, and return the exit status."""
    add_completion_class(_Bash, "bash")
    return shell_complete(root, {}, PROGRAM, VARIABLE, instruction)


def install(shell: str, root: click.Group) -> str:
    """Write the script of a shell and a line in its settings that loads it; return what was done.

    fish loads the script from its folder; the settings of bash and zsh get a line, once.
    """
    add_completion_class(_Bash, "bash")
    kind = get_completion_class(shell)
    if shell not in SHELLS or kind is None:
        raise MistakeError(f"--install-completion {shell}", f"must be one of {', '.join(SHELLS)}")
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / PROGRAM
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    script = config / "fish" / "completions" / f"{PROGRAM}.fish" if shell == "fish" else data / f"complete.{shell}"
    source = kind(root, {}, PROGRAM, VARIABLE).source()
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

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cp_puzzles.cli.{cmd_name}_command").run
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; `solve` may be omitted before a SPEC."""
        is_command = not args or args[0] in COMMANDS or args[0].startswith("-")
        return super().parse_args(ctx, args if is_command else ["solve", *args])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        """Return the commands and, after a first letter, the puzzles."""
        from cp_puzzles.cli.parameters import PuzzleName

        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        commands: list[CompletionItem[Any]] = [
            CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)
        ]
        puzzles = PuzzleName().shell_complete(ctx, self.params[0], incomplete) if incomplete else []
        return commands + [item for item in puzzles if item.type == "plain" or not commands]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples and exit statuses."""
        write_epilog(formatter, EXAMPLES, STATUSES)


def program() -> ProgramGroup:
    """Return the command line."""
    made = ProgramGroup(PROGRAM, help=DESCRIPTION, context_settings=SETTINGS)
    made = click.version_option(__version__, message=f"{PROGRAM} %(version)s")(made)
    return click.option(
        "--install-completion",
        metavar="SHELL",
        help="complete commands, options and values in bash, zsh or fish; then exit",
        expose_value=False,
        is_eager=True,
        callback=_install_completion,
    )(made)


def _install_completion(ctx: click.Context, param: click.Parameter, shell: str | None) -> None:
    """Install shell completion and exit, if a shell is given."""
    if shell is None or ctx.resilient_parsing:
        return

    assert isinstance(ctx.command, click.Group)
    print(install(shell, ctx.command))
    ctx.exit()


def run(arguments: Sequence[str], begin: Callable[[], None] = lambda: None) -> int:
    """Run a command line and return the exit status; call `begin()` when the command is loaded."""
    for number in (signal.SIGTERM, getattr(signal, "SIGBREAK", signal.SIGTERM)):  # Ctrl-Break on Windows
        signal.signal(number, _interrupt)
    _open_streams()
    with reraise_interrupts():
        return _run([*arguments], begin)


def _run(arguments: list[str], begin: Callable[[], None]) -> int:
    context = None
    try:
        if instruction := os.environ.get(f"_{PROGRAM.upper().replace('-', '_')}_COMPLETE"):
            return complete(program(), instruction)
        if not arguments:
            print(WELCOME)
            return 0
        if arguments[0].partition("=")[0] not in (*COMMANDS, *ROOT_OPTIONS):
            _refuse_misspelled(arguments[0])
            arguments.insert(0, "solve")
        root = program()
        with root.make_context(PROGRAM, arguments, obj=begin) as context:
            status: int = root.invoke(context)
        sys.stdout.flush()
        return status
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        return _report_mistake(_usage_line(error), as_json=_needs_summary(arguments, context))
    except MistakeError as error:
        from cp_puzzles.output.terminal.page_text import explained

        return _report_mistake(explained(error), as_json=_needs_summary(arguments, context))
    except LostPartError as error:
        return _report_lost(error, as_json="--json" in arguments)
    except KeyboardInterrupt as error:
        return _report_interrupt(error, as_json=_needs_summary(arguments, context))
    except (CanceledError, LateError) as over:
        if _needs_summary(arguments, context):
            print(f'{{"status": "time-limit", "stopped_while": "{over.phase}"}}')
        print(f"out of time while {over.phase}", file=sys.stderr)
        return exits.TIME
    except BrokenPipeError:
        if not _has_lost_reader():
            raise
        _discard_output()
        return 0
    except OSError as error:
        if error.errno not in OUTPUT_ERRORS:
            raise
        _discard_output()
        place = error.filename or "the output"
        print(
            f"{place}: cannot be written: {reason_of(error)}; free some space or choose another place", file=sys.stderr
        )
        return exits.MISTAKE
    except MemoryError:
        _discard_output()
        print(f"{PROGRAM}: {OUT_OF_MEMORY}", file=sys.stderr)
        return exits.MISTAKE
    except Exception as error:
        if not _is_interrupt(error):
            raise
        return _report_interrupt(error, as_json=_needs_summary(arguments, context))


def _report_mistake(message: str, *, as_json: bool) -> int:
    """Report a mistake, also as an object on stdout if that is requested."""
    if as_json:
        from cp_puzzles.cli.console import print_json

        print_json({"status": "mistake", "message": message})
    print(message, file=sys.stderr)
    return exits.MISTAKE


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
    near = near_names(word, names)[:1] if word.isalpha() else []
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


def _needs_summary(arguments: Sequence[str], context: click.Context | None) -> bool:
    """Return whether `--json` asks for an object that has not been printed before the work ended early."""
    return "--json" in arguments and not (context is not None and SUMMARY in context.meta)


def _report_interrupt(error: BaseException, *, as_json: bool) -> int:
    """Report an interrupt, and the phase of the work that it ended if that is known."""
    if as_json:
        phase = f', "stopped_while": "{error.args[0]}"' if isinstance(error, KeyboardInterrupt) and error.args else ""
        print(f'{{"status": "interrupted"{phase}}}')
    print("interrupted", file=sys.stderr)
    return exits.INTERRUPTED


def _report_lost(error: LostPartError, *, as_json: bool) -> int:
    """Report the lost parts, and the result of the others."""
    from cp_puzzles.cli.console import print_json, stdout
    from cp_puzzles.output.terminal.result_panels import summary_panel
    from cp_puzzles.search.run_result import RunResult

    summary = error.result.summary() if isinstance(error.result, RunResult) else {}
    if as_json:
        print_json(summary)
    elif summary:
        stdout().print(summary_panel(summary))
    print(f"{PROGRAM}: {error}", file=sys.stderr)
    return exits.FAULT


def _interrupt(signum: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
