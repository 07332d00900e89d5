"""A checker of exported proofs, independent of the package."""

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
