"""Rules and measures: what else a tiling must be, and the numbers that it has; one file a family of them."""
