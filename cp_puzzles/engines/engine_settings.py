"""The settings of the engines: switches and numbers that change the speed of a search and never its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self, get_args, get_type_hints

from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import MistakeError


@dataclass(frozen=True)
class EngineSettings:
    """The settings of an engine that has none; subclasses add fields of type `bool` or `int`, possibly with None."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the settings."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def of(cls, values: Mapping[str, object], engine: str = "") -> Self:
        """Return the settings with some values changed.

        Raises `MistakeError` for an unknown name or a value of another type; `engine` is the name in the message.

        >>> EngineSettings.of({"speed": True}, "frontier")
        Traceback (most recent call last):
            ...
        cp_puzzles.errors.MistakeError: setting speed: the engine frontier has no such setting; omit it
        """
        types = get_type_hints(cls) if values else {}
        for name, value in values.items():
            if name not in cls.names():
                settings = f"settings: {', '.join(cls.names())}" if cls.names() else "omit it"
                remedy = suggestion(name, cls.names(), settings)
                raise MistakeError(f"setting {name}", f"the engine {engine} has no such setting", remedy)
            allowed = get_args(types[name]) or (types[name],)
            if type(value) not in allowed:
                is_switch = bool in allowed
                problem = f"{value!r} is not {'on or off' if is_switch else 'a number'}"
                raise MistakeError(f"setting {name}", problem, "write on or off" if is_switch else "write a number")
        changed: Mapping[str, Any] = values
        return cls(**changed)


@dataclass(frozen=True)
class CpSatSettings(EngineSettings):
    """The settings of the CP-SAT engine; the defaults are the fast ones (`tests/benchmarks/test_cp_sat_settings.py`).

    `fixed_search`: branch on the placements in fill order, instead of CP-SAT's automatic search.
    `fill_order`: number the cells along the smallest cross-section; off, branch on the placements tile by tile.
    `presolve`, `inprocessing`, `linearization`, `solver_symmetry`: CP-SAT's own methods, which cost more than they
    save when a flat exact cover is enumerated.
    `implied_counts`: keep redundant constraints on the number of copies of a tile.
    `seed`: the random seed of the solver.
    """

    fixed_search: bool = True
    fill_order: bool = True
    presolve: bool = False
    inprocessing: bool = False
    linearization: bool = False
    solver_symmetry: bool = False
    implied_counts: bool = False
    seed: int = 0


@dataclass(frozen=True)
class ExactCoverSettings(EngineSettings):
    """The settings of the exact-cover engine; None: chosen by the problem.

    `remember`: a table of failures; by default where a tile may be used more than once. `scan`: search narrow boards,
    and many single cells whose sides match, by table. `rim`: the branching discount of central cells, in percent; see
    `ItemOrder`. `sparse`: search on lists instead of bit sets; by default where there are very many placements.
    `restarts`: random restarts where one solution is wanted. `seed`: their random seed.
    """

    remember: bool | None = None
    scan: bool = True
    rim: int | None = None  # the key that users type; the search calls it a discount
    sparse: bool | None = None
    restarts: bool = True
    seed: int = 0


@dataclass(frozen=True)
class SeedSettings(EngineSettings):
    """The settings of the automatic choice. `seed`: the random seed of the search for one solution."""

    seed: int = 0
