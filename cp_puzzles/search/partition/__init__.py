"""Before a search: its tree, how large it will be, and the parts it is cut into."""
