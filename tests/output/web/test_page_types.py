"""The declared types of a page's data: those of the scripts are made from them, and pages have no other data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from cp_puzzles import solve
from cp_puzzles.output.web.page_types import SolutionPage
from cp_puzzles.output.web.solution_page import page_html

SCRIPTS = Path(str(files("cp_puzzles.output.web"))) / "scripts" / "page"


def test_page_types_of_scripts_are_current() -> None:
    """`page_data.d.ts` is what its generator makes of the Python types."""
    spec = spec_from_file_location("build_types", SCRIPTS / "build_types.py")
    assert spec is not None
    assert spec.loader is not None
    generator = module_from_spec(spec)
    spec.loader.exec_module(generator)
    assert (SCRIPTS / "page_data.d.ts").read_text("utf-8") == generator.type_declarations()


def assert_typed(place: str, value: Any, hint: Any) -> None:
    """Compare a value of JSON with a type."""
    parts = get_args(hint)
    if is_typeddict(hint):
        hints = get_type_hints(hint, include_extras=True)
        assert set(value) <= set(hints), place
        for key, part in hints.items():
            optional = get_origin(part) is NotRequired
            assert optional or key in value, f"{place}.{key}"
            if key in value:
                assert_typed(f"{place}.{key}", value[key], get_args(part)[0] if optional else part)
    elif get_origin(hint) is Sequence:
        assert isinstance(value, list), place
        for number, element in enumerate(value):
            assert_typed(f"{place}.{number}", element, parts[0])
    elif get_origin(hint) is Mapping:
        for key, element in value.items():
            assert_typed(f"{place}.{key}", element, parts[1])
    elif parts:
        if value is not None:
            assert_typed(place, value, parts[0])
    elif hint is not Any:
        assert type(value) in ((int, float) if hint is float else (hint,)), place


@pytest.mark.parametrize("name", ["dominoes4x4", "soma", "calendar"])
def test_page_data_has_the_declared_types(name: str) -> None:
    """A page of a flat, a solid and a labeled board has the declared keys, and no others."""
    page = page_html((result := solve(name, limit=1, jobs=1, engine="exact-cover")).solutions.puzzle, result.solutions)
    found = re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    assert_typed("page", json.loads(found[1]), SolutionPage)
