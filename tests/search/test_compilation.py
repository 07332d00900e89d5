"""The time of compiling, apart from that of searching."""

from __future__ import annotations

import pytest

from cp_puzzles import count
from cp_puzzles.base.compilation import compilation_watch
from cp_puzzles.engines.engine import PartResult, PartTask
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.search import worker


def test_statistics_have_the_time_of_compiling_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time in which the brief search compiles is told apart, too; it was shown as time of the search."""

    class Compiling(ExactCoverEngine):
        def run(self, task: PartTask) -> PartResult:
            watch = compilation_watch.get()
            assert watch is not None
            watch.add("compile_seconds", 8.0)
            return super().run(task)

    monkeypatch.setattr(worker, "load_engine", lambda name: Compiling())
    assert count("soma", engine="exact-cover", jobs=1).statistics["compile_seconds"] >= 8.0
