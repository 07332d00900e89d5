"""A small program that reads Knuth's format and counts, written from his descriptions without importing the package."""

import re
from itertools import combinations

from tests.cover.cover_oracle import covers


def dlx_count(text: str) -> int:
    """The number of solutions as DLX3 defines it; raises ValueError where DLX1, DLX2 or DLX3 would refuse the text."""
    if not text.endswith("\n"):
        raise ValueError("the last line does not end")
    lines = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("|")]
    bounds: dict[str, tuple[int, int]] = {}
    primary: set[str] = set()
    before, _, after = re.sub(r"(\s)\|", r"\1\n", lines[0], count=1).partition("\n")
    for word in before.split():
        prefix, bar, name = word.rpartition("|")
        low, _, high = prefix.rpartition(":") if bar else ("1", "", "1")
        bounds[_checked(name, bounds)] = (int(low or high), int(high))
        primary.add(name)
        if not 0 <= bounds[name][0] <= bounds[name][1] or bounds[name][1] == 0:
            raise ValueError(f"bounds of {word}")
    for name in after.split():
        bounds[_checked(name, bounds)] = (0, 1)
    options = [line.split() for line in lines[1:]]
    for option in options:
        if len(set(option)) < len(option) or not set(option) <= set(bounds):
            raise ValueError(f"option {option}")
    number = {name: place for place, name in enumerate(bounds)}
    kept = [[number[name] for name in option] for option in options if set(option) & primary]
    return sum(1 for _ in covers([*bounds.values()], kept))


def _checked(name: str, before: dict[str, tuple[int, int]]) -> str:
    if not re.fullmatch(r"[!-9;-{}~]{1,8}", name) or name in before:
        raise ValueError(f"name {name!r}")
    return name


def xcc_solutions(primary: str, options: list[str]) -> list[tuple[str, ...]]:
    """The solutions with primary items A, B, C and secondary ones X, Y that may have colors, by brute force.

    Every set of options that have a primary item, covers these between bounds, and agrees on each secondary one.
    """
    bounds = {}
    for word in primary.split():
        low, _, high = word[:-2].rpartition(":")
        bounds[word[-1]] = (int(low or high or 1), int(high or 1))
    able = [option for option in options if set(option.split()) & set(bounds)]

    def is_solution(chosen: tuple[str, ...]) -> bool:
        words = " ".join(chosen).split()
        agree = all(
            len(of) <= 1 or (len(set(of)) == 1 and ":" in of[0])
            for of in ([word for word in words if word[0] == name] for name in "XY")
        )
        return agree and all(low <= words.count(name) <= high for name, (low, high) in bounds.items())

    return [chosen for n in range(len(able) + 1) for chosen in combinations(able, n) if is_solution(chosen)]
