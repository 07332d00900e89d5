"""Tools of a forger: valid certificates, and the proof of whatever a changed statement says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cp_puzzles.analysis.certificate import check
from cp_puzzles.analysis.certificate.writer import certify_weights, proof_of
from cp_puzzles.analysis.explain import explain
from cp_puzzles.engines.exact_cover.logged_search import LoggedProblem
from cp_puzzles.puzzle.puzzle import problem_from
from tests.analysis.certificate.certificates import Tampered, certify

PAIRS: dict[str, Any] = {"name": "pairs", "board": {"size": [2, 4]}, "tiles": [{"set": "domino", "multiplicity": 4}]}
VALUED: dict[str, Any] = {
    "name": "valued",
    "board": {"size": [3, 3]},
    "fill": False,
    "tiles": [{"set": "domino", "multiplicity": "any"}, {"name": "V", "cells": [[0, 0], [0, 1], [1, 0]]}],
    "maximize": {"I": 3, "V": 5},
}
COLORED: dict[str, Any] = {
    "name": "colored",
    "colors": "ab",
    "board": {"size": [2, 4]},
    "tiles": [{"name": "I", "drawing": "ab", "multiplicity": 4}],
    "given": [{"tile": "I", "cells": [[0, 0], [0, 1]], "shown": ["a", "b"]}],
}
SIDED: dict[str, Any] = {
    "name": "sided",
    "board": {"size": [2, 2]},
    "tiles": [{"name": "t", "cells": [[0, 0]], "sides": {0: "rgrg"}, "multiplicity": 4}],
    "rules": {"match": "equal"},
}
BOUNDARY = SIDED | {
    "tiles": [{"name": "t", "cells": [[0, 0]], "sides": {0: "rrgg"}, "multiplicity": 4}],
    "rules": {"match": "equal", "boundary": "r"},
}
THREE: dict[str, Any] = {
    "name": "three",
    "board": {"size": [1, 3]},
    "tiles": [
        {"name": "a", "cells": [[0, 0]], "sides": {0: "rgby"}, "reflect": False},
        {"name": "b", "cells": [[0, 0]], "sides": {0: "gryb"}, "reflect": False},
        {"name": "c", "cells": [[0, 0]], "sides": {0: "rrgb"}, "reflect": False},
    ],
    "given": [{"tile": "a", "cells": [[0, 0]], "shown": [":rgby"]}],
    "rules": {"match": "equal"},
}
CLUES: dict[str, Any] = {
    "name": "clues",
    "board": {"size": [2, 3], "optional": [[0, 0], [1, 2]]},
    "tiles": [{"set": "domino", "multiplicity": "any"}, {"set": "monomino", "multiplicity": "any"}],
    "rules": {"clues": [[0, 0, 2], [1, 2, 2]]},
}
GIVEN_VALUES: dict[str, Any] = {
    "name": "known",
    "board": {"size": [2, 2], "values": {0: [[0, 0]]}},
    "tiles": [{"set": "dominoes-0-6", "only": ["0-1", "0-0"]}],
}
BASES: dict[str, Callable[[Path], object]] = {
    "dominoes": lambda folder: certify(folder, "dominoes4x4"),
    "given": lambda folder: certify(folder, "corners3x3_given"),
    "lozenges": lambda folder: certify(folder, "lozenges3_mirror"),
    "torus": lambda folder: certify(folder, "torus_dominoes4x4"),
    "pairs": lambda folder: certify(folder, PAIRS),
    "colored": lambda folder: certify(folder, COLORED, "off"),
    "sides": lambda folder: certify(folder, SIDED),
    "boundary": lambda folder: certify(folder, BOUNDARY, "off"),
    "three": lambda folder: certify(folder, THREE, "off"),
    "values": lambda folder: certify(folder, "domino_values1"),
    "clues": lambda folder: certify(folder, CLUES, "off"),
    "known": lambda folder: certify(folder, GIVEN_VALUES, "off"),
    "valued": lambda folder: certify(folder, VALUED),
    "single": lambda folder: certify(folder, VALUED, limit=1),
    "choices": lambda folder: certify(folder, "dominoes4x4", minimize="crossroads"),
    "weights": lambda folder: _weights(folder, "mutilated_chessboard"),
    "parity": lambda folder: _weights(folder, "tetrominoes4x5"),
}
"""Valid certificates by name: functions that write them to a folder."""


def _weights(folder: Path, spec: str) -> None:
    puzzle = problem_from(spec)
    certify_weights(puzzle, explain(puzzle), folder)


class Forgery(NamedTuple):
    """A change of a valid certificate, why one may hope that it is accepted, and words of the refusal."""

    base: str
    hope: str
    refusal: str
    forge: Callable[[Tampered], object]


def set_at(*keys: Any) -> Callable[[Tampered], None]:
    """Return a change that puts the last of some keys to the place in the statement that the others lead to."""
    *path, key, value = keys

    def change(file: Tampered) -> None:
        place = file.statement
        for step in path:
            place = place[step]
        place[key] = value

    return change


def claiming(**values: Any) -> Callable[[Tampered], None]:
    """Return a change of the claim."""
    return lambda file: file.claim.update(values)


def several(*changes: Callable[[Tampered], object]) -> Callable[[Tampered], None]:
    """Return a change that makes some changes, one after the other."""

    def change(file: Tampered) -> None:
        for each in changes:
            each(file)

    return change


def rebuilt(*changes: Callable[[Tampered], object]) -> Callable[[Tampered], None]:
    """Return changes of the board, after which options, solutions, tree and claim are made to fit."""
    return several(*changes, rebuild)


def rebuild(file: Tampered) -> None:
    """Make everything fit the board and the rules of a statement, as far as the data allow it."""
    statement = file.statement
    statement["items"], statement["options"] = check.made_again(statement)
    bounds = [[item["minimum"], item["maximum"]] for item in statement["items"]]
    if any(len(image) != len(bounds) for image in statement["symmetries"]):
        statement["symmetries"] = []
    if not statement["symmetries"] and file.claim.get("symmetry") == "listed":
        file.claim["symmetry"] = "off"
    prove(file)


def prove(file: Tampered) -> None:
    """Make solutions, tree and claim fit the items, options and symmetries of a statement without an objective."""
    statement = file.statement
    bounds = [[item["minimum"], item["maximum"]] for item in statement["items"]]
    items, found, _ = proof_of(LoggedProblem(bounds, statement["options"]))
    file.tree = items.tolist()
    group = closure(statement)
    orbits = [{tuple(sorted(map(element.__getitem__, each))) for element in group} for each in found]
    sizes = {min(orbit): len(orbit) for orbit in orbits}
    file.solutions = [f"{size}: {' '.join(map(str, solution))}" for solution, size in sorted(sizes.items())]
    file.claim.update(solutions=len(sizes), raw=sum(sizes.values()), root=None, prices=[0] * len(bounds), scale=0)


def closure(statement: dict[str, Any]) -> list[tuple[int, ...]]:
    """Return the permutations of options that the symmetries of a statement generate."""
    options = statement["options"]
    number = {frozenset(items): option for option, items in enumerate(options)}
    generators = [
        [number.get(frozenset(map(image.__getitem__, items)), 0) for items in options]
        for image in statement["symmetries"]
    ]
    group: list[tuple[int, ...]] = [tuple(range(len(options)))]
    for element in group:
        products: set[tuple[int, ...]] = {tuple(g[option] for option in element) for g in generators}
        group += products.difference(group)
    return group


def swap(image: Sequence[int], first: int, second: int) -> list[int]:
    """Return a permutation after an exchange of two places."""
    swapped = [*image]
    swapped[first], swapped[second] = image[second], image[first]
    return swapped
