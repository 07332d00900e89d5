"""Cards of a boxed puzzle: which tile a drawn piece is."""

from __future__ import annotations

import pytest

from cp_puzzles import build_puzzle, solve
from cp_puzzles.errors import SpecError
from cp_puzzles.output.importing.texts import read_cards
from cp_puzzles.puzzle.puzzle import Puzzle

TWINS = {
    "name": "Twins",
    "board": {"size": [1, 3]},
    "tiles": [
        {"name": "B1", "drawing": "bb"},
        {"name": "A1", "drawing": "aa", "multiplicity": "0-1"},
        {"name": "A2", "drawing": "a", "multiplicity": "0-1"},
    ],
    "colors": "ab",
    "rules": {"choose": [{"of": ["A1", "A2"], "copies": 1}]},
}


def given(puzzle: Puzzle, card: str) -> list[str]:
    """Return the tiles of the given pieces of a card."""
    [data] = read_cards(card, "card", puzzle)
    return [each["tile"] for each in data["given"]]


def test_card_letter_tells_tiles_of_one_shape() -> None:
    """A letter that begins the name of one tile is this tile; once A1 was given and there was no solution."""
    [data] = read_cards("BB.", "card", build_puzzle(TWINS))
    assert [each["tile"] for each in data["given"]] == ["B1"]
    assert solve({key: value for key, value in data.items() if value}, jobs=1).count == 1


def test_card_has_two_dominoes_of_different_colors() -> None:
    """Both pieces are found by their letters; once the last domino was given twice."""
    tiles = [{"name": "red", "drawing": "rr"}, {"name": "blue", "drawing": "bb"}]
    puzzle = build_puzzle({"name": "two", "board": {"size": [2, 2]}, "colors": "rb", "tiles": tiles})
    assert given(puzzle, "rr\nbb") == ["red", "blue"]


def test_card_shape_tells_a_tile_of_its_own_shape() -> None:
    """Any letter will do for a shape that one tile has, also over the seam of a tube."""
    tiles = [{"name": "L", "drawing": "XX\nX.", "multiplicity": "any"}]
    puzzle = build_puzzle({"name": "tube", "board": {"size": [3, 3], "wrap": "tube"}, "tiles": tiles})
    assert given(puzzle, "Q.Q\n..Q\n...") == ["L"]


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        ("CC.", "card:1: the piece 'C' may be any of B1 A1, which have one shape"),
        ("A.A", "card:1: the letter 'A' is in 2 places; use another letter for each piece"),
        ("AAA", "card:1: the piece 'A' is none of the puzzle"),
    ],
)
def test_card_piece_in_doubt_is_refused(card: str, problem: str) -> None:
    """A letter that tells none of several tiles, one in two places, and a shape of no tile are mistakes."""
    with pytest.raises(SpecError) as refused:
        given(build_puzzle(TWINS), card)
    assert str(refused.value).startswith(problem)
