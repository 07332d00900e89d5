"""The logic of the page, run without a browser and compared with independent counts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.output.formats.solution_reader import SearchOutcome
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle, puzzle_from
from tests.examples import sampled
from tests.written import puzzle_of

Ask = Callable[[dict[str, Any], list[list[Any]]], list[Any]]
ALL, STOPPED = SearchOutcome("full", is_complete=True), SearchOutcome("full", is_complete=False)
Tiling = frozenset[tuple[str, frozenset[Cell]]]


def data_of(page: str) -> dict[str, Any]:
    """The data of a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def solutions_of(puzzle: Puzzle, symmetry: str) -> list[Solution]:
    return list(solve(puzzle, symmetry=symmetry, engine="exact-cover", jobs=1).solutions)  # type: ignore[arg-type]


def listed(name: str) -> tuple[Puzzle, dict[str, Any]]:
    """Return a puzzle and the data of the page of all its solutions."""
    puzzle = puzzle_from(name)
    return puzzle, data_of(page_html(puzzle, solutions_of(puzzle, "full"), ALL))


def tilings(solutions: list[Solution]) -> list[Tiling]:
    return [frozenset((p.tile, frozenset(p.cells)) for p in solution.placements) for solution in solutions]


def cells_of(puzzle: Puzzle) -> list[Cell]:
    return sorted((*puzzle.board.cells, *puzzle.board.left_empty))


def classes(puzzle: Puzzle, found: list[Tiling]) -> dict[Tiling, int]:
    """Return the number of the class of each tiling under the isometries of the board, by its cells alone."""
    motions = puzzle.lattice.board_isometries(puzzle.board.cells)
    cells_only = {frozenset(cells for _, cells in tiling): tiling for tiling in found}
    assert len(cells_only) == len(found)
    numbers: dict[Tiling, int] = {}
    for shape, tiling in cells_only.items():
        if tiling not in numbers:
            number = len(numbers)
            for motion in motions:
                image = cells_only.get(frozenset(frozenset(map(motion, cells)) for cells in shape))
                if image is not None:
                    numbers[image] = number
    return numbers


NAMES = (
    *("five_tiles4x4", "t_tetrominoes4x4", "dominoes4x4", "corners3x3_given", "chiral_tetracubes_tray"),
    *("pentomino3x20", pytest.param("polyominoes3x3", marks=pytest.mark.slow)),
    *(
        pytest.param(name, marks=pytest.mark.slow)
        for name in ("tetrominoes_twice4x10", "ten_tiles8x8_one_side", "soma")
    ),
)


def questions(puzzle: Puzzle, raw: list[Tiling]) -> Iterator[tuple[list[dict[str, Any]], list[Tiling]]]:
    """Conditions, and the tilings that meet them, counted here."""
    cells = cells_of(puzzle)
    for t, tile in enumerate(puzzle.tiles):
        for c in {0, len(cells) // 2, len(cells) - 1}:
            for wanted in (True, False):
                condition = {"kind": "cell", "tile": t, "orientation": None, "cell": c, "wanted": wanted}
                has = [any(name == tile.name and cells[c] in covered for name, covered in tiling) for tiling in raw]
                met = [tiling for tiling, is_there in zip(raw, has, strict=True) if is_there == wanted]
                yield [condition], met
                if t + 1 < len(puzzle.tiles):
                    other = {"kind": "cell", "tile": t + 1, "orientation": None, "cell": 1, "wanted": True}
                    name = puzzle.tiles[t + 1].name
                    yield (
                        [condition, other],
                        [x for x in met if any(n == name and cells[1] in covered for n, covered in x)],
                    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("symmetry", sampled(["full", "rotations", "off"], every=3))
def test_conditions_match_any_position(page_logic: Ask, name: str, symmetry: str) -> None:
    """The matching positions do not depend on the symmetry with which the solutions were counted.

    The positions that meet conditions, and are shown, are the solutions without symmetry that do.
    """
    puzzle = puzzle_from(name)
    raw = tilings(solutions_of(puzzle, "off"))
    number = classes(puzzle, raw)
    data = data_of(page_html(puzzle, solutions_of(puzzle, symmetry), ALL))
    asked = list(questions(puzzle, raw))
    answers = iter(page_logic(data, [[name, conditions] for conditions, _ in asked for name in ("match", "shown")]))
    put = [(tile, frozenset(cells)) for tile, cells in page_placements(puzzle)]
    for (conditions, met), answer, rows in zip(asked, answers, answers, strict=True):
        assert answer["positions"] == len(met), conditions
        assert {frozenset(map(put.__getitem__, position)) for row in rows for position in row} == set(met)
        if symmetry == "full":
            assert len(answer["rows"]) == len({number[tiling] for tiling in met})
        if symmetry == "off":
            assert len(answer["rows"]) == len(met)


@pytest.mark.parametrize("rule", ["faults", "crossroads"])
def test_page_highlights_measures_of_rules(page_logic: Ask, rule: str) -> None:
    """Fault lines and crossings of every tiling, found by the page from the polygons of its cells."""
    board = "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}]"
    puzzle = build_puzzle(parse_spec(f"{{name: d, {board}, rules: {{{rule}: {{min: 0}}}}}}"))
    found = solutions_of(puzzle, "off")
    [seen] = page_logic(data_of(page_html(puzzle, found, ALL)), [["highlights"]])
    assert len(seen) == 36
    for solution, drawn in zip(found, seen, strict=True):
        assert len(drawn["segments"]) == (solution.measure(rule) if rule == "faults" else 0)
        assert len({tuple(dot) for dot in drawn["dots"]}) == (solution.measure(rule) if rule == "crossroads" else 0)


@pytest.mark.parametrize(
    ("board", "rule"),
    [
        ("board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}]", "{with: 4, corners: true, balanced: true}"),
        ("board: {size: [2, 2, 3]}, tiles: [{set: domino, multiplicity: 6}]", "{with: 2}"),
        ("lattice: triangular, board: {hexagon: 2}, tiles: [{set: diamond, multiplicity: 12}]", "{with: 3}"),
    ],
)
def test_page_colors_pieces_as_pictures_do(page_logic: Ask, board: str, rule: str) -> None:
    """The page finds the same color for every piece of every tiling, flat and in space."""
    puzzle = build_puzzle(parse_spec(f"{{name: d, {board}, rules: {{colorable: {rule}}}}}"))
    found = solutions_of(puzzle, "off")
    [seen] = page_logic(data_of(page_html(puzzle, found, ALL)), [["classes"]])
    assert seen == [list(solution.highlights.classes) for solution in found]
    assert found


def test_page_rotates_a_coloring_with_given_pieces(page_logic: Ask) -> None:
    """A page shows each solution in all positions with the given pieces, and in each of them its coloring is one.

    Half a rotation exchanges the two given pieces, whose classes differ.
    """
    given = "[{tile: D, cells: [[0, 0], [0, 1]]}, {tile: D, cells: [[3, 2], [3, 3]]}]"
    tiles = "tiles: [{name: D, drawing: XX, multiplicity: 8}], rules: {colorable: {with: 3}}"
    puzzle = puzzle_of(f"board: {{size: [4, 4]}}, {tiles}, given: {given}")
    placements, raw = page_placements(puzzle), tilings(solutions_of(puzzle, "off"))
    data = data_of(page_html(puzzle, solutions_of(puzzle, "full"), ALL))
    shown, colors = page_logic(data, [["shown", []], ["classes"]])
    positions = [(position, row) for rows, row in zip(shown, colors, strict=True) for position in rows]
    pieces = [[placements[number] for number in position] for position, _ in positions]
    assert {frozenset((tile, frozenset(cells)) for tile, cells in each) for each in pieces} == set(raw)
    assert len(positions) == len(raw) > len(shown)
    assert any(row[0] != row[-1] for row in colors)
    for each, row in zip(pieces, (row for _, row in positions), strict=True):
        owner = {cell: number for number, (_, cells) in enumerate(each) for cell in cells}
        touching = ((owner[c], owner[n]) for c in owner for n in puzzle.lattice.neighbors(c) if n in owner)
        assert all(a == b or row[a] != row[b] for a, b in touching)


def page_placements(puzzle: Puzzle) -> list[tuple[str, tuple[Cell, ...]]]:
    """The placements in the order of the page."""

    return [(p.tile, p.cells) for p in (*build_cover(puzzle).placements, *puzzle.given)]


@pytest.mark.parametrize("name", ["five_tiles4x4", "dominoes4x4", "polyominoes3x3"])
def test_heat_counts_all_positions(page_logic: Ask, name: str) -> None:
    """The heat map has the number of solutions without symmetry that cover each cell with each tile."""
    puzzle, data = listed(name)
    raw, cells = tilings(solutions_of(puzzle, "off")), cells_of(puzzle)
    answers = page_logic(data, [["heat", [], t, None] for t in range(len(puzzle.tiles))])
    for tile, counts in zip(puzzle.tiles, answers, strict=True):
        assert counts == [sum(any(n == tile.name and c in covered for n, covered in x) for x in raw) for c in cells]


def test_heat_of_copies_depends_on_orientation(page_logic: Ask) -> None:
    """Dominoes alone cover every cell always; those that lie across do not."""
    _, data = listed("dominoes4x4")
    used, uniform, by_way = page_logic(data, [["orientations", 0], ["uniform", 0, None], ["uniform", 0, 0]])
    assert (len(used), uniform, by_way) == (2, True, False)


def test_page_without_solutions_counts_ways_to_finish(page_logic: Ask) -> None:
    """A page without a list states the number that its search finds, or the rules for which it cannot count."""
    plain, ruled = (
        puzzle_of(f"board: {{size: [4, 4]}}, tiles: [{{set: domino, multiplicity: 8}}]{rules}")
        for rules in ("", ", rules: {crossroads: 1}")
    )
    first = page_placements(plain).index((plain.tiles[0].name, ((0, 0), (0, 1))))
    (free,) = page_logic(data_of(page_html(plain, [])), [["ways", [first]]])
    assert free == {"ways": 18, "text": "18 ways to finish from here."}
    (bound,) = page_logic(data_of(page_html(ruled, [])), [["ways", [first]]])
    assert bound["text"].startswith("The ways to finish are not counted: this page does not check these rules:")


def test_problem_names_a_small_region(page_logic: Ask) -> None:
    """X beside a corner cuts off one cell of 6x10."""
    puzzle = puzzle_from("pentomino6x10")
    cross = page_placements(puzzle).index(("X", ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))))
    (reason,) = page_logic(data_of(page_html(puzzle, [])), [["plainProblem", [cross]]])
    assert reason["text"] == "The empty region of 1 cell cannot be filled: no remaining piece fits there."
    assert reason["cells"] == [0]


def test_search_finishes_the_calendar(page_logic: Ask) -> None:
    """A page without solutions finds today's: eight pieces that leave the two cells of the date."""
    puzzle = puzzle_from("calendar")
    data = data_of(page_html(puzzle, []))
    date, *_ = page_logic(data, [["date", data, 2026, 11, 22]])
    assert date["name"] == "Nov 22"
    (end,) = page_logic(data, [["finish", [], date["cells"]]])
    placements = page_placements(puzzle)
    covered = [cell for p in end["found"] for cell in placements[p][1]]
    left = set(cells_of(puzzle)) - set(covered)
    assert len(covered) == len(set(covered)) == 41
    assert left == {cells_of(puzzle)[c] for c in date["cells"]}


def test_hand_takes_turns_snaps_and_returns(page_logic: Ask) -> None:
    """A piece aimed beside its place snaps, lies there, is undone, redone, moved by steps and lifted."""
    puzzle = puzzle_of("board: {size: [2, 4]}, tiles: [{set: domino, multiplicity: 4}]")
    data = data_of(page_html(puzzle, []))
    placements = page_placements(puzzle)
    forms = [[list(cell) for cell in each.cells] for each in puzzle.tiles[0].orientations]
    flat = forms.index([[0, 0], [0, 1]])
    turn = next(number for number, move in enumerate(data["isometries"]) if move["name"] == "rotate")
    at = placements.index((puzzle.tiles[0].name, ((0, 0), (0, 1))))
    adjacent = placements.index((puzzle.tiles[0].name, ((0, 1), (0, 2))))
    upright = placements.index((puzzle.tiles[0].name, ((0, 2), (1, 2))))
    commands: list[list[Any]] = [
        *(["take", 0, flat], ["aim", [1.2, 0.6], 0.85], ["put"], ["undo"], ["redo"]),
        *(["hold", at], ["step", [1, 0]], ["put"], ["take", 0, flat], ["turn", turn], ["aim", [2.4, 1.1], 0.85]),
        *(["aim", [3.4, 1.1], 0.3], ["aim", [3.4, 1.1], 0.85], ["put"], ["lift", adjacent], ["clear"]),
    ]
    (steps,) = page_logic(data, [["played", commands]])
    assert [step["placed"] for step in steps[2:5]] == [[at], [], [at]]
    assert steps[7]["placed"] == [adjacent]
    assert steps[9]["hand"]["orientation"] != flat
    assert steps[10]["hand"]["target"] != upright  # it is taken by what lies there
    assert steps[11]["hand"]["target"] in (None, steps[12]["hand"]["target"])
    assert len(steps[13]["placed"]) == 2
    assert (steps[14]["done"], len(steps[14]["placed"]), steps[15]["placed"]) == (True, 1, [])


@pytest.mark.parametrize(("board", "faces"), [("size: [1, 1, 2]", 2), ("tray: [1, 2]", 1)])
def test_cell_colors_are_drawn_in_space(page_logic: Ask, board: str, faces: int) -> None:
    """A cell with a color has its letter on each face that is seen and no other piece's, a ball once."""
    puzzle = build_puzzle(parse_spec(f"{{name: p, board: {{{board}}}, tiles: [{{set: domino}}]}}"))
    data = data_of(page_html(puzzle, []))
    (drawn,) = page_logic(data, [["drawn", [0, 1], [{"letter": "q", "color": "#aabbcc", "text": "#000000"}, None]]])
    assert drawn.count(">q</text>") == drawn.count("#aabbcc") == faces


def test_hand_crosses_the_seams_of_a_torus(page_logic: Ask) -> None:
    """A piece snaps where a side cuts it, held at either of its parts, and steps go on round the board."""
    puzzle = puzzle_of("board: {size: [4, 5], wrap: torus}, tiles: [{set: tetrominoes, only: [I]}]")
    data = data_of(page_html(puzzle, []))
    placements = page_placements(puzzle)
    level = next(o for o, form in enumerate(data["tiles"][0]["orientations"]) if len({y for _, _, y in form}) == 1)
    row = [placements.index(("I", tuple(sorted((0, (c + k) % 5) for k in range(4))))) for c in range(5)]
    commands: list[list[Any]] = [
        *(["take", 0, level], ["aim", [0.1, 0.6], 0.85], ["aim", [4.9, 0.4], 0.85], ["aim", [2.1, 0.5], 0.85]),
        *[["step", [1]] for _ in range(6)],
        *[["step", [0, -1]] for _ in range(4)],
    ]
    (steps,) = page_logic(data, [["played", commands]])
    aimed = [step["hand"]["target"] for step in steps[1:]]
    assert aimed[:3] == [row[3], row[3], row[0]]
    assert aimed[3:9] == [row[c % 5] for c in range(1, 7)]
    assert len(set(aimed[8:12])) == 4
    assert aimed[12] == row[1]


def test_given_pieces_cannot_be_moved(page_logic: Ask) -> None:
    """Given pieces cannot be lifted or covered; an empty cell stays uncovered until it is released."""
    puzzle, data = listed("corners3x3_given")
    (given,) = data["given"]
    (steps,) = page_logic(data, [["played", [["lift", given], ["hold", given], ["clear"]]]])
    assert [step["done"] for step in steps[:2]] == [False, False]
    assert all(step["placed"] == [given] for step in steps)
    given_cells = set(page_placements(puzzle)[given][1])
    (free,) = page_logic(data, [["open", []]])
    assert free
    assert not any(set(page_placements(puzzle)[p][1]) & given_cells for p in free)


def test_link_restores_the_state(page_logic: Ask) -> None:
    """A state is the same after its link; a link of nonsense is a page as if there were none."""
    _, data = listed("soma")
    conditions = [
        {"kind": "cell", "tile": 2, "orientation": None, "cell": 5, "wanted": False},
        {"kind": "cell", "tile": -1, "orientation": None, "cell": 5, "wanted": True},
        {"kind": "placement", "placement": 17},
    ]
    state = {
        **{"mode": "play", "row": 119, "element": 7, "conditions": conditions, "tile": 2, "orientation": 3},
        **{
            "placed": [1, 40],
            "left": [3],
            "clear": True,
            "byTile": True,
            "own": {"2": "#00ff7f"},
            "explode": 0.5,
            "taken": 2.5,
        },
        "layers": 2,
    }
    (link,) = page_logic(data, [["link", state]])
    back, nonsense, old = page_logic(
        data,
        [
            ["fromLink", link],
            ["fromLink", "#solution=-4&filter=a99.9.9_p1e9&piece=x&layers=9e9&own=<b>"],
            ["fromLink", "#17"],
        ],
    )
    assert back == state
    assert (nonsense["row"], nonsense["conditions"], nonsense["tile"], nonsense["own"]) == (0, [], None, {})
    assert old["row"] == 16


def test_numbers_are_written_one_way(page_logic: Ask) -> None:
    """Numbers have groups of three digits, as in the terminal."""
    assert page_logic({}, [["numbers"]])[0] == ["2,339", "19,186", "1,234,567", "1 solution", "2 solutions"]


def test_pieces_leave_along_free_lines(page_logic: Ask) -> None:
    """Every step of every Soma solution, checked cell by cell; and a knot of three that cannot be opened."""
    puzzle = puzzle_from("soma")
    found = solutions_of(puzzle, "full")
    data = data_of(page_html(puzzle, found, ALL))
    placements = page_placements(puzzle)
    number = {placement: i for i, placement in enumerate(placements)}
    rows = [[number[(p.tile, p.cells)] for p in s.placements] for s in found[:40]]
    for row, plan in zip(rows, page_logic(data, [["takeApart", row] for row in rows]), strict=True):
        left = set(range(len(row)))
        for step in plan["steps"]:
            moving = {cell for piece in step["pieces"] for cell in placements[row[piece]][1]}
            left -= set(step["pieces"])
            others = {cell for piece in left for cell in placements[row[piece]][1]}
            x, y, z = step["direction"]
            assert not {(c[0] + k * z, c[1] + k * y, c[2] + k * x) for c in moving for k in range(1, 4)} & others
        assert left == set(plan["left"])


def test_page_says_that_no_other_piece_can_leave(page_logic: Ask) -> None:
    """Only after a piece has left there is an other one: before, the page spoke of others at once."""
    blocked = [{"piece": 1, "by": [{"direction": [0, 0, 1], "pieces": [2]}]}]
    reason = "can leave along a straight line: B is blocked up by C."
    leaves, moves = {"pieces": [0], "direction": [1, 0, 0]}, {"pieces": [0, 1], "direction": [1, 0, 0], "distance": 2}
    plans = [{"steps": steps, "left": [1, 2], "blocked": blocked} for steps in ([], [moves], [leaves])]
    assert page_logic({}, [["stepText", plan, len(plan["steps"]), ["A", "B", "C"]] for plan in plans]) == [
        f"No piece {reason}",
        f"No piece {reason}",
        f"No other piece {reason}",
    ]
    assert page_logic({}, [["stepText", plans[2], 0, ["A"]]]) == [""]
    apart = {"steps": [leaves, moves], "left": [], "blocked": []}
    assert page_logic({}, [["stepText", apart, done, ["A", "B"]] for done in (1, 2)]) == [
        "1. A leaves, to the right",
        "2. A and B move 2 together, to the right",
    ]


def test_page_states_an_incomplete_list() -> None:
    """500 of 19,186 where the spec knows the number, perhaps more where it does not, all where the search ended."""
    bedlam = puzzle_from("bedlam")
    some = list(solve(bedlam, engine="exact-cover", jobs=1, limit=5).solutions)
    assert data_of(page_html(bedlam, some, STOPPED))["total"] == {"complete": False, "solutions": 19186}
    small = puzzle_from("five_tiles4x4")
    every = solutions_of(small, "full")
    assert data_of(page_html(small, every))["total"]["complete"]
    assert not data_of(page_html(small, every[:1]))["total"]["complete"]
    assert data_of(page_html(small, every[:1], ALL))["total"]["complete"]


@pytest.mark.parametrize("symmetry", ["off", "rotations", "full"])
def test_page_states_how_many_solutions_are_left_out(symmetry: Symmetry) -> None:
    """A search that stopped early shows its solutions out of the number that the spec states for its symmetry."""
    puzzle, outcome = puzzle_from("five_tiles4x4"), SearchOutcome(symmetry, is_complete=False)
    total = data_of(page_html(puzzle, solutions_of(puzzle, symmetry)[:1], outcome))["total"]
    assert total == {"complete": False, "solutions": puzzle.expected[symmetry]}


def test_full_page_counts_further_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full page contains the first solutions and their total number, also of a complete search."""
    puzzle = puzzle_from("five_tiles4x4")
    every = solutions_of(puzzle, "full")
    monkeypatch.setattr("cp_puzzles.output.web.solution_page.MAX_PIECES", 2 * len(puzzle.tiles))
    data = data_of(page_html(puzzle, every, ALL))
    assert data["solutions"]["count"] == 2
    assert data["total"] == {"complete": False, "solutions": len(every)}


def test_solutions_of_another_puzzle_are_refused() -> None:
    """A page shows nothing that the puzzle does not allow."""
    from cp_puzzles.errors import MistakeError

    soma = solutions_of(puzzle_from("soma"), "full")[:1]
    with pytest.raises(MistakeError, match=r"solution 1: .* does not fit on"):
        page_html(puzzle_from("bedlam"), soma)


BOARDS = {
    "hexagonal": "board: {parallelogram: [3, 3]}, tiles: [{set: trihexes, multiplicity: any}]",
    "triangular": "board: {hexagon: 1}, tiles: [{set: moniamond, multiplicity: 2}, {set: diamond, multiplicity: 2}]",
    "balls": "board: {pyramid: 2}, tiles: [{name: L, cells: [[0, 0, 0], [1, 1, 0]], multiplicity: any}], fill: false",
    "sticks": "board: {vertices: [2, 3]}, tiles: [{set: disticks, multiplicity: any}, {set: monostick}]",
    "tetrakis": "board: {size: [1, 2]}, tiles: [{name: D, cells: [[0, 0, 0], [0, 0, 1]], multiplicity: any}]",
    "triangular-prisms": "board: {triangle: 2, layers: 1}, tiles: [{set: diamond, multiplicity: any}], fill: false",
    "square": "board: {size: [3, 4]}, tiles: [{set: trominoes, multiplicity: any}], "
    "rules: {choose: [{of: [I], copies: {min: 1, max: 2}}]}",
}


@pytest.mark.parametrize("lattice", BOARDS)
def test_every_lattice_is_filtered_and_played(page_logic: Ask, lattice: str) -> None:
    """Every placement on seven lattices has the number of positions of a search that checks crossings and rules.

    A reason why a game cannot be completed is given for no game that can be.
    """
    puzzle = build_puzzle(parse_spec(f"{{name: small, lattice: {lattice}, {BOARDS[lattice]}}}"))
    raw = tilings(solutions_of(puzzle, "off"))
    assert raw
    page = page_html(puzzle, solutions_of(puzzle, "full"), ALL)
    placements = page_placements(puzzle)
    games = [["continuations", [p]] for p in range(len(placements))]
    ends = [["finish", [p]] for p in range(len(placements))]
    counts = [["ways", [p]] for p in range(len(placements))]
    reasons = [["plainProblem", [p]] for p in range(len(placements))]
    answers = page_logic(data_of(page), games + ends + counts + reasons)
    quarters = (answers[i * len(placements) : (i + 1) * len(placements)] for i in range(4))
    for (tile, cells), going, end, count, reason in zip(placements, *quarters, strict=True):
        wanted = sum((tile, frozenset(cells)) in tiling for tiling in raw)
        assert reason is None or wanted == 0
        assert (going["positions"], end["found"] is not None, count["ways"]) == (wanted, wanted > 0, wanted)
        if end["found"] is not None:
            found = frozenset((placements[p][0], frozenset(placements[p][1])) for p in end["found"])
            assert any(found | {(tile, frozenset(cells))} == tiling for tiling in raw)


def test_page_checks_conditions_on_values(page_logic: Ask) -> None:
    """Without a list of solutions the page counts the ways to finish, and marks a region that cannot be met."""
    rules = "A: {sum: {max: 3}}, B: different, C: {count: {value: 0, max: 0}}, D: {sum: {min: 2}}, E: equal"
    puzzle = puzzle_of(
        r'board: {size: [2, 4], regions: "AABB\nCDDE"}, tiles: [{set: dominoes-0-6, only: [0-1, 1-2, 2-3, 0-3]}], '
        f"rules: {{regions: {{{rules}}}}}"
    )
    wanted = len(solutions_of(puzzle, "off"))
    data = data_of(page_html(puzzle, []))
    upright = {  # on each column, by the value above
        (p.cells[0][1], p.shown): n
        for n, p in enumerate(build_cover(puzzle).placements)
        if p.cells[0][1] == p.cells[1][1]
    }
    placed = [upright[0, ("2", "3")], upright[1, ("2", "1")]]
    ways, states = page_logic(data, [["ways", []], ["regions", placed]])
    assert ways["ways"] == wanted > 1
    assert [(state["number"], state["isViolated"]) for state in states] == [
        (4, True),  # A has 2 + 2
        (None, False),
        (0, False),
        (1, False),
        (None, False),
    ]


@pytest.mark.parametrize("match", ["equal", "{a: b, c: c}"])
def test_page_marks_sides_that_disagree(page_logic: Ask, match: str) -> None:
    """A game may have sides that disagree; the page names both, counts no way to finish, and all ways without them."""
    tiles = "{name: P, cells: [[0, 0]], sides: aabc}, {name: Q, cells: [[0, 0]], sides: abbc}, {set: domino}"
    puzzle = puzzle_of(f"board: {{size: [2, 2]}}, tiles: [{tiles}], rules: {{match: {match}, boundary: abc}}")
    wanted = len(solutions_of(puzzle, "off"))
    data = data_of(page_html(puzzle, []))
    singles = [(n, p) for n, p in enumerate(build_cover(puzzle).placements) if len(p.cells) == 1]
    on_row = ("P", "Q", ((0, 0),), ((0, 1),))
    pairs = [[(n, p), (m, q)] for n, p in singles for m, q in singles if (p.tile, q.tile, p.cells, q.cells) == on_row]
    assert len(pairs) == 16
    fits = {"a": "a", "b": "b", "c": "c"} if match == "equal" else {"a": "b", "b": "a", "c": "c"}
    questions: list[list[Any]] = [["ways", []]]
    for (n, _), (m, _) in pairs:
        questions += [["clashes", [n, m]], ["ways", [n, m]], ["plainProblem", [n, m]]]
    total, *answers = page_logic(data, questions)
    assert total["ways"] == wanted
    for [(_, p), (_, q)], clashes, ways, problem in zip(pairs, answers[::3], answers[1::3], answers[2::3], strict=True):
        # sides go clockwise from the top: the right one of P meets the left one of Q
        right, left = p.shown[0][1 + 1], q.shown[0][1 + 3]
        assert clashes == ([] if fits[right] == left else [[0, 1], [1, 3]])
        assert (ways["ways"] > 0) == (fits[right] == left)
        assert (problem is None) == (fits[right] == left)
