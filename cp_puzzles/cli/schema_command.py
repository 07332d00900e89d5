"""The command `schema`."""

from __future__ import annotations

from cp_puzzles.cli.command import Asked, command


@command
def run(asked: Asked) -> int:
    """Print the JSON Schema of puzzle files.

    Editors use it to complete keys and to mark mistakes. With the YAML language server, write
    `# yaml-language-server: $schema=puzzle.schema.json` as the first line of a puzzle file.

    Examples
    --------
    cp-puzzles schema > puzzle.schema.json
    """
    import json

    from cp_puzzles.puzzle.spec.json_schema import json_schema

    print(json.dumps(json_schema(), indent=2))
    return 0
