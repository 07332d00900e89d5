"""The options and values of each command, stored in `completions.json`: completion then imports no command.

After a change of options or help texts, write the file again: `python -m cp_puzzles.cli.completion_index`.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from cp_puzzles.cli.commands import COMMANDS

FILE = Path(__file__).with_name("completions.json")

Entry = dict[str, Any]
"""The name, help text, placeholder and values of a parameter; keys with empty values are omitted."""


def entries_of(command: click.Command) -> list[Entry]:
    """Return the entries of a command's parameters, in order."""
    return [
        {key: value for key, value in _entry(parameter).items() if value not in ("", None, False, (), [])}
        for parameter in command.params
    ]


def _entry(parameter: click.Parameter) -> Entry:
    kind = parameter.type
    metavar = getattr(parameter, "metavar", None)
    common = {"metavar": metavar, "values": [*getattr(kind, "names", ())], "is_list": getattr(kind, "is_list", False)}
    if isinstance(parameter, click.Option):
        flag = {"help": parameter.help, "is_flag": parameter.is_flag, "multiple": parameter.multiple}
        return {"option": parameter.opts[-1]} | common | flag
    if metavar == "[WORD]...":
        common["values"] = _catalog_words()
    return {"argument": parameter.name} | common | {"nargs": parameter.nargs}


def _catalog_words() -> list[str]:
    """Return the names of sets and lattices for which `list` shows a puzzle."""
    from cp_puzzles.cli.list_command import searched_text
    from cp_puzzles.puzzle.geometry.lattices import LATTICES
    from cp_puzzles.puzzle.geometry.tile_sets import SETS
    from cp_puzzles.puzzle.spec.catalog import catalog, puzzle_name
    from cp_puzzles.puzzle.spec.loader import load_spec

    texts = "\n".join(searched_text(puzzle_name(file), load_spec(file)) for file in catalog())
    return [name for name in (*SETS, *LATTICES) if name in texts]


def index_text() -> str:
    """Return the text of the file, one parameter a line."""
    commands = {name: entries_of(import_module(f"cp_puzzles.cli.{name}_command").run) for name in COMMANDS}
    blocks = [
        f"{json.dumps(name)}: [\n" + ",\n".join(f"  {json.dumps(entry)}" for entry in entries) + "\n]"
        for name, entries in commands.items()
    ]
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(index_text(), encoding="utf-8")
