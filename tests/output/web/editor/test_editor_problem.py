"""The editor's own compilation and search, in node, against those of Python: options, symmetries, counts, nodes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cp_puzzles import PuzzleSpec, build_puzzle, load_spec, parse_spec
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.symmetry.leader import lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, group_of
from cp_puzzles.engines.engine import redundant_bounds
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.web.edit_page import editor_lattices
from cp_puzzles.puzzle.geometry.lattice_registration import register_lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.spec.yaml_reader import spec_text
from tests.engines.reference_search import Reference
from tests.output.web.editor.conftest import Ask
from tests.output.web.editor.random_specs import random_spec
from tests.puzzle.build.test_board_parts import NESTED, parts_spec, shapes
from tests.puzzle.geometry.drawn_lattices import PYTHAGOREAN

CATALOG = sorted(Path("specs").rglob("*.yaml"))


def described(cover: Cover) -> dict[str, Any]:
    """Return the problem, its symmetries and its leaders as the editor describes its own."""
    group, problem = group_of(cover, "full"), cover.problem
    leader = lex_leader(problem, group)
    return {
        "items": [[item.kind, item.name, item.minimum, item.maximum] for item in problem.items],
        "options": [list(option) for option in problem.options],
        "redundant": sorted(redundant_bounds(problem)),
        "group": sorted(group.options.tolist()),
        "rotations": group_of(cover, "rotations").order,
        "position": leader.position.tolist(),
        "dominated": np.flatnonzero(leader.dominated).tolist(),
    }


def is_served(spec: PuzzleSpec) -> bool:
    """Return whether the page solves puzzles with the keys of a spec itself."""
    return spec.board.wrap is None and not any(spec.to_dict().get(key) for key in ("rules", "maximize", "minimize"))


def assert_same_problems(ask: Ask, specs: list[PuzzleSpec]) -> None:
    """Compare the problems of some puzzles, whose files the editor reads."""
    for spec, answer in zip(specs, ask([["problem", spec_text(spec)] for spec in specs]), strict=True):
        if not is_served(spec) or "unserved" in answer:
            assert answer["unserved"], spec.name
            continue
        answer |= {key: sorted(answer[key]) for key in ("redundant", "group")}
        assert answer == described(build_cover(build_puzzle(spec))), spec.name


def assert_same_counts(ask: Ask, specs: list[PuzzleSpec]) -> None:
    """Compare counts, solutions and nodes of some puzzles with the reference search.

    In one part, in several, and in several that go on in a new search after each pause.
    """
    questions: list[list[Any]] = []
    for spec in specs:
        data = spec_text(spec)
        questions += [["count", data, False, 0], ["count", data, True, 1000], ["parts", data, 2], ["parts", data, 3]]
        questions += [["parts", data, 2, 40, True], ["area", data]]
    answers = iter(ask(questions))
    for spec in specs:
        cover = build_cover(build_puzzle(spec))
        leader = lex_leader(cover.problem, group_of(cover, "full"))
        every = Reference(cover.problem)
        broken = Reference(cover.problem, active=np.flatnonzero(~leader.dominated).tolist())
        solutions = [solution for solution in every.solutions if cover.accepts(solution)]
        orbits = {
            symmetry: len({group_of(cover, symmetry).representative(s) for s in solutions}) for symmetry in SYMMETRIES
        }
        leaders = sorted(sorted(s) for s in solutions if leader.is_leader(list(s)))
        raw, up_to, *parts, problem = (next(answers) for _ in range(6))
        assert problem is None or not solutions, spec.name
        assert (raw["solutions"], raw["nodes"]) == (len(solutions), every.nodes), spec.name
        assert {"off": up_to["raw"], "rotations": up_to["rotations"], "full": up_to["solutions"]} == orbits, spec.name
        assert up_to["nodes"] == broken.nodes, spec.name
        assert sorted(map(sorted, up_to["rows"])) == leaders[:1000], spec.name
        for sums in parts:
            assert sums == {key: up_to[key] for key in ("nodes", "solutions", "raw", "rotations")}, spec.name


@cache
def valid_specs(first: int, last: int) -> list[PuzzleSpec]:
    """Return the random puzzles without mistakes."""
    specs = []
    for seed in range(first, last):
        spec = PuzzleSpec.from_dict(random_spec(seed))
        try:
            build_puzzle(spec)
        except MistakeError:
            continue
        specs.append(spec)
    return specs


def test_editor_compiles_sample_of_the_catalog(editor_logic: Ask) -> None:
    """Items, options, symmetry group and leaders of every thirty-sixth catalog puzzle are those of Python."""
    assert_same_problems(editor_logic, [load_spec(path) for path in CATALOG[::36]])


@pytest.mark.parametrize("every", [13, pytest.param(1, marks=pytest.mark.slow)])
def test_editor_joins_and_removes_shapes(editor_logic: Ask, every: int) -> None:
    """Unions and differences of all shapes on all lattices, nested and moved, have the cells that Python gives them."""
    specs = [parts_spec(*shape) for shape in shapes()][::every]
    specs.append(PuzzleSpec.from_dict({**specs[0].to_dict(), **NESTED}))
    specs.append(load_spec("one_sided_hexiamonds_ring"))
    assert_same_problems(editor_logic, specs)


@pytest.mark.slow
def test_editor_compiles_the_catalog(editor_logic: Ask) -> None:
    """Items, options, symmetry group and leaders of every catalog puzzle are those of Python."""
    assert_same_problems(editor_logic, [load_spec(path) for path in CATALOG])


@pytest.mark.parametrize(
    ("first", "last"),
    [(0, len(LATTICES)), *(pytest.param(n, n + 50, marks=pytest.mark.slow) for n in range(17, 367, 50))],
)
def test_editor_solves_random_puzzles(editor_logic: Ask, first: int, last: int) -> None:
    """On all lattices: the same problems, counts up to each symmetry, solutions and nodes as the reference."""
    specs = valid_specs(first, last)
    assert_same_problems(editor_logic, specs)
    assert_same_counts(editor_logic, specs)


def test_editor_leaves_rules_to_the_program(editor_logic: Ask) -> None:
    """Rules that hold, also unknown ones, and objectives are named as what the page cannot solve; others are none."""
    spec = load_spec("dominoes4x4").to_dict()
    changes: list[dict[str, Any]] = [{"rules": {"unknown": True, "faults": 0}}, {"maximize": "pieces"}]
    *answers, without = editor_logic([["problem", spec | each] for each in [*changes, {"rules": {"maximal": False}}]])
    assert answers == [{"unserved": ["rules.unknown", "rules.faults"]}, {"unserved": ["maximize"]}]
    assert without["options"]


@pytest.mark.parametrize(
    ("board", "tile", "unserved"),
    [
        ("size: [2, 2]", "family: rectangles, multiplicity: any", "tiles.family"),
        ("size: [2, 2]", "size: [1, 2], multiplicity: 2", "tiles.size"),
        ("size: [2, 2]", "set: wang-4, multiplicity: any", "the set wang-4"),
        ("size: [2, 2]", "set: wang-5, multiplicity: any", "the set wang-5"),
        ("size: [2, 2]", "set: tetravex-2x2-3-1", "the set tetravex-2x2-3-1"),
        ("size: [3, 3]", "set: eternity-3x3-3-1", "the set eternity-3x3-3-1"),
        ("size: [2, 2], wrap: torus", "set: domino, multiplicity: 2", "board.wrap"),
        ("size: [2, 2], values: {1: [[0, 0]]}", "set: domino, multiplicity: 2", "board.values"),
        ("size: [2, 2]", "set: dominoes-0-6", "tiles.values"),
        ("size: [2, 2]", "set: wang-2, multiplicity: any", "tiles.sides"),
    ],
)
def test_editor_names_what_it_leaves_to_the_program(editor_logic: Ask, board: str, tile: str, unserved: str) -> None:
    """Tiles that only the program makes, and wrapped boards, are named; the program solves their puzzles."""
    text = f"name: x\nboard: {{{board}}}\ntiles: [{{{tile}}}]\n"
    assert editor_logic([["problem", text]]) == [{"unserved": [unserved]}]
    assert build_cover(build_puzzle(parse_spec(text))).problem.options


def test_editor_serves_a_lattice_without_reflections(editor_logic: Ask) -> None:
    """Tiles have the same placements as in Python, whether they may be rotated and reflected or not."""
    register_lattice(PYTHAGOREAN)
    board = {"window": {"x": [0, 1], "y": [0, 1], "z": [0, 2]}}
    tile = {"name": "pair", "cells": [[0, 0, 0], [0, 0, 1]], "multiplicity": "any"}
    flags = [{"rotate": rotate, "reflect": reflect} for rotate in (False, True) for reflect in (False, True)]
    data = {"name": "pairs", "lattice": PYTHAGOREAN.name, "board": board, "fill": False}
    editor_lattices.cache_clear()
    assert_same_problems(editor_logic, [PuzzleSpec.from_dict(data | {"tiles": [tile | each]}) for each in flags])
    editor_lattices.cache_clear()


def test_editor_words_mistakes_as_the_program(editor_logic: Ask) -> None:
    """The mistakes in random puzzles have the places and the words of the program."""
    data = [random_spec(seed) for seed in range(60)]
    answers = editor_logic([["problem", each] for each in data])
    seen: set[str] = set()
    for each, answer in zip(data, answers, strict=True):
        try:
            build_puzzle(PuzzleSpec.from_dict(each))
            expected = []
        except SpecError as error:
            expected = sorted(str(error).replace("spec: ", "").splitlines())
        mistakes = [f"{'.'.join(map(str, path))}: {text}" for path, text in answer.get("mistakes", [])]
        assert sorted(mistakes) == expected, json.dumps(each)
        seen.update(line.split(": ")[1][:20] for line in mistakes)
    assert len(seen) > 3


def test_editor_counts_small_catalog_puzzles(editor_logic: Ask) -> None:
    """Puzzles whose counts are known: the numbers of the file up to each symmetry."""
    names = ("soma", "five_tiles4x4", "y_pentominoes5x10", "pentomino3x20", "kanoodle_pyramid", "hexiamonds6x6")
    specs = [load_spec(name) for name in names]
    for spec, answer in zip(specs, editor_logic([["count", spec.to_dict()] for spec in specs]), strict=True):
        counts = {"off": answer["raw"], "rotations": answer["rotations"], "full": answer["solutions"]}
        expected = {key: number for key, number in spec.expected.model_dump(exclude_none=True).items() if key in counts}
        assert answer["done"]
        assert expected.items() <= counts.items(), spec.name


def test_editor_says_how_far_a_search_is(editor_logic: Ask) -> None:
    """A sentence tells the share that is done and the time that is left."""
    numbers = {"solutions": 0, "raw": 0, "rotations": 0, "nodes": 20_000}
    status: dict[str, Any] = {
        "state": "running",
        "numbers": numbers,
        "parts": 1,
        "done": 0,
        "seconds": 2,
        "group": {"order": 1},
    }
    status |= {"estimate": 200_000, "counting": 2}
    assert editor_logic([["answer", each] for each in (status, status | {"estimate": 9_000})]) == [
        "No solution so far. Searching for 2 s: about 10 % of the search is done; counting all takes about 20 s.",
        "No solution so far. Searching for 2 s; it takes longer than estimated.",
    ]


def test_editor_estimates_nodes(editor_logic: Ask) -> None:
    """Random paths tell the number of nodes of three searches within a tenth."""
    specs = [load_spec(name) for name in ("soma", "five_tiles4x4", "y_pentominoes5x10")]
    for spec, answer in zip(specs, editor_logic([["estimate", spec.to_dict(), 5000] for spec in specs]), strict=True):
        assert abs(answer["estimate"] / answer["nodes"] - 1) < 0.1, spec.name


@pytest.mark.slow
def test_editor_finds_first_solutions_of_the_catalog(editor_logic: Ask) -> None:
    """Of every puzzle with less than 100 cells that the page searches it finds a solution in some thousand nodes."""
    specs = [load_spec(path) for path in CATALOG]
    found = 0
    for spec, answer in zip(specs, editor_logic([["first", spec.to_dict(), 2] for spec in specs]), strict=True):
        if answer["unserved"] or answer["cells"] >= 100:
            continue
        assert answer["solutions"] or answer["done"], spec.name
        found += 1
    assert found > 100
