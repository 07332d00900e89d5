"""Follow-up work on every solution of a search: workers answer one question about each, in the order of solutions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from cp_puzzles.base.cancellation import GRACE_SECONDS, TICK_SECONDS, defer_interrupts
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import LostPartError
from cp_puzzles.search.ordered_results import SolutionBuffer
from cp_puzzles.search.workers.job import WorkerJob
from cp_puzzles.search.workers.local_dispatch import LocalDispatch
from cp_puzzles.search.workers.messages import Answered, Failed

QUEUED_PER_WORKER = 2
"""Number of questions that wait for each worker, so that it is never idle while the search continues."""

MAX_PENDING = 4096
"""Maximum number of solutions that wait for the answer to an earlier one; at this number the search waits, too."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Question:
    """The question about the solution number `index`; `content` has the data that a worker needs."""

    index: int
    content: Any


class Inquiry(WorkerJob, Protocol[Answer]):
    """A job that asks the same question about every solution."""

    @property
    def key(self) -> str:
        """The name of the question in a stored run."""
        ...

    @property
    def unanswered(self) -> Answer:
        """The answer to a question that no worker has answered before the end."""
        ...

    def content(self, solution: Solution) -> Any:
        """Return the data of a solution that a worker needs; raise `MistakeError` if the question makes no sense."""
        ...

    def bytes_of(self, solution: Solution) -> int:
        """Return the bytes that a worker may need for a solution."""
        ...

    def text_of(self, answer: Answer) -> str | None:
        """Return the answer as a text for a stored run; None for an answer that a resumed run has to find again."""
        ...

    def answer_of(self, text: str, solution: Solution) -> Answer | None:
        """Return the answer in a text of `text_of`; None if this inquiry could find a better answer."""
        ...


class FollowUp(Generic[Answer]):
    """Asks a question about solutions as they are found, with `jobs` workers, and emits the answers in order.

    Answers do not depend on the number of workers: `memory` limits the number of questions that are answered at a time,
    not the effort of an answer.
    """

    def __init__(
        self, inquiry: Inquiry[Answer], *, jobs: int, memory: int, emit: Callable[[Solution, Answer], None]
    ) -> None:
        self._inquiry, self._jobs, self._memory, self._emit = inquiry, jobs, memory, emit
        self._dispatch = LocalDispatch(inquiry, (), jobs, None, is_fed=True)
        self._store: SolutionBuffer | None = None
        self._pending: dict[int, Solution] = {}
        self._answers: dict[int, Answer] = {}
        self._waiting: deque[tuple[Question, int]] = deque()
        self._asked: dict[int, int] = {}
        self._count = 0
        self.ended: str | None = None

    def begin(self, buffer: SolutionBuffer) -> None:
        """Use the answers of a stored run, and store new answers there."""
        self._store = buffer if buffer.keeps_answers else None

    @property
    def is_full(self) -> bool:
        """True if the search should wait for answers."""
        return len(self._waiting) >= QUEUED_PER_WORKER * self._jobs or len(self._pending) >= MAX_PENDING

    @property
    def is_done(self) -> bool:
        """True if every question is answered."""
        return not self._pending

    def add(self, solution: Solution) -> None:
        """Ask the question about a further solution, unless its answer is known."""
        index = self._count
        self._count += 1
        content = self._inquiry.content(solution)
        self._pending[index] = solution
        text = None if self._store is None else self._store.answer(self._inquiry.key, solution.digest)
        answer = None if text is None else self._inquiry.answer_of(text, solution)
        if answer is None and self.is_stopped:
            answer = self._inquiry.unanswered
        if answer is not None:
            self._answers[index] = answer
            self._release()
            return
        self._waiting.append((Question(index, content), self._inquiry.bytes_of(solution)))
        self._ask()

    def receive(self, timeout: float) -> None:
        """Take the answers that come within `timeout` seconds."""
        for message in self._dispatch.messages(timeout):
            match message:
                case Answered(index, answer):
                    self._take(index, answer)  # type: ignore[arg-type]
                case Failed(index, LostPartError()):
                    self._take(index, self._inquiry.unanswered)
                case Failed(_, error):
                    raise error
                case _:
                    pass
        self._ask()
        if self.is_stopped and self._dispatch.is_done:
            for index in self._pending:
                self._answers.setdefault(index, self._inquiry.unanswered)
        self._release()

    def answer_all(self, solutions: Iterable[Solution], *, limit: int | None, deadline: float | None) -> str:
        """Ask the question about some solutions, and return the status at the end."""
        ended: list[str] = []

        def end(status: str = "interrupted") -> None:
            if status in ended:
                self._dispatch.kill()
            ended.append(status)
            self.stop(status)

        with closing(self):
            remaining, status = iter(solutions), ""
            while not status or not self.is_done:
                with defer_interrupts(end):
                    if status or self.is_full:
                        self.receive(TICK_SECONDS)
                    elif (solution := next(remaining, None)) is None:
                        status = "complete"
                    elif self._count == limit:
                        status = "limit"
                    else:
                        self.add(solution)
                if not ended and deadline is not None and monotonic() > deadline:
                    end("time-limit")
                status = ended[0] if ended else status
        return status

    @property
    def is_stopped(self) -> bool:
        """True if workers were asked to end early, with the status `ended`."""
        return self.ended is not None

    def stop(self, status: str) -> None:
        """Ask the workers to end early; they still send the answers so far."""
        if self.ended is None:
            self.ended = status
            self._waiting.clear()
            self._dispatch.stop()

    def kill(self) -> None:
        """End the workers without waiting for their answers."""
        self._dispatch.kill()

    def close(self) -> None:
        """End the workers, and emit an answer for every solution."""
        try:
            if self._pending:
                self.stop("interrupted")
                deadline = monotonic() + 2 * GRACE_SECONDS
                while self._pending and monotonic() < deadline:
                    self.receive(TICK_SECONDS)
                if self._pending:
                    self.kill()
                    self.receive(0.0)
        finally:
            self._dispatch.close()

    def _ask(self) -> None:
        """Give questions to workers, as many as the number of workers and the memory allow."""
        while self._waiting and not self.is_stopped:
            question, size = self._waiting[0]
            is_too_much = sum(self._asked.values()) + size > self._memory
            if self._asked and (is_too_much or len(self._asked) >= (1 + QUEUED_PER_WORKER) * self._jobs):
                return
            self._waiting.popleft()
            self._asked[question.index] = size
            self._dispatch.add(question)

    def _take(self, index: int, answer: Answer) -> None:
        self._asked.pop(index, None)
        if self._store is not None and index in self._pending:
            text = self._inquiry.text_of(answer)
            if text is not None:
                self._store.keep_answer(self._inquiry.key, self._pending[index].digest, text)
        self._answers[index] = answer

    def _release(self) -> None:
        """Emit the answers to all questions before the first unanswered one."""
        while self._pending and (first := next(iter(self._pending))) in self._answers:
            # removed before it is passed on, so that it is not passed on again after an error
            self._emit(self._pending.pop(first), self._answers.pop(first))
