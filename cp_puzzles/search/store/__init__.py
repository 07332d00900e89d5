"""The store: a file that keeps a run, so that it can be resumed."""
