"""Colors of secondary items (XCC, TAOCP 7.2.2.1), expressed with items and bounds alone.

Options may share a secondary item if all of them give it the same color. For each item and each color that several
options give it, two auxiliary options state that the item has the color, or has not; exactly one of them is chosen. An
option that gives the color excludes 'has not', and 'has' requires such an option. The original options determine both,
so the solutions of the two problems correspond one to one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from cp_puzzles.cover.cover_problem import CoverProblem, Item


def with_colors(problem: CoverProblem, colors: Mapping[tuple[int, int], str]) -> CoverProblem:
    """Return the problem in which options may share an item if `colors[option, item]` is the same.

    The options keep their numbers; the auxiliary options 'has' and 'has not' follow them.

    >>> items = Item("cell", "a", 1, 1), Item("cell", "b", 1, 1), Item("cell", "x", 0, 1)
    >>> two = CoverProblem(items, ((0, 2), (1, 2)))
    >>> len(with_colors(two, {(0, 2): "r", (1, 2): "r"}).options)
    4
    >>> len(with_colors(two, {(0, 2): "r", (1, 2): "g"}).options)
    2
    """
    givers: dict[tuple[int, str], list[int]] = defaultdict(list)
    for (option, item), color in sorted(colors.items()):
        givers[item, color].append(option)
    items = list(problem.items)
    options = [set(option) for option in problem.options]
    for (item, color), giving in givers.items():
        if len(giving) == 1:
            continue  # no second option gives the color, so the item is never shared
        name = f"{items[item].name}:{color}"
        decided, needed = len(items), len(items) + 1
        items += [Item("rule", name, 1, 1), Item("rule", f"{name} is given", 1, len(giving) + 1)]
        has, has_not = {item, decided}, {decided, needed}
        for option in giving:
            options[option] -= {item}
            options[option] |= {needed, len(items)}
            has_not.add(len(items))
            items.append(Item("rule", f"{name} in option {option + 1}", 0, 1))
        options += [has, has_not]
    return CoverProblem(tuple(items), tuple(tuple(sorted(option)) for option in options))
