"""The data of pages has the types that the scripts declare, and nothing else."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from cp_puzzles import solve
from cp_puzzles.output.web.solution_page import page_html

DECLARED = files("cp_puzzles.output.web").joinpath("scripts", "page", "page_data.d.ts").read_text("utf-8")
INTERFACES = {
    name: {key.rstrip("?"): (kind, key.endswith("?")) for key, kind in re.findall(r"^  (\w+\??): (.*);$", body, re.M)}
    for name, body in re.findall(r"^export interface (\w+) \{\n(.*?)^\}", DECLARED, re.M | re.S)
}
"""The type of each key of each interface, and whether the key may be absent."""

PLAIN = {"string": (str,), "number": (int, float), "boolean": (bool,), "null": (type(None),)}


def mismatches(place: str, value: Any, kind: str) -> list[str]:
    """Return the places at which a value of JSON has another type than the declared one."""
    if kind == "any":
        return []
    if kind.endswith("[]"):
        inner = kind[:-2].removeprefix("(").removesuffix(")") if kind.startswith("(") else kind[:-2]
        if not isinstance(value, list):
            return [place]
        return [each for n, part in enumerate(value) for each in mismatches(f"{place}.{n}", part, inner)]
    if " | " in kind:
        return [] if any(not mismatches(place, value, part) for part in kind.split(" | ")) else [place]
    if kind not in PLAIN and not isinstance(value, dict):
        return [place]
    if match := re.fullmatch(r"Record<\w+, (.*)>", kind):
        return [each for key, part in value.items() for each in mismatches(f"{place}.{key}", part, match[1])]
    if kind in PLAIN:
        return [] if type(value) in PLAIN[kind] else [place]
    keys = INTERFACES[kind]
    wrong = [f"{place}.{key}" for key in value.keys() - keys.keys()]
    wrong += [f"{place}.{key}" for key, (_, may_miss) in keys.items() if not may_miss and key not in value]
    present = [(key, part) for key, (part, _) in keys.items() if key in value]
    return wrong + [each for key, part in present for each in mismatches(f"{place}.{key}", value[key], part)]


@pytest.mark.parametrize(
    "name", ["dominoes4x4", "soma", "calendar", "domino_values1", "macmahon_squares2x3", "fault_free_dominoes5x6"]
)
def test_page_data_has_the_declared_types(name: str) -> None:
    """Pages of boards that are flat, solid, labeled, with values, with colored sides, with highlights."""
    page = page_html((result := solve(name, limit=1, jobs=1, engine="exact-cover")).solutions.puzzle, result.solutions)
    found = re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    assert mismatches("page", json.loads(found[1]), "SolutionPage") == []


@pytest.mark.parametrize(
    ("value", "kind", "wrong"),
    [
        ({"letter": "a", "color": "#000000", "text": 1}, "Dot", ["x.text"]),
        ({"letter": "a", "color": "#000000"}, "Dot", ["x.text"]),
        ({"bytes": 2, "base64": "", "more": 1}, "NumberTable", ["x.more"]),
        ([[1, "2"]], "number[][]", ["x.0.1"]),
        ([None, {"letter": "", "color": "", "text": ""}], "(Dot | null)[]", []),
    ],
)
def test_mismatch_of_a_type_is_found(value: Any, kind: str, wrong: list[str]) -> None:
    """A wrong value, a missing key and a further key are each named by their place."""
    assert mismatches("x", value, kind) == wrong
