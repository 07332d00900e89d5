"""Check a certificate: `python -I OUT/check.py`. Exit status: 0 verified, 1 not verified, 2 not a certificate.

Only the standard library is needed. The steps, for each of the two kinds of certificates:

1. The files have exactly the expected form and the stated checksums. The lattice is that of its name, or a lattice of
   the statement's own, which the verdict then says. The options are made again from the board and the tiles, and the
   bounds of conditions from what the options show; the verdict counts the other bounds.
2. A tree: every symmetry permutes items and options with their bounds and weights and is determined by what it does to
   the cells; `up to symmetry` no isometry is missing. Every listed solution covers each item within its bounds and has
   the claimed value; the orbits are disjoint. Every branch of the tree ends at an item that cannot be covered, at the
   budget of `priced` or in a listed orbit. A symmetric root tries one option of each orbit: every solution has an image
   with such an option.
3. Weights: together the options of a solution would cost at least 0, the items that they cover less than 0.
"""

import sys

if __name__ == "__main__" and not (sys.flags.isolated or sys.flags.safe_path):
    del sys.path[0]  # the folder of this file: nothing is imported from there

import json
import os
import re
import stat
import struct
import zlib
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import combinations, pairwise, permutations, takewhile
from pathlib import Path

VERSION = 3
MAX_JSON_BYTES, MAX_LINES_BYTES, MAX_TREE_BYTES = 1 << 26, 1 << 28, 1 << 29  # 64 MiB, 256 MiB, 512 MiB (unpacked)
MAX_GROUP = 1 << 26  # elements of the symmetry group times options
MAX_NAME = 200  # letters of a name in a verdict
BLOCK = 1 << 16

LATTICE = {
    "name": str,
    "translations": [[int]],
    "classes": [[int]],
    "isometries": [{"matrix": [[int]], "shift": [int]}],
}
TILE = {"name": str, "minimum": int, "maximum": int, "cells": [[int]], "shown": [str], "isometries": [int]}
BOARD = {
    "lattice": LATTICE,
    "periods": [[int]],
    "cells": [[int]],
    "optional": [int],
    "tiles": [TILE],
    "given": [{"tile": int, "cells": [[int]], "shown": [str]}],
}
CONDITION = {"kind": str, "cells": [int], "texts": [str], "numbers": [int], "pairs": [[str]]}
STATEMENT = {
    "name": str,
    "board": (BOARD, None),
    "conditions": [CONDITION],
    "rules": [{"name": str, "minimum": int, "maximum": int, "options": [int]}],
    "auxiliaries": int,
    "objective": ({"maximize": bool, "constant": int, "weights": [int]}, None),
    "items": [{"name": str, "minimum": int, "maximum": int}],
    "options": [[int]],
    "symmetries": [[int]],
}
KINDS = {  # how a verdict names the kinds of conditions, and the lists that they have
    "match": ("sides that match", {"pairs"}),
    "boundary": ("sides on the boundary", {"texts"}),
    "clues": ("clues", {"cells", "numbers"}),
    "colors": ("cells that fit", {"cells", "texts", "pairs"}),
    **dict.fromkeys(("sum", "count"), ("values in regions", {"cells", "numbers"})),
    **dict.fromkeys(("equal", "different"), ("values in regions", {"cells"})),
}
COLOR, SIDE_COLOR, VALUE = "[A-Za-z]", "[0-9A-Za-z]", "0|[1-9][0-9]*"
CLAIMS = {
    "cp-puzzles certificate": {
        **{"symmetry": str, "solutions": int, "raw": int, "root": (int, None), "value": (int, None)},
        **{"all_best": bool, "prices": [int], "scale": int},
        "sha256": {"statement.json": str, "solutions.txt": str, "tree.gz": str},
    },
    "cp-puzzles certificate of weights": {
        **{"modulus": (int, None), "prices": [int]},
        "sha256": {"statement.json": str},
    },
}

# The point groups as generators, and the lattices: group, translations, cells with the steps across their sides, of
# which the group makes all, and the shifts of the generators if they are not 0.
SQUARE = [[[0, -1], [1, 0]], [[1, 0], [0, -1]]]
HEXAGON = [[[0, -1], [1, 1]], [[0, 1], [1, 0]]]
CUBE = [[[0, -1, 0], [1, 0, 0], [0, 0, 1]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]]
P4G = [[[0, -1], [1, 0]], [[0, -1], [-1, 0]]]
PRISM = [[[0, -1, 0], [1, 1, 0], [0, 0, 1]], [[0, 1, 0], [1, 0, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, -1]]]
LATTICES = {
    "square": (SQUARE, [[1, 0], [0, 1]], {(0, 0): [[1, 0]]}),
    "cubic": (CUBE, [[1, 0, 0], [0, 1, 0], [0, 0, 1]], {(0, 0, 0): [[1, 0, 0]]}),
    "hexagonal": (HEXAGON, [[1, 0], [0, 1]], {(0, 0): [[1, 0]]}),
    "triangular": (HEXAGON, [[3, 0], [0, 3]], {(1, 1): [[1, 1]]}),
    "balls": (CUBE, [[1, 0, 1], [0, 1, 1], [0, 0, 2]], {(0, 0, 0): []}),
    "hexagonal-prisms": (PRISM, [[1, 0, 0], [0, 1, 0], [0, 0, 1]], {(0, 0, 0): [[1, 0, 0], [0, 0, 1]]}),
    "triangular-prisms": (PRISM, [[3, 0, 0], [0, 3, 0], [0, 0, 1]], {(1, 1, 0): [[1, 1, 0], [0, 0, 1]]}),
    "sticks": (SQUARE, [[2, 0], [0, 2]], {(1, 0): []}),
    "trigs": (HEXAGON, [[2, 0], [0, 2]], {(1, 0): []}),
    "twigs": (HEXAGON, [[2, 0], [0, 2]], {(1, 0): []}),
    "tetrakis": (SQUARE, [[3, 0], [0, 3]], {(1, 0): [[1, 0], [-1, 1]]}),
    "tetra-octa": (CUBE, [[2, 0, 2], [0, 2, 2], [0, 0, 4]], {(1, 1, 1): [[1, 1, 1]], (0, 0, 2): [[1, 1, 1]]}),
    "tetra-eighths": (
        CUBE,
        [[6, 0, 6], [0, 6, 6], [0, 0, 12]],
        {(1, 1, 1): [[0, 0, -2], [2, 2, 2]], (3, 3, 3): [[2, 2, -2]]},
    ),
    "rhombic": (CUBE, [[5, 0, 0], [0, 5, 0], [0, 0, 5]], {(2, 1, 0): [[1, 0, 0], [0, -1, 1], [-1, 1, 0]]}),
    "drafters": (HEXAGON, [[18, 0], [0, 18]], {(5, 2): [[6, 0], [2, -4], [-3, 3]]}),
    "kagome": (HEXAGON, [[6, 0], [0, 6]], {(0, 0): [[2, 2]], (2, 2): [[-2, -2]]}),
    "truncated-octahedra": (CUBE, [[1, 1, 1], [0, 2, 0], [0, 0, 2]], {(0, 0, 0): [[2, 0, 0], [1, 1, 1]]}),
    "kites": (HEXAGON, [[24, 0], [0, 24]], {(5, 5): [[9, 0], [5, -10]]}),
    "snub-square": (P4G, [[66, 0], [0, 66]], {(0, 0): [[26, -7]], (7, 26): [[-14, 14], [26, 7]]}, [[0, 0], [33, 33]]),
    "cairo": (P4G, [[40, 0], [0, 40]], {(13, 7): [[20, 6], [-6, 20], [14, -14]]}, [[0, 0], [20, 20]]),
}


def require(holds, problem, error=AssertionError):
    """Raise an error with the problem unless a step holds."""
    if not holds:
        raise error(problem)


# ---------------------------------------------------------------------------------------------------- files and forms


def content(folder, name, most):
    """Return the bytes of a regular file, at most `most`; links are refused."""
    path = folder / name
    try:
        require(stat.S_ISREG(os.lstat(path).st_mode), f"{name}: not a regular file", ValueError)
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise ValueError(f"{name}: cannot be read: {error.strerror}") from None
    require(len(data) <= most, f"{name}: more than {most} bytes, the largest size of this file", ValueError)
    return data


def encoded(value):
    """Return the bytes of a value in the one form in which files have it."""
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def check_form(value, form, place):
    """Raise `ValueError` unless a value has exactly the keys, in this order, and types of a form."""
    if isinstance(form, tuple):
        value, form = (None, None) if value is None else (value, form[0])
    if isinstance(form, dict):
        is_right = type(value) is dict and list(value) == list(form)
        require(is_right, f"{place}: not an object with the keys {', '.join(form)}", ValueError)
        for key, part in form.items():
            check_form(value[key], part, f"{place}.{key}")
    elif isinstance(form, list):
        require(type(value) is list, f"{place}: not a list", ValueError)
        for number, member in enumerate(value):
            check_form(member, form[0], f"{place}.{number}")
    elif form is not None:
        problem = f"{place}: {json.dumps(value)[:40]} is not of the type {form.__name__}"
        require(type(value) is form, problem, ValueError)


def json_in(data, name):
    """Return the content of a JSON file."""
    try:
        return json.loads(data.decode())
    except (ValueError, RecursionError):  # not UTF-8, not JSON, an integer of thousands of digits, too many brackets
        raise ValueError(f"{name}: not JSON that the checker reads; the file is damaged") from None


def parsed(data, form, name):
    """Return the content of a JSON file that has a form and is written in the one way."""
    value = json_in(data, name)
    check_form(value, form, name)
    try:
        is_plain = encoded(value) == data
    except UnicodeEncodeError:  # half of a character
        is_plain = False
    require(is_plain, f"{name}: written in another way than the checker writes it", ValueError)
    return value


def read_claim(folder):
    """Return the claim, and the content of the other files, whose checksums it states; of a tree, as it is packed."""
    data = content(folder, "claim.json", MAX_JSON_BYTES)
    claim = json_in(data, "claim.json")
    named = claim.get("format") if isinstance(claim, dict) else None
    require(isinstance(named, str) and named in CLAIMS, "claim.json: no format of a certificate", ValueError)
    version = claim.get("version")
    other = f"claim.json: version {json.dumps(version)[:40]} of the format; this checker reads version {VERSION}: "
    require(version == VERSION, other + "make the certificate again", ValueError)
    claim = parsed(data, {"format": str, "version": int, **CLAIMS[named]}, "claim.json")
    largest = {"statement.json": MAX_JSON_BYTES}
    files = {name: content(folder, name, largest.get(name, MAX_LINES_BYTES)) for name in claim["sha256"]}
    for name, data in files.items():
        require(sha256(data).hexdigest() == claim["sha256"][name], f"{name}: another SHA-256 than claim.json states")
    return claim, files


def lines_of(data, name):
    """Yield the lines of a file that ends with `end N`, N their number."""
    require(data.endswith(b"\n"), f"{name}: the last line has no end", ValueError)
    place, number, end = 0, 0, data.rfind(b"\n", 0, -1) + 1
    while place < end:
        after = data.index(b"\n", place)
        require(data[place:after].isascii(), f"{name}: line {number + 1} has characters beyond ASCII", ValueError)
        yield data[place:after].decode("ascii")
        place, number = after + 1, number + 1
    require(data[end:] == b"end %d\n" % number, f"{name}: the last line is not 'end {number}'", ValueError)


def unpacked(data):
    """Yield the content of gzip data in blocks of whole 32-bit numbers; no block is large."""
    unpacker, size, rest = zlib.decompressobj(31), 0, b""
    for place in range(0, len(data), BLOCK):
        require(not unpacker.eof, "tree.gz: data after its end", ValueError)
        packed = data[place : place + BLOCK]
        while packed and not unpacker.eof:
            try:
                block = rest + unpacker.decompress(packed, BLOCK)
            except zlib.error:
                raise ValueError("tree.gz: not gzip data; the file is damaged") from None
            packed, end = unpacker.unconsumed_tail, len(block) // 4 * 4
            size, rest = size + end, block[end:]
            require(size <= MAX_TREE_BYTES, f"tree.gz: it unpacks to more than {MAX_TREE_BYTES} bytes", ValueError)
            yield block[:end]
    is_complete = unpacker.eof and not unpacker.unused_data and not rest
    require(is_complete, "tree.gz: cut short, not of 32-bit numbers, or with data after its end", ValueError)


# ------------------------------------------------------------------------------------------------- lattice and board


def remainder(point, basis):
    """Return the remainder of a point modulo the rows of a basis in echelon form."""
    for row in basis:
        pivot = next(number for number in row if number)
        factor = point[row.index(pivot)] // pivot
        point = [x - factor * y for x, y in zip(point, row, strict=True)] if factor else point
    return tuple(point)


def is_echelon(basis, dimension):
    """Return whether rows are in reduced echelon form: one basis for each set of translations."""
    pivots = [next((axis for axis, number in enumerate(row) if number), -1) for row in basis]
    is_stair = -1 not in pivots and all(a < b for a, b in pairwise(pivots))
    is_positive = all(len(row) == dimension and row[axis] > 0 for row, axis in zip(basis, pivots, strict=True))
    below = [(row[axis], basis[n][axis]) for n, axis in enumerate(pivots) for row in basis[:n]]
    return is_stair and is_positive and all(0 <= number < pivot for number, pivot in below)


def is_increasing(values):
    """Return whether each value is greater than the one before it."""
    return all(a < b for a, b in pairwise(values))


def moved(isometry, point):
    """Return the image of a point: the matrix times the point, plus the shift."""
    rows = zip(isometry["matrix"], isometry["shift"], strict=True)
    return [sum(map(int.__mul__, row, point)) + shift for row, shift in rows]


def turn(isometry, step):
    """Return the image of a step between two cells."""
    return moved({**isometry, "shift": [0] * len(step)}, step)


def sides_in(text):
    """Return the sides in the text of a cell, written `letter:step=color;...`: step to the cell across, and color."""
    sides = (side.partition("=") for side in text.partition(":")[2].split(";") if side)
    return [(tuple(map(int, step.split(","))), color) for step, _, color in sides]


def turned(text, isometry):
    """Return what the image of a cell shows: colors of sides move with the sides."""
    letter, colon, _ = text.partition(":")
    if not colon:
        return text
    sides = sorted((turn(isometry, step), color) for step, color in sides_in(text))
    return f"{letter}:{';'.join(','.join(map(str, step)) + '=' + color for step, color in sides)}"


def after(second, first, translations):
    """Return one isometry after another, as its matrix and its shift modulo the translations."""
    columns = [*zip(*first["matrix"], strict=True)]
    matrix = [[sum(map(int.__mul__, row, column)) for column in columns] for row in second["matrix"]]
    return {"matrix": matrix, "shift": list(remainder(moved(second, first["shift"]), translations))}


def unit(dimension):
    """Return the isometry that moves no point."""
    return {"matrix": [[int(k == n) for k in range(dimension)] for n in range(dimension)], "shift": [0] * dimension}


def lattice_of(name):
    """Return the lattice of a name in `LATTICES` as statements have it; its isometries are those that keep angles."""
    matrices, translations, cells, *shifts = LATTICES[name]
    found = [unit(len(translations))]
    pairs = zip(matrices, shifts[0] if shifts else [found[0]["shift"]] * len(matrices), strict=True)
    generators = [{"matrix": matrix, "shift": shift} for matrix, shift in pairs]
    for isometry in found:
        products = [after(generator, isometry, translations) for generator in generators]
        found += [product for n, product in enumerate(products) if product not in found + products[:n]]
    classes = {remainder(moved(isometry, cell), translations) for isometry in found for cell in cells}
    values = name, translations, [*map(list, sorted(classes))], sorted(found, key=lambda each: each["matrix"])
    return dict(zip(LATTICE, values, strict=True))


@cache
def sides_of_lattice(name):
    """Return the remainders of the cells of a lattice in `LATTICES`, each with the step across a side."""
    _, translations, cells, *_ = LATTICES[name]
    sides, isometries = [(cell, step) for cell in cells for step in cells[cell]], lattice_of(name)["isometries"]
    images = ((moved(each, cell), turn(each, step)) for each in isometries for cell, step in sides)
    return {(remainder(cell, translations), tuple(step)) for cell, step in images}


def check_lattice(lattice):
    """Check that a lattice is the one of its name, or that its isometries are a group that maps it to itself."""
    if lattice["name"] in LATTICES:
        require(lattice == lattice_of(lattice["name"]), f"statement: not the lattice {lattice['name']}")
        return
    require(re.fullmatch("[a-z][a-z0-9_-]{0,40}", lattice["name"]), "statement: not the name of a lattice")
    translations, classes, isometries = lattice["translations"], lattice["classes"], lattice["isometries"]
    dimension = len(translations)
    is_basis = dimension > 0 and is_echelon(translations, dimension)
    require(is_basis, "statement: translations are no basis in echelon form")
    is_reduced = all(len(cell) == dimension and list(remainder(cell, translations)) == cell for cell in classes)
    require(classes and is_increasing(classes) and is_reduced, "statement: the cell classes are no sorted remainders")
    for isometry in isometries:
        rows = [*isometry["matrix"], isometry["shift"]]
        is_square = len(rows) == dimension + 1 and all(len(row) == dimension for row in rows)
        require(is_square, "statement: an isometry is no square matrix with a shift")
        is_kept = not any(any(remainder(turn(isometry, row), translations)) for row in translations)
        require(is_kept, "statement: an isometry loses translations")
        images = sorted(list(remainder(moved(isometry, cell), translations)) for cell in classes)
        require(images == classes, "statement: an isometry does not map cell classes to cell classes")
    keys = [[*each.values()] for each in isometries]
    require(is_increasing(keys), "statement: the isometries are not sorted")
    for first in isometries:
        products = sorted([*after(first, each, translations).values()] for each in isometries)
        require(products == keys, "statement: the isometries are no group")
    # a projection alone is a group, too
    require(unit(dimension) in isometries, "statement: the identity is not among the isometries")


def check_board(board):
    """Check the data of a board: its lattice, periods, cells, tiles and given pieces."""
    check_lattice(lattice := board["lattice"])
    translations, periods, cells, tiles = lattice["translations"], board["periods"], board["cells"], board["tiles"]
    dimension, classes = len(translations), {*map(tuple, lattice["classes"])}
    is_basis = is_echelon(periods, dimension) and not any(any(remainder(row, translations)) for row in periods)
    require(is_basis, "statement: the periods are no translations in echelon form")
    for cell in (*cells, *(cell for tile in tiles for cell in tile["cells"])):
        is_cell = len(cell) == dimension and remainder(cell, translations) in classes
        require(is_cell, f"statement: {cell} is not a cell of the lattice")
    require(len({remainder(cell, periods) for cell in cells}) == len(cells), "statement: a cell occurs twice")
    optional = board["optional"]
    require(is_increasing(optional) and {*optional} <= {*range(len(cells))}, "statement: an optional cell is no cell")
    require(tiles and len({tile["name"] for tile in tiles}) == len(tiles), "statement: two tiles have the same name")
    for tile in tiles:
        is_right = 0 <= tile["minimum"] <= tile["maximum"] and tile["cells"] and is_increasing(tile["cells"])
        numbers = tile["isometries"]
        is_turned = numbers and is_increasing(numbers) and {*numbers} <= {*range(len(lattice["isometries"]))}
        require(is_right and is_turned, f"statement: the tile {tile['name']} has wrong bounds, cells or isometries")
        is_shown = len(tile["shown"]) == len(tile["cells"]) and any(tile["shown"])
        require(is_shown or not tile["shown"], f"statement: the tile {tile['name']} shows something on other cells")
    shown = {(tuple(cell), text) for tile in tiles for cell, text in zip(tile["cells"], tile["shown"], strict=False)}
    for cell, text in shown:
        is_letter = re.fullmatch(f"({COLOR}|{VALUE})?", text.partition(":")[0])
        require(is_letter, f"statement: {text[:40]!r} has no letter of a color and no value")
        is_right = ":" not in text or is_side_text(text, cell, lattice)
        require(is_right, "statement: the colors of sides are no sorted steps to the cells across")
    require(all(0 <= piece["tile"] < len(tiles) for piece in board["given"]), "statement: a given piece has no tile")


def is_side_text(text, cell, lattice):
    """Return whether the text of a cell shows colors of different sides, sorted and written in the one way."""
    if not re.fullmatch(rf"\w*:(-?\d+(,-?\d+)*={SIDE_COLOR}(;(?!$)|$))+", text, re.ASCII):
        return False
    translations, name = lattice["translations"], lattice["name"]
    steps = [step for step, _ in sides_in(text)]
    is_plain = all(len(step) == len(cell) and any(step) for step in steps)
    if not is_plain or not is_increasing(steps) or turned(text, unit(len(cell))) != text:
        return False
    if name in LATTICES:
        return {(remainder(cell, translations), step) for step in steps} <= sides_of_lattice(name)
    across = (remainder([*map(int.__add__, cell, step)], translations) for step in steps)
    return all([*each] in lattice["classes"] for each in across)


def images(board, moves):
    """Yield for each number, cells and isometry the number, with an image of the cells after each translation."""
    translations, periods = board["lattice"]["translations"], board["periods"]
    place = {remainder(cell, periods): n for n, cell in enumerate(board["cells"])}
    targets = [(cell, remainder(cell, translations)) for cell in board["cells"]]
    for n, cells, isometry in moves:
        turned = [moved(isometry, cell) for cell in cells]
        steps, key = [[*map(int.__sub__, cell, turned[0])] for cell in turned], remainder(turned[0], translations)
        for target in (cell for cell, rest in targets if rest == key):
            numbers = (place.get(remainder([*map(int.__add__, target, step)], periods), -1) for step in steps)
            image = [*takewhile((0).__le__, numbers)]
            if len(image) == len(set(image)) == len(steps):
                yield n, image


def free_cells(board):
    """Return the number of the cells that no given piece covers; they come first."""
    return len(board["cells"]) - sum(len(piece["cells"]) for piece in board["given"])


def given_pieces(board):
    """Return what each given piece shows on the cells that it covers, by their numbers."""
    number, pieces = {tuple(cell): n for n, cell in enumerate(board["cells"])}, []
    for piece in board["given"]:
        cells, shown = [number.get(tuple(cell), -1) for cell in piece["cells"]], piece["shown"]
        require(-1 not in cells, "statement: a given piece has a cell that is not on the board")
        require(len({*cells}) == len(cells), "statement: a given piece has a cell twice")
        require(not shown or len(shown) == len(cells), "statement: a piece shows something on other cells")
        pieces.append(dict(zip(cells, shown or [""] * len(cells), strict=True)))
    return pieces


def placed(board, given):
    """Return the placements that are options, in order: cells and tile as items, and what they show on the cells."""
    cells, tiles, free = len(board["cells"]), board["tiles"], free_cells(board)
    texts, turns = [each["shown"] or [""] * len(each["cells"]) for each in tiles], board["lattice"]["isometries"]
    moves = (
        ((n, tuple(turned(text, turns[k]) for text in texts[n])), tile["cells"], turns[k])
        for n, tile in enumerate(tiles)
        for k in tile["isometries"]
    )
    pieces = ((n, dict(zip(image, shown, strict=True))) for (n, shown), image in images(board, moves))
    placements, fixed = (
        {((*sorted(piece), cells + n), tuple(text for _, text in sorted(piece.items()))) for n, piece in numbered}
        for numbered in (pieces, zip((each["tile"] for each in board["given"]), given, strict=True))
    )
    require(fixed <= placements, "statement: a given piece is no placement of its tile")
    covered = sorted(cell for piece in given for cell in piece)
    require(covered == [*range(free, cells)], "statement: given pieces do not cover the last cells once")
    used = Counter(piece["tile"] for piece in board["given"])
    usable = {cells + n for n, tile in enumerate(tiles) if tile["maximum"] > used[n]}
    return [
        ([*items, tile - cells + free], shown)
        for (*items, tile), shown in sorted(placements)
        if items[-1] < free and tile in usable
    ]


def made_again(statement):
    """Return the items and the items of the options: placements in order, then auxiliary options."""
    board = statement["board"]
    cells, tiles = board["cells"], board["tiles"]
    is_full = sum(tile["minimum"] * len(tile["cells"]) for tile in tiles) == len(cells)  # no cell stays empty
    optional = set() if is_full else set(board["optional"])
    items = [[",".join(map(str, cell)), int(n not in optional), 1] for n, cell in enumerate(cells[: free_cells(board)])]
    for n, tile in enumerate(tiles):
        used = sum(piece["tile"] == n for piece in board["given"])
        items.append([tile["name"], max(0, tile["minimum"] - used), tile["maximum"] - used])
    options = [each for each, _ in placed(board, given_pieces(board))] + [[] for _ in range(statement["auxiliaries"])]
    for rule in statement["rules"]:
        is_set = is_increasing(rule["options"]) and {*rule["options"]} <= {*range(len(options))}
        require(is_set, "statement: a rule counts an option that there is not, or one twice")
        for option in rule["options"]:
            options[option].append(len(items))
        items.append([rule["name"], rule["minimum"], rule["maximum"]])
    return [dict(zip(("name", "minimum", "maximum"), item, strict=True)) for item in items], options


def checked_problem(statement):
    """Return the bounds of the items, the options and their weights (larger is better), after step 1."""
    board, options, auxiliaries = statement["board"], statement["options"], statement["auxiliaries"]
    bounds = [[item["minimum"], item["maximum"]] for item in statement["items"]]
    if board is None:
        is_bare = not (statement["conditions"] or statement["rules"] or auxiliaries or statement["symmetries"])
        require(is_bare, "statement: conditions, rules, auxiliary options or symmetries without a board")
    else:
        check_board(board)
        require(0 <= auxiliaries <= len(options), "statement: too many auxiliary options")
        is_same = made_again(statement) == (statement["items"], options)
        require(is_same, "statement: other items or options than those of its board")
    every = {*range(len(bounds))}
    are_sets = all(each and is_increasing(each) and {*each} <= every for each in options)
    require(are_sets, "statement: an option is empty or no sorted set of items")
    require(min(map(min, bounds), default=0) >= 0, "statement: a bound is negative")
    objective = statement["objective"]
    if objective is None:
        return bounds, options, [0] * len(options)
    require(len(objective["weights"]) == len(options), "statement: not one weight for each option")
    return bounds, options, [weight if objective["maximize"] else -weight for weight in objective["weights"]]


# --------------------------------------------------------------------------------------------------------- conditions


def sides_of(board, pieces):
    """Return the colored sides of each piece: cell and step, those of the side across (None off the board), color."""
    place = {remainder(cell, board["periods"]): n for n, cell in enumerate(board["cells"])}
    sides = {number: [] for number in pieces}
    for number, piece in pieces.items():
        for n, text in piece.items():
            for step, color in sides_in(text):
                across = place.get(remainder([*map(int.__add__, board["cells"][n], step)], board["periods"]))
                there = None if across is None else (across, tuple(-x for x in step))
                sides[number].append(((n, step), there, color))
    return sides


def check_condition(condition, size):
    """Check that a condition has the lists of its kind, each with one meaning."""
    kind, cells, texts, numbers, pairs = condition.values()
    require(kind in KINDS, f"statement: no condition has the kind {kind!r}")
    require({*cells} <= {*range(size)}, "statement: a condition has a cell that is not on the board")
    lengths = {"clues": [len(cells)], "sum": [1, 2], "count": [2, 3]}.get(kind, [0])
    is_right = len({*cells}) == len(cells) and len(numbers) in lengths and min(numbers, default=0) >= 0
    is_right &= {key for key, part in condition.items() if part} <= {"kind", *KINDS[kind][1]}
    of_text, of_pair = (f"{COLOR}|{VALUE}", COLOR) if kind == "colors" else (SIDE_COLOR, SIDE_COLOR)
    is_right &= all(re.fullmatch(of_text, text) for text in texts) and (kind != "colors" or len(texts) == len(cells))
    is_right &= all(len(pair) == 2 and all(re.fullmatch(of_pair, color) for color in pair) for pair in pairs)
    is_right &= len({*map(tuple, pairs)}) == len(pairs)
    is_mutual = is_right and (kind != "match" or all([b, a] in pairs and dict(pairs)[a] == b for a, b in pairs))
    require(is_mutual, f"statement: the lists of a condition {kind} are not well formed")


def values_of(piece, cells):
    """Return the values that a piece, the text of each of its cells, shows on some cells."""
    letters = ((cell, piece.get(cell, "").partition(":")[0]) for cell in cells)
    return {cell: int(letter) for cell, letter in letters if letter.isdecimal()}


def uses_up(condition, board, pieces, sides):
    """Return whether the boundary has as many sides as tiles have in its colors, so that no other side has one."""
    of_piece = {n: {side for side, _, _ in sides[n]} for n in pieces}
    covering = [[of_piece[n] for n in pieces if cell in pieces[n]] for cell in range(len(board["cells"]))]
    shown = [set().union(*each) for each in covering]
    colored = all(of_piece[n] == shown[min(piece)] for n, piece in pieces.items() if len(piece) == 1)
    boundary = {side for each in sides.values() for side, across, _ in each if across is None}
    texts = [(tile["maximum"], text) for tile in board["tiles"] for text in tile["shown"]]
    number = sum(most for most, text in texts for _, color in sides_in(text) if color in condition["texts"])
    is_single = all(len(tile["cells"]) == 1 for tile in board["tiles"]) and not board["optional"]
    return is_single and colored and all(shown) and number == len(boundary)


def is_admitted(condition, piece, sides, is_used_up=False):
    """Return whether a piece, with its colored sides, alone satisfies a condition."""
    kind, cells, numbers, pairs = condition["kind"], condition["cells"], condition["numbers"], condition["pairs"]
    if kind == "match":
        colors, mates = {side: color for side, _, color in sides}, dict(pairs)
        return all(colors.get(across, mates.get(color, color)) == mates.get(color, color) for _, across, color in sides)
    if kind == "boundary":
        named = [(across, color in condition["texts"]) for _, across, color in sides]
        return all(not (is_used_up and is_named) if across else is_named for across, is_named in named)
    if kind == "clues":
        return [size for cell, size in zip(cells, numbers, strict=True) if cell in piece] == [len(piece)]
    if kind == "colors":
        fits, shown = {*map(tuple, pairs)}, {cell: text.partition(":")[0] for cell, text in piece.items()}
        pairs = zip(cells, condition["texts"], strict=True)
        both = [(shown[cell], text) for cell, text in pairs if shown.get(cell) and text]
        same = [(a, b) for a, b in both if a.isdecimal() == b.isdecimal()]  # two values or two colors
        return all(a == b if a.isdecimal() else (a, b) in fits for a, b in same)
    values = [*values_of(piece, cells).values()]
    if kind == "equal":
        return len({*values}) <= 1
    if kind == "different":
        return len({*values}) == len(values)
    _, low, high = region_numbers(condition)
    number = sum(values) if kind == "sum" else values.count(numbers[0])
    is_covered = any(piece.values()) and {*cells} <= {*piece}
    return number <= high and (number >= low or not is_covered)


def region_numbers(condition):
    """Return the value that a condition counts, None for a sum, and its minimum and maximum."""
    value, low, *high = [None] * (condition["kind"] == "sum") + condition["numbers"]
    return value, low, high[0] if high else sys.maxsize


def bounds_of_conditions(statement):
    """Return the bounds that follow from the conditions, each as `stated_bounds` has it, with their numbers."""
    board, bounds, names = statement["board"], Counter(), {}
    given = given_pieces(board)
    pieces = {n: dict(zip(items, shown, strict=False)) for n, (items, shown) in enumerate(placed(board, given))}
    pieces |= {~n: piece for n, piece in enumerate(given)}
    covering = [{n for n, piece in pieces.items() if cell in piece} for cell in range(len(board["cells"]))]
    sides = sides_of(board, pieces)
    empty = [cell for cell in board["optional"] if min(covering[cell], default=0) >= 0]  # those that may stay empty

    def bound(members, low, high, choices=()):  # given pieces, below 0, are chosen
        given, counted = sum(n < 0 for n in members), [*(n for n in members if n >= 0), *choices]
        low, high = max(0, low - given), min(high - given, len(counted))
        if high < 0:
            low, high, counted = 1, 1, []
        if low or high < len(counted):
            bounds[low, high, frozenset(Counter(counted).items())] += 1

    def choice(cell, name, others):  # an auxiliary option that is chosen if none of the others on a cell is
        if (cell, name) not in names:
            left = [choice(cell, "empty", covering[cell])] if name != "empty" and cell in empty else []
            number, counted = 1 - sum(n < 0 for n in others), [*(n for n in others if n >= 0), *left]
            names[cell, name] = number, frozenset(Counter(counted).items())
            bound(others, 1, 1, [*left, names[cell, name]])
        return names[cell, name]

    for condition in statement["conditions"]:
        kind, cells = condition["kind"], condition["cells"]
        check_condition(condition, len(covering))
        is_used_up = kind == "boundary" and uses_up(condition, board, pieces, sides)
        refused = {n for n, piece in pieces.items() if not is_admitted(condition, piece, sides[n], is_used_up)}
        for _ in range(sum(n < 0 for n in refused)):
            bound((), 1, 1)
        bound([n for n in refused if n >= 0], 0, 0)
        if kind == "match":
            for members, low in meeting(condition, sides, covering, empty):
                bound(members, low, 1)
        elif kind == "clues":
            for cell in {*cells} & {*empty}:
                bound(covering[cell], 1, len(pieces))
        elif kind in ("sum", "count"):
            value, low, high = region_numbers(condition)
            choices = []
            for cell in cells:
                shown = {n: values_of(pieces[n], [cell]).get(cell, -1) for n in covering[cell]}
                levels = range(1, max(shown.values(), default=0) + 1) if kind == "sum" else [value]
                require(len(levels) <= len(statement["rules"]), "statement: a value has too few bounds")
                for level in levels:
                    met = {n for n, x in shown.items() if (x == value if kind == "count" else x >= level)}
                    choices.append(choice(cell, (kind, level), {*shown} - met))
            bound((), *((1, 1) if len(choices) < low else (low, high, choices)))
        elif kind in ("equal", "different"):
            shown = [(cell, n, values_of(pieces[n], [cell])) for cell in cells for n in covering[cell]]
            showing = [(cell, n, values[cell]) for cell, n, values in shown if values]
            if kind == "different":
                for value in {value for _, _, value in showing}:
                    bound({n for _, n, other in showing if other == value}, 0, 1)
            for a, b in combinations(cells, 2) if kind == "equal" else ():
                for value in {value for cell, _, value in showing if cell == a}:
                    bound({n for cell, n, x in showing if (cell, x == value) in ((a, True), (b, False))}, 0, 1)
    return bounds


def meeting(condition, sides, covering, empty):
    """Yield the pieces of which one at most, or exactly one, is chosen where sides meet, and the least number.

    They show a color here, or another color than its mate there. Exactly one is chosen if both cells are covered and
    both sides colored, unless one piece covers both and shows no color between them.
    """
    showing, pairs, mates = {}, set(), dict(condition["pairs"])
    for n, colored_sides in sides.items():
        for side, across, color in colored_sides:
            showing.setdefault(side, {}).setdefault(color, set()).add(n)
            if across is not None:
                pairs.add(min((side, across), (across, side)))
    for a, b in pairs:
        colored = {side: set().union(*showing.get(side, {}).values()) for side in (a, b)}
        inside = covering[a[0]] & covering[b[0]] - colored[a] - colored[b]
        is_exact = all(side[0] not in empty and covering[side[0]] == colored[side] | inside for side in (a, b))
        found = set()
        for side, there in ((a, b), (b, a)):
            here, met = showing.get(side, {}), showing.get(there, {})
            for color in {*here, *(mates.get(color, color) for color in met)}:
                others = colored[there] - met.get(mates.get(color, color), set())
                if is_exact or (color in here and others):
                    found.add(frozenset(here.get(color, set()) | others | (inside if is_exact else set())))
        yield from ((members, int(is_exact)) for members in found)


def stated_bounds(statement):
    """Return the bounds of rules, each as minimum, maximum and the members with their numbers.

    An auxiliary option is named by the bound in which it is the last and only new member: it is chosen as often as the
    other members leave free.
    """
    first, names, bounds, known = len(statement["options"]) - statement["auxiliaries"], {}, Counter(), {}
    for rule in statement["rules"]:
        low, high, options = rule["minimum"], rule["maximum"], rule["options"]
        if low == high and options and options[-1] >= first and options[-1] not in names:
            name = low, frozenset(Counter(names.get(n, n) for n in options[:-1]).items())
            names[options[-1]] = known.setdefault(name, name)  # the same object: equal names are compared at once
        if low > 0 or high < len(options):  # a bound that always holds tells two options apart
            bounds[low, high, frozenset(Counter(names.get(n, n) for n in options).items())] += 1
    return bounds


def other_bounds(statement):
    """Return the number of the bounds of rules that do not follow from the conditions, which must all be stated."""
    derived = bounds_of_conditions(statement) if statement["conditions"] else Counter()
    stated = stated_bounds(statement)
    require(derived <= stated, "statement: the bounds of rules are not those of its conditions")
    return (stated - derived).total()


# ------------------------------------------------------------------------------------------- symmetries and solutions


def checked_group(statement, bounds, options, weights):
    """Return the permutations of options that the symmetries generate, each by the marks to which it maps the options.

    The marks of an option are the cells that it covers, with what it shows on them; auxiliary options have none. They
    determine each permutation. Another one exchanges equal tiles: it is neither an isometry nor an exchange of colors.
    """
    board, symmetries = statement["board"], statement["symmetries"]
    number = {frozenset(items): option for option, items in enumerate(options)}
    require(not symmetries or len(number) == len(options), "statement: two options cover the same items")
    if board is None:
        kinds, marks = [], [*map(frozenset, options)]
    else:
        free = free_cells(board)
        kinds = [(n >= free) + (n >= free + len(board["tiles"])) for n in range(len(bounds))]
        marks = [frozenset(zip(items, shown, strict=False)) for items, shown in placed(board, given_pieces(board))]
        marks += [frozenset()] * (len(options) - len(marks))
    generators = []
    for n, image in enumerate(symmetries):
        is_kept = sorted(image) == [*range(len(bounds))] and [bounds[item] for item in image] == bounds
        is_kept = is_kept and [kinds[item] for item in image] == kinds
        require(is_kept, f"statement: symmetry {n} changes items or bounds")
        turned = [number.get(frozenset(image[item] for item in items), -1) for items in options]
        is_weighted = -1 not in turned and [weights[option] for option in turned] == weights
        require(is_weighted, f"statement: symmetry {n} changes options or weights")
        generators.append(turned)
    queue = [tuple(range(len(options)))]
    group = set(queue)
    for element in queue:
        for product in {tuple(map(generator.__getitem__, element)) for generator in generators} - group:
            group.add(product)
            queue.append(product)
            require(len(group) * len(options) <= MAX_GROUP, "statement: too many symmetries")
    actions = {tuple(map(marks.__getitem__, element)): element for element in queue}
    require(len(actions) == len(group), "statement: a symmetry exchanges options without moving cells or colors")
    return actions


def is_full_group(group, board, options):
    """Return whether a group does what all isometries do that preserve the options and the given pieces.

    An isometry moves the cells of an option, and what the option shows on each of them. No element may map a tile to
    another one with the same placements: counts with and without the exchange differ. The tile of a given piece has the
    image that its options have.
    """
    free, periods, isometries = free_cells(board), board["periods"], board["lattice"]["isometries"]
    pieces = zip(given_pieces(board), board["given"], strict=True)
    given = {frozenset(piece.items()): free + each["tile"] for piece, each in pieces}
    marks = next(iter(group))  # those of the identity
    tile_of, first, covered = [min(item for item in items if item >= free) for items in options], {}, {}
    for option, tile in enumerate(tile_of):
        if marks[option]:
            first.setdefault(tile, option)
            covered.setdefault(tile, set()).add(marks[option])
    equal = {(a, b) for a, b in permutations(covered, 2) if covered[a] == covered[b]}
    if any((tile, tile_of[element[option]]) in equal for element in group.values() for tile, option in first.items()):
        return False
    turns = [each for each in isometries if not any(any(remainder(turn(each, row), periods)) for row in periods)]
    texts, found = {text for mark in (*marks, *given) for _, text in mark}, set()
    moves = (({text: turned(text, each) for text in texts}, board["cells"], each) for each in turns)
    for after_turn, image in images(board, moves):
        moved_to = {(n, text): (cell, after_turn[text]) for n, cell in enumerate(image) for text in texts}
        action, kept = (tuple(frozenset(map(moved_to.__getitem__, each)) for each in sets) for sets in (marks, given))
        if {*action} == {*marks} and {*kept} == {*given}:
            element = group.get(action)
            if element is None:
                return False
            after = {tile: tile_of[element[option]] for tile, option in first.items()}
            if any(after.get(tile, tile) != given[each] for tile, each in zip(given.values(), kept, strict=True)):
                return False
            found.add(action)
    return len(found) == len(group)


def checked_solutions(data, bounds, options, weights, best, group):
    """Return the number of listed solutions and all their images under a group, after checking them."""
    count, raw, before = 0, set(), None
    for line in lines_of(data, "solutions.txt"):
        count, place = count + 1, f"solutions.txt: line {count + 1}: {line[:40]!r}"
        require(re.fullmatch("[0-9]+: [0-9 ]*", line), f"{place} is not a size and options", ValueError)
        size, *solution = map(int, line.replace(":", "").split())
        is_plain = line == f"{size}: {' '.join(map(str, solution))}"
        require(is_plain, f"{place} is written in another way", ValueError)
        is_set = is_increasing(solution) and all(0 <= option < len(options) for option in solution)
        require(is_set and (before is None or before < solution), f"solutions: {count} is not in order")
        require(sum(weights[o] for o in solution) == best, f"solutions: {count} has not the claimed value")
        times = Counter(item for option in solution for item in options[option])
        for item, (low, high) in enumerate(bounds):
            is_right = low <= times[item] <= high
            require(is_right, f"solutions: solution {count} covers the item {item} {times[item]} times")
        orbit = {tuple(sorted(map(element.__getitem__, solution))) for element in group}
        require(len(orbit) == size, f"solutions: the orbit of solution {count} has the size {len(orbit)}, not {size}")
        require((*solution,) == min(orbit), f"solutions: solution {count} is not the first of its orbit")
        raw |= orbit
        before = solution
    return count, raw


# ----------------------------------------------------------------------------------------------------- tree, weights


def largest_price(prices, bounds):
    """Return what the items may cost together at most."""
    return sum(max(price * low, price * high) for price, (low, high) in zip(prices, bounds, strict=True))


def priced(bounds, options, weights, target, prices, scale):
    """Return the problem with options that leave items uncovered; their costs: prices of items minus scaled weights."""
    spare = [[item] for item, (low, high) in enumerate(bounds) if scale and low + 1 == high]
    padded = [*weights, *(0 for _ in spare)]
    bounds, options = [[low + ([item] in spare), high] for item, (low, high) in enumerate(bounds)], options + spare
    costs = [sum(prices[i] for i in items) - scale * w for items, w in zip(options, padded, strict=True)]
    require(scale >= 0 and min(costs, default=0) >= 0, "claim: an option weighs more than its price")
    return bounds, options, costs, largest_price(prices, bounds) - scale * target


def walk(problem, roots, first, tree):
    """Yield the solutions of a tree, the blocks of the items of its branching nodes in preorder; see `priced`.

    With `first` the root branches on this item and tries only the options of the mask `roots`.
    """
    bounds, options, costs, budget = problem
    masks = [0] * len(bounds)
    for option, items in enumerate(options):
        for item in items:
            masks[item] |= 1 << option
    usable = sum(1 << option for option, items in enumerate(options) if all(bounds[item][1] > 0 for item in items))
    paid = cache(lambda most: sum(1 << option for option, cost in enumerate(costs) if cost <= most))
    nodes, place = (item for block in tree for (item,) in struct.iter_unpack("<I", block)), 0
    stack = [((), usable & paid(budget), [low for low, _ in bounds], [high for _, high in bounds], budget)]
    while stack:
        chosen, active, needs, remaining, budget = stack.pop()
        if any(need > 0 and (active & mask).bit_count() < need for need, mask in zip(needs, masks, strict=True)):
            continue  # a leaf: an item has fewer active options than it needs
        untried, is_symmetric = active, first is not None and not chosen
        if max(needs, default=0) > 0:
            item, place = next(nodes, -1), place + 1
            is_open = 0 <= item < len(needs) and needs[item] > 0 and (not is_symmetric or item == first)
            require(is_open, f"tree: branching node {place} has no open item")
            untried &= masks[item] & roots if is_symmetric else masks[item]
        else:
            yield tuple(sorted(chosen))
        while untried:  # the last option first: its branch excludes those before it
            option, less, left = untried.bit_length() - 1, [*needs], [*remaining]
            untried ^= 1 << option
            child = active & ~(1 << option) & ~(0 if is_symmetric else untried) & paid(budget - costs[option])
            for item in options[option]:
                less[item], left[item] = less[item] - 1, left[item] - 1
                child &= -1 if left[item] else ~masks[item]
            stack.append(((*chosen, option), child, less, left, budget - costs[option]))
    require(next(nodes, None) is None, f"tree: it goes on after its end, with branching node {place + 1}")


def check_tree(claim, statement, files, walk):
    """Return what a tree proves."""
    bounds, options, weights = checked_problem(statement)
    objective, value, symmetry, root = (statement["objective"], claim["value"], claim["symmetry"], claim["root"])
    prices, scale = claim["prices"], claim["scale"]
    require(len(prices) == len(bounds), "claim: not one price for each item")
    is_used = objective is not None and value is not None
    is_right = is_used or (value is None and scale == 0 and not any(prices) and claim["all_best"])
    require(is_right, "claim: a value, prices or a limit without an objective")
    sign = 0 if not is_used else 1 if objective["maximize"] else -1
    best = sign and sign * (value - objective["constant"])
    target = best + (not claim["all_best"])
    weights = weights if is_used else [0] * len(options)
    group = checked_group(statement, bounds, options, weights)
    require(symmetry in (("full", "listed") if statement["symmetries"] else ("full", "off")), "claim: another symmetry")
    if symmetry == "full":
        board = statement["board"]
        require(board and board["lattice"]["name"] in LATTICES, "claim: an unknown lattice may have more isometries")
        require(is_full_group(group, board, options), "statement: the symmetries are not those of the board")
    count, raw = checked_solutions(files["solutions.txt"], bounds, options, weights, best, group.values())
    placed = len(options) - statement["auxiliaries"]
    tilings = {tuple(option for option in solution if option < placed) for solution in raw}
    require(len(tilings) == len(raw), "solutions: two of them differ in auxiliary options alone")
    roots = sum(1 << option for option in {*map(min, zip(*group.values(), strict=True))}) | -1 << len(options)
    is_fixed = root is None or all(0 <= root < len(image) and image[root] == root for image in statement["symmetries"])
    require(is_fixed and (root is None or statement["symmetries"]), "claim: a symmetry moves the item of the root")
    problem = priced(bounds, options, weights, target, prices, scale)
    for solution in walk(problem, roots, root, unpacked(files["tree.gz"])):
        kept = tuple(option for option in solution if option < len(options))
        is_listed = kept in raw or sum(weights[option] for option in kept) < target
        require(is_listed, f"tree: the solution {kept} is in no orbit of a listed one")
    is_right = (claim["solutions"], claim["raw"]) == (count, len(raw)) and (raw or not is_used)
    require(is_right, f"claim: the certificate proves {count} solutions, {len(raw)} in all")
    require(not raw or is_used or objective is None, "claim: no value of the objective")
    about = "" if sign == 0 else f"the {'greatest' if sign > 0 else 'least'} value is {value}: "
    number = f"{'exactly' if claim['all_best'] else 'at least'} {count} solution{'s' * (count != 1)}"
    named = "symmetry" if symmetry == "full" else f"the {len(group)} listed symmetries"
    listed = "" if symmetry == "off" else f" up to {named}, {len(raw)} in all"
    choices = f", with {statement['auxiliaries']} auxiliary choices"
    choices += " that the placements determine" * claim["all_best"]
    return about + number + listed + choices * (statement["auxiliaries"] > 0)


def check_weights(claim, statement):
    """Return what weights prove; an option of an item that may not be covered is free."""
    bounds, options, _ = checked_problem(statement)
    prices, modulus, auxiliaries = claim["prices"], claim["modulus"], statement["auxiliaries"]
    require(not (statement["symmetries"] or statement["objective"]), "statement: symmetries or an objective")
    require(len(prices) == len(bounds), "weights: not one price for each item")
    require(modulus is None or modulus >= 2, "weights: the modulus is not at least 2")
    for option, items in enumerate(options):
        cost, is_free = sum(prices[item] for item in items), any(bounds[item][1] == 0 for item in items)
        is_right = is_free or (cost >= 0 if modulus is None else cost % modulus == 0)
        require(is_right, f"weights: option {option} costs {cost}")
    if modulus is None:
        most = largest_price(prices, bounds)
        require(most < 0, f"weights: the items together may cost {most}")
    else:
        is_fixed = all(low == high or price % modulus == 0 for price, (low, high) in zip(prices, bounds, strict=True))
        require(is_fixed, "weights: an item with a price may be covered a varying number of times")
        total = sum(price * low for price, (low, _) in zip(prices, bounds, strict=True))
        require(total % modulus != 0, f"weights: the items together cost {total}")
    choices = f", with {auxiliaries} auxiliary choices" * (auxiliaries > 0)
    return "no solution, by weights" + ("" if modulus is None else f" modulo {modulus}") + choices


# ---------------------------------------------------------------------------------------------------------- verdict


def subject(statement, digest):
    """Return what a verdict is about: the name, in quotes unless plain, lattice, colors, conditions, checksum."""
    name, board, rules = statement["name"], statement["board"], other_bounds(statement)
    is_plain = re.fullmatch(r"\w[\w ,.'+-]*", name, re.ASCII) and not re.search(
        "solution|verified|statement|exactly|in all|value is|up to", name, re.IGNORECASE
    )
    short = name if len(name) <= MAX_NAME else name[:MAX_NAME] + "..."
    named = short if is_plain else json.dumps(short)
    if board is None:
        about = "a cover problem without a board, "
    elif (lattice := board["lattice"]["name"]) in LATTICES:
        about = "" if lattice in ("square", "cubic") else f"lattice {lattice}, "
    else:
        about = f"a lattice {lattice} that the statement defines, "
    shown = "tiles that show colors, " * (board is not None and any(tile["shown"] for tile in board["tiles"]))
    conditions = "".join(dict.fromkeys(f"{KINDS[each['kind']][0]}, " for each in statement["conditions"]))
    bounds = f"{rules} bound{'s' * (rules != 1)} of rules taken as stated, " * (rules > 0)
    aim = "objective taken as stated, " * (statement["objective"] is not None)
    return f"{named} ({about}{shown}{conditions}{bounds}{aim}statement {digest})"


def check(folder, walk=walk):
    """Return the sentence that a certificate proves."""
    claim, files = read_claim(folder)
    statement = parsed(files["statement.json"], STATEMENT, "statement.json")
    if claim["format"].endswith("weights"):
        proved = check_weights(claim, statement)
    else:
        proved = check_tree(claim, statement, files, walk)
    return f"VERIFIED: {subject(statement, claim['sha256']['statement.json'])}: {proved}"


def stated_symmetry(folder):
    """Return the word of a claim about the symmetries of a statement, which is checked like that of a certificate."""
    statement = parsed(content(folder, "statement.json", MAX_JSON_BYTES), STATEMENT, "statement.json")
    board, (bounds, options, weights) = statement["board"], checked_problem(statement)
    other_bounds(statement)
    group = checked_group(statement, bounds, options, weights)
    if board and board["lattice"]["name"] in LATTICES and is_full_group(group, board, options):
        return "full"
    return "listed" if statement["symmetries"] else "off"


def verdict(folder, check=check):
    """Return the exit status of a check and its sentence: the verdict, or the first thing that is wrong."""
    try:
        return 0, check(Path(folder))
    except AssertionError as error:
        return 1, printable(f"NOT VERIFIED: {error}")
    except Exception as error:  # any exception of a folder with another content
        return 2, printable(f"{folder}: not a certificate: {error or type(error).__name__}")


def printable(text):
    """Return a text in which no name moves the cursor or changes the direction of the text."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def planted_module(folder):
    """Return a file beside the checker from which Python has imported a module, or would without `-I`; or None."""
    checker = sys.modules["__main__"]  # which multiprocessing, if something has imported it, lists by a second name
    for module in [module for module in sys.modules.values() if module is not checker]:
        if Path(getattr(module, "__file__", None) or "/").resolve().parent == folder:
            return module.__file__
    names = [] if sys.flags.isolated else sorted(file.name for file in folder.iterdir())
    return next((name for name in names if name.partition(".")[0] in sys.stdlib_module_names), None)


if __name__ == "__main__":
    if planted := planted_module(Path(__file__).resolve().parent):
        status, sentence = 2, f"{planted}: it stands in for a module of Python; run python -I {__file__}"
    else:
        arguments, asked = sys.argv[1:], check
        if arguments[:1] == ["--statement"]:  # before the search, which a statement that is refused would waste
            arguments, asked = arguments[1:], stated_symmetry
        status, sentence = verdict(arguments[0] if arguments else Path(__file__).parent, asked)
    sys.stdout.reconfigure(errors="backslashreplace")  # a name may have letters that the terminal does not know
    sys.exit(print(sentence) or status)  # noqa: T201
