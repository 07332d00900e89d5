"""The catalog: the puzzle files of the package."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles.base.text import near_names

_PACKAGE = Path(__file__).resolve().parents[2]
_FOLDER = "specs"


def catalog_directory() -> Path:
    """Return the folder of the puzzle files: inside an installed package, beside the package in a clone."""
    inside = _PACKAGE / _FOLDER
    return inside if inside.is_dir() else _PACKAGE.parent / _FOLDER


def puzzle_files(directory: Path) -> tuple[Path, ...]:
    """Return the puzzle files in a folder and its subfolders, sorted by name."""
    return tuple(sorted(directory.rglob("*.yaml"), key=lambda file: puzzle_name(file, directory)))


def puzzle_name(file: Path, directory: Path | None = None) -> str:
    """Return the name of a puzzle: the path of its file below the catalog or another folder.

    >>> puzzle_name(catalog_directory() / "soma" / "chair.yaml")
    'soma/chair'
    """
    return file.relative_to(directory or catalog_directory()).with_suffix("").as_posix()


def catalog() -> tuple[Path, ...]:
    """Return the puzzle files of the catalog, sorted by name."""
    return puzzle_files(catalog_directory())


def catalog_names() -> tuple[str, ...]:
    """Return the names of the included puzzles, which every function with a puzzle accepts.

    >>> [name for name in catalog_names() if name.startswith("pentomino8x8")]
    ['pentomino8x8_center', 'pentomino8x8_corners', 'pentomino8x8_square']
    """
    return tuple(map(puzzle_name, catalog()))


def catalog_file(name: str) -> Path | None:
    """Return the file of a catalog puzzle (`soma`, `soma.yaml` or `specs/soma.yaml`); None if there is none.

    >>> catalog_file("specs/soma.yaml").name, catalog_file("soma/chair").name
    ('soma.yaml', 'chair.yaml')
    """
    path = _catalog_path(name)
    if path is None or path.suffix not in ("", ".yaml"):
        return None
    file = catalog_directory() / path.with_suffix(".yaml")
    return file if file.is_file() else None


def near_puzzles(name: str) -> list[str]:
    """Return the names in the catalog that a misspelled one may mean; the folder may be missing.

    >>> near_puzzles("somma.yaml"), near_puzzles("elsewhere/soma.yaml"), near_puzzles("xyzzy")
    (['soma'], [], [])
    >>> near_puzzles("tugboat"), near_puzzles("soma/tugbot")
    (['soma/tugboat'], ['soma/tugboat'])
    """
    path = _catalog_path(name)
    if path is None:
        return []
    names = [puzzle_name(file) for file in catalog()]
    if path.parent.as_posix() not in {".", *(name.rpartition("/")[0] for name in names)}:
        return []
    written = path.with_suffix("").as_posix()
    by_last_part = {name.rpartition("/")[2]: name for name in reversed(names)}
    return near_names(written, names) or [by_last_part[name] for name in near_names(written, by_last_part, 0.8)]


def _catalog_path(name: str) -> Path | None:
    """Return the path in the catalog that a name denotes; None if it denotes another file."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or not path.name:
        return None
    return path.relative_to(_FOLDER) if path.parts[0] == _FOLDER and len(path.parts) > 1 else path
