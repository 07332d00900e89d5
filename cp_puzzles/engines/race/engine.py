"""One lane of a race: the turns that fall to it, one by one, until one finds a solution or proves that there is none.

The same turns come in the same order with the same efforts, counted in steps: one lane gives the same answer each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import numpy as np

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Emit, Engine, Part, PartResult, Question
from cp_puzzles.engines.race.racer import Racer, Turn, racers_for
from cp_puzzles.engines.race.settings import Settings
from cp_puzzles.engines.registry import load_engine
from cp_puzzles.errors import MissingExtraError

WINNER = "winner"
"""The figure that is the number of the turn that ended a race."""


class RaceEngine:
    """Finds one solution; its parts are lanes, and each lane alone ends with a solution or a proof.

    >>> from cp_puzzles.api import ask
    >>> _, soma = ask("soma", symmetry="off")
    >>> result = RaceEngine().run(soma, Part(), emit=None, limit=1, stop=lambda: False)
    >>> result.solutions, str(Turn(int(result.statistics["winner"]), racers_for(len(soma.problem.options))))
    (1, 'exact-cover, beginning anew by chance (turn 1)')
    """

    name = "auto"
    counts_silently = False

    def __init__(self) -> None:
        self._engines: dict[str, Engine | None] = {}

    def supports(self, problem: CoverProblem) -> str | None:
        """Any cover problem; see `Engine`."""
        return None

    def must_compile(self, question: Question) -> bool:
        """Whether the first to have a turn does; see `Engine`."""
        first = racers_for(len(question.problem.options))[0]
        engine = self._engine_of(first)
        return engine is not None and engine.must_compile(replace(question, settings=first.settings))

    def run(
        self,
        question: Question,
        part: Part,
        *,
        emit: Emit | None,
        limit: int | None,
        stop: Callable[[], bool],
        progress: Callable[[int], None] | None = None,
        effort: float | None = None,
    ) -> PartResult:
        """Run one lane; see `Engine`. All solutions, or an effort, are asked of one engine, not of a race."""
        if limit != 1 or effort is not None:
            engine = load_engine("cp-sat")
            return engine.run(question, part, emit=emit, limit=limit, stop=stop, progress=progress, effort=effort)
        settings = Settings.of(question.settings)
        racers = racers_for(len(question.problem.options))
        figures: Counter[str] = Counter()
        for number in count(part.index, settings.lanes):
            turn = Turn(number, racers)
            engine_of_turn = self._engine_of(turn.racer)
            if engine_of_turn is None:
                continue
            random = np.random.default_rng((settings.seed, number))
            own = {**turn.racer.settings, "seed": int(random.integers(1 << 30))}
            result = engine_of_turn.run(
                replace(question, settings=own),
                _part(question.problem, random) if turn.racer.in_parts else part,
                emit=emit,
                limit=1,
                stop=stop,
                progress=progress,
                effort=turn.effort,
            )
            figures.update({"turns": 1})
            proved = result.complete and turn.racer.proves
            if result.solutions or proved:
                figures[WINNER] = number
                return replace(result, statistics={**result.statistics, **figures})
            if stop():
                return PartResult(0, 0, 0, complete=False, statistics=figures)
        raise AssertionError("the turns of a race do not end")

    def _engine_of(self, racer: Racer) -> Engine | None:
        """The racer's engine; None if it needs a package that is missing."""
        if racer.engine not in self._engines:
            try:
                self._engines[racer.engine] = load_engine(racer.engine)
            except MissingExtraError:
                self._engines[racer.engine] = None
        return self._engines[racer.engine]


def _part(problem: CoverProblem, random: np.random.Generator) -> Part:
    """The part below an option, drawn by chance, of the item that has the fewest and needs one."""
    needy = [item for item, bounds in enumerate(problem.items) if bounds.minimum > 0 and problem.covering[item]]
    if not needy:
        return Part()
    options = problem.covering[min(needy, key=lambda item: len(problem.covering[item]))]
    return Part(chosen=(int(options[int(random.integers(len(options)))]),))
