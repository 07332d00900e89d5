"""Names of version 0.1: they work until version 0.3, with a warning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from importlib.abc import Loader

PACKAGE = "cp_puzzles"


class Renamed:
    """An attribute under its earlier name; `new` is the name that it has now."""

    def __init__(self, new: str) -> None:
        self.new = new

    def __set_name__(self, owner: type, name: str) -> None:
        self.names = f"{owner.__name__}.{name} is now {owner.__name__}.{self.new}"

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        if instance is None:
            return self
        warnings.warn(self.names, DeprecationWarning, stacklevel=2)
        return getattr(instance, self.new)


class RenamedModules:
    """A finder and loader of modules under their earlier names.

    `modules` has the present name of each, both below the package; `members` has the present names of renamed members.
    """

    def __init__(self, modules: Mapping[str, str], members: Mapping[str, str]) -> None:
        self.modules = {f"{PACKAGE}.{old}": f"{PACKAGE}.{new}" for old, new in modules.items()}
        self.members = members

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a renamed module; None for every other module."""
        if fullname not in self.modules:
            return None
        is_package = any(name.startswith(f"{fullname}.") for name in self.modules)
        return ModuleSpec(fullname, cast("Loader", self), is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the creation of the module to the import system."""

    def exec_module(self, module: ModuleType) -> None:
        """Let a module return the members of the present one."""
        old, new = module.__name__, self.modules[module.__name__]
        present = import_module(new)
        warnings.warn(f"the module {old} is now {new}", DeprecationWarning, stacklevel=2)

        def member(name: str) -> Any:
            return getattr(present, self.members.get(name, name))

        vars(module)["__getattr__"] = member


def install(modules: Mapping[str, str], members: Mapping[str, str]) -> None:
    """Let `import` find modules under their earlier names, after all that exist."""
    sys.meta_path.append(RenamedModules(modules, members))
