"""The frontier engine: counting without enumeration by a sweep over the frontier, in exact integers."""
