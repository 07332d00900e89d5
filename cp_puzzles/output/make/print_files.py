"""Files to print: STL with one mesh, 3MF with an object for each part on its plate, with name and color."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cp_puzzles.output.make.print_plates import PrintedPart

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = f"""{_XML}<Types xmlns="{_PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
<Default Extension="config" ContentType="application/xml"/>
</Types>
"""
_RELATIONS = f"""{_XML}<Relationships xmlns="{_PACKAGE}/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time stamp of the files in a package, so that the same parts give the same bytes."""


def stl_bytes(parts: Sequence[PrintedPart], name: str) -> bytes:
    """Return a binary STL file with the triangles of all parts; `name` stands in its header."""
    from trimesh import Trimesh
    from trimesh.exchange.stl import export_stl
    from trimesh.util import concatenate

    content = export_stl(concatenate([Trimesh(part.points, part.triangles, process=False) for part in parts]))
    # a header that begins with "solid" announces the text form of STL
    return ("pieces of " + name).encode("ascii", "replace")[:80].ljust(80) + bytes(content[80:])


def three_mf_bytes(parts: Sequence[PrintedPart], name: str) -> bytes:
    """Return a 3MF package in millimeters."""
    out = BytesIO()
    files = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS,
        "3D/3dmodel.model": _XML + "\n".join(_model(parts, name)),
        "Metadata/model_settings.config": _XML + "\n".join(_plates(parts)),
    }
    with ZipFile(out, "w") as package:
        for path, text in files.items():
            entry = ZipInfo(path, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            package.writestr(entry, text)
    return out.getvalue()


def _model(parts: Sequence[PrintedPart], name: str) -> Iterator[str]:
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
            yield f'<vertex x="{x:.4f}" y="{y:.4f}" z="{z:.4f}"/>'
        yield "</vertices><triangles>"
        for a, b, c in part.triangles.tolist():
            yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
        yield "</triangles></mesh>\n</object>"
    yield "</resources>\n<build>"
    for number in range(len(parts)):
        yield f'<item objectid="{number + 2}"/>'
    yield "</build>\n</model>"


def _plates(parts: Sequence[PrintedPart]) -> Iterator[str]:
    """Yield the plate of every object, as OrcaSlicer and Bambu Studio read it."""
    yield "<config>"
    for plate, members in groupby(enumerate(parts, start=2), key=lambda member: member[1].plate):
        yield f'<plate>\n<metadata key="plater_id" value="{plate + 1}"/>'
        for number, _ in members:
            keys = {"object_id": number, "instance_id": 0}
            metadata = "".join(f'<metadata key="{key}" value="{value}"/>' for key, value in keys.items())
            yield f"<model_instance>{metadata}</model_instance>"
        yield "</plate>"
    yield "</config>"
