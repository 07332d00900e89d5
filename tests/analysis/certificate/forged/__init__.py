"""Forged certificates: each states something false, or is written in a second way, and has right checksums."""
