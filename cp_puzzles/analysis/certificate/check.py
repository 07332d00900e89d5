"""Check a certificate: `python OUT/check.py`. Exit status: 0 verified, 1 not verified, 2 not a certificate.

1. The options are made again from the board and the tiles, and compared with those of the statement.
2. Every symmetry permutes items and options with their bounds and weights; `up to symmetry` no isometry is missing.
3. Every listed solution covers each item within its bounds and has the claimed value; the orbits are disjoint.
4. Every branch of the tree ends at an item that cannot be covered, at the budget of `priced` or in a listed orbit.
   A symmetric root tries one option of each orbit: every solution has an image with such an option.
"""

import gzip
import json
import sys
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path


def require(holds, problem, error=AssertionError):
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
    return claim, statement, solutions, memoryview(gzip.decompress((folder / "tree.gz").read_bytes())).cast("I")


def remainder(point, basis):
    """Return the remainder of a point modulo the rows of a basis in echelon form."""
    for row in basis:
        pivot = next(number for number in row if number)
        point = [x - point[row.index(pivot)] // pivot * y for x, y in zip(point, row, strict=True)]
    return tuple(point)


def images(board, moves):
    """Yield for each number, cells and matrix the number, with an image of the cells after each translation."""
    place = {remainder(cell, board["periods"]): n for n, cell in enumerate(board["cells"])}
    targets = [(cell, remainder(cell, board["translations"])) for cell in board["cells"]]
    for n, cells, matrix in moves:
        moved = [[sum(map(int.__mul__, row, cell)) for row in matrix] for cell in cells]
        steps, key = [[*map(int.__sub__, cell, moved[0])] for cell in moved], remainder(moved[0], board["translations"])
        for target in (cell for cell, rest in targets if rest == key):
            numbers = (place.get(remainder([*map(int.__add__, target, step)], board["periods"]), -1) for step in steps)
            image = [*takewhile((0).__le__, numbers)]
            if len(image) == len(set(image)) == len(steps):
                yield n, image


def made_again(statement):
    """Return the bounds of the items and the items of the options: placements in order, then auxiliary options."""
    cells, tiles, given = (board := statement["board"])["cells"], board["tiles"], board["given"]
    require(len({remainder(cell, board["periods"]) for cell in cells}) == len(cells), "statement: a cell occurs twice")
    free, turned = len(cells) - sum(len(piece["cells"]) for piece in given), board["isometries"]
    forms = ((n, form, turned[k]) for n, tile in enumerate(tiles) for form in tile["forms"] for k in tile["isometries"])
    placements = {(*sorted(image), len(cells) + n) for n, image in images(board, forms)}
    fixed = [(*sorted(map(cells.index, piece["cells"])), len(cells) + piece["tile"]) for piece in given]
    require(placements.issuperset(fixed), "statement: a given piece is no placement of its tile")
    taken = sorted(cell for placement in fixed for cell in placement[:-1])
    require(taken == [*range(free, len(cells))], "statement: the given pieces do not cover the last cells once")
    is_full = sum(tile["minimum"] * min(map(len, tile["forms"])) for tile in tiles) == len(cells)  # no cell stays empty
    bounds = [[int(is_full or cell not in set(board["optional"])), 1] for cell in range(free)]
    used = [sum(piece["tile"] == n for piece in given) for n in range(len(tiles))]
    bounds += [[max(0, tile["minimum"] - n), tile["maximum"] - n] for tile, n in zip(tiles, used, strict=True)]
    kept = ([*items[:-1], items[-1] - len(taken)] for items in sorted(placements) if items[-2] < free)
    options = [items for items in kept if bounds[items[-1]][1] > 0] + [[] for _ in range(statement["auxiliaries"])]
    for rule in statement["rules"]:
        for option in rule["options"]:
            options[option].append(len(bounds))
        bounds.append([rule["minimum"], rule["maximum"]])
    return bounds, options


def checked_orbits(bounds, options, weights, best, symmetries, solutions):
    """Return the group of permutations of options, and all images of the solutions under it, after steps 2 and 3."""
    number = {frozenset(items): option for option, items in enumerate(options)}
    require(not symmetries or len(number) == len(options), "statement: two options cover the same items")
    generators, raw = [], set()
    for n, image in enumerate(symmetries):
        generators.append(moved := [number.get(frozenset(image[item] for item in items), -1) for items in options])
        is_bounded = sorted(image) == [*range(len(bounds))] and [bounds[item] for item in image] == bounds
        is_weighted = -1 not in moved and [weights[option] for option in moved] == weights
        require(is_bounded and is_weighted, f"statement: symmetry {n} changes items, options, bounds or weights")
    group = [tuple(range(len(options)))]
    for element in group:
        group += {image for image in (tuple(map(g.__getitem__, element)) for g in generators) if image not in group}
    for n, (size, solution) in enumerate(solutions, start=1):
        is_set = len(set(solution)) == len(solution) and {*solution} <= {*range(len(options))}
        require(is_set and sum(weights[o] for o in solution) == best, f"solutions: {n} is no set of the claimed value")
        times = Counter(item for option in solution for item in options[option])
        for item, (low, high) in enumerate(bounds):
            require(low <= times[item] <= high, f"solutions: solution {n} covers the item {item} {times[item]} times")
        orbit = {tuple(sorted(map(element.__getitem__, solution))) for element in group}
        require(len(orbit) == size, f"solutions: the orbit of solution {n} has the size {len(orbit)}, not {size}")
        require(raw.isdisjoint(orbit), f"solutions: solution {n} is an image of an earlier one")
        raw |= orbit
    return group, raw


def is_full_group(group, board, options):
    """Return whether a group has all isometries that preserve the cells of options and given pieces."""
    given = [frozenset(map(board["cells"].index, piece["cells"])) for piece in board["given"]]
    free = len(board["cells"]) - sum(map(len, given))
    sets = [*(frozenset(item for item in items if item < free) for items in options), *given]
    moves = images(board, ((0, board["cells"], matrix) for matrix in board["isometries"]))
    moved = ([frozenset(map(image.__getitem__, cells)) for cells in sets] for _, image in moves)
    found = {tuple(image[: len(options)]) for image in moved if {*image} == {*sets}}
    return found == {tuple(map(sets.__getitem__, element)) for element in group}


def priced(bounds, options, weights, target, prices, scale):
    """Return the problem with options that leave items uncovered; their costs: prices of items minus scaled weights."""
    spare = [[item] for item, (low, high) in enumerate(bounds) if scale and low + 1 == high]
    bounds, options = [[low + ([item] in spare), high] for item, (low, high) in enumerate(bounds)], options + spare
    costs = [sum(prices[i] for i in items) - scale * sum(weights[n : n + 1]) for n, items in enumerate(options)]
    require(scale >= 0 and min(costs, default=0) >= 0, "claim: an option weighs more than its price")
    most = sum(max(price * low, price * high) for price, (low, high) in zip(prices, bounds, strict=True))
    return bounds, options, costs, most - scale * target


def walk(bounds, options, costs, budget, roots, tree):
    """Yield the solutions of a tree, the items of its branching nodes in preorder; `roots`: options of the root."""
    masks = [sum(1 << option for option, items in enumerate(options) if item in items) for item in range(len(bounds))]
    usable = sum(1 << option for option, items in enumerate(options) if all(bounds[item][1] > 0 for item in items))
    paid = cache(lambda most: sum(1 << option for option, cost in enumerate(costs) if cost <= most))
    place, stack = 0, [((), usable & paid(budget), [low for low, _ in bounds], [high for _, high in bounds], budget)]
    while stack:
        chosen, active, needs, remaining, budget = stack.pop()
        if any(need > 0 and (active & mask).bit_count() < need for need, mask in zip(needs, masks, strict=True)):
            continue  # a leaf: an item has fewer active options than it needs
        untried = active
        if max(needs, default=0) > 0:
            item, place = tree[place] if place < len(tree) else -1, place + 1
            require(0 <= item < len(needs) and needs[item] > 0, f"tree: branching node {place} has no open item")
            untried &= masks[item] if chosen else masks[item] & roots
        else:
            yield tuple(sorted(chosen))
        while untried:  # the last option first: its branch excludes those before it
            option, less, left = untried.bit_length() - 1, [*needs], [*remaining]
            untried ^= 1 << option
            child = active & ~(1 << option) & ~(untried if chosen or roots == -1 else 0) & paid(budget - costs[option])
            for item in options[option]:
                less[item], left[item] = less[item] - 1, left[item] - 1
                child &= -1 if left[item] else ~masks[item]
            stack.append(((*chosen, option), child, less, left, budget - costs[option]))
    require(place == len(tree), f"tree: it goes on after its end, with branching node {place + 1}")


def check(folder, walk=walk):
    """Return the sentence that a certificate proves."""
    claim, statement, solutions, tree = read(folder)
    bounds, options, board = [[*item[1:]] for item in statement["items"]], statement["options"], statement["board"]
    require(board is None or made_again(statement) == (bounds, options), "statement: other options than its board's")
    are_sets = all(len(set(items)) == len(items) and {*items} <= {*range(len(bounds))} for items in options)
    require(are_sets and min(map(min, bounds), default=0) >= 0, "statement: an option is no set, or a bound negative")
    sign = 0 if claim["value"] is None else 1 if statement["maximize"] else -1
    weights, best = [sign * x for x in statement["weights"]], sign and sign * (claim["value"] - statement["constant"])
    target = best + (sign != 0 and not claim["all_best"])
    group, raw = checked_orbits(bounds, options, weights, best, statement["symmetries"], solutions)
    if is_full := claim["symmetry"] == "full":
        require(is_full_group(group, board, options), "statement: the symmetries are not those of the board")
    firsts = sum(1 << option for option in {*map(min, zip(*group, strict=True))}) | -1 << len(options)
    roots = firsts if claim["fixed_root"] else -1
    require(roots == -1 or all(image[tree[0]] == tree[0] for image in statement["symmetries"]), "tree: no fixed root")
    for solution in walk(*priced(bounds, options, weights, target, claim["prices"], claim["scale"]), roots, tree):
        kept = tuple(option for option in solution if option < len(options))
        is_listed = kept in raw or sum(weights[option] for option in kept) < target
        require(is_listed, f"tree: the solution {kept} is in no orbit of a listed one")
    is_right = (claim["solutions"], claim["raw"]) == (len(solutions), len(raw)) and (raw or sign == 0)
    require(is_right, f"claim: the certificate proves {len(solutions)} solutions, {len(raw)} in all")
    for name in ("statement.json", "solutions.txt", "tree.gz"):
        require(sha256((folder / name).read_bytes()).hexdigest() == claim["sha256"][name], f"{name}: another SHA-256")
    about = "" if sign == 0 else f"the {'greatest' if sign > 0 else 'least'} value is {claim['value']}: "
    number = f"{'exactly' if target == best else 'at least'} {len(solutions)} solution{'s' * (len(solutions) != 1)}"
    listed = f" up to {'symmetry' if is_full else f'the {len(group)} listed symmetries'}, {len(raw)} in all"
    return f"VERIFIED: {about}{number}{listed * (is_full or len(group) > 1)}"


def verdict(folder, check=check):
    """Return the exit status of a check and its sentence: the verdict, or the first thing that is wrong."""
    try:
        return 0, check(Path(folder))
    except AssertionError as error:
        return 1, f"NOT VERIFIED: {error}"
    except Exception as error:  # any exception of a folder with another content
        return 2, f"{folder}: not a certificate: {error or type(error).__name__}"


if __name__ == "__main__":
    status, sentence = verdict(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    sys.exit(print(sentence) or status)  # noqa: T201
