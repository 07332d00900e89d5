"""Shell completion by Click, from the options that the commands declare."""

from __future__ import annotations

import os
from collections.abc import Iterable
from copy import copy
from pathlib import Path
from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    shell_complete,
)

from cp_puzzles.base.file_access import write_file, writing
from cp_puzzles.cli.commands import COMMANDS, PROGRAM
from cp_puzzles.errors import MistakeError

Item = CompletionItem[Any]

SHELLS = ("bash", "zsh", "fish")

VARIABLE = "_CP_PUZZLES_COMPLETE"
"""The environment variable in which Click's scripts ask for completions."""

PUZZLE_SUFFIXES = (".yaml", ".yml", ".dlx", ".run")
"""Suffixes of the files in the current folder that complete a SPEC."""

FOLDERS = ("DIR", "[FOLDER]")
FILES = ("FILE", "FILE|PIECE", "RUN", "OUT", "SOLUTIONS", "[SOLUTIONS] OUT")
"""Placeholders of the values that the shell completes."""

_ZSH_PREFIX = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"
"""Load zsh's completion system where the user's settings do not."""

_BASH_NO_SPACE = "    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace\n    return 0\n"


class _Values(click.ParamType[Any]):
    """The values of a parameter, completed by its placeholder and by the names of its type."""

    def __init__(self, parameter: click.Parameter) -> None:
        self.name = parameter.metavar or parameter.type.name
        self._names = getattr(parameter.type, "names", ())
        self._is_list = getattr(parameter.type, "is_list", False)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Item]:
        """Return the values that begin with the incomplete one."""
        if self.name.startswith("SPEC"):
            return puzzle_items(incomplete)
        head, comma, _ = incomplete.rpartition(",") if self._is_list else ("", "", "")
        if incomplete in self._names and incomplete.endswith("="):
            return []  # only the user knows what follows
        names = [*self._names, *(_listed_words() if "WORD" in self.name else ())]
        items = _beginning(incomplete, (f"{head}{comma}{name}" for name in names))
        if names or self.name not in (*FOLDERS, *FILES):
            return items
        return [CompletionItem(incomplete, type="dir" if self.name in FOLDERS else "file")]


class CompletionGroup(click.Group):
    """The commands, whose parameters complete their values."""

    def __init__(self, root: click.Group) -> None:
        super().__init__(PROGRAM, params=root.params, context_settings=root.context_settings)
        self._root = root

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a copy of a command, with other types of its parameters."""
        command = copy(self._root.get_command(ctx, cmd_name))
        if command is not None:
            command.params = [copy(parameter) for parameter in command.params]
            for parameter in command.params:
                if not getattr(parameter, "is_flag", False):
                    parameter.type = _Values(parameter)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; `solve` may be omitted before a SPEC."""
        omitted = args and args[0] not in COMMANDS and not args[0].startswith("-")
        return super().parse_args(ctx, ["solve", *args] if omitted else args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Item]:
        """Return the commands and, after a first letter, the puzzles."""
        commands: list[Item] = [
            CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)
        ]
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        puzzles = puzzle_items(incomplete) if incomplete else []
        return commands + [item for item in puzzles if item.type == "plain" or not commands]


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
    return shell_complete(CompletionGroup(root), {}, PROGRAM, VARIABLE, instruction)


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


def puzzle_items(incomplete: str) -> list[Item]:
    """Return the puzzles of the catalog and in the current folder; if there is none, ask the shell for files."""
    local = (
        () if "/" in incomplete else sorted(file.name for file in Path().glob("*") if file.suffix in PUZZLE_SUFFIXES)
    )
    return _beginning(incomplete, (*_catalog_names(), *local)) or [CompletionItem(incomplete, type="file")]


def _catalog_names() -> list[str]:
    from cp_puzzles.puzzle.spec.catalog import catalog, puzzle_name

    return [*map(puzzle_name, catalog())]


def _listed_words() -> list[str]:
    from cp_puzzles.puzzle.geometry.lattices import LATTICES
    from cp_puzzles.puzzle.geometry.tile_sets import SETS

    return [*_catalog_names(), *SETS, *LATTICES]


def _beginning(incomplete: str, values: Iterable[str]) -> list[Item]:
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]
