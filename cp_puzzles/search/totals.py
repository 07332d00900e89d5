"""What is known of the parts of a search, while it runs and at its end."""

from __future__ import annotations

from collections import Counter
from time import monotonic

from cp_puzzles.search.progress import Progress
from cp_puzzles.search.store.waiting import Known
from cp_puzzles.search.work.message import Counted, Finished, Found, Message, Restarted


class Totals:
    """Adds up what the messages say to what is known of parts that were searched before."""

    def __init__(self, known: Known, started: float) -> None:
        self._partition, self._earlier, self._started = known.partition, known.seconds, started
        self._counted = Counter({part: result.solutions for part, result in known.finished.items()})
        self._known = self._counted.total()
        self.results = dict(known.finished)
        self.first_solution_seconds: float | None = None

    def note(self, message: Message) -> None:
        """Take a message into account."""
        match message:
            case Found(part, batch):
                self._counted[part] += len(batch)
            case Counted(part, solutions):
                self._counted[part] = max(self._counted[part], solutions)
            case Finished(part, result):
                self.results[part] = result
                self._counted[part] = result.solutions
            case Restarted(part):
                self._counted[part] = 0
                return
            case _:
                return
        if self._counted[message.part]:
            self.note_solution()

    def note_solution(self) -> None:
        """A solution is there: the time of the first one is kept."""
        if self.first_solution_seconds is None:
            self.first_solution_seconds = monotonic() - self._started

    @property
    def parts(self) -> int:
        """The number of parts."""
        return len(self._partition.parts)

    @property
    def is_whole(self) -> bool:
        """Whether every part was searched to its end; no parts are no proof of anything."""
        return 0 < len(self.results) == self.parts and all(result.complete for result in self.results.values())

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""
        return self._counted.total()

    @property
    def raw(self) -> int:
        """How many solutions there are without symmetry, in the parts that have ended."""
        return sum(result.raw for result in self.results.values())

    @property
    def self_symmetric(self) -> int:
        """How many solutions have a symmetry of their own, in the parts that have ended."""
        return sum(result.self_symmetric for result in self.results.values())

    def figures(self) -> dict[str, float]:
        """The engines' figures: of a size the largest, of everything else the sum."""
        sums: Counter[str] = Counter()
        sizes: Counter[str] = Counter()
        for result in self.results.values():
            sums.update(result.statistics)
            sizes |= Counter(result.sizes)
        return {"parts": self.parts, **sizes, **sums}

    def progress(self) -> Progress:
        """How far the search is."""
        elapsed = monotonic() - self._started
        return Progress(
            parts_done=len(self.results),
            parts_total=self.parts,
            solutions=self.solutions,
            elapsed=elapsed,
            remaining=self._partition.seconds_left(self.results, self._earlier + elapsed),
            earlier=self._known,
        )
