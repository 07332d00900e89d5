"""Small random cover problems, and the sets of options that solve one, by trying all."""

from itertools import combinations

from hypothesis import strategies

from cp_puzzles.cover.problem import CoverProblem, Item
from cp_puzzles.symmetry.group import SymmetryGroup
from cp_puzzles.symmetry.leader import lex_leader


@strategies.composite
def cover_problems(draw):
    """A problem of up to six cells, three tiles and nine options, with every kind of bounds."""
    cells = [Item("cell", f"c{i}", draw(strategies.integers(0, 1)), 1) for i in range(draw(strategies.integers(1, 6)))]
    tiles = []
    for i in range(draw(strategies.integers(1, 3))):
        minimum = draw(strategies.integers(0, 2))
        tiles.append(Item("tile", f"t{i}", minimum, draw(strategies.integers(max(1, minimum), 4))))
    option = strategies.tuples(
        strategies.frozensets(strategies.integers(0, len(cells) - 1), min_size=1, max_size=3),
        strategies.integers(len(cells), len(cells) + len(tiles) - 1),
    )
    options = draw(strategies.sets(option, max_size=9))
    return CoverProblem((*cells, *tiles), tuple(sorted((*sorted(covered), tile) for covered, tile in options)))


def without_symmetry(problem):
    return lex_leader(problem, SymmetryGroup.identity(problem))


def all_solutions(problem):
    found = set()
    for size in range(len(problem.options) + 1):
        for chosen in combinations(range(len(problem.options)), size):
            covered = [item for option in chosen for item in problem.options[option]]
            if all(item.minimum <= covered.count(i) <= item.maximum for i, item in enumerate(problem.items)):
                found.add(frozenset(chosen))
    return found
