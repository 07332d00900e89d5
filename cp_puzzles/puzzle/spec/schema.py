"""The schema of a puzzle file: frozen pydantic models that refuse unknown keys.

The docstring of a field describes it in the JSON Schema, which editors show to the author of a puzzle file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    PrivateAttr,
    StrictBool,
    StrictInt,
    StrictStr,
    Tag,
    ValidationError,
    create_model,
)
from pydantic_core import CoreSchema, core_schema

from cp_puzzles.base.named_values import Displayed
from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import SpecError, echo
from cp_puzzles.puzzle.fields import MAX_COPIES, Count, Fits, FrozenModel, Name, Origin, Path, add_short, mistake
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.rules.measure import ObjectiveField
from cp_puzzles.puzzle.rules.rule import RuleField
from cp_puzzles.puzzle.rules.rule_registry import help_of, rule_field, rule_keys
from cp_puzzles.puzzle.spec.board_spec import BoardSpec
from cp_puzzles.puzzle.spec.parameters import KEY, Value, resolved
from cp_puzzles.puzzle.spec.tile_spec import Entry, Given, _all_given


class RulesSpec(dict[str, Any]):
    """Conditions that a tiling must satisfy: the value of each written key that differs from its default."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(cls._validated)

    @classmethod
    def _validated(cls, value: Any) -> Self:
        if isinstance(value, cls):
            return value
        fields = written_fields(value) if isinstance(value, Mapping) else []
        model = rules_model(fields).model_validate(value)
        values = ((field, getattr(model, field.key)) for field in fields)
        return cls((field.key, value) for field, value in values if value != field.default)


def written_fields(keys: Iterable[Any]) -> list[RuleField]:
    """Return the fields of some keys, in the order of all rules; keys without a field are left out."""
    fields = {key: field for key in keys if isinstance(key, str) and (field := rule_field(key)) is not None}
    return [fields[key] for key in rule_keys() if key in fields]


def rules_model(fields: Iterable[RuleField]) -> type[BaseModel]:
    """Return a model with some fields."""
    definitions: Any = {}
    for field in fields:
        annotation = field.annotation if field.default is not None else field.annotation | None
        definitions[field.key] = annotation, Field(default=field.default, description=help_of(field))
    doc = "Conditions that a tiling must satisfy."
    return create_model("RulesSpec", __base__=FrozenModel, __module__=__name__, __doc__=doc, **definitions)


def _lattice(name: str) -> str:
    if LATTICES.find(name) is None:
        remedy = suggestion(name, LATTICES, "write one of " + ", ".join(LATTICES))
        raise mistake(f"there is no lattice {echo(name)}", remedy)
    return name


LatticeName = Annotated[StrictStr, AfterValidator(_lattice), Field(json_schema_extra={"enum": list(LATTICES)})]
"""The name of a lattice."""


class Expected(FrozenModel):
    """Known counts that `check --solve` and the tests compare with."""

    options: Count | None = None
    """The number of placements."""

    off: Count | None = None
    """The number of solutions, including all rotations and reflections."""

    rotations: Count | None = None
    """The number of solutions up to rotations of the board."""

    full: Count | None = None
    """The number of solutions up to rotations and reflections of the board."""

    components: Count | None = None
    """The number of solutions up to symmetries of each separate part of the board."""

    colors: Count | None = None
    """The number of solutions up to rotations, reflections and exchanges of colors."""

    best: StrictInt | None = None
    """The value of the best solutions of an objective."""

    apart: Count | None = None
    """The number of solutions, up to rotations of the board, that can be taken apart."""

    level: Count | None = None
    """The highest level of a solution that can be taken apart; 0 if none can be."""


class PuzzleSpec(FrozenModel, Displayed):
    """A puzzle as the user writes it."""

    model_config = ConfigDict(title="A tiling puzzle of cp_puzzles")

    name: Name
    """The name of the puzzle."""

    description: StrictStr | None = None
    """A sentence about the puzzle."""

    source: StrictStr | None = None
    """The author of the puzzle, or the publication that states its counts."""

    lattice: LatticeName | None = None
    """The lattice of the cells; by default that of the board's shape, or squares or cubes by its dimension."""

    board: BoardSpec

    fill: StrictBool = True
    """Whether every cell that is not optional must be covered; otherwise every cell may stay empty."""

    overlap: Annotated[
        Annotated[StrictBool, Tag("[bool]")] | Annotated[StrictInt, Field(ge=1, le=MAX_COPIES), Tag("[number]")],
        Discriminator(lambda value: "[bool]" if isinstance(value, bool) else "[number]"),
    ] = False
    """Whether pieces may overlap; a number is the most pieces on one cell.

    Two copies of a tile do not lie on the same cells.
    """

    tiles: Annotated[tuple[Entry, ...], Field(min_length=1)]
    """Sets of tiles and new tiles."""

    labeled: StrictBool = False
    """Whether tiles of one shape are told apart, so that exchanging two of them gives another solution.

    Tiles that a rule names are told apart without it.
    """

    colors: Fits | None = None
    """The letters of cell colors. With bw a tile's cell b covers a cell b of the board, and w covers w.

    {b: b, w: bw} lists the board colors that each tile color fits; cells without a color, such as X, fit all.
    """

    given: Annotated[
        tuple[Given, ...],
        BeforeValidator(_all_given),
        Field(json_schema_extra=partial(add_short, [{"type": "string"}])),
    ] = ()
    """Placements that every solution contains: a list, or a drawing of the board.

    A drawing has the letter of a tile on its cells, and . elsewhere.
    """

    rules: RulesSpec = RulesSpec()
    """Conditions that a tiling must satisfy."""

    maximize: ObjectiveField | None = None
    """The measure, or the sum of values of tiles {F: 3, P: 1}, that solutions maximize."""

    minimize: ObjectiveField | None = None
    """The measure or the sum of values that solutions minimize."""

    expected: Expected = Expected()

    _origin: Origin = PrivateAttr(default_factory=Origin)

    def __repr__(self) -> str:
        keys = (key for key in type(self).model_fields if key in self.model_fields_set - {"name"})
        return f"PuzzleSpec({self.name!r}, with {', '.join(keys)})"

    def __eq__(self, other: object) -> bool:
        """Compare the fields; the origin does not count."""
        return isinstance(other, PuzzleSpec) and self.model_dump() == other.model_dump()

    def __hash__(self) -> int:
        return hash(self.model_dump_json())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], parameters: Mapping[str, Value] | None = None) -> PuzzleSpec:
        """Return the spec of plain data with the keys of a puzzle file; raise `SpecError` with every mistake.

        Cells may also be a set, or a numpy array: a Boolean one has the cells where it is true. `parameters` replace
        the defaults of parameters.

        >>> PuzzleSpec.from_dict({"name": "two", "board": {"size": [1, 2]}, "tiles": [{"set": "domino"}]}).board.size
        (1, 2)
        """
        from cp_puzzles.puzzle.spec.validation import plain_data

        return validated(plain_data(data), Origin(), parameters)

    @classmethod
    def from_yaml(cls, text: str) -> PuzzleSpec:
        """Return the spec of the text of a puzzle file; `parse_spec` also takes a name for its errors."""
        from cp_puzzles.puzzle.spec.loader import parse_spec

        return parse_spec(text)

    def to_dict(self) -> dict[str, Any]:
        """Return the written fields as plain data, of which `from_dict` makes an equal spec."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)

    def to_yaml(self) -> str:
        """Return the text of a puzzle file without default values, from which `from_yaml` makes an equal spec.

        >>> data = {"name": "two", "board": {"size": [1, 2]}, "tiles": [{"set": "domino"}]}
        >>> print(PuzzleSpec.from_dict(data).to_yaml())
        name: two
        board:
          size: [1, 2]
        tiles:
        - set: domino
        <BLANKLINE>
        """
        from cp_puzzles.puzzle.spec.yaml_reader import spec_text

        return spec_text(self)

    @property
    def origin(self) -> Origin:
        """The file, and the positions of the fields."""
        return self._origin

    def error(self, path: Path, problem: str, remedy: str) -> SpecError:
        """Return the error for a mistake in the field at `path`."""
        return SpecError(self._origin.place(path), problem, remedy)


def validated(data: Any, origin: Origin, parameters: Mapping[str, Value] | None = None) -> PuzzleSpec:
    """Return the spec of plain data with their origin; raises `SpecError` with every mistake in a field.

    `parameters` replace the defaults of the data's parameters.
    """
    if parameters or KEY in data:
        data = resolved(data, origin, parameters)
    try:
        spec = PuzzleSpec.model_validate(data)
    except ValidationError as error:
        from cp_puzzles.puzzle.spec.validation import mistakes_of

        raise mistakes_of(error, origin) from None
    spec._origin = origin
    return spec


def changed_spec(spec: PuzzleSpec, origin: Origin | None = None, **values: Any) -> PuzzleSpec:
    """Return the spec with other values of some keys, None for their defaults, validated as those of a file.

    `origin` is the origin of all keys, if that is not the one of the spec.
    """
    kept = {name: getattr(spec, name) for name in spec.model_fields_set - values.keys()}
    return validated(kept | {name: value for name, value in values.items() if value is not None}, origin or spec.origin)
