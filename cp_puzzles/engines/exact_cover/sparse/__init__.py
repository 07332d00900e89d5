"""The sparse search: problems too large for a row of bits an option, on lists; and the mending of dead ends."""
