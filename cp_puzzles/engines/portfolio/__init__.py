"""The portfolio for one solution: several searches take turns, in time slices that grow from round to round."""
