"""The checked-in bundles of the pages' scripts are those that esbuild makes of the sources."""

from __future__ import annotations

import re
import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from tests.output.web.conftest import missing, program
from tests.processes import finished

WEB = files("cp_puzzles.output.web")


@pytest.mark.slow
def test_bundle_is_built_from_the_sources(tmp_path: Path) -> None:
    """`npm ci && npm run build` changes no bundle."""
    npm, scripts = program("npm"), tmp_path / "scripts"
    with as_file(WEB.joinpath("scripts")) as source:
        shutil.copytree(source, scripts, ignore=shutil.ignore_patterns("node_modules"))
    if finished([npm, "ci", "--no-audit", "--no-fund", "--silent"], cwd=scripts).returncode:
        missing("npm cannot install esbuild")
    finished([npm, "run", "build"], cwd=scripts, status=0)
    built = {file.name: file.read_text("utf-8") for file in (tmp_path / "bundles").iterdir()}
    assert built == {entry.name: entry.read_text("utf-8") for entry in WEB.joinpath("bundles").iterdir()}


@pytest.mark.parametrize("folder", ["page", "lab", "site", "editor", "bundle", "widget"])
def test_scripts_are_short_and_name_no_server(folder: str) -> None:
    """Every script has less than 300 lines and contains no address of a server."""
    for entry in WEB.joinpath("scripts", folder).iterdir():
        if not entry.name.endswith(".js"):
            continue
        source = entry.read_text("utf-8")
        assert source.count("\n") < 300, entry.name
        assert not re.search(r"https?://(?!www\.w3\.org/)", source), entry.name
