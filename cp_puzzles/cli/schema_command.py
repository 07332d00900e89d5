"""`schema`: the JSON Schema of puzzle files."""

from __future__ import annotations

import argparse

HELP = "print the JSON Schema of puzzle files, for editors"
DESCRIPTION = """\
Print the JSON Schema of puzzle files. An editor that knows it completes keys and marks mistakes while you type; with
the YAML language server, write `# yaml-language-server: $schema=puzzle.schema.json` as the first line of a puzzle."""
EPILOG = """\
examples:
  cp-puzzles schema > puzzle.schema.json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: there are none."""


def run(options: argparse.Namespace) -> int:
    """Print the schema."""
    import json

    from cp_puzzles.spec.schema import json_schema

    print(json.dumps(json_schema(), indent=2))
    return 0
