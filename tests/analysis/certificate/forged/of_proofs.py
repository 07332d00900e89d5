"""Forgeries of symmetries, solutions, trees, objectives and weights."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import numpy as np

from cp_puzzles.analysis.certificate import check
from tests.analysis.certificate.certificates import Tampered
from tests.analysis.certificate.forged.forger import Forgery, claiming, prove, rebuild, set_at, several, swap


def _symmetry(change: Callable[[Tampered], list[int]]) -> Callable[[Tampered], None]:
    """Return a change that adds a symmetry and makes the proof fit as far as it can."""

    def forge(file: Tampered) -> None:
        file.statement["symmetries"].append(change(file))
        file.claim["root"] = None

    return forge


def _identity(file: Tampered) -> list[int]:
    return [*range(len(file.statement["items"]))]


def _twins(file: Tampered) -> None:
    """Make two equal tiles of the one tile, and keep the symmetries of the board."""
    tile, symmetries = file.statement["board"]["tiles"][0], file.statement["symmetries"]
    file.statement["board"]["tiles"] = [tile | {"name": name, "minimum": 2, "maximum": 2} for name in "AB"]
    file.statement["symmetries"] = [[*image, len(image)] for image in symmetries]
    rebuild(file)


def _exchanged_twins(file: Tampered) -> None:
    _twins(file)
    file.statement["symmetries"].append(swap(_identity(file), 8, 9))
    prove(file)


def _only_exchanged_twins(file: Tampered) -> None:
    _twins(file)
    file.statement["symmetries"] = [swap(_identity(file), 8, 9)]
    file.claim["symmetry"] = "listed"
    prove(file)


def _exchanging(*numbers: int) -> Callable[[Tampered], None]:
    """Return a change after which some symmetries also exchange two equal tiles."""

    def forge(file: Tampered) -> None:
        _twins(file)
        symmetries = file.statement["symmetries"]
        file.statement["symmetries"] = [swap(s, 8, 9) if n in numbers else s for n, s in enumerate(symmetries)]
        prove(file)

    return forge


def _subgroup(file: Tampered) -> None:
    file.statement["symmetries"].pop()
    prove(file)


def _words(line: str) -> list[str]:
    return line.partition(": ")[2].split()


def _line(n: int, change: Callable[[list[str]], object]) -> Callable[[Tampered], None]:
    """Return a change of the options in a line of solutions."""

    def forge(file: Tampered) -> None:
        size, words = file.solutions[n].partition(":")[0], _words(file.solutions[n])
        change(words)
        file.solutions[n] = f"{size}: {' '.join(words)}"

    return forge


def _image(file: Tampered) -> None:
    """Replace a solution by its image under a symmetry."""
    number = {frozenset(items): option for option, items in enumerate(file.statement["options"])}
    for image in file.statement["symmetries"]:
        options = [file.statement["options"][int(word)] for word in _words(file.solutions[0])]
        moved = sorted(number[frozenset(map(image.__getitem__, items))] for items in options)
        if list(map(int, _words(file.solutions[0]))) < moved:
            file.solutions[0] = f"{file.solutions[0].partition(':')[0]}: {' '.join(map(str, moved))}"
            file.solutions.sort(key=lambda line: [*map(int, _words(line))])
            return
    raise AssertionError


def _twice(file: Tampered) -> None:
    size = int(file.solutions[0].partition(":")[0])
    file.solutions.insert(0, file.solutions[0])
    file.claim.update(solutions=file.claim["solutions"] + 1, raw=file.claim["raw"] + size)


def _packed(change: Callable[[bytes], bytes]) -> Callable[[Tampered], None]:
    """Return a change of the packed tree."""

    def forge(file: Tampered) -> None:
        file.packed = change(gzip.compress(np.array(file.tree, dtype="<u4").tobytes(), mtime=0))

    return forge


def _stored(data: bytes, size: int) -> bytes:
    """Return the same content in a gzip member of some size: a comment in its head fills it."""
    head = data[:3] + b"\x10" + data[4:10]
    return head + b"c" * (size - len(data) - 1) + b"\0" + data[10:]


def _weights(change: Callable[[list[int]], object]) -> Callable[[Tampered], object]:
    return lambda file: change(file.statement["objective"]["weights"])


def _surplus_weights(file: Tampered) -> None:
    """Add weights that would count as those of options that leave a cell empty, so that solutions look better."""
    file.statement["objective"]["weights"] += [file.claim["scale"] * 9] * 25


def _prices(change: Callable[[list[int]], object]) -> Callable[[Tampered], object]:
    return lambda file: change(file.claim["prices"])


def _objective(file: Tampered) -> None:
    size = len(file.statement["options"])
    file.statement["objective"] = {"maximize": True, "constant": 0, "weights": [0] * size}


def _no_solution_left(file: Tampered) -> None:
    """Forbid the first cell, so that every option of it is free; pay nothing."""
    file.claim["prices"] = [0] * len(file.claim["prices"])


PERMUTED = "changes items or bounds"

FORGERIES: dict[str, Forgery] = {
    "equal tiles exchanged": Forgery(
        *("pairs", "items, bounds and options are kept", "exchanges options without moving cells"), _exchanged_twins
    ),
    "equal tiles exchanged by a listed symmetry": Forgery(
        *("pairs", "the verdict says that it is listed", "exchanges options without moving cells"),
        _only_exchanged_twins,
    ),
    "equal tiles exchanged by one reflection": Forgery(
        *("pairs", "each isometry of the board is there: 13, not 14", "the symmetries are not those"), _exchanging(1)
    ),
    "equal tiles exchanged by two isometries": Forgery(
        *("pairs", "each isometry of the board is there: 16, not 14", "the symmetries are not those"),
        _exchanging(0, 1),
    ),
    "a symmetry less": Forgery(
        *("dominoes", "the count up to fewer symmetries is right", "the symmetries are not those"), _subgroup
    ),
    "no symmetries": Forgery(
        *("dominoes", "the trivial group", "the symmetries are not those"),
        several(lambda file: file.statement.update(symmetries=[]), prove),
    ),
    "a symmetry of too few items": Forgery(
        *("dominoes", "the last item is never looked up", PERMUTED), _symmetry(lambda file: _identity(file)[:-1])
    ),
    "a symmetry that repeats an item": Forgery(
        *("dominoes", "it maps options to options", PERMUTED), _symmetry(lambda file: [0, *_identity(file)[:-1]])
    ),
    "a symmetry with negative items": Forgery(
        *("dominoes", "Python counts from the end", PERMUTED),
        _symmetry(lambda file: [number - len(_identity(file)) for number in _identity(file)]),
    ),
    "a symmetry that exchanges a cell and a tile": Forgery(
        *("dominoes", "each is an item", PERMUTED), _symmetry(lambda file: swap(_identity(file), 0, 16))
    ),
    "an exchange of two cells": Forgery(
        *("dominoes", "their bounds are equal", "changes options or weights"),
        _symmetry(lambda file: swap(_identity(file), 0, 5)),
    ),
    "rotations claimed as all symmetries": Forgery(
        *("dominoes", "they are a group", "the symmetries are not those"),
        several(lambda file: file.statement.update(symmetries=[file.statement["symmetries"][1]]), prove),
    ),
    "another word for the symmetry": Forgery(
        *("dominoes", "only `full` is verified", "another symmetry"), claiming(symmetry="rotations")
    ),
    "symmetries and a count without them": Forgery(
        *("dominoes", "9 solutions in all", "another symmetry"), claiming(symmetry="off")
    ),
    "an image instead of the first of an orbit": Forgery(
        *("dominoes", "the orbit is the same", "is not the first of its orbit"), _image
    ),
    "a solution twice": Forgery(*("dominoes", "both are solutions", "is not in order"), _twice),
    "solutions in another order": Forgery(
        *("dominoes", "the same solutions", "is not in order"), lambda file: file.solutions.reverse()
    ),
    "an option twice": Forgery(
        *("dominoes", "a set hides it", "is not in order"), _line(0, lambda words: words.append(words[-1]))
    ),
    "a negative option": Forgery(
        *("dominoes", "Python counts from the end", "is not a size and options"),
        _line(0, lambda words: words.insert(0, str(int(words.pop()) - 24))),
    ),
    "a solution without its last option": Forgery(
        *("dominoes", "its other items are covered", "covers the item"), _line(0, lambda words: words.pop())
    ),
    "a number with a zero before it": Forgery(
        *("dominoes", "int() reads it", "line 1"), _line(0, lambda words: words.__setitem__(0, "0" + words[0]))
    ),
    "a number with an underscore": Forgery(
        *("dominoes", "int() reads it", "line 1"), _line(0, lambda words: words.__setitem__(-1, "2_3"))
    ),
    "a tab between numbers": Forgery(
        *("dominoes", "split() reads it", "line 1"),
        lambda file: file.solutions.__setitem__(0, file.solutions[0].replace(" ", "\t")),
    ),
    "a line that ends another way": Forgery(
        *("dominoes", "splitlines() ends a line there", "solutions.txt: line 1"),
        lambda file: file.solutions.__setitem__(slice(0, 2), ["\x0b".join(file.solutions[:2])]),
    ),
    "an orbit of another size": Forgery(
        *("dominoes", "sizes are listed", "has the size"),
        lambda file: file.solutions.__setitem__(0, "16" + file.solutions[0][1:]),
    ),
    "lines after the last one": Forgery(
        *("dominoes", "`end 9` was there", "is not a size and options"), lambda file: file.solutions.append("end 9")
    ),
    "another number of solutions": Forgery(*("dominoes", "36 in all", "proves 9 solutions"), claiming(solutions=8)),
    "another number in all": Forgery(*("dominoes", "9 solutions", "proves 9 solutions, 36 in all"), claiming(raw=72)),
    "a tree that ends early": Forgery(
        *("dominoes", "the rest is symmetric", "has no open item"), lambda file: file.tree.pop()
    ),
    "a tree that goes on": Forgery(
        *("dominoes", "nothing is wrong before", "goes on after its end"), lambda file: file.tree.append(0)
    ),
    "an empty tree": Forgery(*("dominoes", "no step is wrong", "has no open item"), lambda file: file.tree.clear()),
    "a node with the item 2^32 - 1": Forgery(
        *("dominoes", "as a signed number it is -1, the last item", "has no open item"),
        lambda file: file.tree.__setitem__(0, 2**32 - 1),
    ),
    "a node with a covered item": Forgery(
        *("dominoes", "it has no options: a leaf", "has no open item"),
        lambda file: file.tree.__setitem__(1, file.tree[0]),
    ),
    "a second gzip member": Forgery(
        *("dominoes", "gzip reads both, zlib one", "data after its end"),
        _packed(lambda data: data + gzip.compress(b"")),
    ),
    "data after the gzip member": Forgery(
        *("dominoes", "the tree is complete", "data after its end"), _packed(lambda data: data + b"\0")
    ),
    "a gzip member without its checksum": Forgery(
        *("dominoes", "all numbers are there", "cut short"), _packed(lambda data: data[:-8])
    ),
    "half a number": Forgery(
        *("dominoes", "whole numbers are read", "not of 32-bit numbers"),
        _packed(lambda data: gzip.compress(gzip.decompress(data) + b"\0\0")),
    ),
    "a root that a symmetry moves": Forgery(
        *("dominoes", "one option of each orbit covers it", "moves the item of the root"), claiming(root=0)
    ),
    "the root -1": Forgery(
        *("dominoes", "Python counts from the end", "moves the item of the root"), claiming(root=-1)
    ),
    "a root that is not that of the tree": Forgery(
        *("dominoes", "a fixed item is named", "branching node 1"), claiming(root=16)
    ),
    "surplus weights": Forgery(
        *("valued", "they count as those of cells left empty", "one weight for each option"), _surplus_weights
    ),
    "a weight less": Forgery(
        *("valued", "a missing one counts as 0", "one weight for each option"), _weights(lambda weights: weights.pop())
    ),
    "surplus prices": Forgery(
        *("valued", "they are added to the prices of all", "one price for each item"),
        _prices(lambda prices: prices.extend([-9] * 25)),
    ),
    "prices too low": Forgery(
        *("valued", "the budget becomes negative: a tree without nodes", "weighs more than its price"),
        several(_prices(lambda prices: prices.__setitem__(0, -99)), lambda file: file.tree.clear()),
    ),
    "a negative scale": Forgery(
        *("valued", "small weights look large", "weighs more than its price"), claiming(scale=-1)
    ),
    "the scale 0": Forgery(*("valued", "every option has a price", "tree"), claiming(scale=0)),
    "a greater value": Forgery(*("valued", "no solution has it", "has not the claimed value"), claiming(value=15)),
    "the least value": Forgery(
        *("valued", "the tree has all solutions with it", "tree: branching node"),
        set_at("objective", "maximize", False),
    ),
    "no value": Forgery(*("valued", "then nothing has to be best", "without an objective"), claiming(value=None)),
    "a value without solutions": Forgery(
        *("valued", "nothing is better than nothing", "tree: the solution"),
        several(lambda file: file.solutions.clear(), claiming(solutions=0, raw=0)),
    ),
    "no value, and solutions that weigh less than 0": Forgery(
        *("choices", "they are not good enough to be listed", "is in no orbit of a listed one"),
        several(prove, lambda file: file.solutions.clear(), claiming(value=None, solutions=0, raw=0)),
    ),
    "a tile that overwrites the verdict": Forgery(
        *("dominoes", "a carriage return moves the cursor", "the tile ?VERIFIED: all? has wrong bounds"),
        several(
            set_at("board", "tiles", 0, "name", "\rVERIFIED: all\u202e"), set_at("board", "tiles", 0, "minimum", -1)
        ),
    ),
    "a block of data after the gzip member": Forgery(
        *("dominoes", "data are read in blocks", "data after its end"),
        _packed(lambda data: data + bytes(check.BLOCK - len(data)) + b"more"),
    ),
    "blocks of data after the gzip member": Forgery(
        *("dominoes", "the end was in an earlier block", "data after its end"),
        _packed(lambda data: _stored(data, check.BLOCK) + b"more"),
    ),
    "all solutions of the best value": Forgery(
        *("single", "the tree shows that none is better", "tree"), claiming(all_best=True)
    ),
    "at least a number without an objective": Forgery(
        *("dominoes", "then the tree may leave out solutions", "without an objective"), claiming(all_best=False)
    ),
    "prices without an objective": Forgery(
        *("dominoes", "a budget without a target", "without an objective"),
        _prices(lambda prices: prices.__setitem__(0, -1)),
    ),
    "an objective without a value": Forgery(
        *("dominoes", "the statement has one", "no value of the objective"), _objective
    ),
    "the modulus 0": Forgery(*("parity", "a remainder of 0", "not at least 2"), claiming(modulus=0)),
    "the modulus 1": Forgery(*("parity", "every number is 0", "not at least 2"), claiming(modulus=1)),
    "the modulus -2": Forgery(*("parity", "remainders become negative", "not at least 2"), claiming(modulus=-2)),
    "the modulus 3": Forgery(*("parity", "other remainders", "costs"), claiming(modulus=3)),
    "prices of 0": Forgery(*("weights", "no option costs less", "the items together may cost 0"), _no_solution_left),
    "surplus prices of weights": Forgery(
        *("weights", "they are added to the sum", "one price for each item"),
        _prices(lambda prices: prices.append(-1000)),
    ),
    "weights of an objective": Forgery(
        *("weights", "there is no solution anyway", "symmetries or an objective"), _objective
    ),
    "weights as a tree": Forgery(
        *("weights", "the other format has no prices to pay", "not an object with the keys"),
        claiming(format=next(iter(check.CLAIMS))),
    ),
}
