"""Forgeries of what a statement says of the lattice, the board, the tiles and the rules.

After each the options, the solutions, the tree and the claim are made to fit: only the check of the statement is left.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from cp_puzzles.analysis.certificate import check
from tests.analysis.certificate.certificates import Tampered
from tests.analysis.certificate.forged.forger import Forgery, rebuild, rebuilt, set_at, several

LATTICE = "board", "lattice"
IDENTITY = {"matrix": [[1, 0], [0, 1]], "shift": [0, 0]}


def _lattice(*isometries: dict[str, object]) -> object:
    """Return a lattice of its own, with some isometries."""
    return {"name": "own", "translations": [[1, 0], [0, 1]], "classes": [[0, 0]], "isometries": [*isometries]}


def _with_lattice(*isometries: dict[str, object]) -> Forgery:
    """Return a forgery with a lattice of its own, whose first isometries the tile uses."""

    def forge(file: Tampered) -> None:
        board = file.statement["board"]
        board["lattice"] = _lattice(*isometries)
        board["tiles"][0]["isometries"] = [*range(len(isometries))]
        file.statement["symmetries"] = []
        file.claim["symmetry"] = "off"
        with suppress(ValueError):
            rebuild(file)

    return Forgery("dominoes", "only lattices with a name are compared", "isometr", forge)


def _forget_symmetries(file: Tampered) -> None:
    file.statement["symmetries"] = []


def _identity_only(file: Tampered) -> None:
    """Drop all isometries but the identity; the domino becomes two tiles' worth of rows."""
    board = file.statement["board"]
    board["lattice"]["isometries"] = [IDENTITY]
    board["tiles"][0]["isometries"] = [0]
    file.statement["symmetries"] = []


def _without_reflections(file: Tampered) -> None:
    """Define a lattice with the rotations only, under a name of its own."""
    board = file.statement["board"]
    lattice = board["lattice"]
    lattice["name"] = "own"
    lattice["isometries"] = [each for each in lattice["isometries"] if _determinant(each["matrix"]) == 1]
    board["tiles"][0]["isometries"] = [*range(len(lattice["isometries"]))]
    cells = {tuple(cell): n for n, cell in enumerate(board["cells"])}
    quarter = [cells[y, 3 - x] for x, y in map(tuple, board["cells"])]
    file.statement["symmetries"] = [[*quarter, len(quarter)]]


def _determinant(matrix: list[list[int]]) -> int:
    (a, b), (c, d) = matrix
    return a * d - b * c


def _free_auxiliary(file: Tampered) -> None:
    """Add an auxiliary option that may be chosen or not."""
    file.statement["auxiliaries"] = 1
    rule = {"name": "free", "minimum": 0, "maximum": 1, "options": [len(file.statement["options"])]}
    file.statement["rules"] = [rule]
    file.statement["symmetries"] = []
    file.claim["symmetry"] = "off"


def _auxiliary_without_items(file: Tampered) -> None:
    file.statement["auxiliaries"] = 1
    _forget_symmetries(file)


def _rule(options: list[int], minimum: int, maximum: int) -> Callable[[Tampered], object]:
    rules = [{"name": "forged", "minimum": minimum, "maximum": maximum, "options": options}]
    return set_at("rules", rules)


def _without_board(file: Tampered) -> None:
    file.statement["board"] = None


def _claim_all(file: Tampered) -> None:
    file.claim.update(solutions=36, raw=36)


def _moved_given(file: Tampered) -> None:
    """Let the cells of the given piece come first."""
    board = file.statement["board"]
    count = len(board["given"][0]["cells"])
    board["cells"] = [*board["cells"][-count:], *board["cells"][:-count]]


def _double_tile(file: Tampered) -> None:
    tile = file.statement["board"]["tiles"][0]
    tile.update(minimum=2, maximum=2)
    file.statement["board"]["tiles"] = [tile, tile]
    _forget_symmetries(file)


def _colors_exchanged(file: Tampered) -> None:
    """Count each colored option by a rule; then let the isometries of the board exchange the two colors, too."""
    statement = file.statement
    board = statement["board"]
    board.update(given=[], cells=[[x, y] for x in (0, 1) for y in (0, 1)])
    board["tiles"][0].update(minimum=2, maximum=2)
    options = check.placed(board, [])
    statement["rules"] = [{"name": str(n), "minimum": 0, "maximum": 1, "options": [n]} for n, _ in enumerate(options)]
    exchange = {"a": "b", "b": "a"}
    for cells in ([1, 0, 3, 2], [0, 2, 1, 3]):
        rules = []
        for (*covered, _), shown in options:
            pairs = sorted((cells[cell], exchange[text]) for cell, text in zip(covered, shown, strict=True))
            rules.append(options.index(([*(cell for cell, _ in pairs), 4], tuple(text for _, text in pairs))))
        statement["symmetries"].append([*cells, 4, *(5 + rule for rule in rules)])
    file.claim["symmetry"] = "full"


def _given_of_two_tiles(*, symmetric: bool) -> Callable[[Tampered], None]:
    """Give a domino A on the left and a domino B on the right; only B has a second copy."""

    def forge(file: Tampered) -> None:
        board = file.statement["board"]
        tile, ends = board["tiles"][0], ([[0, 0], [1, 0]], [[0, 5], [1, 5]])
        inner = [[x, y] for x in (0, 1) for y in range(1, 5)]
        copies = {"A": (1, 1), "B": (1, 2), "C": (0, 6)}
        board["cells"] = [*inner, *ends[0], *ends[1]]
        board["tiles"] = [
            tile | {"name": name, "minimum": least, "maximum": most} for name, (least, most) in copies.items()
        ]
        board["given"] = [{"tile": n, "cells": cells, "shown": []} for n, cells in enumerate(ends)]
        turns: tuple[Callable[[int, int], list[int]], ...] = lambda x, y: [1 - x, y], lambda x, y: [x, 5 - y]
        file.statement["symmetries"] = [
            [*(inner.index(turn(x, y)) for x, y in inner), 8, 9, 10] for turn in turns[: 1 + symmetric]
        ]

    return forge


TILE = "board", "tiles", 0

FORGERIES: dict[str, Forgery] = {
    "translations not in echelon form": Forgery(
        *("dominoes", "remainders modulo any basis are remainders", "not the lattice square"),
        rebuilt(set_at(*LATTICE, "translations", [[1, 0], [1, 1]])),
    ),
    "translations of an own lattice not in echelon form": Forgery(
        *("dominoes", "only known lattices are compared", "no basis in echelon form"),
        rebuilt(set_at(*LATTICE, "translations", [[1, 0], [1, 1]]), set_at(*LATTICE, "name", "own")),
    ),
    "coarser translations": Forgery(
        *("dominoes", "every second placement is missing, and the form is right", "not the lattice square"),
        rebuilt(set_at(*LATTICE, "translations", [[1, 0], [0, 2]])),
    ),
    "translations with a negative pivot": Forgery(
        *("dominoes", "floor division by a negative pivot gives other remainders", "no basis in echelon form"),
        rebuilt(set_at(*LATTICE, "translations", [[1, 0], [0, -1]]), set_at(*LATTICE, "name", "own")),
    ),
    "translations of lower rank": Forgery(
        *("dominoes", "one translation is an echelon form, too", "no basis in echelon form"),
        rebuilt(set_at(*LATTICE, "translations", [[1, 0]]), set_at(*LATTICE, "name", "own")),
    ),
    "the identity as the only isometry": Forgery(
        *("dominoes", "symmetries are compared with the listed isometries", "not the lattice square"),
        rebuilt(_identity_only),
    ),
    "rotations as the only isometries": Forgery(
        *("dominoes", "they are a group", "not the lattice square"),
        rebuilt(
            lambda file: file.statement["board"]["lattice"]["isometries"].pop(), set_at(*TILE, "isometries", [0, 1])
        ),
    ),
    "a shear as an isometry": _with_lattice(IDENTITY, {"matrix": [[1, 1], [0, 1]], "shift": [0, 0]}),
    "a projection as an isometry": _with_lattice(
        {"matrix": [[1, 0], [0, 0]], "shift": [0, 0]}, {"matrix": [[1, 0], [0, 1]], "shift": [0, 0]}
    ),
    "a projection as the only isometry": _with_lattice({"matrix": [[1, 0], [0, 0]], "shift": [0, 0]}),
    "a projection to a point as the only isometry": _with_lattice({"matrix": [[0, 0], [0, 0]], "shift": [0, 0]}),
    "a scaling as an isometry": _with_lattice(IDENTITY, {"matrix": [[2, 0], [0, 2]], "shift": [0, 0]}),
    "no isometries": _with_lattice(),
    "an isometry twice": _with_lattice(IDENTITY, IDENTITY),
    "a shift that is no remainder": _with_lattice({"matrix": [[1, 0], [0, 1]], "shift": [1, 0]}),
    "an isometry of another dimension": _with_lattice(IDENTITY, {"matrix": [[1, 0], [0, 1], [0, 0]], "shift": [0, 0]}),
    "a lattice without one of its classes": Forgery(
        *("lozenges", "cells of the other class cannot be covered", "not the lattice triangular"),
        rebuilt(set_at(*LATTICE, "classes", [[1, 1]])),
    ),
    "periods not in echelon form": Forgery(
        *("torus", "remainders modulo any rows are remainders", "periods are no translations in echelon form"),
        rebuilt(set_at("board", "periods", [[3, 0], [3, 6]]), _forget_symmetries),
    ),
    "a period that is no translation of the lattice": Forgery(
        *("lozenges", "the tile fits across the seam", "periods are no translations"),
        rebuilt(set_at("board", "periods", [[16, 0]]), _forget_symmetries),
    ),
    "a period of zeros": Forgery(
        *("torus", "it has no pivot", "periods are no translations in echelon form"),
        set_at("board", "periods", [[0, 0]]),
    ),
    "a cell twice": Forgery(
        *("dominoes", "the second item of the cell is covered by nothing", "a cell occurs twice"),
        set_at("board", "cells", 1, [0, 0]),
    ),
    "a cell and its image under a period": Forgery(
        *("torus", "they are different points", "a cell occurs twice"),
        set_at("board", "cells", 1, [4, 4]),
    ),
    "a point that is no cell": Forgery(
        *("lozenges", "nothing covers it, and it is optional", "not a cell of the lattice"),
        rebuilt(lambda file: file.statement["board"]["cells"].append([0, 0]), _forget_symmetries),
    ),
    "a cell with three coordinates": Forgery(
        *("dominoes", "zip stops early", "not a cell of the lattice"), set_at("board", "cells", 3, [0, 3, 0])
    ),
    "an optional cell twice": Forgery(
        *("dominoes", "a set hides it", "an optional cell is no cell"), set_at("board", "optional", [0, 0])
    ),
    "an optional cell with the number -1": Forgery(
        *("dominoes", "nothing has this number", "an optional cell is no cell"), set_at("board", "optional", [-1])
    ),
    "a minimum above the maximum": Forgery(
        *("dominoes", "0 solutions", "wrong bounds"), rebuilt(set_at(*TILE, "maximum", 7))
    ),
    "a negative minimum": Forgery(
        *("dominoes", "it is below any number", "wrong bounds"), set_at(*TILE, "minimum", -8)
    ),
    "two tiles of one name": Forgery(
        *("pairs", "the reader takes them for one", "two tiles have the same name"), rebuilt(_double_tile)
    ),
    "a tile with a cell twice": Forgery(
        *("dominoes", "it has two cells and no placement: 0 solutions", "wrong bounds, cells or isometries"),
        rebuilt(set_at(*TILE, "cells", [[0, 0], [0, 0]]), _forget_symmetries),
    ),
    "a tile without cells": Forgery(
        *("dominoes", "it fits everywhere", "wrong bounds, cells or isometries"), set_at(*TILE, "cells", [])
    ),
    "a tile without isometries": Forgery(
        *("dominoes", "it has no placement: 0 solutions", "wrong bounds, cells or isometries"),
        rebuilt(set_at(*TILE, "isometries", []), _forget_symmetries),
    ),
    "a tile with the isometry -1": Forgery(
        *("dominoes", "Python counts from the end", "wrong bounds, cells or isometries"),
        rebuilt(set_at(*TILE, "isometries", [-1, 0]), _forget_symmetries),
    ),
    "a given piece of the tile -1": Forgery(
        *("given", "Python counts from the end", "a given piece has no tile"), set_at("board", "given", 0, "tile", -1)
    ),
    "a given piece off the board": Forgery(
        *("given", "its cells are removed", "a cell that is not on the board"),
        set_at("board", "given", 0, "cells", 0, [9, 9]),
    ),
    "a given piece of another shape": Forgery(
        *("given", "its cells are removed", "no placement of its tile"),
        lambda file: file.statement["board"]["given"][0]["cells"].pop(),
    ),
    "a given piece twice": Forgery(
        *("given", "its tile is used up", "cover the last cells once"),
        lambda file: file.statement["board"]["given"].append(file.statement["board"]["given"][0]),
    ),
    "given cells that come first": Forgery(
        *("given", "the free cells are counted, not compared", "cover the last cells once"), _moved_given
    ),
    "a rule that counts an option twice": Forgery(
        *("dominoes", "the option covers the item once or twice", "one twice"), _rule([3, 3], 2, 2)
    ),
    "a rule that counts the option -1": Forgery(
        *("dominoes", "Python counts from the end", "an option that there is not"), _rule([-1], 1, 1)
    ),
    "a rule with a negative minimum": Forgery(
        *("dominoes", "it is never missed", "a bound is negative"), rebuilt(_rule([0, 1, 2], -1, 9), _forget_symmetries)
    ),
    "an auxiliary option without an item": Forgery(
        *("dominoes", "every solution counts twice", "an option is empty"), rebuilt(_auxiliary_without_items)
    ),
    "an auxiliary option that is free": Forgery(
        *("dominoes", "every solution counts twice", "differ in auxiliary options alone"),
        rebuilt(_free_auxiliary),
    ),
    "fewer auxiliary options than none": Forgery(
        *("dominoes", "an empty list times -1 is empty", "too many auxiliary options"), set_at("auxiliaries", -1)
    ),
    "no board": Forgery(*("dominoes", "then nothing is made again", "symmetries without a board"), _without_board),
    "no board, and up to symmetry": Forgery(
        *("dominoes", "a group of the identity is complete", "an unknown lattice may have more isometries"),
        several(_without_board, _forget_symmetries, _claim_all),
    ),
    "some isometries of an own lattice, and up to symmetry": Forgery(
        *("dominoes", "they are a group, and no symmetry is missing", "an unknown lattice may have more isometries"),
        rebuilt(_without_reflections),
    ),
    "a rule that forbids nothing, and up to fewer symmetries": Forgery(
        *("dominoes", "the rule has no image", "the symmetries are not those of the board"),
        rebuilt(_rule([0], 0, 1), _forget_symmetries),
    ),
    "copies that do not fit, and up to fewer symmetries": Forgery(
        *("lozenges", "tiles with other bounds are no images", "the symmetries are not those of the board"),
        lambda file: file.claim.update(symmetry="full"),
    ),
    "a tile that shows more than its cells": Forgery(
        *("colored", "zip stops early", "shows something on other cells"), set_at(*TILE, "shown", ["a", "b", "a"])
    ),
    "a tile that shows nothing on each cell": Forgery(
        *("dominoes", "it is the same tile in a second form", "shows something on other cells"),
        rebuilt(set_at(*TILE, "shown", ["", ""]), _forget_symmetries),
    ),
    "a tile that shows one color, with placements of two": Forgery(
        *("colored", "the options are listed", "statement: "), set_at(*TILE, "shown", ["a", "a"])
    ),
    "a given piece that shows other colors": Forgery(
        *("colored", "its cells are right", "a given piece is no placement of its tile"),
        set_at("board", "given", 0, "shown", ["b", "b"]),
    ),
    "a given piece that shows its colors on other cells": Forgery(
        *("colored", "zip stops early", "a piece shows something on other cells"),
        lambda file: file.statement["board"]["given"][0]["shown"].append("a"),
    ),
    "an exchange of colors as a part of isometries": Forgery(
        *("colored", "the cells move as by the isometry: 3, not 2", "the symmetries are not those"),
        rebuilt(_colors_exchanged),
    ),
    "given pieces of different tiles exchanged": Forgery(
        *("dominoes", "the given cells are kept as sets: 12, not 15", "the symmetries are not those"),
        rebuilt(_given_of_two_tiles(symmetric=True)),
    ),
    "an isometry that maps a given piece to another tile": Forgery(
        *("dominoes", "it is no symmetry, and is left out", "the symmetries are not those"),
        rebuilt(_given_of_two_tiles(symmetric=False)),
    ),
    "a symmetry of options with the same cells": Forgery(
        *("colored", "the identity is always one", "two options cover the same items"),
        several(
            rebuilt(set_at("rules", [])),
            lambda file: file.statement.update(symmetries=[[*range(len(file.statement["items"]))]]),
            lambda file: file.claim.update(symmetry="listed"),
        ),
    ),
    "auxiliary options without a board": Forgery(
        *("dominoes", "the last option becomes a choice", "auxiliary options or symmetries without a board"),
        several(_without_board, _forget_symmetries, set_at("auxiliaries", 1)),
    ),
    "another name of an item": Forgery(
        *("dominoes", "names are not computed", "other items"), set_at("items", 16, "name", "X")
    ),
    "a cell that may stay empty": Forgery(
        *("dominoes", "bounds are listed", "other items"), set_at("items", 3, "minimum", 0)
    ),
    "an option less": Forgery(
        *("dominoes", "options are listed", "other items or options"), lambda file: file.statement["options"].pop()
    ),
    "options in another order": Forgery(
        *("dominoes", "the same options", "other items or options"), lambda file: file.statement["options"].reverse()
    ),
    "an option that is no set": Forgery(
        *("dominoes", "without a board options are not made again", "no sorted set of items"),
        several(_without_board, _forget_symmetries, set_at("options", 0, [0, 0, 1])),
    ),
    "an option of the item -1": Forgery(
        *("dominoes", "Python counts from the end", "no sorted set of items"),
        several(_without_board, _forget_symmetries, set_at("options", 0, [-1, 0])),
    ),
}
