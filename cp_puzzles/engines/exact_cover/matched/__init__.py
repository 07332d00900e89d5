"""The search for tilings by single cells whose sides match: options of a cell looked up by the cells around it."""
