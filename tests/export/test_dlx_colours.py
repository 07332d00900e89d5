"""Colours of secondary items count as Knuth defines them: a brute force over the text, and examples that are known."""

from itertools import combinations, pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.engines.frontier.count import count_tilings
from cp_puzzles.export.dlx import to_dlx
from cp_puzzles.export.dlx_reader import from_dlx
from tests.examples import examples
from tests.export.dlx_oracle import dlx_count

OPTION = st.tuples(
    st.lists(st.sampled_from("ABC"), max_size=2, unique=True),
    st.dictionaries(st.sampled_from("XY"), st.sampled_from(["", ":0", ":0", ":1", ":1"])),
).map(lambda parts: " ".join([*parts[0], *(name + colour for name, colour in parts[1].items())]))


def xcc_count(bounds: dict[str, tuple[int, int]], options: list[str]) -> int:
    """Every set of options that have a primary item, covers these between bounds, and agrees on each secondary one."""
    able = [words for words in map(str.split, options) if set(words) & set(bounds)]

    def is_solution(chosen: tuple[list[str], ...]) -> bool:
        words = [word for option in chosen for word in option]
        agree = all(
            len(of) <= 1 or (len(set(of)) == 1 and ":" in of[0])
            for of in ([word for word in words if word[0] == name] for name in "XY")
        )
        return agree and all(low <= words.count(name) <= high for name, (low, high) in bounds.items())

    return sum(is_solution(chosen) for n in range(len(able) + 1) for chosen in combinations(able, n))


@examples(200)
@given(st.lists(OPTION.filter(bool), max_size=9), st.sampled_from(["A B C", "A 0:2|B 2|C", "0:1|A 1:2|B 0:3|C"]))
def test_any_colours_count_as_brute_force_does(options: list[str], primary: str) -> None:
    """Exact items and ranges, options that are alike, items with and without colour; written again too."""
    bounds = {"A": (1, 1), "B": (1, 1), "C": (1, 1)}
    for word in primary.split():
        low, _, high = word[:-2].rpartition(":")
        bounds[word[-1]] = (int(low or high or 1), int(high or 1))
    problem = from_dlx("\n".join([f"{primary} | X Y", *options]))
    expected = xcc_count(bounds, options)
    assert count_tilings(problem).solutions == expected
    assert count_tilings(from_dlx(to_dlx(problem))).solutions == expected


def test_an_example_of_knuth() -> None:
    """The introduction of DLX2: one solution, A C X:1 Y:1 with B X:1; without colours there is none."""
    text = "| a simple example\nA B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n"
    problem = from_dlx(text)
    assert count_tilings(problem).solutions == 1
    assert dlx_count(to_dlx(problem)) == 1
    assert count_tilings(from_dlx(text.replace(":0", "").replace(":1", ""))).solutions == 0


def test_words_in_a_square() -> None:
    """Fill 3x3 with words across and down: letters are colours, and every square is counted once."""
    words = ["bit", "ice", "ten", "ban", "ape", "net", "tie", "eat"]
    options = [f"a{i} " + " ".join(f"{i}{j}:{c}" for j, c in enumerate(word)) for i in range(3) for word in words]
    options += [f"d{j} " + " ".join(f"{i}{j}:{c}" for i, c in enumerate(word)) for j in range(3) for word in words]
    items = "a0 a1 a2 d0 d1 d2 | " + " ".join(f"{i}{j}" for i in range(3) for j in range(3))
    squares = [
        rows for rows in product(words, repeat=3) if all("".join(column) in words for column in zip(*rows, strict=True))
    ]
    assert count_tilings(from_dlx("\n".join([items, *options]))).solutions == len(squares) > 0


def test_a_line_of_dominoes() -> None:
    """Ends of neighbours match: walks of n steps in the graph of a set of dominoes, 3 at each of the 4 places."""
    pairs = [(a, b) for a in range(2) for b in range(2) if (a, b) != (1, 1)]
    places = [f"d{i}" for i in range(4)]
    options = [f"d{i} e{i}:{a} e{i + 1}:{b}" for i in range(4) for a, b in pairs]
    text = "\n".join([" ".join(places) + " | " + " ".join(f"e{i}" for i in range(5)), *options])
    sequences = [
        bits for bits in range(1 << 5) if all(x + y < 2 for x, y in pairwise([bits >> i & 1 for i in range(5)]))
    ]
    assert count_tilings(from_dlx(text)).solutions == len(sequences) == 13
