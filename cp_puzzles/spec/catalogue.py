"""The catalogue: the puzzle files that come with the package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


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
    if stem.parent not in (Path(), Path("specs")) or stem.suffix not in ("", ".yaml"):
        return None
    file = catalogue_directory() / f"{stem.stem if stem.suffix else stem.name}.yaml"
    return file if file.is_file() else None
