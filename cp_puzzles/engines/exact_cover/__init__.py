"""The exact-cover engine: a compiled bitset search (numba), for pure cover problems."""
