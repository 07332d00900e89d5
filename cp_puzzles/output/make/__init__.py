"""Things to make: printed and cut pieces, trays and cards."""
