"""Binary STL: all triangles of what is printed, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cp_puzzles.export.printed import Part


def stl_bytes(parts: Sequence[Part], name: str) -> bytes:
    """80 bytes with a name, the number of triangles, and of each its normal, its corners and two bytes more."""
    corners = np.concatenate([part.points[part.triangles] for part in parts]).astype("<f4")
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    rows = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    rows["normal"] = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    rows["corners"] = corners
    # a header that begins with "solid" is taken for the other form of STL, of text
    header = ("pieces of " + name).encode("ascii", "replace")[:80].ljust(80)
    return b"".join((header, len(rows).to_bytes(4, "little"), rows.tobytes()))
