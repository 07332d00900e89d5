"""Disassemblies of the solutions of a run: in order for any number of workers, kept in the store, none twice."""

from __future__ import annotations

import _thread
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from cp_puzzles import Solution, apart, open_run, parse_spec, solve
from cp_puzzles.analysis import follow_up
from cp_puzzles.base.compilation import compilation_watch
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.disassembly.states import Effort
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, take_apart
from cp_puzzles.search import pool

DOMINOES = parse_spec("{name: d, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: any}]}")


def endless_after(solutions: int, then: Callable[[], None] = lambda: None) -> Callable[..., Disassembly]:
    """Return a search of moves that does not end by itself after some solutions, and calls a function once there."""
    left = iter(range(solutions))

    def search(lattice: Any, pieces: Any, effort: Effort, *more: Any) -> Disassembly:
        if next(left, None) is None:
            then()
            while not effort.is_past:
                sleep(0.01)
        return take_apart(lattice, pieces, effort, *more)

    return search


def set_search(monkeypatch: pytest.MonkeyPatch, search: Callable[..., Disassembly]) -> None:
    """Let a function search the moves of every assembly, also of simple ones."""
    monkeypatch.setattr(follow_up, "taken_at_once", lambda *arguments: {})
    monkeypatch.setattr(follow_up, "take_apart", search)


@pytest.mark.parametrize("processes", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_number_of_workers_changes_no_disassembly(monkeypatch: pytest.MonkeyPatch, processes: bool) -> None:
    """One worker, several threads and several processes give the same disassemblies in the same order."""
    if processes:
        monkeypatch.setattr(pool, "HEAD_START_SECONDS", 0.0)
    pairs: dict[int, list[tuple[Solution, Disassembly]]] = {1: [], 3: []}
    for jobs, taken in pairs.items():
        apart(DOMINOES, symmetry="off", jobs=jobs, on_disassembly=lambda *pair, to=taken: to.append(pair))
    assert pairs[1] == pairs[3]
    assert len(pairs[1]) == 11
    given = [solution for solution, _ in pairs[1]]
    assert list(apart(DOMINOES, given, jobs=3).disassemblies) == list(apart(DOMINOES, given, jobs=1).disassemblies)


def test_summary_has_the_time_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time in which disassembly was compiled is in the summary; it was shown as time of the search."""

    def compiled_first(*arguments: Any) -> Disassembly:
        watch = compilation_watch.get()
        assert watch is not None
        watch.begin()
        watch.add("compile_seconds", 8.0)
        watch.end()
        return take_apart(*arguments)

    set_search(monkeypatch, compiled_first)
    result = apart("soma", limit=1, jobs=1, engine="exact-cover")
    assert result.compile_seconds >= 8.0
    assert result.summary()["statistics"]["compile_seconds"] >= 8.0


def test_store_keeps_disassemblies(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """A resumed run reads disassemblies with their steps; solutions of `solve` get theirs later."""
    first = list(solve(DOMINOES, jobs=1, store=path).solutions)
    steps: list[list[Disassembly]] = [[], []]
    result = apart(DOMINOES, jobs=1, store=path, on_disassembly=lambda _, each: steps[0].append(each))
    set_search(monkeypatch, endless_after(0))
    again = apart(DOMINOES, jobs=1, store=path, on_disassembly=lambda _, each: steps[1].append(each))
    assert (again.status, again.disassemblies) == ("complete", result.disassemblies)
    assert steps[0] == steps[1]
    with open_run(path) as run:
        assert list(run) == first
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE answers SET answer = '{}'")
        connection.commit()
    with pytest.raises(MistakeError, match="table answers was changed"):
        apart(DOMINOES, jobs=1, store=path)


def test_store_keeps_pieces_that_stay_together(path: Path) -> None:
    """A stored run has the pieces of groups that stay together; a spec with other groups is another run."""
    ring = 'name: R, drawing: "XXX\\nX.X\\nXXX"'
    tiles = f"{{{ring}, group: %s}}, {{name: S, drawing: X, multiplicity: 4, group: {{a: 1}}}}"
    text = f"{{name: r, board: {{size: [3, 4]}}, tiles: [{tiles}]}}"
    first = apart(parse_spec(text % "a"), jobs=1, store=path)
    assert [each.together for each in first.disassemblies] == [((0, 2),)]
    assert apart(parse_spec(text % "a"), jobs=1, store=path).disassemblies == first.disassemblies
    with pytest.raises(MistakeError, match="group"):
        apart(parse_spec(text % "b"), jobs=1, store=path)


def test_more_states_are_searched_again(path: Path) -> None:
    """A stored disassembly that ended after few states is replaced when more are allowed, and kept otherwise."""
    tiles = r'{name: G, drawing: "XXXX\nX..X\nX.XX"}, {name: J, drawing: X}'
    spec = parse_spec(f"{{name: b, board: {{size: [3, 4]}}, fill: false, tiles: [{tiles}]}}")
    few = apart(spec, jobs=1, store=path, states=1)
    assert few.unknown
    assert apart(spec, jobs=1, store=path, states=1).disassemblies == few.disassemblies
    assert apart(spec, jobs=1, store=path).disassemblies == apart(spec, jobs=1).disassemblies


@pytest.mark.parametrize(
    ("how", "is_given"),
    [
        ("interrupted", False),
        pytest.param("time-limit", False, marks=pytest.mark.slow),
        pytest.param("interrupted", True, marks=pytest.mark.slow),
    ],
)
def test_early_end_loses_no_disassembly(monkeypatch: pytest.MonkeyPatch, path: Path, how: str, is_given: bool) -> None:
    """An interrupt or the time limit ends a search of moves; those found before are kept, the others are unknown."""
    complete = apart(DOMINOES, jobs=1)
    solutions: Iterator[Solution] | None = iter(solve(DOMINOES, jobs=1).solutions) if is_given else None
    then = _thread.interrupt_main if how == "interrupted" else lambda: None
    set_search(monkeypatch, endless_after(2, then))
    options: dict[str, Any] = {"time_limit": 5} if how == "time-limit" else {}
    if not is_given:
        options["store"] = path
    result = apart(DOMINOES, solutions, jobs=1, **options)
    assert (result.status, result.disassemblies[:2]) == (how, complete.disassemblies[:2])
    assert {each.apart for each in result.disassemblies[2:]} == {None}
    set_search(monkeypatch, endless_after(len(complete.disassemblies) - 2))
    if not is_given:
        assert apart(DOMINOES, jobs=1, store=path).disassemblies == complete.disassemblies
