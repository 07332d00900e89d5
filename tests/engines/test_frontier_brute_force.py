"""The frontier against brute force, on small random puzzles."""

import pytest
from hypothesis import given

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, Symmetry, symmetry_group
from cp_puzzles.engines.frontier.frontier_engine import count_tilings
from cp_puzzles.engines.frontier.subgroups import GroupTable
from tests.cover.cover_oracle import covers, orbits
from tests.examples import examples
from tests.small_puzzles import covers as random_covers
from tests.written import cover_of


def assert_equal_to_brute_force(cover: Cover, *symmetries: Symmetry) -> None:
    """Assert that solutions, orbits and self-symmetric orbits are counted as brute force does."""
    problem = cover.problem
    solutions = list(covers([(item.minimum, item.maximum) for item in problem.items], problem.options))
    for symmetry in symmetries:
        group = symmetry_group(cover, symmetry)
        count = count_tilings(problem, group)
        assert count.raw == len(solutions)
        assert (count.solutions, count.self_symmetric) == orbits(solutions, group.options.tolist())


@examples(150)
@given(random_covers())
def test_frontier_matches_brute_force_on_puzzles(cover: Cover) -> None:
    """Solutions, orbits and self-symmetric orbits agree with brute force under every symmetry."""
    assert_equal_to_brute_force(cover, *SYMMETRIES)


@pytest.mark.parametrize("size", [(2, 3), (4, 4), (3, 3)])
def test_chiral_tiles_under_reflections(size: tuple[int, int]) -> None:
    """Two tiles that a reflection exchanges keep the reflection; one of them alone keeps only the rotations."""
    tiles = [
        "{name: S, drawing: '.XX\\nXX.', reflect: false, multiplicity: {min: 0, max: 2}}",
        "{name: Z, drawing: 'XX.\\n.XX', reflect: false, multiplicity: {min: 0, max: 2}}",
    ]
    for chosen in (tiles, tiles[:1]):
        text = ", ".join(chosen).replace("'", '"')
        spec = f"board: {{size: {list(size)}}}, fill: false, tiles: [{text}]"
        cover = cover_of(spec)
        assert_equal_to_brute_force(cover, "full")


def test_state_of_several_words_is_one_state() -> None:
    """Bars of 70 and 80 cells on a strip of 80 keep more than 64 cells open: 11 places, 1 place, or monominoes only."""
    bars = [f"{{name: B{n}, cells: {[[0, i] for i in range(n)]}, multiplicity: any}}" for n in (1, 70, 80)]
    cover = cover_of(f"board: {{size: [1, 80]}}, tiles: [{', '.join(bars)}]")
    count = count_tilings(cover.problem, symmetry_group(cover, "full"))
    assert (count.raw, count.solutions, count.self_symmetric) == (13, 8, 3)


def test_moebius_function_of_the_symmetries_of_the_square() -> None:
    """Summed over all subgroups it is 0; the dihedral group of order 8 has 5 involutions and 2 Klein groups."""
    cover = cover_of("board: {size: [4, 4]}, tiles: [{set: domino}], fill: false")
    table = GroupTable(symmetry_group(cover, "full"))
    values = table.moebius
    assert sorted((len(subgroup), value) for subgroup, value in values.items()) == [
        (1, 1),
        *[(2, -1)] * 5,
        *[(4, 2)] * 2,
    ]
    assert len(table.conjugates(table.generated([]))) == 1


def test_moebius_function_of_torus_isometries() -> None:
    """Summed over the subgroups of any join it is 0: of subgroups that two motions make, as far as atoms make them."""
    cover = cover_of("board: {size: [3, 3], wrap: torus}, tiles: [{set: domino}], fill: false")
    table = GroupTable(symmetry_group(cover, "full"))
    assert table.group.order == 72
    joins = {table.generated([g, h]) for g in range(1, 72) for h in range(0, 72, 5)}
    for join in joins:
        assert sum(value for subgroup, value in table.moebius.items() if subgroup <= join) == 0
