"""File formats of solutions and of cover problems, and their registry."""
