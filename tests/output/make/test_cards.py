"""Challenge cards: sheets of the right size, every back behind its front, what is given and what is to place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cp_puzzles import MistakeError, solve
from cp_puzzles.output.draw.picture import Label, Picture, Shape
from cp_puzzles.output.make.cards import PAPERS, Card, card_sheets, save_cards
from tests.examples import sampled

NAMES = ["five_tiles4x4", "diabolical_cube", "hexiamonds_trapezoid", "kanoodle_small_pyramid", "polysticks3x4"]


def cards_of(name: str, number: int) -> list[Card]:
    """Cards with one piece of the first solution given."""
    solution = solve(name, symmetry="off", engine="cp-sat", limit=2, jobs=1).solutions[0]
    puzzle = solution.puzzle.replaced(given=solution.placements[:1])
    return [Card(puzzle, solution.placements, n, "easy", puzzle.name) for n in range(1, number + 1)]


def heads(page: Picture) -> dict[int, tuple[float, float]]:
    """Return the position of the number of each card."""
    found = [
        (item, re.fullmatch(r"(\d+): (solution|easy)", item.text)) for item in page.items if isinstance(item, Label)
    ]
    return {int(match[1]): (item.x, item.y) for item, match in found if match}


@pytest.mark.parametrize(
    "paper", [PAPERS["a4"], pytest.param(PAPERS["letter"], marks=pytest.mark.slow)], ids=["a4", "letter"]
)
@pytest.mark.parametrize("name", sampled(NAMES, every=3))
def test_backs_are_behind_their_fronts(name: str, paper: tuple[float, float]) -> None:
    """Turned over at the long side of the sheet: same height, and left and right are exchanged."""
    cards = cards_of(name, 9)
    pages = list(card_sheets(cards, paper))
    assert len(pages) % 2 == 0
    seen: list[int] = []
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert (front.width, front.height) == (back.width, back.height) == paper
        places = heads(front)
        seen += places
        marks = front.items[0]
        assert isinstance(marks, Shape)
        cuts = sorted({round(a[0], 6) for a, b in marks.loops if a[0] == b[0] and a[1] < 10})
        for number, (x, y) in heads(back).items():
            assert places[number][1] == y
            # a head stands 5 mm from the left cut of its card, before and behind
            right = min(cut for cut in cuts if cut > places[number][0])
            assert x - 5 == pytest.approx(paper[0] - right)
    assert seen == list(range(1, 10))


@pytest.mark.parametrize("name", sampled(NAMES, every=3))
def test_pictures_stay_inside_their_cards(name: str) -> None:
    """Pictures stay within the margins of the sheet; only the marks to cut along do not."""
    for page in card_sheets(cards_of(name, 3), PAPERS["a4"]):
        for shape in page.items[1:]:
            points = [p for loop in shape.loops for p in loop] if isinstance(shape, Shape) else [(shape.x, shape.y)]
            assert all(10 <= x <= 200 and 10 <= y <= 287 for x, y in points)


def test_front_has_the_pieces_that_are_left() -> None:
    """The given piece is on the board, the others below it, each with its letter; all of them on the back."""
    card = cards_of("five_tiles4x4", 1)[0]
    front, back = (
        sorted(item.text for item in page.items if isinstance(item, Label))
        for page in card_sheets([card], PAPERS["a4"])
    )
    names = [tile.name for tile in card.puzzle.tiles]
    assert front == sorted([*names, "1: easy", card.title])
    assert back == sorted([*names, "1: solution", card.title])


@pytest.mark.parametrize(("paper", "size"), [("a4", (595.28, 841.89)), ("letter", (612, 792))])
def test_pdf_has_the_size_of_the_paper(paper: str, size: tuple[float, float], tmp_path: Path) -> None:
    """Two pages of it, of lines and not of pixels, and the same bytes every time."""
    pytest.importorskip("matplotlib")
    file, again = tmp_path / "cards.pdf", tmp_path / "again.pdf"
    for path in (file, again):
        save_cards(cards_of("five_tiles4x4", 2), path, paper)
    data = file.read_bytes()
    assert data == again.read_bytes()
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    assert [tuple(map(float, box)) for box in boxes] == [pytest.approx(size, abs=0.01)] * 2
    assert b"/Subtype /Image" not in data


def test_cards_need_a_pdf() -> None:
    """A picture of pixels has no pages."""
    with pytest.raises(MistakeError, match=r"write a name that ends in \.pdf"):
        save_cards([], "cards.png")
