"""Challenges: what is given of a solution so that nothing else is left, and how hard that is."""
