"""The sparse search on lists, for problems too large for a row of bits per option; and local search."""
