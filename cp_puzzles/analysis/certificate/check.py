"""Check a certificate: `python OUT/check.py`. Exit status: 0 verified, 1 not verified, 2 not a certificate.

1. The options are made again from the board and the tiles, and compared with those of the statement.
2. Every symmetry permutes the items, preserves bounds and maps options to options. For a count `up to symmetry`, no
   isometry of the board with this property is missing.
3. Every listed solution covers each item within its bounds; the orbits of the listed solutions are disjoint.
4. The search tree is walked: every branch ends at an item that cannot be covered or at a solution of a listed orbit.
   A symmetric root tries one option of each orbit. This is complete: each solution has an image with such an option.
"""

import gzip
import hashlib
import json
import sys
from collections import Counter
from pathlib import Path
from struct import unpack


class CheckError(Exception):
    """The first step of a certificate that does not hold."""


def require(holds, problem, error=CheckError):
    """Raise an error with the problem unless a step holds."""
    if not holds:
        raise error(problem)


def read(folder):
    """Return the claim, the statement, the solutions with their orbit sizes, and the tree of a certificate."""
    texts = ((folder / name).read_bytes() for name in ("claim.json", "statement.json"))
    claim, statement = (json.loads(text, parse_float=int, parse_constant=int) for text in texts)
    require((claim["format"], claim["version"]) == ("cp-puzzles certificate", 1), "unknown version", ValueError)
    *lines, last = (folder / "solutions.txt").read_text("ascii").splitlines()
    require(last == f"end {len(lines)}", f"solutions.txt: the last line is not 'end {len(lines)}'", ValueError)
    solutions = [(int(size), [*map(int, options.split())]) for size, options in (line.split(":") for line in lines)]
    tree = gzip.decompress((folder / "tree.gz").read_bytes())
    return claim, statement, solutions, unpack(f"<{len(tree) // 4}I", tree)


def remainder(point, basis):
    """Return the remainder of a point modulo the rows of a basis in echelon form."""
    for row in basis:
        pivot = next(number for number in row if number)
        point = [x - point[row.index(pivot)] // pivot * y for x, y in zip(point, row, strict=True)]
    return tuple(point)


def images(board, cells, matrix):
    """Yield the images of cells on the board, by number, under a matrix and each translation of the lattice."""
    number = {remainder(cell, board["periods"]): n for n, cell in enumerate(board["cells"])}
    moved = [[sum(x * y for x, y in zip(row, cell, strict=True)) for row in matrix] for cell in cells]
    for target in board["cells"]:
        shift = [x - y for x, y in zip(target, moved[0], strict=True)]
        if not any(remainder(shift, board["translations"])):
            image = [number.get(remainder([*map(int.__add__, cell, shift)], board["periods"]), -1) for cell in moved]
            if -1 not in image and len(set(image)) == len(image):
                yield image


def made_again(board, rules, auxiliaries):
    """Return the bounds of the items and the items of the options: placements in order, then auxiliary options."""
    cells, tiles, given = board["cells"], board["tiles"], board["given"]
    require(len({remainder(cell, board["periods"]) for cell in cells}) == len(cells), "statement: a cell comes twice")
    placements, free = set(), len(cells) - sum(len(piece["cells"]) for piece in given)
    for n, tile in enumerate(tiles):
        for form, matrix in ((form, board["isometries"][k]) for form in tile["forms"] for k in tile["isometries"]):
            placements.update((*sorted(image), len(cells) + n) for image in images(board, form, matrix))
    fixed = [(*sorted(map(cells.index, piece["cells"])), len(cells) + piece["tile"]) for piece in given]
    require(placements.issuperset(fixed), "statement: a given piece is no placement of its tile")
    taken = sorted(cell for placement in fixed for cell in placement[:-1])
    require(taken == [*range(free, len(cells))], "statement: the given pieces do not cover the last cells once")
    is_full = sum(tile["minimum"] * min(map(len, tile["forms"])) for tile in tiles) == len(cells)  # no cell stays empty
    bounds = [[int(is_full or cell not in set(board["optional"])), 1] for cell in range(free)]
    used = [sum(piece["tile"] == n for piece in given) for n in range(len(tiles))]
    bounds += [[max(0, tile["minimum"] - n), tile["maximum"] - n] for tile, n in zip(tiles, used, strict=True)]
    kept = ([*placement[:-1], placement[-1] - len(taken)] for placement in placements if placement[-2] < free)
    options = sorted(items for items in kept if bounds[items[-1]][1] > 0) + [[] for _ in range(auxiliaries)]
    for rule in rules:
        for option in rule["options"]:
            options[option].append(len(bounds))
        bounds.append([rule["minimum"], rule["maximum"]])
    return bounds, options


def checked_orbits(bounds, options, symmetries, solutions):
    """Return the group of permutations of options, and all images of the solutions under it, after steps 2 and 3."""
    number = {frozenset(items): option for option, items in enumerate(options)}
    require(not symmetries or len(number) == len(options), "statement: two options cover the same items")
    generators, group, raw = [], {tuple(range(len(options))): None}, set()
    for n, image in enumerate(symmetries):
        require(sorted(image) == [*range(len(bounds))], f"statement: symmetry {n} is no permutation of the items")
        require([bounds[item] for item in image] == bounds, f"statement: symmetry {n} changes bounds")
        generators.append([number.get(frozenset(image[item] for item in items), -1) for items in options])
        require(-1 not in generators[-1], f"statement: symmetry {n} maps an option to none")
    for element in (elements := [*group]):
        for product in (tuple(map(generator.__getitem__, element)) for generator in generators):
            if product not in group:
                group[product] = elements.append(product)
    for n, (size, solution) in enumerate(solutions, start=1):
        is_set = len(set(solution)) == len(solution) and all(0 <= option < len(options) for option in solution)
        require(is_set, f"solutions: solution {n} is no set of options")
        times = Counter(item for option in solution for item in options[option])
        for item, (low, high) in enumerate(bounds):
            require(low <= times[item] <= high, f"solutions: solution {n} covers the item {item} {times[item]} times")
        orbit = {tuple(sorted(map(element.__getitem__, solution))) for element in elements}
        require(len(orbit) == size, f"solutions: the orbit of solution {n} has the size {len(orbit)}, not {size}")
        require(raw.isdisjoint(orbit), f"solutions: solution {n} is an image of an earlier one")
        raw |= orbit
    return elements, raw


def is_full_group(group, board, options):
    """Return whether a group has all isometries that preserve the cells of options and given pieces."""
    given = [frozenset(map(board["cells"].index, piece["cells"])) for piece in board["given"]]
    free, found = len(board["cells"]) - sum(map(len, given)), set()
    sets = [*(frozenset(item for item in items if item < free) for items in options), *given]
    for matrix in board["isometries"]:
        for image in images(board, board["cells"], matrix):
            moved = [frozenset(map(image.__getitem__, cells)) for cells in sets]
            if {*moved} == {*sets}:
                found.add(tuple(moved[: len(options)]))
    return found == {tuple(map(sets.__getitem__, element)) for element in group}


def walk(bounds, options, tree, roots):
    """Yield the solutions of a tree, the items of its branching nodes in preorder; `roots`: the options of the root."""
    masks = [sum(1 << option for option, items in enumerate(options) if item in items) for item in range(len(bounds))]
    usable = sum(1 << option for option, items in enumerate(options) if all(bounds[item][1] > 0 for item in items))
    place, stack = 0, [((), usable, [low for low, _ in bounds], [high for _, high in bounds])]
    while stack:
        chosen, active, needs, remaining = stack.pop()
        if any(need > 0 and (active & mask).bit_count() < need for need, mask in zip(needs, masks, strict=True)):
            continue  # a leaf: an item has fewer active options than it needs
        untried = active
        if max(needs, default=0) > 0:
            require(place < len(tree), f"tree: it ends after {place} branching nodes, at an open node")
            item, place = tree[place], place + 1
            is_open = item < len(needs) and needs[item] > 0
            require(is_open, f"tree: branching node {place} has the item {item}, which needs no option")
            untried &= masks[item]
            if roots is not None and not chosen:
                untried &= sum(1 << root for root in roots)
        else:
            yield tuple(sorted(chosen))
        below = []
        while untried:
            untried ^= (lowest := untried & -untried)
            option, child, less, left = lowest.bit_length() - 1, active ^ lowest, [*needs], [*remaining]
            if roots is None or chosen:
                active ^= lowest  # the options that follow are tried without this one
            for item in options[option]:
                less[item], left[item] = less[item] - 1, left[item] - 1
                child &= -1 if left[item] else ~masks[item]
            below.append(((*chosen, option), child, less, left))
        stack += reversed(below)
    require(place == len(tree), f"tree: it goes on after its end, with branching node {place + 1}")


def check(folder, walk=walk):
    """Return the sentence that a certificate proves; raise `CheckError` for a step that does not hold."""
    claim, statement, solutions, tree = read(folder)
    bounds, options, board = [[*item[1:]] for item in statement["items"]], statement["options"], statement["board"]
    made = (bounds, options) if board is None else made_again(board, statement["rules"], statement["auxiliaries"])
    require(made == (bounds, options), "statement: the items or options are not those of the board, tiles and rules")
    are_sets = all(len(set(items)) == len(items) and {*items} <= {*range(len(bounds))} for items in options)
    require(are_sets and min(map(min, bounds), default=0) >= 0, "statement: an option is no set, or a bound negative")
    group, raw = checked_orbits(bounds, options, statement["symmetries"], solutions)
    if is_all := claim["symmetry"] == "full":
        require(is_full_group(group, board, options), "statement: the symmetries are not those of the board")
    if claim["symmetric_root"]:
        is_fixed = tree and all(image[tree[0] % len(image)] == tree[0] for image in statement["symmetries"])
        require(is_fixed, "tree: the symmetries do not fix the item of the root")
    roots = sorted({min(orbit) for orbit in zip(*group, strict=True)}) if claim["symmetric_root"] else None
    for solution in walk(bounds, options, tree, roots):
        require(solution in raw, f"tree: the solution {solution} is in no orbit of a listed one")
    is_right = (claim["solutions"], claim["raw"]) == (len(solutions), len(raw))
    require(is_right, f"claim: the certificate proves {len(solutions)} solutions, {len(raw)} in all")
    for name in ("statement.json", "solutions.txt", "tree.gz"):
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        require(digest == claim["sha256"][name], f"{name}: valid, but not the file whose SHA-256 claim.json states")
    number = f"VERIFIED: exactly {len(solutions)} solution{'s' * (len(solutions) != 1)}"
    listed = f" up to {'symmetry' if is_all else f'the {len(group)} listed symmetries'}, {len(raw)} in all"
    return number + listed * (is_all or len(group) > 1)


def verdict(folder, walk=walk):
    """Return the exit status of a check and its sentence: the verdict, or the first thing that is wrong."""
    try:
        return 0, check(Path(folder), walk)
    except CheckError as error:
        return 1, f"NOT VERIFIED: {error}"
    except Exception as error:  # any exception of a folder with another content
        return 2, f"{folder}: not a certificate: {error or type(error).__name__}"


if __name__ == "__main__":
    status, sentence = verdict(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    sys.exit(print(sentence) or status)  # noqa: T201
