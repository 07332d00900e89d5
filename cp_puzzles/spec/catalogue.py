"""The catalogue: the puzzle files that come with the package."""

from __future__ import annotations

import difflib
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDER = "specs"


def catalogue_directory() -> Path:
    """The folder of the puzzle files: inside an installed package, beside it in a clone."""
    inside = _PACKAGE / _FOLDER
    return inside if inside.is_dir() else _PACKAGE.parent / _FOLDER


def puzzle_files(directory: Path) -> tuple[Path, ...]:
    """The puzzle files in a folder and in the folders in it, in the order of their names."""
    return tuple(sorted(directory.rglob("*.yaml"), key=lambda file: puzzle_name(file, directory)))


def puzzle_name(file: Path, directory: Path | None = None) -> str:
    """The name of a puzzle by its file: the way to it from the folder of the catalogue, or from another one.

    >>> puzzle_name(catalogue_directory() / "soma" / "chair.yaml")
    'soma/chair'
    """
    return file.relative_to(directory or catalogue_directory()).with_suffix("").as_posix()


def catalogue() -> tuple[Path, ...]:
    """The puzzle files in the order of their names."""
    return puzzle_files(catalogue_directory())


def catalogue_file(name: str) -> Path | None:
    """The file of a puzzle of the catalogue: `soma`, `soma.yaml` or `specs/soma.yaml`; None if there is none.

    >>> catalogue_file("specs/soma.yaml").name, catalogue_file("soma/chair").name
    ('soma.yaml', 'chair.yaml')
    """
    path = _below(name)
    if path is None or path.suffix not in ("", ".yaml"):
        return None
    file = catalogue_directory() / path.with_suffix(".yaml")
    return file if file.is_file() else None


def nearest_name(name: str) -> str | None:
    """The name in the catalogue that a misspelt one is likely to mean; the folder may be missing.

    >>> nearest_name("somma.yaml"), nearest_name("elsewhere/soma.yaml"), nearest_name("xyzzy")
    ('soma', None, None)
    >>> nearest_name("tugboat"), nearest_name("soma/tugbot")
    ('soma/tugboat', 'soma/tugboat')
    """
    path = _below(name)
    if path is None:
        return None
    names = [puzzle_name(file) for file in catalogue()]
    if path.parent.as_posix() not in {".", *(name.rpartition("/")[0] for name in names)}:
        return None
    wanted = path.with_suffix("").as_posix()
    last = {name.rpartition("/")[2]: name for name in reversed(names)}
    near = difflib.get_close_matches(wanted, names, n=1)
    return next(iter(near or [last[part] for part in difflib.get_close_matches(wanted, last, n=1, cutoff=0.8)]), None)


def _below(name: str) -> Path | None:
    """What a name says of the way from the folder of the catalogue; None for the way to another file."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or not path.name:
        return None
    return path.relative_to(_FOLDER) if path.parts[0] == _FOLDER and len(path.parts) > 1 else path
