"""Configuration of the documentation: `sphinx-build -W docs docs/_build/html`.

`-t without_gallery` omits the site of all puzzles, which takes most of the time.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from generate import generate  # noqa: E402
from generate_gallery import generate_gallery, start_site, wait_for_site  # noqa: E402
from generate_python import MADE_BY_USERS  # noqa: E402
from offline_pages import add_formulas, refuse_loaded_addresses  # noqa: E402

import cp_puzzles  # noqa: E402

project = "cp_puzzles"
author = "the cp_puzzles authors"
release = version = cp_puzzles.__version__
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = [
    *("_build", "_static", "generated/pages", "generated/site"),
    *("generated/gallery-pictures.md", "generated/python/tasks.md"),
    *(f"generated/{name}.md" for name in ("commands", "puzzle-file", "lattices", "tile-sets", "rules", "formats")),
]
nitpicky = False
suppress_warnings = ["mystnb.unknown_mime_type"]

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the notebooks are stored with their outputs, and a test compares them

autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_typehints_description_target = "documented_params"
napoleon_google_docstring = False
napoleon_attr_annotations = False  # entries of several attributes have none
default_role = "code"
copybutton_prompt_text = r">>> |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_math_renderer = "mathml"
html_title = f"cp_puzzles {release}"
html_static_path = ["_static"]
has_gallery = not tags.has("without_gallery")  # type: ignore[name-defined] # noqa: F821
html_extra_path = ["generated/pages"]
html_css_files = ["docs.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_search_summary = False  # a page that is opened as a file cannot fetch others
html_theme_options = {"navigation_with_keys": True}

site = start_site(HERE / "generated", HERE.parent) if has_gallery else None
generate(HERE)
generate_gallery(HERE / "generated", is_included=has_gallery)


def _without_signature(
    app: Any, kind: str, name: str, value: Any, options: Any, arguments: str | None, returned: str
) -> tuple[str, str] | None:
    """Omit the signature of a class whose values only functions of the package make.

    The keywords of `Puzzle` have other types than the attributes of the same names, which Sphinx would show.
    """
    if name == "cp_puzzles.Puzzle":
        app.env.current_document.autodoc_annotations.pop(name, None)
    is_hidden = kind == "class" and name.rpartition(".")[2] not in MADE_BY_USERS
    return ("", "") if is_hidden and arguments else None


def _copy_site(app: Any, error: Exception | None) -> None:
    """Wait for the site, and copy it; Sphinx copies its own files before it writes the pages."""
    if site is not None and error is None and app.builder.format == "html":
        wait_for_site(site)
        shutil.copytree(HERE / "generated" / "site", app.outdir, dirs_exist_ok=True)


def _into_generated(app: Any, name: str, text: list[str]) -> None:
    """Let links to notebooks and the changelog, as a reader of the folder follows them, lead to their pages here."""
    text[0] = text[0].replace("](../../notebooks/", "](../generated/notebooks/")
    text[0] = text[0].replace("](../../CHANGELOG.md)", "](../generated/changelog.md)")


def setup(app: Any) -> None:
    """Connect the events of Sphinx."""
    app.connect("source-read", _into_generated)
    app.connect("autodoc-process-signature", _without_signature)
    add_formulas(app)
    app.connect("build-finished", _copy_site)
    app.connect("build-finished", refuse_loaded_addresses)
