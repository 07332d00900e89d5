"""Checkers of exported proofs, independent of the package: LRAT by its hints, DRAT and VeriPB by propagation."""

from __future__ import annotations

from collections import Counter
from pathlib import Path


def lrat_is_valid(problem: Path, proof: Path) -> bool:
    """Check each lemma by its hints: each becomes a unit clause in turn, and the last one is falsified."""
    lines = (line.split() for line in problem.read_text().splitlines() if line[0] not in "cp")
    clauses = {number: [*map(int, words[:-1])] for number, words in enumerate(lines, start=1)}
    for words in map(str.split, proof.read_text().splitlines()):
        if words[1] == "d":
            for number in words[2:-1]:
                clauses.pop(int(number), None)
            continue
        end = words.index("0")
        lemma, hints = [*map(int, words[1:end])], [*map(int, words[end + 1 : -1])]
        false = set(lemma)
        for place, hint in enumerate(hints):
            if hint not in clauses:
                return False
            open_literals = [literal for literal in clauses[hint] if literal not in false]
            if (len(open_literals) == 0) != (place == len(hints) - 1) or len(open_literals) > 1:
                return False
            false.update(-literal for literal in open_literals)
        clauses[int(words[0])] = lemma
        if not lemma:
            return True
    return False


def drat_is_valid(problem: Path, proof: Path) -> bool:
    """Check that each lemma follows from the clauses before it by unit propagation."""
    lines = [line.split() for line in problem.read_text().splitlines() if line[0] not in "cp"]
    rows = [([(1, int(word)) for word in words[:-1]], 1) for words in lines]
    for words in map(str.split, proof.read_text().splitlines()):
        if words[0] == "d":
            rows.remove(([(1, int(word)) for word in words[1:-1]], 1))
            continue
        lemma = [int(word) for word in words[:-1]]
        if not _propagates(rows, lemma):
            return False
        rows.append(([(1, literal) for literal in lemma], 1))
        if not lemma:
            return True
    return False


def veripb_is_valid(problem: Path, proof: Path) -> bool:
    """Check the steps `u` (reverse unit propagation), `pol` (cutting planes), `d` (delete) and `c` (contradiction)."""
    rows = [_row(line) for line in problem.read_text().splitlines() if line[0] != "*"]
    header, formula, *steps = proof.read_text().splitlines()
    if header != "pseudo-Boolean proof version 1.1" or formula != f"f {len(rows)}":
        return False
    constraints = dict(enumerate(rows, start=1))
    number = len(rows)
    for words in map(str.split, steps):
        if words[0] == "u":
            row, number = _row(" ".join(words[1:])), number + 1
            if not _propagates(list(constraints.values()), [literal for _, literal in row[0]]):
                return False
            constraints[number] = row
        elif words[0] == "pol":
            number += 1
            constraints[number] = _cutting_plane(words[1:], constraints)
        elif words[0] == "d":
            for deleted in words[1:-1]:
                del constraints[int(deleted)]
        else:
            terms, degree = constraints[int(words[1])]
            return words[0] == "c" and sum(factor for factor, _ in terms) < degree
    return False


def _cutting_plane(words: list[str], constraints: dict[int, Row]) -> Row:
    """Return the sum of rows and literals, times positive factors, in reverse polish notation."""
    stack: list[tuple[Counter[int], int]] = []
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if after == "*":
            sums, least = stack.pop()
            assert int(word) > 0
            stack.append(
                (Counter({variable: int(word) * factor for variable, factor in sums.items()}), int(word) * least)
            )
        elif word == "+":
            (sums, least), (others, more) = stack.pop(), stack.pop()
            sums.update(others)
            stack.append((sums, least + more))
        elif word != "*":
            row = constraints[int(word)] if word.isdecimal() else _row(f"1 {word} >= 0 ;")
            signed = [(variable, factor if variable > 0 else -factor) for factor, variable in row[0]]
            negative = sum(factor for factor, variable in row[0] if variable < 0)
            stack.append((Counter({abs(variable): factor for variable, factor in signed}), row[1] - negative))
    ((sums, least),) = stack
    terms = [(abs(factor), variable if factor > 0 else -variable) for variable, factor in sums.items() if factor]
    return terms, least + sum(factor for factor, variable in terms if variable < 0)


Row = tuple[list[tuple[int, int]], int]
"""Terms, each a positive coefficient and a literal, and the least value of their sum."""


def _row(line: str) -> Row:
    words = line.rstrip(" ;").split()
    terms, degree = [], int(words[-1])
    for factor, name in zip(words[:-2:2], words[1:-2:2], strict=True):
        literal = -int(name[2:]) if name[0] == "~" else int(name[1:])
        if int(factor) < 0:
            degree, literal = degree - int(factor), -literal
        terms.append((abs(int(factor)), literal))
    return terms, degree


def _propagates(rows: list[Row], lemma: list[int]) -> bool:
    """Return whether unit propagation finds a conflict if all literals of a lemma are false."""
    false, changed = set(lemma), True
    while changed:
        changed = False
        for terms, degree in rows:
            slack = sum(factor for factor, literal in terms if literal not in false) - degree
            if slack < 0:
                return True
            for factor, literal in terms:
                if factor > slack and literal not in false and -literal not in false:
                    false.add(-literal)
                    changed = True
    return False
