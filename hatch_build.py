"""Put the built documentation into a wheel: `docs/_build/installed`, if it is there (see docs/develop/releasing.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DocumentationHook(BuildHookInterface):  # type: ignore[type-arg]
    """Include every file of the documentation as data of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel; an editable installation reads them where they are."""
        folder = Path(self.root, "docs", "_build", "installed")
        if version == "editable" or not (folder / "index.html").is_file():
            return
        for file in folder.rglob("*"):
            name = file.relative_to(folder)
            if file.is_file() and not name.parts[0].startswith("."):
                build_data["force_include"][str(file)] = f"cp_puzzles/documentation/{name.as_posix()}"
