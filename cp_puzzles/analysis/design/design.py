"""Challenges made from a puzzle: exactly one solution each, with as little given as can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cp_puzzles.analysis.design.challenge import Challenge, Designs
from cp_puzzles.analysis.design.difficulty import GRADES
from cp_puzzles.analysis.design.maker import Maker
from cp_puzzles.engines.registry import ENGINES, FASTEST, entry_of, load_engine
from cp_puzzles.option_kinds import Choice, Range, Seconds, Whole, require_kind
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from

GRADE = Range(GRADES, noun="grade")
ENGINE = Choice(ENGINES, noun="engine")


def design(
    puzzle: PuzzleSource,
    *,
    given: int | None = None,
    choose: Sequence[str] = ("given",),
    count: int = 1,
    difficulty: str | tuple[str, str] | None = None,
    seed: int | None = None,
    engine: str = FASTEST,
    time_limit: float | None = None,
    on_challenge: Callable[[Challenge], None] | None = None,
) -> Designs:
    """Make `count` challenges with exactly one solution, no two alike under the motions of the board.

    A solution is drawn (see `Targets`), and as few of its pieces are given as leave no other one, whether turned or
    not; exactly `given` of them if that is said. `choose` says what is chosen, one or several of `CHOICES`: with
    "holes" cells that the solution leaves empty become holes, as few as will do; with "pieces" the challenge has
    exactly the pieces of the solution. Without given pieces the solution is the only one up to turning and mirroring.

    `difficulty` is a grade, or the first and the last of a range ("easy..hard"): more is then given where less would be
    too hard. `engine` proves that there is no rival, and every challenge is solved again by another engine. A `seed`
    makes the same challenges again. `time_limit` (seconds) or Ctrl-C end it with those that are made; each is handed
    to `on_challenge` at once.

    Raises `MistakeError` for what cannot be asked of the puzzle, `DisagreementError` if two engines disagree.

    >>> made = design("five_tiles4x4", seed=1)
    >>> made.status, made.smallest, made.challenges[0].grade
    ('found', 2, 'easy')
    """
    if isinstance(difficulty, str):
        difficulty = GRADE.read(difficulty)
    for name, value, kind in (
        ("given", given, Whole(minimum=0)),
        ("count", count, Whole()),
        ("difficulty", difficulty, GRADE),
        ("engine", engine, ENGINE),
        ("seed", seed, Whole(minimum=0)),
        ("time_limit", time_limit, Seconds()),
    ):
        if value is not None:
            require_kind(name, value, kind)
    load_engine(engine)
    load_engine(entry_of(engine).checked_by)
    maker = Maker(puzzle_from(puzzle), tuple(choose), given, difficulty, engine, time_limit, seed)
    return maker.made(count, on_challenge)
