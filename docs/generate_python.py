"""Write the reference of the public Python names: a page for each, or for a function with its result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import cleandoc, getdoc, isclass, isfunction
from typing import Any

import cp_puzzles
from cp_puzzles.base.option_model import Options

TASKS = {
    "Make a puzzle": (
        *("Puzzle", "Board, Tile, Placement", "load_spec", "parse_spec", "build_puzzle", "PuzzleSpec"),
        *("tile_set", "catalog_names", "burr_piece, burr_numbers"),
    ),
    "Solve and count": (
        *("solve", "count", "iter_solutions", "RunResult", "Solution, Solutions", "open_run"),
        "SearchOptions, SolveOptions",
    ),
    "Analyze and design": (
        *("hint, Hint", "explain, Explanation", "estimate, Forecast", "sample, Sample"),
        *("coverage_frame, plot_coverage", "placements_frame", "neighbors_frame"),
        *("design, Designs, Challenge", "difficulty, Difficulty", "smallest, Smallest", "apart, Disassemblies"),
        *(
            "tabulate, MeasureTable",
            "each, FamilyResult",
            "experiment, ExperimentResult, plot_experiment",
        ),
    ),
    "Add constraints in CP-SAT": ("to_model, PuzzleModel",),
    "Symmetry groups": ("symmetry_group, PuzzleSymmetry", "unfold, self_symmetric, symmetries_of"),
    "Rules, measures and lattices of your own": (
        *("register_rule", "Rule", "RuleField", "RuleCompiler", "register_measure", "Measure, LinearExpression"),
        *("Tiling", "register_lattice", "Lattice", "CellShape, Isometry, Sublattice"),
        "generated_group",
    ),
    "Solution files": ("read_solutions, write_solutions", "verify, Verification"),
    "Notebooks": ("PuzzleWidget",),
    "Errors": (
        "PuzzleError, MistakeError, SpecError, SolutionFileError, WideFrontierError, MissingExtraError, EngineError, "
        "RepeatedSolutionError, InvalidSolutionError, DisagreementError, LostPartError",
    ),
}
"""The pages of each task: names that share a page, the first of which names it."""

MODULES = {
    "analysis.counts": "MeasureTable",
    "analysis.design.challenge": "Challenge Designs",
    "analysis.design.difficulty": "Difficulty",
    "analysis.disassemblies": "Disassemblies",
    "analysis.experiment_result": "ExperimentResult",
    "analysis.family.member": "FamilyResult",
    "analysis.forecast": "Forecast",
    "analysis.hint": "Hint",
    "analysis.numbered_tilings": "Sample",
    "analysis.smallest_rectangle": "Smallest",
    "cover.proofs.explanation": "Explanation",
    "cover.symmetry.orbits": "PuzzleSymmetry",
    "engines.cp_sat.puzzle_model": "PuzzleModel",
    "errors": "DisagreementError EngineError InvalidSolutionError LostPartError MissingExtraError "
    "RepeatedSolutionError SolutionFileError WideFrontierError",
    "output.formats.solution_reader": "Verification",
    "search.search_options": "SearchOptions SolveOptions",
}
"""Classes that are not among the public names, by module: results of functions, errors, and options."""

PLACES = {name: f"cp_puzzles.{module}" for module, names in MODULES.items() for name in names.split()}


INTERNAL = {
    "Puzzle": "of cache has_board board_geometry highlighting highlights all_highlights condition",
    "PuzzleSpec": "model_config model_post_init located data origin error",
    "PuzzleWidget": "page title game",
    "RunResult": "before of",
    "Solution": "highlights",
    "Lattice": "wrap_description class_name parity neighbor_images ordered_image unwrapped_orientation box crossings "
    "canonical_corners flip normalize shifts board_isometries congruences fill_order components "
    "unbounded_directions",
}
"""Members of a class that only this package uses."""


MADE_BY_USERS = (
    *("Puzzle", "Board", "Tile", "Placement", "PuzzleWidget", "MistakeError"),
    *("Lattice", "CellShape", "Isometry", "Sublattice", "RuleField", "LinearExpression"),
)
"""Classes whose signature is shown; functions return values of the others."""


class UndocumentedError(Exception):
    """A public name, or a part of it, without documentation."""


def python_pages() -> dict[str, str]:
    """Return the text of each page by its file name, and the tables of all pages: `tasks.md`."""
    groups = [page.split(", ") for pages in TASKS.values() for page in pages]
    missing = {*cp_puzzles.__all__} - {name for names in groups for name in names}
    if missing:
        raise UndocumentedError(f"TASKS has no page of {', '.join(sorted(missing))}")
    pages = {f"{names[0]}.md": _page(names) for names in groups}
    return pages | {"tasks.md": "\n".join(_tables())}


def _tables() -> Iterator[str]:
    """Yield the lines of a section for each task: a table of its names with links to their pages, and a hidden tree."""
    for task, pages in TASKS.items():
        yield f"## {task}\n\n| name | purpose |\n|---|---|"
        for names in (page.split(", ") for page in pages):
            for name in names:
                yield f"| [`{name}`](/generated/python/{names[0]}.md) | {_summary(name)} |"
        yield "\n```{toctree}\n:hidden:\n"
        yield from (f"/generated/python/{page.split(', ')[0]}" for page in pages)
        yield "```\n"


def _value(name: str) -> Any:
    """Return what a name stands for."""
    return getattr(import_module(PLACES.get(name, "cp_puzzles")), name)


def _summary(name: str) -> str:
    """Return the first paragraph of a docstring as the cell of a table."""
    paragraph = " ".join((getdoc(_value(name)) or "").partition("\n\n")[0].split())
    return paragraph.replace("|", "\\|")


def _page(names: list[str]) -> str:
    title = names[0] if len(names) < 4 else f"{names[0]} and its kinds"
    parts = [f"# {title}\n"]
    for name in names:
        value = _value(name)
        faults = [*_faults(name, value)]
        if faults:
            raise UndocumentedError(f"{name}: no documentation of {', '.join(faults)}")
        directive = "autofunction" if isfunction(value) else "autoclass"
        options = "" if isfunction(value) else f"\n   :members:\n   :exclude-members: {_hidden(name)}"
        if len(names) > 1:
            parts.append(f"## {name}\n" if name != names[0] else "")
        parts.append(f"```{{eval-rst}}\n.. {directive}:: {PLACES.get(name, 'cp_puzzles')}.{name}{options}\n```\n")
        if isclass(value) and issubclass(value, Options):
            parts += _option_rows(value)
    return "\n".join(parts)


def _hidden(name: str) -> str:
    value = _value(name)
    listed = [field.name for field in fields(value)] if is_dataclass(value) else []
    return ", ".join([*INTERNAL.get(name, "").split(), *listed])


def _option_rows(options: type[Options]) -> Iterator[str]:
    yield "| keyword | purpose | value |\n|---|---|---|"
    for entry in options.declared():
        yield f"| `{entry.name}` | {entry.sentence} | {entry.kind.python or entry.kind.description} |"
    yield ""


def _faults(name: str, value: Any) -> Iterator[str]:
    """Yield what has no documentation: the name itself, a public method or property, or a field of a value."""
    text = cleandoc(vars(value).get("__doc__") or "") if isclass(value) else getdoc(value) or ""
    if not text:
        yield name
    if not isclass(value) or issubclass(value, Options):
        return
    for member in (key for key in vars(value) if not key.startswith("_")):
        if is_dataclass(value) and member in value.__dataclass_fields__:
            continue
        function = getattr(vars(value)[member], "__func__", vars(value)[member])
        described = getattr(function, "fget", None) or getattr(function, "func", None) or function
        if (callable(described) or isinstance(function, property)) and not getdoc(described):
            yield member
    if is_dataclass(value):
        yield from (field.name for field in fields(value) if not re.search(rf"\b{field.name}\b", text))
