"""`list`: the catalogue as a table."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_json

HELP = "the puzzles that come along"
DESCRIPTION = "The catalogue: every puzzle that comes along, by the name that the other commands know it by."
EPILOG = """\
examples:
  cp-puzzles list
  cp-puzzles show soma                              look at one of them"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser, "a JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    from cp_puzzles.cli.console import print_json, stdout
    from cp_puzzles.render.catalogue_table import catalogue_table
    from cp_puzzles.spec.catalogue import catalogue, puzzle_name
    from cp_puzzles.spec.load import load_spec

    entries = [(puzzle_name(file), load_spec(file)) for file in catalogue()]
    if options.json:
        for name, spec in entries:
            print_json(
                {"name": name, **spec.model_dump(include={"description", "source", "expected"}, exclude_none=True)}
            )
    else:
        stdout().print(catalogue_table(entries))
    return 0
