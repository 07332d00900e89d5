"""The command `list`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, json_option

if TYPE_CHECKING:
    from cp_puzzles.puzzle.spec.schema import PuzzleSpec


@command
@argument("words", "[WORD]...", "list only the puzzles with all of these words", nargs=-1)
@json_option("one object a line")
def run(asked: Asked) -> int:
    """List the included puzzles with the names that the other commands accept.

    Examples
    --------
    cp-puzzles list  all puzzles
    cp-puzzles list kanoodle  the puzzles with this word in the name, the title or the source
    cp-puzzles show soma  the board and the tiles of one puzzle
    """
    from cp_puzzles.cli.console import print_json, print_paged, say, stdout
    from cp_puzzles.output.terminal.result_tables import catalog_table
    from cp_puzzles.puzzle.spec.loader import catalog, load_spec, puzzle_name

    entries = [(puzzle_name(file), load_spec(file)) for file in catalog()]
    words = [word.casefold() for word in asked.words]
    entries = [(name, spec) for name, spec in entries if all(word in searched_text(name, spec) for word in words)]
    if not entries:
        say(f"{' '.join(asked.words)}: no included puzzle matches; `cp-puzzles list` shows all")
        return 0
    if asked.json:
        for name, spec in entries:
            print_json(
                {"name": name, **spec.model_dump(include={"description", "source", "expected"}, exclude_none=True)}
            )
    else:
        print_paged(catalog_table(entries, stdout().width))
    return 0


def searched_text(name: str, spec: PuzzleSpec) -> str:
    """Return the text of a puzzle in which words are searched, in lower case."""
    return f"{name} {spec.name} {spec.description} {spec.source}".casefold()
