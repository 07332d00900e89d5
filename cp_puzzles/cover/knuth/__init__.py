"""The formats of Knuth's programs, read and written."""
