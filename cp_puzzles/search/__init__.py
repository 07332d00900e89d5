"""The search: a question is cut into disjoint parts, workers run them, results come together in part order."""
