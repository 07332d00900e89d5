"""Rules, measures and lattices of users: registered by their code, or by an entry point of their package."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cp_puzzles import (
    CellShape,
    LinearExpression,
    MistakeError,
    PuzzleSpec,
    RuleCompiler,
    Tiling,
    build_puzzle,
    count,
    estimate,
    explain,
    load_spec,
    register_lattice,
    register_measure,
    register_rule,
    sample,
    solve,
    symmetry_group,
    tabulate,
)
from cp_puzzles.base.named_values import load_extensions
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.engines.engine import Part
from cp_puzzles.errors import PuzzleError, SpecError
from cp_puzzles.output.draw.picture import save_picture
from cp_puzzles.output.draw.puzzle_picture import solution_picture
from cp_puzzles.output.terminal.result_panels import forecast_panel
from cp_puzzles.output.web.page_cells import hand_isometries
from cp_puzzles.puzzle.geometry.isometry import generated_group
from cp_puzzles.puzzle.geometry.lattices import LATTICES, parse_lattice
from cp_puzzles.puzzle.rules.rule_registry import RULES
from cp_puzzles.search.pool import ProcessPool
from cp_puzzles.search.worker import Job, PartJob, PartWorker
from tests.cli.program import Program
from tests.puzzle.geometry.drawn_lattices import BRICKS, PYTHAGOREAN
from tests.test_recipes import LATTICE_FILE

OCTAGONS = parse_lattice("octagons", LATTICE_FILE)
"""The tiling of the plane by octagons and squares, which the recipe of a lattice makes."""


def columns(cells: Any) -> set[int]:
    return {cell[1] for cell in cells}


def number_upright(tiling: Tiling) -> int:
    return sum(len(columns(placement.cells)) == 1 for placement in tiling.placements)


@pytest.mark.parametrize("engine", ["cp-sat", "exact-cover"])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("stated", [False, True])
def test_registered_rule_holds_in_every_engine(engine: str, jobs: int, stated: bool) -> None:
    """A rule of the user, checked or stated as items, gives exactly the tilings that satisfy it; in processes too."""
    most = 4  # a closure: no other process can import the function

    def uprights(tiling: Tiling, value: int) -> bool:
        return number_upright(tiling) <= value and most == 4

    def items(compiler: RuleCompiler, value: int) -> None:
        upright = [n for n in compiler.references if len(columns(compiler.placement(n).cells)) == 1]
        compiler.add("uprights", upright, maximum=value)

    register_rule(uprights, items=items if stated else None)
    result = solve("dominoes4x4", rule={"uprights": most}, engine=engine, jobs=jobs, symmetry="off")
    tilings = solve("dominoes4x4", symmetry="off", engine="exact-cover", jobs=1).solutions
    assert set(result.solutions) == {t for t in tilings if number_upright(t.tiling) <= most}
    puzzle = result.solutions[0].puzzle
    assert bool(build_cover(puzzle).checks) != stated


@pytest.mark.parametrize("engine", ["cp-sat", "exact-cover", "frontier"])
@pytest.mark.parametrize("key", ["few_uprights", "upright_number"])
def test_items_of_a_user_that_admit_too_much_are_found(engine: str, key: str) -> None:
    """Every engine verifies tilings that it counts if a user wrote the items: two engines once counted all 36."""

    def few_uprights(tiling: Tiling, value: int) -> bool:
        return number_upright(tiling) <= value

    def upright_number(tiling: Tiling) -> int:
        return number_upright(tiling)

    register_rule(few_uprights, items=lambda compiler: None)
    register_measure(upright_number, expression=lambda compiler: LinearExpression(()))
    bound = {"max": 4} if key == "upright_number" else 4
    with pytest.raises(PuzzleError, match="rule"):
        count("dominoes4x4", rule={key: bound}, engine=engine, symmetry="off", jobs=1)


@pytest.mark.slow
def test_registered_rule_travels_to_processes() -> None:
    """A worker process, which cannot import a function of a script or a notebook, gets it with the puzzle."""
    register_lattice(OCTAGONS)
    source = "def at_most(tiling, value: int): return len(tiling.placements) <= value"
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(source, namespace)
    register_rule(namespace["at_most"])
    tiles = [{"name": "pair", "cells": [[0, 0, 0], [0, 0, 1]], "multiplicity": "any"}]
    board = {"window": {"x": [0, 1], "y": [0, 1], "z": [0, 2]}}
    data = {"name": "pairs", "lattice": "octagons", "board": board, "tiles": tiles, "rules": {"at_most": 1}}
    job = Job(build_puzzle(PuzzleSpec.from_dict(data)), "off", "exact-cover")
    with closing(ProcessPool(PartWorker(job), 1)) as pool:
        run = pool.submit(PartJob(Part(), "exact-cover")).result()
    assert sum(len(batch) for batch, _ in run.batches) == 1


def test_symmetry_of_a_registered_rule_is_not_assumed() -> None:
    """A checked rule counts no two tilings as one unless it is declared symmetric; items are examined themselves."""

    def first_across(tiling: Tiling) -> bool:
        return len(columns(tiling.placements[tiling.owner[0, 0]].cells)) == 2

    register_rule(first_across)
    result = count("dominoes4x4", rule={"first_across": True}, jobs=1)
    assert (result.count, result.raw, result.group_order) == (18, 18, 1)

    @register_rule(symmetric=True)
    def balanced(tiling: Tiling) -> bool:
        return number_upright(tiling) == 4

    assert symmetry_group("dominoes4x4", rule={"balanced": True}).order == 8
    result = count("dominoes4x4", rule={"balanced": True}, jobs=1)
    assert (result.raw, result.count) == (16, len({t for t in solve("dominoes4x4", jobs=1).solutions if t_upright(t)}))


def t_upright(solution: Any) -> bool:
    return number_upright(solution.tiling) == 4


def test_registered_rule_is_part_of_the_file_format() -> None:
    """A registered key is validated by its type, written to files, read from them, and removed by `off`."""

    @register_rule
    def uprights(tiling: Tiling, value: int) -> str | None:
        """The largest number of upright pieces."""
        number = number_upright(tiling)
        return None if number <= value else f"{number} pieces are upright"

    data = load_spec("dominoes4x4").to_dict() | {"rules": {"uprights": 3, "faults": {"max": 2}}, "expected": {}}
    spec = PuzzleSpec.from_dict(data)
    assert PuzzleSpec.from_yaml(spec.to_yaml()) == spec
    assert spec.to_dict()["rules"] == {"uprights": 3, "faults": {"max": 2}}
    assert [rule.key for rule in build_puzzle(spec).rules] == ["faults", "uprights"]
    assert build_puzzle(PuzzleSpec.from_dict(data | {"rules": {"uprights": None}})).rules == ()
    assert count(spec, rule=["uprights=off", "faults=off"], jobs=1).count == 9
    assert RULES["uprights"].about == "The largest number of upright pieces."
    assert explain(data, rule={"uprights": 0, "faults": {"max": 4}}).answer == "some"


def test_estimate_names_rules_checked_on_finished_tilings() -> None:
    """An estimate counts before rules that are checked on finished tilings: it names them, and its bounds hold."""

    def first_lies_across(tiling: Tiling) -> bool:
        return len(columns(tiling.placements[tiling.owner[0, 0]].cells)) == 2

    register_rule(first_lies_across)
    rules = {"first_lies_across": True}
    forecast = estimate("dominoes4x4", rule=rules, jobs=1)
    solutions = forecast.solutions
    assert (solutions.value, solutions.high, forecast.raw.low) == (36, 36, 0)
    assert solutions.low <= count("dominoes4x4", rule=rules, jobs=1).count <= solutions.high
    assert forecast.summary()["unchecked_rules"] == ("first_lies_across",)
    console = Console(width=120)
    with console.capture() as capture:
        console.print(forecast_panel(forecast))
    assert "first_lies_across: only checked on finished tilings" in capture.get()
    assert estimate("dominoes4x4", rule={"faults": 2}, jobs=1).unchecked_rules == ()


def test_registered_measure_is_bounded_optimized_and_tabulated() -> None:
    """A measure of the user is a rule, an objective and a table; an expression makes it linear."""

    def expression(compiler: RuleCompiler) -> LinearExpression:
        upright = [n for n in compiler.references if len(columns(compiler.placement(n).cells)) == 1]
        return LinearExpression(tuple(upright))

    for stated in (None, expression):

        def upright(tiling: Tiling) -> int:
            return number_upright(tiling)

        register_measure(upright, expression=stated)
        table = tabulate("dominoes4x4", by="upright", symmetry="off", jobs=1)
        assert table.rows == ((0, 1, 1), (2, 9, 9), (4, 16, 16), (6, 9, 9), (8, 1, 1))
        assert count("dominoes4x4", rule={"upright": {"min": 6}}, jobs=1).raw == 10
        best = solve("dominoes4x4", maximize="upright", jobs=1)
        assert best.objective == {"maximize": "upright", "value": 8, "bound": 8}
        assert (best.count, best.raw) == (1, 1)
    with pytest.raises(MistakeError, match="symmetric tilings may have different values; add symmetry='off'"):
        tabulate("dominoes4x4", by="upright", jobs=1)


def test_weighted_measure_is_optimized_by_the_solver() -> None:
    """A measure with several weights is a sum: its best value is that of all tilings, from CP-SAT."""

    def inside(tiling: Tiling) -> int:
        return sum(tiling.owner[a] == tiling.owner[b] for a, b in tiling.board.sides)

    def expression(compiler: RuleCompiler) -> LinearExpression:
        def sides_inside(reference: int) -> int:
            cells = set(compiler.placement(reference).cells)
            return sum(cells.issuperset(side) for side in compiler.board.sides)

        return LinearExpression({reference: sides_inside(reference) for reference in compiler.references})

    tiles = [{"set": "tetrominoes"}, {"set": "trominoes", "multiplicity": "any"}, {"set": "domino"}]
    data = {"name": "inside", "board": {"size": [3, 4]}, "tiles": [each | {"multiplicity": "any"} for each in tiles]}
    register_measure(inside)
    by_value = tabulate(data, by="inside", symmetry="off", jobs=1).rows
    register_measure(inside, expression=expression, symmetric=True)
    assert {
        weight
        for _, weight in build_cover(build_puzzle(PuzzleSpec.from_dict(data | {"maximize": "inside"}))).weights or ()
    } == {1, 2, 3, 4}
    for key, (value, _, raw) in (("maximize", by_value[-1]), ("minimize", by_value[0])):
        best = solve(data | {key: "inside"}, jobs=1)
        assert (best.objective, best.raw) == ({key: "inside", "value": value, "bound": value}, raw)


@pytest.mark.parametrize("given", [None, {"tile": "I2", "cells": [[0, 0], [0, 1]]}])
def test_bound_of_weights_is_a_constraint_of_cp_sat(
    given: dict[str, object] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CP-SAT meets a bound on a sum of positive and negative weights, so that no finished tiling is refused."""

    def score(tiling: Tiling) -> int:
        return 30 + sum(len(placement.cells) ** 2 - 4 for placement in tiling.placements)

    def expression(compiler: RuleCompiler) -> LinearExpression:
        sizes = {reference: len(compiler.placement(reference).cells) for reference in compiler.references}
        return LinearExpression({reference: size**2 - 4 for reference, size in sizes.items()}, constant=30)

    tiles = [{"set": name, "multiplicity": "any"} for name in ("monomino", "domino", "trominoes")]
    data = {"name": "score", "board": {"size": [3, 3]}, "tiles": tiles}
    changes = {} if given is None else {"given": given}
    register_measure(score, expression=expression, symmetric=True)
    solutions = solve(data, symmetry="off", engine="exact-cover", jobs=1, **changes).solutions  # type: ignore[arg-type]
    numbers = Counter(score(each.tiling) for each in solutions)
    assert len(numbers) > 5
    refused: list[int] = []
    accepts = Cover.accepts
    monkeypatch.setattr(
        Cover,
        "accepts",
        lambda cover, options: accepts(cover, options) or bool(refused.append(1)),  # type: ignore[func-returns-value]
    )
    values = sorted(numbers)
    for low, high in [(values[0], values[2]), (values[3], values[3]), (values[-2], values[-1]), (values[-1] + 1, 99)]:
        ruled = data | {"rules": {"score": {"min": low, "max": high}}}
        expected = sum(number for value, number in numbers.items() if low <= value <= high)
        for engine in ("cp-sat", "exact-cover"):
            assert count(ruled, engine=engine, jobs=1, **changes).raw == expected  # type: ignore[arg-type]
            assert bool(refused) == (engine == "exact-cover")
            refused.clear()


def test_registered_lattice_serves_every_step(tmp_path: Path) -> None:
    """A lattice of the user has boards, tiles, symmetries, searches in processes, samples and pictures."""
    register_lattice(OCTAGONS)
    window = {"x": [0, 3], "y": [0, 3], "z": [0, 2]}
    pair, single = {"name": "pair", "cells": [[0, 0, 0], [0, 0, 1]], "multiplicity": "any"}, {"set": "monomino"}
    data = {"name": "pairs", "lattice": "octagons", "board": {"window": window}, "tiles": [pair]}
    expected = matchings([(x, y) for x in range(3) for y in range(3)], [(x, y) for x in range(3) for y in range(3)])
    for engine in ("cp-sat", "exact-cover", "frontier"):
        assert count(data, engine=engine, jobs=2, symmetry="off").count == expected
    full = count(data, jobs=1)
    assert (full.raw, full.group_order) == (expected, 2)
    [tiling] = sample(data, seed=1).solutions
    save_picture(solution_picture(tiling.puzzle, tiling.placements), tmp_path / "pairs.svg")
    assert "<svg" in (tmp_path / "pairs.svg").read_text("utf-8")
    with pytest.raises(SpecError, match="no lattice 'octagon'; did you mean 'octagons'"):
        build_puzzle(PuzzleSpec.from_dict(data | {"lattice": "octagon", "tiles": [single]}))


@pytest.mark.parametrize("rotate", [False, True])
def test_lattice_without_reflections(rotate: bool) -> None:
    """On a lattice without reflections `reflect` changes no count, and pages offer no flip."""
    register_lattice(PYTHAGOREAN)
    tile = {"name": "pair", "cells": [[0, 0, 0], [0, 0, 1]], "multiplicity": "any", "rotate": rotate}
    window = {"x": [0, 2], "y": [0, 2], "z": [0, 2]}
    data = {"name": "pairs", "lattice": "pythagorean", "board": {"window": window}, "fill": False}
    counts = [
        count(data | {"tiles": [tile | {"reflect": reflect}]}, symmetry="off", jobs=1).count
        for reflect in (False, True)
    ]
    assert counts[0] == counts[1] > 1
    assert [name for name, _ in hand_isometries(PYTHAGOREAN)] == ["rotate"]


def matchings(octagons: list[tuple[int, int]], squares: list[tuple[int, int]]) -> int:
    """Count the pairings of each octagon with one of the four squares at its corners, each square once."""
    if not octagons:
        return 1
    (x, y), *rest = octagons
    free = [(a, b) for a in (x - 1, x) for b in (y - 1, y) if (a, b) in squares]
    return sum(matchings(rest, [square for square in squares if square != chosen]) for chosen in free)


def test_entry_point_registers_on_demand(run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line knows rules of an installed extension; a broken extension is a mistake with its name."""
    info = tmp_path / "walls-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: walls\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[cp_puzzles.extensions]\nwalls = walls\n", "utf-8")
    module = "from cp_puzzles import register_rule\n\n\ndef no_wall(tiling, value: bool):\n    return not value\n\n\n"
    (tmp_path / "walls.py").write_text(module + "register_rule(no_wall)\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    command = ("count", "dominoes4x4", "--rule", "no_wall=true", "--jobs", "1")
    load_extensions.cache_clear()
    done = run(*command)
    assert (done.returncode, done.stderr) == (1, "")
    del sys.modules["walls"], RULES["no_wall"]
    (tmp_path / "walls.py").write_text("1 / 0\n", "utf-8")
    load_extensions.cache_clear()
    assert "entry point walls: walls cannot be loaded: ZeroDivisionError" in run(*command).stderr
    load_extensions.cache_clear()


def raising(tiling: Tiling) -> bool:
    raise KeyError("x")


def word(tiling: Tiling) -> Any:
    return 3.5


@pytest.mark.parametrize(
    ("register", "options", "message"),
    [
        (lambda: register_rule(raising), {"rule": {"raising": True}}, r"raising\(\): it raises KeyError: 'x'"),
        (lambda: register_rule(raising), {"rule": {"raising": 2}}, "rules.raising: 2 is not allowed here"),
        (lambda: register_rule(raising), {"rule": {"raisin": True}}, "did you mean 'raising'"),
        (lambda: register_rule(word), {"rule": {"word": True}}, r"word\(\): it returns 3.5; return True or None"),
        (lambda: register_measure(word), {"maximize": "word"}, r"word\(\): it returns 3.5; return an integer"),
    ],
)
def test_mistakes_in_functions_of_the_user_are_named(register: Any, options: dict[str, Any], message: str) -> None:
    """A wrong value, an exception and a wrong result name the function or the key, and a remedy."""
    register()
    with pytest.raises(MistakeError, match=message):
        solve("dominoes4x4", jobs=1, **options)


def test_point_group_that_lacks_an_isometry_is_refused() -> None:
    """The snub square tiling with quarter turns alone is refused: a piece would not fit on all congruent cells."""
    full = LATTICES["snub-square"]
    turns = generated_group(((0, -1), (1, 0)))
    shapes = {each.origin: CellShape(each.steps, each.corners) for each in full.cell_classes[:3]}
    partial = replace(full, name="snub", point_group=turns, shapes=shapes)
    with pytest.raises(MistakeError, match=r"lacks: matrix .*, translation \[33, 33\]"):
        register_lattice(partial)
    assert register_lattice(replace(full, name="snub")).name == "snub"


def test_names_of_the_package_cannot_be_taken() -> None:
    """Names of the package and impossible names are refused, and so are contradicting lattices."""

    def faults(tiling: Tiling) -> int:
        return 0

    for register in (register_rule, register_measure):
        with pytest.raises(MistakeError, match="the package has a rule of this name"):
            register(faults)
        with pytest.raises(MistakeError, match="this cannot be the name of a rule"):
            register(lambda tiling: True)
    with pytest.raises(MistakeError, match="the package has a lattice of this name"):
        register_lattice(replace(OCTAGONS, name="square"))
    with pytest.raises(MistakeError, match="use small letters"):
        register_lattice(replace(OCTAGONS, name="Octagons!"))
    one_way = {**OCTAGONS.shapes, (1, 1): CellShape(((1, 1), (-1, 1)), ((3, 0), (0, 3), (-3, 0), (0, -3)))}
    with pytest.raises(MistakeError, match=r"lattice octagons: .* is not a neighbor of its neighbor"):
        register_lattice(replace(OCTAGONS, shapes=one_way))
    with pytest.raises(MistakeError, match=r"the point group is not a group"):
        register_lattice(replace(OCTAGONS, point_group=(*OCTAGONS.point_group[:3], *OCTAGONS.point_group[4:])))
    mixed = sorted(OCTAGONS.point_group, key=lambda each: (each != OCTAGONS.point_group[0], each.determinant))
    with pytest.raises(MistakeError, match=r"lists a reflection before a rotation"):
        register_lattice(replace(OCTAGONS, point_group=tuple(mixed)))
    with pytest.raises(MistakeError, match=r"maps neighbors to \[0, 0\] and \[-?2, 0\], which are not neighbors"):
        register_lattice(replace(BRICKS, point_group=LATTICES["square"].point_group))
