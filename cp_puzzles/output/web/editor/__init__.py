"""The editor: a page on which a puzzle is made and solved."""
