"""Where solutions are kept: the file of a stored run, and temporary files until it is their turn."""
