"""Brute force: every subset of the options of a small cover problem, written without importing the package."""

from collections.abc import Iterable, Iterator, Sequence

from tests import oracle


def covers(bounds: Sequence[tuple[int, int]], options: Sequence[Iterable[int]]) -> Iterator[tuple[int, ...]]:
    """The sets of options that cover each item at least and at most as often as its bounds say."""
    counts = [0] * len(bounds)

    def extend(number: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if number == len(options):
            if all(low <= count for count, (low, _) in zip(counts, bounds, strict=True)):
                yield chosen
            return
        yield from extend(number + 1, chosen)
        if all(counts[item] < bounds[item][1] for item in options[number]):
            for item in options[number]:
                counts[item] += 1
            yield from extend(number + 1, (*chosen, number))
            for item in options[number]:
                counts[item] -= 1

    yield from extend(0, ())


def orbits(solutions: Iterable[tuple[int, ...]], permutations: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The number of orbits of solutions under permutations of options, and of those smaller than the group."""
    found = oracle.orbits(map(frozenset, solutions), lambda s: (frozenset(g[o] for o in s) for g in permutations))
    sizes = [*map(len, found)]
    return len(sizes), sum(size < len(permutations) for size in sizes)
