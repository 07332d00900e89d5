"""Output: pictures, files, pages, things to make, and the terminal."""
