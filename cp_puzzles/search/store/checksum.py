"""A checksum for whatever stands in a row."""

from __future__ import annotations

import hashlib

Value = str | int | float | bytes | None
"""What a column holds."""

BITS = 63
"""As many as an integer of SQLite holds without a sign."""


def checksum(*values: Value) -> int:
    """A number for these values in this order; values that compare equal but are of another type give another one.

    >>> checksum("parts", 1, None) == checksum("parts", 1, None)
    True
    >>> checksum("parts", 1, None) == checksum("parts", 1.0, None)
    False
    """
    digest = hashlib.blake2b(digest_size=8)
    for value in values:
        data = value if isinstance(value, bytes) else repr(value).encode()
        digest.update(f"{type(value).__name__} {len(data)} ".encode())
        digest.update(data)
    return int.from_bytes(digest.digest(), "little") >> (64 - BITS)
