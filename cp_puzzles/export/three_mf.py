"""3MF: a package with an object a piece, each with its name and colour, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cp_puzzles.export.printed import Part

_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
_RELATIONS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of the files in the package: the same parts give the same bytes."""


def three_mf_bytes(parts: Sequence[Part], name: str) -> bytes:
    """The package."""
    out = BytesIO()
    files = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS,
        "3D/3dmodel.model": "\n".join(_model(parts, name)),
    }
    with ZipFile(out, "w") as package:
        for path, text in files.items():
            entry = ZipInfo(path, _LONG_AGO)
            entry.compress_type = ZIP_DEFLATED
            package.writestr(entry, text)
    return out.getvalue()


def _model(parts: Sequence[Part], name: str) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<model unit="millimeter" xml:lang="en" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
    yield f'<metadata name="Title">{escape(name)}</metadata>'
    yield '<resources>\n<basematerials id="1">'
    for part in parts:
        yield f'<base name={quoteattr(part.name)} displaycolor="{part.color.upper()}FF"/>'
    yield "</basematerials>"
    for number, part in enumerate(parts):
        yield f'<object id="{number + 2}" type="model" name={quoteattr(part.name)} pid="1" pindex="{number}">'
        yield "<mesh><vertices>"
        for x, y, z in part.points.tolist():
            yield f'<vertex x="{x:.6f}" y="{y:.6f}" z="{z:.6f}"/>'
        yield "</vertices><triangles>"
        for a, b, c in part.triangles.tolist():
            yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
        yield "</triangles></mesh>\n</object>"
    yield "</resources>\n<build>"
    for number in range(len(parts)):
        yield f'<item objectid="{number + 2}"/>'
    yield "</build>\n</model>"
