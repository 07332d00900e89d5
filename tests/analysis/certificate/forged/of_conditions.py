"""Forgeries of conditions, such as sides that match, and of the bounds that follow from them.

After each the options, the solutions, the tree and the claim are made to fit.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.analysis.certificate.certificates import Tampered
from tests.analysis.certificate.forged.forger import Forgery, rebuilt

WRONG = "the bounds of rules are not those of its conditions"
FORM = "are not well formed"
SUM = 7
"""The rule of the base `values` that bounds the sum of a region."""


def _changed(base: str, hope: str, *changes: Callable[[Tampered], object], refusal: str = WRONG) -> Forgery:
    return Forgery(base, hope, refusal, rebuilt(lambda file: file.statement.update(symmetries=[]), *changes))


def _bound(number: int, **changes: int) -> Callable[[Tampered], object]:
    """Add numbers to what a bound of a rule has."""

    def change(file: Tampered) -> None:
        rule = file.statement["rules"][number]
        rule.update({key: rule[key] + more for key, more in changes.items()})

    return change


def _condition(kind: str, key: str, value: object) -> Callable[[Tampered], object]:
    """Set what the first condition of a kind has."""

    def change(file: Tampered) -> None:
        next(each for each in file.statement["conditions"] if each["kind"] == kind)[key] = value

    return change


def _written(base: str, hope: str, kind: str, refusal: str = FORM, **lists: object) -> Forgery:
    """Return a forgery of the lists of the first condition of a kind."""
    changes = (_condition(kind, key, value) for key, value in lists.items())
    return _changed(base, hope, *changes, refusal=refusal)


def _large_value(file: Tampered) -> None:
    tile = next(each for each in file.statement["board"]["tiles"] if len({*each["shown"]}) > 1)
    tile["shown"][0] = str(10**9)


def _without(number: int) -> Callable[[Tampered], object]:
    return lambda file: file.statement["rules"].pop(number)


def _members(number: int, change: Callable[[list[int]], object]) -> Callable[[Tampered], object]:
    return lambda file: change(file.statement["rules"][number]["options"])


def _second_definition(file: Tampered) -> None:
    """Let a bound of the sum count an auxiliary option of its own, which is never chosen."""
    rules, first = file.statement["rules"], len(file.statement["options"])
    file.statement["auxiliaries"] += 1
    rules.insert(0, {"name": "never", "minimum": 0, "maximum": 0, "options": [first]})
    rules[SUM + 1]["options"][-1] = first
    file.statement["options"].append([])


FORGERIES = {
    "a sum that is one greater": _changed("values", "the bound has a name only", _bound(SUM, minimum=1, maximum=1)),
    "a sum with a greater maximum": _changed("values", "more solutions are listed", _bound(SUM, maximum=1)),
    "a sum left out": _changed("values", "the other bounds are right", _without(SUM)),
    "a value that another bound defines": _changed(
        "values", "the auxiliary option is new", _members(0, lambda options: options.pop(0))
    ),
    "an auxiliary option that is never chosen": _changed("values", "it is defined by a bound", _second_definition),
    "a condition with another sum": _changed("values", "nothing else changes", _condition("sum", "numbers", [5, 5])),
    "a region without one of its cells": _changed(
        "values", "its bounds are still implied", _condition("sum", "cells", [])
    ),
    "a region with another cell": _changed("values", "the number is right", _condition("equal", "cells", [1, 2])),
    "a region with a cell off the board": _changed(
        *("values", "no piece covers it", _condition("equal", "cells", [0, 99])), refusal="that is not on the board"
    ),
    "a region with another condition": _changed(
        "values", "its cells are right", _condition("equal", "kind", "different")
    ),
    "a condition of an unknown kind": _changed(
        *("values", "it is skipped", _condition("equal", "kind", "alike")), refusal="no condition has the kind 'alike'"
    ),
    "a bound of sides left out, with another proof": _changed("three", "the other bounds are right", _without(1)),
    "sides of which two may clash": _changed("three", "the members are right", _bound(1, maximum=1)),
    "a side of another color": _changed("three", "one option is exchanged", _members(1, lambda options: options.pop())),
    "colors that meet another color": _changed(
        "three", "the bounds are those of equal colors", _condition("match", "pairs", [["r", "g"], ["g", "r"]])
    ),
    "placements that the boundary refuses": _changed("boundary", "fewer are refused", _without(-1)),
    "a boundary of another color": _changed("boundary", "as many are refused", _condition("boundary", "texts", ["g"])),
    "a clue that is one greater": _changed("clues", "the cell is right", _condition("clues", "numbers", [3, 2])),
    "a clue on another cell": _changed("clues", "the number is right", _condition("clues", "cells", [1, 5])),
    "a clue left out": _changed(
        "clues",
        "the other clue is right",
        _condition("clues", "cells", [0]),
        _condition("clues", "numbers", [2]),
    ),
    "a clue that may stay empty": _changed("clues", "the refused placements are right", _without(-1)),
    "known values left out": _changed("known", "the refused placements stay", _condition("colors", "texts", ["1"])),
    "a color with two mates": _written(
        *("three", "the last pair counts", "match"), pairs=[["a", "c"], ["c", "a"], ["a", "a"]]
    ),
    "a color that is not the mate of its mate": _written("three", "pairs are a mapping", "match", pairs=[["a", "c"]]),
    "a pair of mates twice": _written("three", "it is a set", "match", pairs=[["a", "a"], ["a", "a"]]),
    "mates in one text": _written("three", "a pair of three is no pair", "match", pairs=[["a", "c", "d"]]),
    "mates of two letters": _written("three", "no side has this color", "match", pairs=[["aa", "aa"]]),
    "sides that match on some cells": _written("three", "the list is ignored", "match", cells=[0], numbers=[1]),
    "a boundary with two colors in one text": _written("boundary", "no side has it", "boundary", texts=["r", "gg"]),
    "a sum with a second maximum": _written("values", "it is ignored", "sum", numbers=[0, 0, 9]),
    "a sum without bounds": _written("values", "everything is within", "sum", numbers=[]),
    "a sum below 0": _written("values", "a minimum of 0 is as weak", "sum", numbers=[-1, 0]),
    "a count of cells without a value": _changed(
        "values",
        "-1 stands for none",
        _condition("sum", "numbers", [-1, 0]),
        _condition("sum", "kind", "count"),
        refusal=FORM,
    ),
    "a region that has a cell twice": _written("values", "bounds of a pair of equal cells hold", "equal", cells=[0, 0]),
    "a region with texts": _written("values", "they are ignored", "equal", texts=["1"]),
    "clues with a cell twice": _written("clues", "both numbers are right", "clues", cells=[0, 0], numbers=[2, 2]),
    "a clue without a number": _written("clues", "zip stops early", "clues", numbers=[2]),
    "a known value with a zero before it": _written("known", "int reads it", "colors", texts=["00"]),
    "a known value in other digits": _written("known", "int reads it", "colors", texts=["\u0660"]),
    "two known values on a cell": _written("known", "either may be meant", "colors", cells=[0, 0], texts=["0", "1"]),
    "a pair of values that fit": _written("known", "it is ignored", "colors", pairs=[["1", "0"]]),
    "a pair of three colors": _written("known", "it is never met", "colors", pairs=[["a", "b", "c"]]),
    "a value that is too large": _changed(
        *("values", "each level is computed", _large_value), refusal="a value has too few bounds"
    ),
    "a placement on a known value": _changed("known", "one is left out", _members(0, lambda options: options.pop())),
}
