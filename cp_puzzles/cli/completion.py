"""Shell completion: what a shell asks by Click's environment variable, and the installation of its script."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import BashComplete, add_completion_class, get_completion_class, shell_complete

from cp_puzzles.base.file_access import write_file, writing
from cp_puzzles.cli.commands import PROGRAM, VARIABLE
from cp_puzzles.errors import MistakeError

SHELLS = ("bash", "zsh", "fish")

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
