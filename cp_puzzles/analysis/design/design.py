"""Design of challenges: draw a solution, choose what makes it unique with a minimum of given pieces, and draft it.

A draft is finished by a grade and a second proof. Both take most of the time of a design and do not depend on other
challenges, so processes share them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random
from time import monotonic

from cp_puzzles.analysis.analysis_options import GRADES, DesignOptions
from cp_puzzles.analysis.design.challenge import Challenge, Designs, Ending, challenge_spec, spec_of_pieces
from cp_puzzles.analysis.design.design_choices import (
    Choice,
    DesignRequest,
    DesignTally,
    Feature,
    Reason,
    Selection,
    holes_of,
    placements_of,
    refuse_holes,
)
from cp_puzzles.analysis.design.difficulty import Difficulty, difficulty_of
from cp_puzzles.analysis.design.region_selection import RegionSelection
from cp_puzzles.analysis.design.target_solutions import LevelTargets, TargetSolutions
from cp_puzzles.base.deadline import GRACE_SECONDS, TICK_SECONDS, CanceledError, Deadline
from cp_puzzles.base.text import counted
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import group_of
from cp_puzzles.engines.registry import entry_of, load_engine
from cp_puzzles.errors import DisagreementError
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.search.pool import ProcessPool, Runner, available_cores
from cp_puzzles.search.puzzle_options import puzzle_function

FEWEST_IN_PROCESSES = 20
"""Fewer challenges are finished by this process: others take a second or two to start."""

AHEAD_PER_PROCESS = 3
"""Drafts that wait for each process, so that none is idle while the next one is made."""

MAX_FAILURES = 200
"""Consecutive solutions without a new challenge after which the design ends."""


@puzzle_function(
    DesignOptions,
    out="challenge.spec.to_yaml() is the file of a challenge",
    files="challenge.spec.to_yaml() is the file of a challenge",
    show="print(challenge) draws it",
    cards="save_cards of cp_puzzles.output.make.cards draws cards to print",
    paper="save_cards of cp_puzzles.output.make.cards has paper=",
    grade="call difficulty(puzzle)",
    unique="every challenge has one solution",
)
def design(puzzle: Puzzle, options: DesignOptions) -> Designs:
    """Make `count` challenges with exactly one solution, pairwise different under the isometries of the board.

    A solution is drawn at random (see `TargetSolutions`), and a minimum number of its pieces is given such that no
    other solution contains them. A time limit or Ctrl-C ends the design with the challenges made so far.

    Raises
    ------
    MistakeError
        If the puzzle does not permit the request.
    DisagreementError
        If two engines disagree.

    See Also
    --------
    difficulty, count

    Examples
    --------
    >>> result = design("five_tiles4x4", seed=1)
    >>> result.status, result.smallest, result.challenges[0].grade
    ('found', 2, 'easy')
    """
    load_engine(options.engine)
    load_engine(entry_of(options.engine).checked_by)
    puzzle = puzzle_from(puzzle)
    request, wanted, jobs = DesignRequest.of(puzzle, options), options.count, options.jobs or available_cores()
    on_challenge, on_progress = options.on_challenge, options.on_progress
    made: list[Challenge] = []
    tally, phase = DesignTally(request, puzzle), ""
    status: Ending = "fewer"

    def tried() -> None:
        if on_progress is not None:
            on_progress(len(made), tally.tried)

    try:
        drafts = islice(drafts_of(request, tally, tried), wanted)
        with closing(challenges_of(drafts, wanted, jobs, request.deadline)) as challenges:
            for challenge in challenges:
                made.append(challenge)
                if on_challenge is not None:
                    on_challenge(challenge)
        if len(made) == wanted:
            status = "found"
    except CanceledError as over:
        status, phase = "time-limit", over.phase
    except KeyboardInterrupt:
        status = "interrupted"
    is_short = status in ("fewer", "time-limit")
    ending = tally.ending(status, phase, MAX_FAILURES) if is_short else (None, "")
    numbers = tally.tried, tally.is_all, tally.fewest, request.seed
    return Designs(tally.puzzle, tuple(made), wanted, status, *numbers, *ending)


@dataclass(frozen=True)
class Draft:
    """A challenge without its second proof, and without its grade unless the choice depended on it.

    `spec` is that of the puzzle of the `target`, without what was chosen.
    """

    request: DesignRequest
    number: int
    spec: PuzzleSpec
    target: Solution
    choice: Choice

    def finished(self) -> Challenge:
        """Return the challenge after a second engine confirmed the unique solution of its file."""
        request, choice, spec, deadline = self.request, self.choice, self.spec, self.request.deadline
        graded, conditions = choice.graded, choice.conditions
        if graded is None and request.symmetry == "off":
            graded = deadline.run("grading", lambda: difficulty_of(choice.with_features))
        given, holes = placements_of(choice.features), holes_of(choice.features)
        level = None if request.level is None else self.target.measure("level")
        is_exact = "pieces" in request.choose
        description = description_of(graded, len(given), len(holes), level, len(conditions), exact=is_exact)
        expected = {request.symmetry: 1} | ({} if level is None else {"apart": 1, "level": level})
        changes = {"description": description, "expected": expected}
        spec = challenge_spec(spec, choice.puzzle, given, holes, conditions, self.number, **changes)
        puzzle, second = build_puzzle(spec), entry_of(request.engine).checked_by
        _, solutions = request.found(puzzle, second, 2)
        solution = Solution(puzzle, self.target.placements)
        if len(solutions) != 1 or (request.symmetry == "off" and solutions[0] != solution):
            words = f"{request.engine} finds one solution, {second} a different one or {len(solutions)}"
            raise DisagreementError(f"{puzzle.name}: {words}")
        engines = (request.engine, second)
        return Challenge(self.number, spec, puzzle, solution, given, tuple(sorted(holes)), graded, engines)


def description_of(
    graded: Difficulty | None, given: int, holes: int, level: int | None, conditions: int, *, exact: bool
) -> str:
    """Return the description of a challenge in its file."""
    parts = [f"{counted(given, 'piece')} given"] if given or not (holes or conditions or exact) else []
    parts += [f"{counted(holes, 'cell')} left empty"] if holes else []
    parts += [f"{counted(conditions, 'region')} with a condition"] if conditions else []
    parts += ["with exactly these pieces"] if exact else []
    unique = "one solution" if graded is not None else "one solution up to rotation and reflection"
    unique += "" if level is None else f" can be built, in {counted(level, 'move')} to the first piece"
    grade = "" if graded is None else f"{graded.grade.capitalize()}: "
    text = f"{grade}{', '.join(parts)}; {unique}."
    return text[0].upper() + text[1:]


def drafts_of(request: DesignRequest, tally: DesignTally, on_tried: Callable[[], None]) -> Iterator[Draft]:
    """Yield drafts of new challenges until no solution can give one, or `MAX_FAILURES` in a row gave none."""
    deadline = request.deadline
    puzzle = tally.puzzle = deadline.run("reading", lambda: build_puzzle(request.spec))
    cover = deadline.run("placing", lambda: build_cover(puzzle))
    deadline.run("looking for symmetries", lambda: group_of(cover, "full"))
    targets, random = targets_of(request, cover), Random(request.seed)
    tried, exhausted, keys = set[bytes](), set[bytes](), set[bytes]()
    failures, is_open = 0, True
    choice: Choice | Reason
    while is_open:
        is_open = False
        for target in targets.draw():
            key = solution_key(request, cover, target)
            if key in exhausted:
                continue
            is_open = True
            tried.add(key)
            tally.tried, tally.highest = len(tried), targets.highest
            on_tried()
            is_last, choice = True, "whole"
            if not {*target.placements} <= {*puzzle.given}:
                spec, selection = selection_of(request, puzzle, target)
                is_last, choice = choice_of(request, selection, random, tally)
            if is_last:
                exhausted.add(key)
            if isinstance(choice, Choice):
                new = challenge_key(request, cover, selection, choice)
                if new not in keys:
                    keys.add(new)
                    yield Draft(request, len(keys), spec, selection.target, choice)
                    failures = 0
                    continue
                choice = "repeated"
            tally.failures[choice].add(key)
            failures += 1
            if failures == MAX_FAILURES:
                tally.has_given_up = True
                return
        tally.highest = targets.highest
        if isinstance(targets, LevelTargets):
            return
        tally.is_all = True


def targets_of(request: DesignRequest, cover: Cover) -> TargetSolutions | LevelTargets:
    """Return the source of solutions: all in random order, or those of a sufficient level that walks reach."""
    deadline, level, seed = request.deadline, request.level, request.seed
    if level is None:
        return deadline.run("numbering", lambda: TargetSolutions(cover.puzzle, seed, deadline, request.choose))
    return deadline.run("placing", lambda: LevelTargets(cover, level, seed, deadline))


def solution_key(request: DesignRequest, cover: Cover, target: Solution) -> bytes:
    """Return a key, equal for solutions that give the same challenges: images of each other, or of the same pieces."""
    if request.choose == ("pieces",) and request.level is None:
        return repr(sorted(placement.tile for placement in target.placements)).encode()
    return group_of(cover, "full").representative(cover.options_of(target.placements))


def selection_of(request: DesignRequest, puzzle: Puzzle, target: Solution) -> tuple[PuzzleSpec, Selection]:
    """Return the spec of the challenge's pieces and the features of the solution that can be given."""
    spec = request.spec
    if "pieces" in request.choose:
        spec = spec_of_pieces(spec, puzzle, Counter(placement.tile for placement in target.placements))
        first = {tile.name: tile.orientations[0] for tile in puzzle.tiles}
        puzzle = build_puzzle(spec)
        looks = {look: tile.name for tile in puzzle.tiles for look in tile.orientations}
        target = Solution(puzzle, tuple(replace(each, tile=looks[first[each.tile]]) for each in target.placements))
    covered = target.tile_at()
    free = [piece for piece in target.placements if piece not in puzzle.given] if "given" in request.choose else []
    empty = [cell for cell in puzzle.board.cells if cell not in covered] if "holes" in request.choose else []
    if empty:
        refuse_holes(spec, target, empty)
    return spec, Selection(request, puzzle, target, (*free, *empty))


def choice_of(
    request: DesignRequest, selection: Selection, random: Random, tally: DesignTally
) -> tuple[bool, Choice | Reason]:
    """Return whether the solution gives no other choice, and what makes it unique with a requested grade, or why not.

    The choices get easier one after the other: the fewest conditions, or a minimum set of features, come first.
    """
    if "conditions" in request.choose:
        choices = RegionSelection(request, selection.puzzle, selection.target, random).choices()
        return True, in_range(request, choices) if choices else "several"
    largest = len(placements_of(selection.features)) - 1  # one piece is left to place
    clues = largest if request.clues is None else request.clues
    if largest < clues and largest <= tally.most:
        return True, "many"
    minimum = selection.smallest(random)
    if isinstance(minimum, str):
        return True, minimum
    given = len(placements_of(minimum))
    tally.fewest = len(minimum) if tally.fewest is None else min(tally.fewest, len(minimum))
    tally.fewest_pieces = given if tally.fewest_pieces is None else min(tally.fewest_pieces, given)
    tally.most = max(tally.most, largest)
    if largest < clues:
        return True, "many"
    if request.clues is not None and given > clues:
        return True, "few"
    return not selection.features, in_range(request, larger_choices(request, selection, minimum, random))


def larger_choices(
    request: DesignRequest, selection: Selection, minimum: Sequence[Feature], random: Random
) -> Iterator[Choice]:
    """Yield the minimum set with as many more features as requested, or one more after the other for a grade."""
    more = [feature for feature in selection.features if feature not in minimum]
    random.shuffle(more)
    numbers = range(len(more) + 1 if request.grades else 1)
    if request.clues is not None:
        more = [feature for feature in more if isinstance(feature, Placement)]
        extra = request.clues - len(placements_of(minimum))
        numbers = range(extra, extra + 1)
    most = max(len(placements_of(selection.features)) - 1, 0)  # one piece is left to place
    for number in numbers:
        features = (*minimum, *more[:number])
        if len(placements_of(features)) <= most:
            yield Choice(selection.puzzle, features)


def in_range(request: DesignRequest, choices: Iterable[Choice]) -> Choice | Reason:
    """Return the first choice with a requested grade, or the grade of the last one that was tried."""
    grade: Reason = "several"
    for choice in choices:
        if request.grades is None:
            return choice
        graded = request.deadline.run("grading", partial(difficulty_of, choice.with_features))
        grade, number = graded.grade, GRADES.index(graded.grade)
        first, last = map(GRADES.index, request.grades)
        if first <= number <= last:
            return replace(choice, graded=graded)
        if number < first:
            break
    return grade


def challenge_key(request: DesignRequest, cover: Cover, selection: Selection, choice: Choice) -> bytes:
    """Return a key, equal for challenges that are images of each other under the board's isometries."""
    names = {tile.orientations[0]: tile.name for tile in cover.puzzle.tiles}
    original = {tile.name: names[tile.orientations[0]] for tile in selection.puzzle.tiles}
    placements = selection.target.placements
    shown = placements if "conditions" in request.choose else placements_of(choice.features)
    options = cover.options_of(replace(each, tile=original[each.tile]) for each in shown)
    items = [cover.cells.index(hole) for hole in holes_of(choice.features)]
    if "pieces" in request.choose:
        tile = {cover.problem.items[item].name: item for item in cover.problem.tiles}
        items += [tile[original[piece.tile]] for piece in placements]
    return group_of(cover, "full").representative(options, items)


def challenges_of(drafts: Iterator[Draft], wanted: int, jobs: int, deadline: Deadline) -> Generator[Challenge]:
    """Yield the challenge of each draft, in order; raise what ends the drafts after the challenges before it."""
    if jobs == 1 or wanted < FEWEST_IN_PROCESSES:
        yield from map(Draft.finished, drafts)
        return
    pool = ProcessPool(Finisher(), jobs)
    with closing(Runner[Draft](pool, ahead=AHEAD_PER_PROCESS)) as runner:
        waiting, made = deque[Draft](), dict[int, Challenge]()
        ending: CanceledError | None = None
        while True:
            try:
                for draft in islice(drafts, AHEAD_PER_PROCESS * jobs - len(waiting) if runner.has_room else 0):
                    waiting.append(draft)
                    runner.submit(draft)
            except CanceledError as over:  # there are no further drafts
                ending = over
            if not waiting:
                break
            for draft, future in runner.ended(TICK_SECONDS):
                # the processes were killed again and again at it: this one goes on
                made[draft.number] = draft.finished() if future is None else future.result()
            while waiting and waiting[0].number in made:
                yield made.pop(waiting.popleft().number)
            if waiting and monotonic() > deadline.time + GRACE_SECONDS:
                raise CanceledError("grading")
        if ending is not None:
            raise ending


class Finisher:
    """The work of processes: to finish drafts."""

    def run(self, draft: Draft, stop: Callable[[], bool]) -> Challenge:
        """Finish a draft."""
        return draft.finished()
