"""Make challenges: draw solutions, and choose a minimum set of given pieces that makes each solution unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from random import Random, SystemRandom
from typing import TypeVar

from cp_puzzles.analysis.design.challenge import (
    Challenge,
    Designs,
    Ending,
    plain_spec,
    spec_of_pieces,
    spec_with_conditions,
    spec_without_conditions,
)
from cp_puzzles.analysis.design.design_choices import other_choices, refuse_idle_choices
from cp_puzzles.analysis.design.design_tally import DesignTally, reason_for_nothing, remedy_for_nothing
from cp_puzzles.analysis.design.difficulty import GRADES, Difficulty, Grade, difficulty_of
from cp_puzzles.analysis.design.draft import Draft, challenges_of
from cp_puzzles.analysis.design.given_selection import (
    RIVALS_PER_SEARCH,
    Feature,
    Selection,
    holes_of,
    placements_of,
    with_features,
)
from cp_puzzles.analysis.design.region_selection import Conditions, RegionSelection
from cp_puzzles.analysis.design.rival_search import RivalSearch
from cp_puzzles.analysis.design.target_solutions import LevelTargets, TargetSolutions
from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.number_text import counted
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, group_of
from cp_puzzles.errors import Parameter, Text
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.rules.disassembly import Buildable
from cp_puzzles.puzzle.spec.loader import with_rule
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.search.workers.dispatch import available_cores

T = TypeVar("T")

MAX_FAILURES = 200
"""Consecutive solutions without a new challenge after which the design ends."""


class ChallengeMaker:
    """Makes challenges from one puzzle."""

    def __init__(
        self,
        puzzle: Puzzle,
        choose: tuple[str, ...],
        given: int | None,
        grades: tuple[str, str] | None,
        engine: str,
        time_limit: float | None,
        seed: int | None,
        level: int | None = None,
        jobs: int | None = None,
    ) -> None:
        self._given, self._grades, self._engine, self._choose = given, grades, engine, choose
        self._symmetry: Symmetry = "off" if {"given", "conditions"} & {*choose} else "full"
        self._level = level
        self._jobs = jobs or available_cores()
        self._deadline = Deadline.after(time_limit)
        self._seed = SystemRandom().randrange(1 << 32) if seed is None else seed
        self._random = Random(self._seed)
        self._spec = plain_spec(puzzle)
        if level is not None:
            self._spec = with_rule(self._spec, "buildable=true")
        if "conditions" in choose:
            self._spec = spec_without_conditions(self._spec)
        self._puzzle = puzzle
        refuse_idle_choices(puzzle, choose, clues=given, grades=grades, level=level)
        self._on_tried: Callable[[int], None] = lambda tried: None
        self._keys: set[bytes] = set()
        self._tally = DesignTally()
        self._tried: set[bytes] = set()
        self._is_all = self._has_given_up = False
        self._targets: LevelTargets | None = None

    def run(
        self,
        wanted: int,
        on_challenge: Callable[[Challenge], None] | None,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Designs:
        """Make `wanted` challenges, or as many as there are before a limit ends the design."""
        status: Ending = "fewer"
        reason = None
        made: list[Challenge] = []
        if on_progress is not None:
            self._on_tried = lambda tried: on_progress(len(made), tried)
        try:
            with closing(self._challenges(wanted)) as challenges:
                for challenge in challenges:
                    made.append(challenge)
                    if on_challenge is not None:
                        on_challenge(challenge)
            if len(made) == wanted:
                status = "found"
        except CanceledError as over:
            status = "time-limit"
            reason = self._reason() if self._tried else f"out of time while {over.phase}" if over.phase else None
        except KeyboardInterrupt:
            status = "interrupted"
        return Designs(
            self._puzzle,
            tuple(made),
            wanted,
            status,
            len(self._tried),
            self._is_all,
            self._tally.fewest,
            self._seed,
            self._reason() if status == "fewer" else reason,
            "" if status in ("found", "interrupted") else self._remedy(status),
        )

    def _prepare(self) -> None:
        self._puzzle = self._deadline.run("reading", lambda: build_puzzle(self._spec))
        self._cover = self._deadline.run("placing", lambda: build_cover(self._puzzle))
        self._group = self._deadline.run("looking for symmetries", lambda: group_of(self._cover, "full"))
        self._option = self._cover.option_of
        self._rivals = self._rivals_of(self._puzzle)

    def _challenges(self, wanted: int) -> Generator[Challenge]:
        yield from challenges_of(islice(self._drafts(), wanted), wanted, self._jobs, self._deadline)

    def _drafts(self) -> Iterator[Draft]:
        """Yield drafts of new challenges until no solution can give one, or `MAX_FAILURES` in a row gave none."""
        self._prepare()
        draw = self._drawn()
        exhausted: set[bytes] = set()
        failures = 0
        while True:
            considered = 0
            for target in draw():
                options = [self._option[placement] for placement in target.placements if placement in self._option]
                key = self._group.representative(options)
                if self._choose == ("pieces",) and self._level is None:
                    key = repr(sorted(placement.tile for placement in target.placements)).encode()
                if key in exhausted:
                    continue
                considered += 1
                self._tried.add(key)
                self._on_tried(len(self._tried))
                spec, selection = self._selection(target)
                if "conditions" in self._choose:
                    exhausted.add(key)
                    draft = self._with_conditions(spec, selection)
                else:
                    minimum = self._minimum(selection)
                    if minimum is None or not selection.features:
                        exhausted.add(key)
                    draft = None if minimum is None else self._draft(spec, selection, minimum)
                failures = 0 if draft is not None else failures + 1
                if draft is not None:
                    yield draft
                if failures == MAX_FAILURES:
                    self._has_given_up = True
                    return
            if self._targets is not None:
                return
            self._is_all = True
            if not considered:
                return

    def _drawn(self) -> Callable[[], Iterator[Solution]]:
        """Return the source of solutions: all in random order, or those of a sufficient level that walks reach."""
        deadline, level = self._deadline, self._level
        if level is None:
            targets = deadline.run(
                "numbering", lambda: TargetSolutions(self._puzzle, self._seed, deadline, self._choose)
            )
            return targets.draw
        rules = tuple(rule for rule in self._puzzle.rules if not isinstance(rule, Buildable))
        plain = self._puzzle.replaced(rules=rules)
        walks = deadline.run("placing", lambda: LevelTargets(plain, level, self._seed, deadline))
        self._targets = walks
        return walks.draw

    def _with_conditions(self, spec: PuzzleSpec, selection: Selection) -> Draft | None:
        """Return a challenge with conditions on regions: the fewest whose grade is in the requested range."""
        puzzle, target = selection.puzzle, selection.target

        def rivals(conditions: Conditions) -> list[Solution]:
            limited = puzzle.replaced(rules=(*puzzle.rules, *conditions))
            return self._rivals_of(limited).rivals(target, (), frozenset(), RIVALS_PER_SEARCH)

        steps = RegionSelection(puzzle, target, self._random, rivals).steps()
        if not steps:
            self._tally.several += 1
            return None
        found = self._first_in_range(
            (conditions, puzzle.replaced(rules=(*puzzle.rules, *conditions))) for conditions in reversed(steps)
        )
        if found is None:
            return None
        conditions, limited, graded = found
        full = spec_with_conditions(spec, puzzle, conditions)
        return self._new_draft(full, replace(selection, puzzle=limited), (), graded, len(conditions))

    def _minimum(self, selection: Selection) -> tuple[Feature, ...] | None:
        """Return a minimum set of features that makes a solution unique; None if none does, or if it is too large."""
        tally, largest = self._tally, len(placements_of(selection.features))
        tally.most = max(tally.most, largest)
        if self._given is not None and largest < self._given:
            tally.many += 1
            return None
        minimum = selection.smallest(self._random, lambda: self._deadline.has_passed)
        if minimum is None:
            tally.several += 1
            return None
        tally.fewest = len(minimum) if tally.fewest is None else min(tally.fewest, len(minimum))
        if self._given is not None and len(placements_of(minimum)) > self._given:
            tally.few += 1
            return None
        return minimum

    def _draft(self, spec: PuzzleSpec, selection: Selection, minimum: tuple[Feature, ...]) -> Draft | None:
        """Return a draft with the minimum set and as many more features as requested; None if there is no new one."""
        more = [feature for feature in selection.features if feature not in minimum]
        self._random.shuffle(more)
        numbers = range(len(more) + 1 if self._grades else 1)
        if self._given is not None:
            more = [feature for feature in more if isinstance(feature, Placement)]
            extra = self._given - len(placements_of(minimum))
            numbers = range(extra, extra + 1)
        choices = ((*minimum, *more[:number]) for number in numbers)
        found = self._first_in_range((chosen, with_features(selection.puzzle, chosen)) for chosen in choices)
        return None if found is None else self._new_draft(spec, selection, found[0], found[2])

    def _first_in_range(self, choices: Iterable[tuple[T, Puzzle]]) -> tuple[T, Puzzle, Difficulty | None] | None:
        """Return the first choice whose puzzle has a requested grade; each is easier than the one before."""
        graded = None
        for choice, puzzle in choices:
            graded = None if self._grades is None else self._graded(puzzle)
            comparison = 0 if graded is None else self._compared(graded.grade)
            if comparison == 0:
                return choice, puzzle, graded
            if comparison < 0:
                break
        if graded is not None:
            self._tally.grades[graded.grade] += 1
        return None

    def _graded(self, puzzle: Puzzle) -> Difficulty:
        return self._deadline.run("grading", lambda: difficulty_of(puzzle))

    def _compared(self, grade: Grade) -> int:
        """Return -1, 0 or 1 for a grade below, within or above the requested range."""
        if self._grades is None:
            return 0
        first, last = (GRADES.index(name) for name in self._grades)
        number = GRADES.index(grade)
        return -1 if number < first else 1 if number > last else 0

    def _selection(self, target: Solution) -> tuple[PuzzleSpec, Selection]:
        """Return the spec of the challenge's pieces and the features of the solution that can be given."""
        spec, puzzle = self._spec, self._puzzle
        if "pieces" in self._choose:
            spec = spec_of_pieces(spec, puzzle, Counter(placement.tile for placement in target.placements))
            puzzle = build_puzzle(spec)
            looks = {look: tile.name for tile in puzzle.tiles for look in tile.distinct_orientations}
            placements = tuple(
                replace(placement, tile=looks[self._puzzle.tile(placement.tile).distinct_orientations[0]])
                for placement in target.placements
            )
            target = Solution(puzzle, placements)
        covered = target.tile_at()
        free = [piece for piece in target.placements if piece not in puzzle.given] if "given" in self._choose else []
        empty = [cell for cell in puzzle.board.cells if cell not in covered] if "holes" in self._choose else []
        rivals = self._rivals if puzzle is self._puzzle else self._rivals_of(puzzle)
        return spec, Selection(puzzle, target, (*free, *empty), rivals)

    def _rivals_of(self, puzzle: Puzzle) -> RivalSearch:
        return RivalSearch(puzzle, self._symmetry, self._engine, self._deadline)

    def _new_draft(
        self,
        spec: PuzzleSpec,
        selection: Selection,
        chosen: tuple[Feature, ...],
        graded: Difficulty | None,
        conditions: int = 0,
    ) -> Draft | None:
        """Return the draft if it is new."""
        key = self._key(selection, chosen)
        if key in self._keys:
            self._tally.repeated += 1
            return None
        self._keys.add(key)
        return Draft(
            len(self._keys),
            self._puzzle.name,
            spec,
            selection.puzzle,
            selection.target,
            chosen,
            graded,
            self._symmetry,
            self._engine,
            None if self._level is None else selection.target.measure("level"),
            conditions,
            "pieces" in self._choose,
        )

    def _key(self, selection: Selection, chosen: Sequence[Feature]) -> bytes:
        """Return a canonical key, equal for challenges that are images of each other under the board's isometries."""
        problem, given = self._cover.problem, self._puzzle.given
        names = {tile.distinct_orientations[0]: tile.name for tile in self._puzzle.tiles}
        original = {tile.name: names[tile.distinct_orientations[0]] for tile in selection.puzzle.tiles}
        shown = selection.target.placements if "conditions" in self._choose else placements_of(chosen)
        options = [self._option[replace(piece, tile=original[piece.tile])] for piece in shown if piece not in given]
        cell = {cell: item for item, cell in enumerate(self._cover.cells)}
        items = [cell[hole] for hole in holes_of(chosen)]
        if "pieces" in self._choose:
            tile = {problem.items[item].name: item for item in problem.tiles}
            items += [tile[original[piece.tile]] for piece in selection.target.placements]
        return self._group.representative(options, items)

    def _reason(self) -> str:
        """Return why there are no more challenges."""
        if self._targets is not None and not self._tried:
            return f"no set of pieces reached level {self._level}; the highest level was {self._targets.highest}"
        if not self._tried:
            return reason_for_nothing(self._puzzle)
        tried = counted(len(self._tried), "solution")
        considered = f"all {tried}" if self._is_all and len(self._tried) > 1 else tried
        sentence = self._tally.sentence(considered, self._choose, self._given)
        if self._has_given_up:
            ending = f"{MAX_FAILURES} attempts in a row led to no new challenge"
            return f"{sentence}; {ending}" if sentence else ending
        return sentence or f"{considered} did not lead to another challenge"

    def _remedy(self, status: Ending) -> Text:
        if not self._tried and status == "time-limit":
            return ("allow more time with ", Parameter("time_limit"))
        if not self._tried:
            highest = self._targets.highest if self._targets else 0
            return ("use ", Parameter("level", highest)) if highest else remedy_for_nothing(self._puzzle)
        others = other_choices(self._puzzle, self._choose)
        return self._tally.remedy(self._choose, others if self._level is None else (), self._given)
