"""Disassembly: the moves that take the pieces of a solution apart, and their number.

A state is the relative positions of the pieces. A move translates a proper subset of the pieces as one rigid body by
any distance in one direction. See `piece_groups.py` for the directions and `take_apart.py` for the level.
"""
