"""BurrTools files, read and written."""
