"""Geometry of tilings: lattices, isometries, polyforms, drawings, named tile sets, placements."""
