"""The common base of all searches: compilation, words of bits, the state of a search, the visit of a solution."""
