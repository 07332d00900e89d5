"""The scripts of the page are modules that can be joined: imports that exist, exports that are used."""

from __future__ import annotations

import re
from importlib.resources import files

ASSETS = files("cp_puzzles.export").joinpath("page_assets")
IMPORT = re.compile(r'^import \{ ([^}]*) \} from "\./(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:const|class|function\*?|async function) (\w+)", re.MULTILINE)
SOURCES = {
    entry.name.removesuffix(".js"): entry.read_text("utf-8") for entry in ASSETS.iterdir() if entry.name.endswith(".js")
}


def test_every_module_is_on_the_page_and_what_it_takes_exists() -> None:
    """Each import names an export of another module, each line that begins with import or export is understood."""
    used = {"app"}
    for source in SOURCES.values():
        assert len(re.findall("^import", source, re.MULTILINE)) == len(IMPORT.findall(source))
        assert len(re.findall("^export", source, re.MULTILINE)) == len(EXPORT.findall(source))
        for names, other in IMPORT.findall(source):
            used.add(other)
            assert set(names.split(", ")) <= set(EXPORT.findall(SOURCES[other])), other
            for name in names.split(", "):
                assert len(re.findall(rf"(?<!\w)(?<![^.]\.){name}\b", source)) > 1, f"{name} is imported and not used"
    assert used == set(SOURCES)


def test_every_module_is_one_idea() -> None:
    """No module is longer than 300 lines, and none has the address of a server in it."""
    for name, source in SOURCES.items():
        assert source.count("\n") < 300, name
        assert not re.search(r"https?://(?!www\.w3\.org/)", source), name
