"""Pages: of solutions, of a site, of explanations and of experiments."""
