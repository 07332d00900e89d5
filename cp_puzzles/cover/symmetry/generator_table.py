"""A group of permutations as words in few generators: the form in which solution pages store it."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.symmetry.symmetry_group import Permutations


@dataclass(frozen=True)
class GeneratorTable:
    """A group of permutations as words in a few generators.

    `generators` has the indices of elements. `order` lists all elements, the identity first. If `words[i]` is `(p, g)`,
    then element `order[i + 1]` is the product of element `order[p]`, applied first, and generator number g.
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
        index = {row.tobytes(): number for number, row in enumerate(permutations)}
        generators: list[int] = []
        words: list[tuple[int, int]] = []
        order, visited = [0], {0}
        for element in range(len(permutations)):
            if element in visited:
                continue
            generators.append(element)
            position = 0
            while position < len(order):
                for number, generator in enumerate(generators):
                    product = index[permutations[generator][permutations[order[position]]].tobytes()]
                    if product not in visited:
                        visited.add(product)
                        order.append(product)
                        words.append((position, number))
                position += 1
        return cls(generators, words, order)
