"""What all searches share: compilation, words of bits, the state of a search, and how a solution is visited."""
