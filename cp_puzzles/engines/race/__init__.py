"""The race for one solution: several searches take turns, each a little longer than the last time."""
