"""The way down to the subproblems of a large problem: choices that are made and taken back, however many they are."""

from __future__ import annotations

from typing import Final

import numpy as np

from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays, Ints, Mask
from cp_puzzles.engines.exact_cover.problem.preference import Preference

NOTHING: Final = -1
"""The choice to choose nothing more."""


class Descent:
    """Options chosen one after the other, each with those that it rules out, which come back when it is taken back.

    `living`: the options that can still be chosen, `alive` of them. A choice takes time in proportion to the items and
    to what it rules out, and keeps no more than that.
    """

    def __init__(self, arrays: CoverArrays, chosen: tuple[int, ...], living: Mask, preference: Preference) -> None:
        self.chosen = list(chosen)
        self.living = living.copy()
        self.alive = int(living.sum())
        self._arrays, self._preference = arrays, preference
        self._need = np.concatenate([np.ones(arrays.required_count, dtype=np.int64), arrays.minimum, [0]])
        self._left = arrays.maximum.copy()
        self._count = np.zeros_like(self._need)
        np.add.at(self._count, arrays.needed[living], 1)
        for option in chosen:
            self._use(option, 1)
        self._ruled_out: list[list[Ints]] = [[]]

    def choices(self) -> list[int]:
        """The living options of the item with the fewest that is not covered enough: one of them must be chosen.

        If every item is covered enough: `NOTHING`, and all living options.
        """
        if not (self._need > 0).any():
            return [NOTHING, *self._preference.sorted(np.flatnonzero(self.living)).tolist()]
        left = self._preference.priced((self._count - self._need).astype(np.float64))
        item = int(np.where(self._need > 0, left, np.inf).argmin())
        options = self._arrays.covering.of(item)
        return [int(option) for option in self._preference.sorted(options[self.living[options]])]

    def choose(self, option: int) -> None:
        """Choose an option."""
        self.chosen.append(option)
        self._ruled_out.append([])
        self._use(option, 1)
        for item in self._arrays.exclusive[option].tolist():
            self._rule_out(self._arrays.excluding.of(item))
        for item in self._counted(option).tolist():
            if self._left[item] == 0:
                self._rule_out(self._arrays.covering.of(self._arrays.required_count + item))

    def rise(self) -> None:
        """Take the last choice back; that option is ruled out until the choice before it is taken back too."""
        for options in self._ruled_out.pop():
            self.living[options] = True
            self.alive += len(options)
            np.add.at(self._count, self._arrays.needed[options], 1)
        if self._ruled_out:
            option = self.chosen.pop()
            self._use(option, -1)
            self._rule_out(np.array([option]))

    def _rule_out(self, options: Ints) -> None:
        options = options[self.living[options]]
        self.living[options] = False
        self.alive -= len(options)
        np.subtract.at(self._count, self._arrays.needed[options], 1)
        self._ruled_out[-1].append(options)

    def _use(self, option: int, copies: int) -> None:
        np.subtract.at(self._need, self._arrays.needed[option], copies)
        self._left[self._counted(option)] -= copies

    def _counted(self, option: int) -> Ints:
        items: Ints = self._arrays.counted[option]
        return items[items >= 0]
