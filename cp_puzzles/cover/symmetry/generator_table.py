"""A group of permutations written with few generators, as the solution page reads it."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.symmetry.symmetry_group import Permutations


@dataclass(frozen=True)
class GeneratorTable:
    """A group of permutations as words in a few generators.

    `generators` are indices of elements; `words[i]` says that element `order[i + 1]` is the one at the place
    `words[i][0]` of `order`, followed by the generator of the number `words[i][1]`.
    """

    generators: list[int]
    words: list[tuple[int, int]]
    order: list[int]

    @classmethod
    def of(cls, permutations: Permutations) -> GeneratorTable:
        """Return the table of a group whose first element is the identity.

        >>> import numpy as np
        >>> table = GeneratorTable.of(np.array([[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]))
        >>> table.generators, table.words, table.order
        ([1], [(0, 0), (1, 0), (2, 0)], [0, 1, 2, 3])
        """
        place = {row.tobytes(): number for number, row in enumerate(permutations)}
        generators: list[int] = []
        words: list[tuple[int, int]] = []
        order, visited = [0], {0}
        for element in range(len(permutations)):
            if element in visited:
                continue
            generators.append(element)
            at = 0
            while at < len(order):
                for number, generator in enumerate(generators):
                    image = place[permutations[generator][permutations[order[at]]].tobytes()]
                    if image not in visited:
                        visited.add(image)
                        order.append(image)
                        words.append((at, number))
                at += 1
        return cls(generators, words, order)
