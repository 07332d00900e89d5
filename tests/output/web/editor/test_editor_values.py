"""Values, regions and colored sides in the editor: painted, solved, placed by hand and drawn in solutions."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from cp_puzzles import PuzzleSpec, build_puzzle, count, load_spec, parse_spec
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.shown import has_sides, ordered_sides
from tests.output.web.editor.conftest import Ask
from tests.output.web.editor.random_specs import random_spec
from tests.output.web.editor.test_editor_in_browser import TEXT, page_of, press, solved, spot
from tests.output.web.editor.test_editor_placing import icon
from tests.output.web.editor.test_editor_problem import assert_same_problems


def shown_spec(seed: int) -> dict[str, Any]:
    """Return a random puzzle with values, known ones, regions, colored sides, clues or distinct shapes."""
    random, spec = Random(seed), random_spec(seed)
    lattice = LATTICES[spec["lattice"]]
    cells = spec["board"]["cells"]
    for tile in spec["tiles"]:
        colored = {tuple(cell) for listed in tile.get("colors", {}).values() for cell in listed}
        values = [None if tuple(cell) in colored else random.choice([0, 1, 2, 12, None]) for cell in tile["cells"]]
        if random.random() < 0.8:
            tile["values"] = values
        if has_sides(lattice) and random.random() < 0.7:
            tile["sides"] = {}
            placed = [lattice.cell_at(tuple(cell)) for cell in tile["cells"]]
            for number, cell in enumerate(placed):
                near = [side.neighbor for side in ordered_sides(lattice, cell)]
                tile["sides"][number] = "".join("." if n in placed else random.choice("rrg.") for n in near)
    rules: dict[str, Any] = {}
    names = [random.choice("AB.") for _ in cells]
    regions = {name: [c for c, n in zip(cells, names, strict=True) if n == name] for name in "AB" if name in names}
    spec["board"]["regions"] = regions
    low = random.randint(0, 3)
    conditions = ["equal", "different", {"sum": low}, {"sum": {"max": low + 1}}, {"sum": {"min": low}},
                  {"count": {"value": random.choice([0, 1]), "max": 1}}]  # fmt: skip
    rules["regions"] = {name: random.choice(conditions) for name in regions}
    if random.random() < 0.3:
        spec["board"]["values"] = {random.choice([1, 2]): [random.choice(cells)]}
    if random.random() < 0.6:
        rules["match"] = random.choice(["equal", {"r": "g"}])
    if random.random() < 0.3:
        rules["boundary"] = random.choice(["r", "rg"])
    if random.random() < 0.15:
        rules["distinct"] = "shapes"
    if random.random() < 0.15:
        rules["clues"] = [[*cell, random.randint(1, 3)] for cell in random.sample(cells, 2)]
    return spec | {"rules": rules}


@pytest.mark.parametrize("number", [16, pytest.param(400, marks=pytest.mark.slow)])
def test_editor_states_rules_on_values_and_sides_as_the_program(editor_logic: Ask, number: int) -> None:
    """Items, options, symmetries and leaders of random puzzles with values and sides are those of the program."""
    specs = []
    for seed in range(number):
        try:
            spec = PuzzleSpec.model_validate(shown_spec(seed))
            build_puzzle(spec)
        except (MistakeError, ValueError):
            continue
        specs.append(spec)
    assert len(specs) > number / 5
    assert_same_problems(editor_logic, specs)


def test_editor_counts_values_and_sides(editor_logic: Ask) -> None:
    """The page's own search counts as the program: a board of Pips, Dominosa and MacMahon's squares."""
    specs = [load_spec(name) for name in ("domino_values1", "values/dominosa4x5", "macmahon_squares2x3")]
    for spec, answer in zip(specs, editor_logic([["count", spec.to_dict()] for spec in specs]), strict=True):
        assert {"full": answer["solutions"], "off": answer["raw"]}.items() <= spec.expected.model_dump().items()


DOMINOES = "name: pips\nboard: {size: [2, 2]}\ntiles: [{set: dominoes-0-6, only: [0-1, 2-3]}]\n"


@pytest.mark.slow
def test_regions_and_known_values_are_painted(browser: Any, tmp_path: Path) -> None:
    """A brush writes the letter of a region, another one a known value; the search takes both into account."""
    text = DOMINOES + "rules: {regions: {rows: {sum: {max: 9}}}}\n"
    browser.open(page_of(tmp_path, text))
    assert "solution" in solved(browser)
    press(browser, "Region")
    browser.page.locator("#region").fill("B")
    for cell in ((0, 0), (0, 1)):
        browser.click(*spot(browser, *cell))
    press(browser, "Value")
    browser.page.locator("#value").fill("3")
    browser.click(*spot(browser, 1, 1))
    spec = parse_spec(browser.evaluate(TEXT))
    board = build_puzzle(spec).board
    assert board.regions == (("B", ((0, 0), (0, 1))),)
    assert board.cell_colors == (((1, 1), "3"),)
    solved(browser)
    assert browser.evaluate("puzzleEditor.page.answer.status.numbers.raw") == count(spec, symmetry="off", jobs=1).count
    assert browser.evaluate("document.querySelectorAll('#board .region-sign').length") == 1
    assert browser.evaluate("document.querySelectorAll('#board .piece circle').length") == 4
    assert browser.faults() == []


@pytest.mark.slow
def test_a_domino_is_placed_with_its_values(browser: Any, tmp_path: Path) -> None:
    """A domino is turned in the hand, its values with it, and fixed with what it shows; a piece of a solution, too."""
    browser.open(page_of(tmp_path, DOMINOES))
    press(browser, "Place pieces")
    browser.click(*icon(browser, "0-1"))
    expect(browser.page.locator("#tray_ways button")).to_have_count(4)
    browser.page.locator("#tray_ways button").nth(1).click()
    browser.click(*spot(browser, 0, 0))
    given = build_puzzle(parse_spec(browser.evaluate(TEXT))).given
    assert len(given) == 1
    assert {text for _, text in given[0].letters_at().items()} == {"0", "1"}
    solved(browser)
    other = next(cell for cell in ((0, 0), (0, 1), (1, 0), (1, 1)) if cell not in given[0].cells)
    browser.click(*spot(browser, *other))
    assert len(build_puzzle(parse_spec(browser.evaluate(TEXT))).given) == 2
    assert browser.faults() == []
