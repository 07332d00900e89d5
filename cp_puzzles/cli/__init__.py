"""The command line: every command parses, calls one library function, and renders."""
