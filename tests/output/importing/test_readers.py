"""Files of other programs become puzzle files; a mistake has its line or key and a remedy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, solve
from cp_puzzles.errors import SpecError
from cp_puzzles.output.importing.foreign_pieces import read_studio
from cp_puzzles.output.importing.readers import READERS, imported_family, read_foreign
from tests import oracle
from tests.cli.program import Program

STUDIO: dict[str, Any] = {
    "type": "PuzzleFile",
    "puzzle": {
        "grid": {"type": "CubicGrid"},
        "shapeTree": [
            {
                "type": "Shape",
                "id": 0,
                "voxels": "0,0,0; 1,0,0; 0,1,0; 1,1,0; 0,0,1; 1,0,1; 0,1,1; 1,1,1",
                "label": "cube",
            },
            {"type": "Shape", "id": 1, "voxels": "0,0,0; 1,0,0; 0,1,0; 0,0,1", "label": "corner"},
            {"type": "Shape", "id": 2, "voxels": "0,0,0; 1,0,0; 2,0,0", "label": "bar"},
        ],
        "problems": [
            {"label": "Two corners", "goalShapeId": 0, "shapeCounts": {"1": 2}},
            {"label": "Any", "goalShapeId": 0, "shapeCounts": {"1": {"min": 0, "max": 2}, "2": 1}},
        ],
    },
}


def puzzles(folder: Path, name: str, text: str) -> dict[str, Any]:
    """Return the data of the puzzles in a file."""
    (folder / name).write_text(text, encoding="utf-8")
    return dict(read_foreign(str(folder / name)))


def test_puzzlecad_strings_are_pieces(tmp_path: Path) -> None:
    """A string with rows, or the strings of layers; joints, labels and other statements are skipped."""
    text = 'include <puzzlecad.scad>\n$burr_scale = 8; // "xxx|"\n'
    text += 'burr_plate([["x{connect=mz+}x|.x", "..|.x"], ["xx|.."]]);\n'
    [data] = puzzles(tmp_path, "a.scad", text + '*burr_piece("xxx", label = "A");').values()
    assert [tile["drawing"] for tile in data["tiles"]] == ["XX\n.X\n\n..\n.X", "XX", "XXX"]
    assert build_puzzle(data).lattice.name == "cubic"
    [cube] = puzzles(tmp_path, "b.txt", ["2x2x2", '["xx|x.", "..|x."]\n["x.|..", "xx|.x"]'][1]).values()
    assert cube["board"] == {"size": [2, 2, 2]}
    assert count(cube, symmetry="off", jobs=1).count == 0  # they are mirror images of two corners that would fit
    with pytest.raises(SpecError, match=r"c\.scad:1: the rows of '\.\.\|\.' differ"):
        puzzles(tmp_path, "c.scad", '["xx|x.", "..|."]')
    with pytest.raises(SpecError, match=r"d\.scad:2: a cube has components"):
        puzzles(tmp_path, "d.scad", '\n["x{components={x+y-}}x|x."]')
    with pytest.raises(SpecError, match=r"e\.scad:2: 'xx\|x\?' is not a layer"):
        puzzles(tmp_path, "e.scad", '["xx|x."]\n["xx|x?"]')
    [data] = puzzles(tmp_path, "f.scad", 'x = split("|", "..|..");\npacking_tray("xxx|x+x|xxx");\n["xx|x."]').values()
    assert [tile["drawing"] for tile in data["tiles"]] == ["XX\nX."]  # a tray, and strings without cubes, are no pieces
    [data] = puzzles(tmp_path, "f.scad", 'burr_plate([\n"xx|x.", "xx|xx", ["x.", ".x"]]);').values()
    assert [tile["drawing"] for tile in data["tiles"]] == [
        "XX\nX.",
        "XX\nXX",
        "X.\n\n.X",
    ]  # a plate of pieces, not of layers
    with pytest.raises(SpecError, match="there is no piece"):
        puzzles(tmp_path, "f.scad", '["..|.."]')
    with pytest.raises(SpecError, match="JSON of another program"):
        puzzles(tmp_path, "g.json", '{"axis": "x"}')  # it was a piece of one cube


def test_studio_problems_are_puzzles(tmp_path: Path) -> None:
    """Each problem is a puzzle with its board, its pieces and their numbers; a wrong key is named."""
    data = puzzles(tmp_path, "studio.json", json.dumps(STUDIO))
    assert [*data] == ["two-corners", "any"]
    assert count(data["two-corners"], symmetry="off", jobs=1).count == 4
    assert build_puzzle(data["any"]).tiles[0].maximum == 2
    STUDIO["puzzle"]["problems"][0]["goalShapeId"] = 7
    with pytest.raises(SpecError, match=r"problems\.0\.goalShapeId: there is no shape 7"):
        puzzles(tmp_path, "studio.json", json.dumps(STUDIO))


@pytest.mark.parametrize(
    ("keys", "value", "problem"),
    [
        (("puzzle",), "text", "studio.json: puzzle is 'text'"),
        (("puzzle", "problems"), ["text"], r"problems\.0: there is no shapeCounts"),
        (("puzzle", "problems", 0, "shapeCounts"), [1], r"problems\.0: shapeCounts is"),
        (("puzzle", "problems", 0, "goalShapeId"), [0], "goalShapeId: there is no shape"),
        (("puzzle", "shapeTree", 0, "voxels"), "", r"problems\.0: voxels: the shape .* is empty"),
        (("puzzle", "shapeTree", 0, "voxelAttributes"), {"optional": [1]}, "voxelAttributes: optional is"),
    ],
)
def test_studio_value_of_another_type_is_told(
    tmp_path: Path, keys: tuple[str | int, ...], value: object, problem: str
) -> None:
    """A key with a value of another type, and a shape without cells, are mistakes with their place."""
    data = json.loads(json.dumps(STUDIO))
    data["puzzle"]["problems"][0]["goalShapeId"] = data["puzzle"]["shapeTree"][0]["id"]
    inner: Any = data
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    with pytest.raises(SpecError, match=problem):
        read_studio(json.dumps(data), "studio.json", "studio")


def test_studio_problems_of_one_label_are_all_kept(tmp_path: Path) -> None:
    """The second problem of a label has its number in the name of its file; it took the place of the first."""
    data = json.loads(json.dumps(STUDIO))
    data["puzzle"]["problems"][0]["goalShapeId"] = data["puzzle"]["shapeTree"][0]["id"]
    for problem in data["puzzle"]["problems"]:
        problem["label"] = "Same"
    assert [*puzzles(tmp_path, "studio.json", json.dumps(data))] == ["same", "same-2"]


def test_four_numbers_a_line_are_squares(tmp_path: Path) -> None:
    """A 2x3 set cut from a colored board has its solution; 0 is the boundary, and equal pieces are copies."""
    rows = ["2 3", "0 1 3 0", "0,2,4,1", "0 0 5 2", "3 6 0 0", "# the last two", "4 7 0 6", "6 5 0 0 7"]
    with pytest.raises(SpecError, match=r"e\.txt:8: the color 99"):
        puzzles(tmp_path, "e.txt", "\n".join([*rows[:7], "99 0 0 7"]))
    [data] = puzzles(tmp_path, "e.txt", "\n".join([*rows[:7], "5 0 0 7"])).values()
    assert solve(data, symmetry="off", jobs=1).count == 2  # and turned over by 180 degrees
    assert data["rules"] == {"match": "equal", "boundary": "0"}
    [twice] = puzzles(tmp_path, "f.txt", "1 2 1 2\n2 1 2 1\n").values()
    assert [(tile["sides"], tile.get("multiplicity")) for tile in twice["tiles"]] == [("1212", 2)]
    (tmp_path / "h.txt").write_bytes(b"# a comment, then lines of Windows\r\n1 2 1 2\r\n\r\n2 1 2 1\r\n")
    assert read_foreign(str(tmp_path / "h.txt"))[""]["tiles"] == twice["tiles"]
    with pytest.raises(SpecError, match=r"g\.txt:2: '1 2 3' is not a piece"):
        puzzles(tmp_path, "g.txt", "1 2 1 2\n1 2 3\n")


def dfa_of(cells: list[tuple[int, int]], tile: int, symbols: int, height: int, width: int) -> list[list[int]]:
    """Return the rows of an automaton, a tree of words, that accepts the placements of a tile; state 2 is final."""
    board = [(y, x) for y in range(height) for x in range(width)]
    rows: list[list[int]] = [[0] * symbols, [0] * symbols]
    node: dict[str, int] = {"": 1}
    for _, placed in sorted(
        oracle.placements(board, {"t": (cells, True, True, 1, 1)}), key=lambda each: sorted(each[1])
    ):
        word = "".join("".join("t" if (y, x) in placed else "o" for x in range(width)) + "e" for y in range(height))
        for end in range(1, len(word) + 1):
            if word[:end] not in node:
                if end < len(word):
                    rows.append([0] * symbols)
                node[word[:end]] = 2 if end == len(word) else len(rows)
            state = node[word[: end - 1]]
            reads = {"t": [tile], "e": [symbols - 1]}.get(word[end - 1], [s for s in range(symbols - 1) if s != tile])
            for symbol in reads:
                rows[state - 1][symbol] = node[word[:end]]
    return rows


def test_minizinc_automata_are_tiles(tmp_path: Path) -> None:
    """An automaton that accepts the placements of a tile becomes it; the last symbol of a row is its end."""
    shapes = [[(0, 0), (0, 1), (1, 0), (2, 0)], [(0, 0), (0, 1)], [(0, 0), (0, 1), (1, 0)]]
    tables = [dfa_of(shape, tile, 4, 3, 3) for tile, shape in enumerate(shapes)]
    offsets = [4 * sum(map(len, tables[:tile])) for tile in range(3)]
    tiles = " ".join(f"|{len(table)},4,1,2,{offset}," for table, offset in zip(tables, offsets, strict=True))
    flat = ",".join(str(each) for table in tables for row in table for each in row)
    text = f"width = 4;\nheight = 3;\nntiles = 3;\ntiles = [{tiles}|];\ndfa = [{flat}];\n"
    [data] = puzzles(tmp_path, "a.dzn", text).values()
    assert data["board"] == {"size": [3, 3]}
    assert [tile["drawing"].count("X") for tile in data["tiles"]] == [4, 2, 3]
    board = [(y, x) for y in range(3) for x in range(3)]
    expected = oracle.solutions(board, [], {str(k): (shape, True, True, 1, 1) for k, shape in enumerate(shapes)})
    assert count(data, symmetry="off", jobs=1).count == len(expected) > 0
    with pytest.raises(SpecError, match=r"a\.dzn: the automaton of tile 1 accepts 0 placements"):
        puzzles(tmp_path, "a.dzn", text.replace("width = 4", "width = 5"))
    commented = text.replace("dfa =", "% dfa = 1; all tiles\r\ndfa =").removesuffix(";\n")
    assert puzzles(tmp_path, "a.dzn", commented) == {"": data}  # the last semicolon may be missing
    with pytest.raises(SpecError, match=r"a\.dzn: width is 'x'"):
        puzzles(tmp_path, "a.dzn", text.replace("width = 4", "width = x"))
    with pytest.raises(SpecError, match="there is no ntiles"):
        puzzles(tmp_path, "a.dzn", text.replace("ntiles", "number"))


def test_puz_assembly_is_a_puzzle(tmp_path: Path) -> None:
    """Each number is a piece, and the cubes that are not 0 are the board; a wrong number of cubes is a mistake."""
    text = "# 1.5\n3 2 2\n0.5 0.5 0.5\n1 1 2\n1 2 2\n\n1 0 2\n3 3 3\n"
    [data] = puzzles(tmp_path, "a.puz", text).values()
    assert [tile["name"] for tile in data["tiles"]] == ["P1", "P2", "P3"]
    assert len(build_puzzle(data).board.cells) == 11
    assert count(data, jobs=1).count >= 1
    with pytest.raises(SpecError, match="11 numbers for 3 x 2 x 2 cubes"):
        puzzles(tmp_path, "a.puz", text.replace("3 3 3", "3 3"))
    with pytest.raises(SpecError, match=r"a\.puz: this has no sign of assemblies of High-LevelPuzzle"):
        puzzles(tmp_path, "a.puz", "2 2 x\n")  # it was ".puz is not read; import .puz"
    with pytest.raises(SpecError, match=r"a\.puz:4: 'x' is not the number of a piece"):
        puzzles(tmp_path, "a.puz", text.replace("1 1 2", "1 x 2"))


@pytest.mark.parametrize(
    ("name", "text", "likeness"),
    [
        ("a.json", '{"a": 1}', "JSON of another program"),
        ("a.csv", "1,0,1\n0,1,0\n", "a matrix of 0 and 1"),
        ("a.brick", "<x/>", "XML"),
        ("a.dzn", "n = 3;\n", "data of MiniZinc"),
        ("a.foo", "XX\nX.\n", "drawings of pieces"),
    ],
)
def test_unknown_file_is_told_by_its_looks(run: Program, tmp_path: Path, name: str, text: str, likeness: str) -> None:
    """The message says what the file looks like and what is read; it was "not XML", or "no board of Pips"."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = run("import", str(tmp_path / name), str(tmp_path / "out"))
    assert done.returncode == 2
    assert f"this looks like {likeness}, which is not read; import .json" in done.stderr
    assert all(suffix in done.stderr for reader in READERS for suffix in reader.suffixes)
    assert done.stderr.count("\n") <= 3


def test_binary_and_large_files_are_refused(run: Program, tmp_path: Path) -> None:
    """A binary file, one of 200 MB, and JSON that ends early: one line with the place, status 2."""
    (tmp_path / "a.txt").write_bytes(b"\x00\xff\xfe")
    with (tmp_path / "b.txt").open("wb") as file:
        file.truncate(200_000_000)
    (tmp_path / "c.json").write_text('{"a": ', encoding="utf-8")
    (tmp_path / "d.puzzle").write_text('{"shapeTree": [', encoding="utf-8")
    problems = {
        "a.txt": "is not UTF-8",
        "b.txt": "is larger than",
        "c.json": "this is not JSON",
        "d.puzzle": "this is not JSON",
    }
    for name, problem in problems.items():
        done = run("import", str(tmp_path / name), str(tmp_path / "out"))
        assert done.returncode == 2
        assert problem in done.stderr


def test_folder_of_cards_becomes_one_family(run: Program, tmp_path: Path) -> None:
    """Each card is a case of the puzzle, with its name and its answer."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "one.txt").write_text("AA..\n....\n....\n....\n", encoding="utf-8")
    (tmp_path / "cards" / "two.txt").write_text("....\n.A..\n.A..\n....\n\nA...\nA...\n..BB\n....\n", encoding="utf-8")
    done = run("import", str(tmp_path / "cards"), str(tmp_path / "out"), "--puzzle", "dominoes4x4")
    assert done.returncode == 0
    family = [str(tmp_path / "out" / "cards.yaml"), "--cases", str(tmp_path / "out" / "cards-cases.yaml")]
    answers = json.loads(run("each", *family, "--count", "--symmetry", "off", "--json").stdout)["members"]
    assert [answer["case"] for answer in answers] == ["one-1", "two-1", "two-2"]
    board = [(y, x) for y in range(4) for x in range(4)]
    tilings = oracle.solutions(board, [], {"I": ([(0, 0), (0, 1)], True, True, 8, 8)})
    given = ([{(0, 0), (0, 1)}], [{(1, 1), (2, 1)}], [{(0, 0), (1, 0)}, {(2, 2), (2, 3)}])
    shapes = [{cells for _, cells in tiling} for tiling in tilings]
    counts = [sum({frozenset(piece) for piece in pieces} <= shape for shape in shapes) for pieces in given]
    assert [answer["solutions"] for answer in answers] == counts
    with pytest.raises(SpecError, match="there is no puzzle in the folder"):
        imported_family({}, "cards")


@pytest.mark.parametrize(
    ("name", "text", "about"),
    [
        ("a.scad", 'pieces = ["xx.|.xx", "...|.x."];\n', "piece strings of puzzlecad"),
        ("a.txt", "A:\nxx\nx.\n\n##\n##\n", "drawings of pieces"),
        ("a.poly", "hook\nXX\nX.\n", "drawings of pieces"),
        ("a.puz", "# an assembly\n1 1 2\nAB\n", "assemblies of High-LevelPuzzle"),
    ],
)
def test_foreign_file_in_place_of_a_puzzle_is_named(
    run: Program, tmp_path: Path, name: str, text: str, about: str
) -> None:
    """A command for puzzles says what the file of another program is, and that it is to be imported."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = run("solve", str(tmp_path / name))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{name}: this looks like {about}; import it first: cp-puzzles import" in done.stderr


def test_edges_beside_their_size_are_refused(tmp_path: Path) -> None:
    """A size and another number of pieces is a mistake, not a puzzle without a solution."""
    (tmp_path / "e.txt").write_text("2 2\n0 1 2 0\n0 0 3 1\n3 0 0 4\n", encoding="utf-8")
    with pytest.raises(SpecError, match="there are 3 pieces for 2 x 2 squares; write a line for each piece"):
        read_foreign(str(tmp_path / "e.txt"))
