"""The descent to subproblems of limited size: options are chosen one by one, on lists."""
