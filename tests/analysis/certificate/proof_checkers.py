"""Checkers of exported proofs, independent of the package: LRAT by its hints, DRAT by propagation."""

from __future__ import annotations

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


Row = tuple[list[tuple[int, int]], int]
"""Terms, each a positive coefficient and a literal, and the least value of their sum."""


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
