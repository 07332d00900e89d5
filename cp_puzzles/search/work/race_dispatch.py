"""A race over the cores: its lanes are searched side by side, and the first that ends one way or the other ends all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Part, PartResult, Question
from cp_puzzles.engines.race.engine import WINNER
from cp_puzzles.engines.race.racer import Turn, racers_for
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.local_dispatch import LocalDispatch
from cp_puzzles.search.work.message import Counted, Failed, Finished, Found, Message, Notice

ONE_LANE = 1000
"""With no more options than this the race is over before a second lane is set up."""


class RaceDispatch:
    """Gives the messages of the winner, as if the race were one part; the other lanes' are dropped."""

    def __init__(self, job: Job, jobs: int, asked: tuple[Cover, Question]) -> None:
        cover, question = asked
        self._racers = racers_for(len(cover.problem.options))
        lanes = jobs if len(cover.problem.options) > ONE_LANE else 1
        settings = {**job.settings, "lanes": lanes}
        job, asked = replace(job, settings=settings), (cover, replace(question, settings=settings))
        self._lanes = LocalDispatch(job, [Part(lane) for lane in range(lanes)], lanes, asked)
        self._leader: int | None = None
        self._result: PartResult | None = None
        self._figures: dict[str, float] = {}
        self._failed = 0
        self._told = False
        self.winner: Turn | None = None

    def messages(self, timeout: float) -> Iterator[Message]:
        """What the winner says, and once all have stopped, that the race is finished."""
        for message in self._lanes.messages(timeout):
            yield from self._heard(message)
        if self._lanes.is_done and not self._told:
            self._told = True
            yield Finished(0, self._result or PartResult(0, 0, 0, complete=False, statistics=self._figures))

    @property
    def is_done(self) -> bool:
        """Whether the race is finished and has said so."""
        return self._told

    def figures(self) -> dict[str, object]:
        """Who won."""
        return {} if self.winner is None else {"winner": str(self.winner)}

    def stop(self) -> None:
        """Ask every lane to end."""
        self._lanes.stop()

    def kill(self) -> None:
        """Wait for no lane any more."""
        self._lanes.kill()
        self._told = True

    def close(self) -> None:
        """End all lanes."""
        self._lanes.close()

    def _heard(self, message: Message) -> Iterator[Message]:
        match message:
            case Notice(_, text):
                yield Notice(0, text)
            case Found(lane, batch, sizes) if self._leader in (None, lane):
                self._leader = lane
                self._lanes.stop()
                yield Found(0, batch, sizes)
            case Finished(lane, result):
                ends = result.complete or result.solutions > 0
                if ends and self._leader in (None, lane) and self._result is None:
                    self._leader, self._result = lane, self._without_winner(result)
                    self._lanes.stop()
            case Failed():
                yield replace(message, part=0)
            case Counted() | _:
                pass

    def _without_winner(self, result: PartResult) -> PartResult:
        """The result; who won is told by name and not added up."""
        figures = dict(result.statistics)
        if WINNER in figures:
            self.winner = Turn(int(figures.pop(WINNER)), self._racers)
        return replace(result, statistics=figures)
