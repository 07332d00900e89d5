"""Files of the challenges of a design in a folder: puzzle files, data, cards, pages to play on, sheets to cut."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.file_access import file_stem, refuse_existing, write_file, write_new
from cp_puzzles.base.text import counted
from cp_puzzles.output.make.cards import Card, require_cards, save_cards
from cp_puzzles.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.challenge import Challenge, Designs

KINDS = ("yaml", "json", "cards", "pages", "laser")
"""The kinds of files: a puzzle file for each challenge; levels.json with all challenges as data; cards.pdf to print on
both sides; a page to play on for each challenge, and index.html; sheets to cut, for all challenges with the same board
and tiles."""


class LevelFiles:
    """Writes files of some kinds into a folder: puzzle files as the challenges come, the others at the end."""

    def __init__(self, folder: Path, kinds: Sequence[str], puzzle: Puzzle, count: int, paper: str) -> None:
        self._folder, self._kinds, self._puzzle, self._paper = folder, kinds, puzzle, paper
        if "cards" in kinds:
            require_cards(folder / "cards.pdf")
        if "laser" in kinds:
            from cp_puzzles.output.make.laser import refuse_uncut

            refuse_uncut(puzzle)
        named = {"json": "levels.json", "cards": "cards.pdf", "pages": "index.html"}
        names = [named[kind] for kind in kinds if kind in named]
        names += [self._name(number, "yaml") for number in range(1, count + 1) if "yaml" in kinds]
        for name in names:
            refuse_existing(folder / name)

    def _name(self, number: int, suffix: str) -> str:
        return f"{file_stem(self._puzzle.name)}-{number}.{suffix}"

    def add(self, challenge: Challenge) -> None:
        """Write the puzzle file of a challenge."""
        if "yaml" in self._kinds:
            write_new(self._folder / self._name(challenge.number, "yaml"), challenge.text)

    def finish(self, designs: Designs) -> Iterator[str]:
        """Write the other files of all challenges; yield the names of the files."""
        challenges = designs.challenges
        if not challenges:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        if "yaml" in self._kinds:
            last = f" to {self._name(len(challenges), 'yaml')}" if len(challenges) > 1 else ""
            yield f"{self._folder / self._name(1, 'yaml')}{last}"
        for kind in self._kinds:
            if kind == "json":
                levels = [level_data(challenge) for challenge in challenges]
                data = {"name": self._puzzle.name, "seed": designs.seed, "levels": levels}
                write_file(self._folder / "levels.json", json.dumps(data) + "\n")
                yield str(self._folder / "levels.json")
            elif kind == "cards":
                save_cards(cards_of(designs), self._folder / "cards.pdf", self._paper)
                yield str(self._folder / "cards.pdf")
            elif kind == "pages":
                yield from self._write_pages(designs)
            elif kind == "laser":
                yield from self._write_sheets(designs)

    def _write_pages(self, designs: Designs) -> Iterator[str]:
        from cp_puzzles.output.web.html_page import html_page
        from cp_puzzles.output.web.solution_page import page_html

        pages = [(each, self._name(each.number, "html")) for each in designs.challenges]
        for challenge, name in pages:
            write_file(self._folder / name, page_html(challenge.puzzle, ()))
        index = html_page("levels.html", style="plain.css", title=f"{self._puzzle.name}: levels", pages=pages)
        write_file(self._folder / "index.html", index)
        yield f"{self._folder / 'index.html'} and {counted(len(pages), 'page')}"

    def _write_sheets(self, designs: Designs) -> Iterator[str]:
        from cp_puzzles.output.make.laser import laser_sheets, save_sheets

        boards: dict[Any, Challenge] = {}
        for challenge in designs.challenges:
            boards.setdefault((challenge.puzzle.board.cells, challenge.puzzle.tiles), challenge)
        for challenge in boards.values():
            file = self._folder / self._name(challenge.number, "svg").replace(".svg", "-cut.svg")
            yield from map(str, save_sheets(laser_sheets(challenge.puzzle), file))


def level_data(challenge: Challenge) -> dict[str, Any]:
    """Return a challenge as data for another program: cells of the board, tiles, given pieces, the solution."""
    puzzle, written = challenge.puzzle, challenge.puzzle.lattice.coordinates
    tiles = [
        {
            "name": tile.name,
            # those of the file if they show something, else the first orientation
            "cells": [list(written(cell)) for cell in (tile.form if tile.shown else tile.orientations[0].cells)],
            "copies": tile.maximum,
            **({"shown": [*tile.shown]} if tile.shown else {}),
        }
        for tile in puzzle.tiles
    ]
    return {
        **challenge.summary(),
        "lattice": puzzle.lattice.name,
        "board": [list(written(cell)) for cell in puzzle.board.cells],
        "tiles": tiles,
    }


def cards_of(designs: Designs) -> list[Card]:
    """Return the card of each challenge."""
    title = designs.puzzle.name
    return [
        Card(each.puzzle, each.solution.placements, each.number, each.grade or "", title) for each in designs.challenges
    ]
