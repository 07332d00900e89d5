"""The registries of names: what they say agrees with the values that they import."""

from __future__ import annotations

import sys

import pytest

from cp_puzzles.base.named_values import Registry
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.board_shapes import HEXGRIDS
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.tile_sets import BOARD_SHAPES, FAMILIES, ONE_SIDED, SETS
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES, rule_field, rule_keys
from tests.processes import finished


@pytest.mark.parametrize("key", rule_keys())
def test_rule_registry_agrees_with_field(key: str) -> None:
    """The field of each key has the key and the sentence of its entry."""
    registry = MEASURES if key in MEASURES else RULES
    field = rule_field(key)
    assert field is not None
    assert field.key == key
    assert registry.about(key).endswith(".")


@pytest.mark.parametrize("name", MEASURES)
def test_measure_registry_agrees_with_class(name: str) -> None:
    """The measure of each name has the name of its entry."""
    assert MEASURES[name].name == name


@pytest.mark.parametrize("registry", [MEASURES, RULES], ids=["measures", "rules"])
def test_registry_refuses_name_of_package(registry: Registry[object]) -> None:
    """A user cannot take the name of a value of the package, or one that a puzzle file cannot have."""
    for name in (next(iter(registry.entries)), "Two words"):
        with pytest.raises(MistakeError, match=r"choose another name|use small letters"):
            registry.check_name(name)


def test_spec_imports_named_rules_alone() -> None:
    """Reading a puzzle imports the modules of the rules that it names, and no others."""
    text = "{name: x, board: {size: [1, 2]}, tiles: [{set: domino}], rules: {isolated: empty}}"
    code = f"import sys; from cp_puzzles import build_puzzle, parse_spec; build_puzzle(parse_spec({text!r}))"
    code += "; print(*(name for name in sys.modules if name.startswith('cp_puzzles.puzzle.rules.')))"
    done = finished([sys.executable, "-c", code], status=0)
    imported = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert "touching" in imported
    assert not imported & {"fault_lines", "piece_counts", "piece_shapes", "symmetric", "loop", "sides"}


@pytest.mark.parametrize("name", LATTICES.entries)
def test_lattice_registry_agrees_with_lattice(name: str) -> None:
    """The file of each lattice gives it the name of its entry, and a word for a cell."""
    assert LATTICES.about(name) == f"{name}.yaml"
    assert LATTICES[name].name == name
    assert LATTICES[name].noun


def test_board_shape_registry_agrees_with_shapes() -> None:
    """Each shape has the name of its entry; those of hexagons exist on their layers and on their edges."""
    assert [shape.name for shape in BOARD_SHAPES.values()] == [*BOARD_SHAPES]
    bases = {"hexagonal", "triangular"}
    derived = {n for n, each in LATTICES.items() if {n, each.layer_of, each.edges_of} & bases}
    assert {*BOARD_SHAPES["hexagon"].lattices} == derived
    assert set(HEXGRIDS) == {n for n in derived if "triangular" in (n, LATTICES[n].layer_of)}


def test_family_registry_agrees_with_tests_of_boxes() -> None:
    """Each family of boxes accepts the boxes of its sentence, and refuses others."""
    boxes = {"squares": [(1, 2, 2)], "oblongs": [(1, 2, 3)], "bars": [(1, 1, 3)], "boxes": [(2, 2, 3)]}
    refused = {"squares": (1, 2, 3), "oblongs": (1, 2, 2), "bars": (1, 2, 3), "rectangles": (2, 2, 2)}
    for name, test in FAMILIES.items():
        assert all(test is not None and test(sides) for sides in boxes.get(name, ()))
        assert name not in refused or (test is not None and not test(refused[name]))
    assert FAMILIES["polyominoes"] is None


def test_one_sided_sets_belong_to_flat_lattices() -> None:
    """Every set of polyforms of a flat lattice has a one-sided set, and no other one has."""
    for name in ("pentominoes", "pentahexes", "tristicks", "trispheres", "tetraboloes"):
        assert (ONE_SIDED + name in SETS) == LATTICES[SETS[name].lattice].is_flat
