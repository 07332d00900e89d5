"""The catalogue: the puzzle files that come with the package."""

from __future__ import annotations

import difflib
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (Path(), Path("specs"))


def catalogue_directory() -> Path:
    """The folder of the puzzle files: inside an installed package, beside it in a clone."""
    inside = _PACKAGE / "specs"
    return inside if inside.is_dir() else _PACKAGE.parent / "specs"


def catalogue() -> tuple[Path, ...]:
    """The puzzle files in the order of their names."""
    return tuple(sorted(catalogue_directory().glob("*.yaml")))


def catalogue_file(name: str) -> Path | None:
    """The file of a puzzle of the catalogue: `soma`, `soma.yaml` or `specs/soma.yaml`; None if there is none.

    >>> catalogue_file("specs/soma.yaml").name
    'soma.yaml'
    """
    stem = Path(name)
    if stem.parent not in _PLACES or stem.suffix not in ("", ".yaml"):
        return None
    file = catalogue_directory() / f"{stem.stem if stem.suffix else stem.name}.yaml"
    return file if file.is_file() else None


def nearest_name(name: str) -> str | None:
    """The name in the catalogue that a misspelt one is likely to mean.

    >>> nearest_name("somma.yaml"), nearest_name("elsewhere/soma.yaml"), nearest_name("xyzzy")
    ('soma', None, None)
    """
    path = Path(name)
    if path.parent not in _PLACES:
        return None
    return next(iter(difflib.get_close_matches(path.stem, [file.stem for file in catalogue()], n=1)), None)
