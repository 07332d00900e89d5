"""Colours of secondary items (XCC, TAOCP 7.2.2.1), said with items and bounds alone.

Options may share a secondary item if all of them give it the same colour. For each item and each colour that several
options give it, two options more say that the item has the colour, or has not; exactly one of them is chosen. An option
that gives the colour excludes 'has not', and 'has' needs one that gives it. So both are decided by the others, and the
solutions of the two problems correspond one to one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from cp_puzzles.cover.problem import CoverProblem, Item


def with_colours(problem: CoverProblem, colours: Mapping[tuple[int, int], str]) -> CoverProblem:
    """The problem in which options share an item that they give the same colour; `colours[option, item]` is that.

    The options keep their numbers, those that say 'has' and 'has not' come after them.

    >>> items = Item("cell", "a", 1, 1), Item("cell", "b", 1, 1), Item("cell", "x", 0, 1)
    >>> two = CoverProblem(items, ((0, 2), (1, 2)))
    >>> len(with_colours(two, {(0, 2): "r", (1, 2): "r"}).options)
    4
    >>> len(with_colours(two, {(0, 2): "r", (1, 2): "g"}).options)
    2
    """
    givers: dict[tuple[int, str], list[int]] = defaultdict(list)
    for (option, item), colour in sorted(colours.items()):
        givers[item, colour].append(option)
    items = list(problem.items)
    options = [set(option) for option in problem.options]
    for (item, colour), giving in givers.items():
        if len(giving) == 1:
            continue  # an option that nobody can share the item with covers it as any other does
        name = f"{items[item].name}:{colour}"
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
