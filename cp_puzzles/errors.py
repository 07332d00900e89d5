"""The errors of cp_puzzles.

PuzzleError
├── MistakeError              what the user wrote cannot be done: the command line answers with exit status 2
│   ├── SpecError             a puzzle file is wrong: place, value, remedy
│   ├── SolutionFileError     a file of solutions is wrong, or does not solve the puzzle
│   └── MissingExtraError     an optional package is not installed
└── EngineError               an engine broke a promise: a fault of this program, never of its user
    ├── RepeatedSolutionError the same set of placements came twice
    ├── InvalidSolutionError  a solution does not solve the puzzle
    ├── DisagreementError     two engines answer the same question differently
    └── LostPartError         the worker of a part died each time that it was tried
"""

from __future__ import annotations


class PuzzleError(Exception):
    """Every error that this package raises on purpose."""


class MistakeError(PuzzleError):
    """What was asked cannot be done: `problem` with its value, and the `remedy`.

    >>> print(MistakeError("--jobs 0", "there is nobody to work", "ask for 1 or more"))
    --jobs 0: there is nobody to work; ask for 1 or more
    """

    def __init__(self, place: str, problem: str, remedy: str = "") -> None:
        self.place, self.problem, self.remedy = place, problem, remedy
        super().__init__(f"{place}: {problem}" + (f"; {remedy}" if remedy else ""))

    def __reduce__(self) -> tuple[type[MistakeError], tuple[str, str, str]]:
        return type(self), (self.place, self.problem, self.remedy)


class SpecError(MistakeError):
    """A puzzle file is wrong; `place` is `file:line:column: path.of.the.field`."""


class SolutionFileError(MistakeError):
    """A file of solutions cannot be read, or one of its solutions does not solve the puzzle."""


class MissingExtraError(MistakeError):
    """A package that is only needed for what was asked is not installed."""


class EngineError(PuzzleError):
    """An engine broke a promise that its callers rely on."""


class RepeatedSolutionError(EngineError):
    """An engine reported the same set of placements twice."""


class InvalidSolutionError(EngineError):
    """An engine reported a set of placements that does not solve the puzzle."""


class DisagreementError(EngineError):
    """Two engines answered the same question differently."""


class LostPartError(EngineError):
    """The worker of a part died each time that it was tried; everything else was searched.

    `result` is what the rest gave, once the search has come to its end.
    """

    result: object = None
