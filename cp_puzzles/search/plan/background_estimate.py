"""What a search that goes on is going to find, estimated beside it."""

from __future__ import annotations

import threading
from math import isfinite

from cp_puzzles.engines.base import Question
from cp_puzzles.search.plan.estimate import Estimate, estimate

LEAST_SECONDS = 10.0
"""A search that is expected to be shorter is over before an estimate is of use."""


class BackgroundEstimate:
    """The estimate of a question, made in a thread of its own while the workers search."""

    def __init__(self, question: Question, *, expected_seconds: float) -> None:
        self.estimate: Estimate | None = None
        self._question = question
        if expected_seconds >= LEAST_SECONDS:
            threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        self.estimate = estimate(self._question.problem, self._question.leader)

    def figures(self) -> dict[str, object]:
        """The estimate for the statistics of the run: [value, low, high] of the nodes and of the solutions."""
        if self.estimate is None:
            return {}
        intervals = {"expected_nodes": self.estimate.nodes, "expected_solutions": self.estimate.solutions}
        finite = {name: i for name, i in intervals.items() if isfinite(i.high)}
        return {name: [round(i.value), round(i.low), round(i.high)] for name, i in finite.items()}
