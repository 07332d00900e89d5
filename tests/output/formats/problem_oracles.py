"""Small programs that read OPB, DIMACS and MiniZinc's files and count, written without importing the package."""

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

from tests.processes import finished

Choice = tuple[bool, ...]


def opb_solutions(text: str) -> list[Choice]:
    """The assignments that satisfy a file best, by trying all; raises ValueError for a line that is not OPB."""
    first, *rest = text.splitlines()
    header = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", first)
    if header is None:
        raise ValueError(first)
    lines = [line for line in rest if not line.startswith("*")]
    goal = lines.pop(0) if lines and lines[0].startswith("min:") else "min: +0 x1 ;"
    if not re.fullmatch(r"min: (?:[+-]\d+ x\d+ )+;", goal):
        raise ValueError(goal)
    terms = [(int(a), int(x)) for a, x in re.findall(r"([+-]\d+) x(\d+)", goal)]
    tests = [_constraint(line) for line in lines]
    if len(tests) != int(header[2]):
        raise ValueError("another number of constraints")
    satisfying = [values for values in _all(int(header[1])) if all(test(values) for test in tests)]
    return _cheapest(satisfying, lambda values: sum(a * values[x - 1] for a, x in terms if a))


def _cheapest(choices: list[Choice], cost: Callable[[Choice], int]) -> list[Choice]:
    least = min(map(cost, choices), default=0)
    return [values for values in choices if cost(values) == least]


def _constraint(line: str) -> Callable[[Choice], bool]:
    match = re.fullmatch(r"((?:[+-]\d+ x\d+ )+)(=|>=) (-?\d+) ;", line)
    if match is None:
        raise ValueError(line)
    terms = [(int(a), int(x)) for a, x in re.findall(r"([+-]\d+) x(\d+)", match[1])]
    if len({x for _, x in terms}) < len(terms):
        raise ValueError(f"a variable twice: {line}")
    bound, equal = int(match[3]), match[2] == "="

    def test(values: Choice) -> bool:
        total = sum(a * values[x - 1] for a, x in terms)
        return total == bound if equal else total >= bound

    return test


def _all(number: int) -> Iterator[Choice]:
    return product((False, True), repeat=number)


def read_cnf(text: str) -> tuple[int, list[list[int]], list[int]]:
    """The number of variables, the clauses, and the variables to show; raises ValueError where the header lies."""
    lines = text.splitlines()
    header = next(line for line in lines if line.startswith("p")).split()
    clauses = [[int(word) for word in line.split()] for line in lines if line[0] not in "cp"]
    shown = [int(word) for line in lines if line.startswith("c p show") for word in line.split()[3:]]
    if header[:2] != ["p", "cnf"] or int(header[3]) != len(clauses) or shown[-1] != 0:
        raise ValueError(str(header))
    if any(clause[-1] != 0 or 0 in clause[:-1] for clause in clauses):
        raise ValueError("a clause does not end where its line does")
    return int(header[2]), [clause[:-1] for clause in clauses], shown[:-1]


def read_wcnf(text: str) -> tuple[list[list[int]], list[tuple[int, list[int]]]]:
    """The hard clauses and the soft ones with their weights; raises ValueError for a line that is none."""
    hard, soft = [], []
    for line in text.splitlines():
        if line.startswith("c"):
            continue
        weight, *literals, end = line.split()
        if end != "0" or "0" in literals or not (weight == "h" or int(weight) > 0):
            raise ValueError(line)
        clause = [*map(int, literals)]
        if weight == "h":
            hard.append(clause)
        else:
            soft.append((int(weight), clause))
    return hard, soft


def cnf_decided(clauses: Sequence[Sequence[int]], variables: int, chosen: Sequence[int]) -> bool | None:
    """Return whether unit propagation from some literals satisfies all clauses; None if a variable stays open."""
    assigned = set(chosen)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if assigned.isdisjoint(clause):
                left = [literal for literal in clause if -literal not in assigned]
                if not left:
                    return False
                if len(left) == 1:
                    assigned.add(left[0])
                    changed = True
    return True if len(assigned) == variables else None


def dzn_solutions(text: str) -> list[Choice]:
    """The assignments that satisfy the data, by trying all, with the least value of those that it gives a worth.

    Raises ValueError where sizes differ.
    """
    text = "\n".join(line.partition("%")[0] for line in text.splitlines())
    options = int(re.search(r"options = (\d+);", text)[1])  # type: ignore[index]
    least, most = ([*map(int, re.findall(r"\d+", part))] for part in re.findall(r"(?:least|most) = \[(.*?)\]", text))
    inside = re.search(r"covering = \[(.*?)\];", text, flags=re.DOTALL)
    covering = [[*map(int, re.findall(r"\d+", part))] for part in re.findall(r"\{(.*?)\}", inside[1])]  # type: ignore[index]
    if not int(re.search(r"items = (\d+);", text)[1]) == len(least) == len(most) == len(covering):  # type: ignore[index]
        raise ValueError("another number of items")
    satisfying = [
        values
        for values in _all(options)
        if all(
            low <= sum(values[o - 1] for o in covered) <= high
            for low, high, covered in zip(least, most, covering, strict=True)
        )
    ]
    worth = re.search(r"worth = \[(.*?)\];", text)
    if worth is None:
        return satisfying
    each = [*map(int, re.findall(r"-?\d+", worth[1]))]
    return _cheapest(satisfying, lambda values: sum(w for w, value in zip(each, values, strict=True) if value))


def minizinc_solutions(model: Path, *options: str) -> list[str] | None:
    """Return the output of MiniZinc for each solution; None if it is not installed."""
    if shutil.which("minizinc") is None:
        return None
    command = ["minizinc", *options, str(model), str(model.with_suffix(".dzn"))]
    printed = finished(command, status=0).stdout
    return printed.split("----------\n")[:-1]
